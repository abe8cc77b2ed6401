"""Pages before, beside and between matches."""

from ninety.views.app import manifest, offline, service_worker
from ninety.views.matches import watch
from ninety.views.pages import about, front, game_rules, match_rules, record, rules, table_rules
from ninety.views.setting_up import minutes, quick_start, setup
from ninety.views.tables import gathering, join, leave_place, remove_place, start_match, take_place

__all__ = [
    "about",
    "front",
    "game_rules",
    "gathering",
    "join",
    "leave_place",
    "manifest",
    "match_rules",
    "minutes",
    "offline",
    "quick_start",
    "record",
    "remove_place",
    "rules",
    "service_worker",
    "setup",
    "start_match",
    "table_rules",
    "take_place",
    "watch",
]
