"""Which matches somebody may go on with or look at, and what a match was."""

import json
import secrets
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet

from ninety.engine import record
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import State
from ninety.models import Match, User
from ninety.rulebook import preset_name


def new_key() -> str:
    """Return a key for the next request of a page: 64 bits that nobody can guess."""
    return secrets.token_hex(8)


def matches_of(person: User) -> QuerySet[Match]:
    """Return the matches that a person plays, on whatever device, or has the device of; newest first."""
    mine = Match.objects.filter(Q(seats__user=person) | Q(seats__keeper=person))
    return mine.distinct().order_by("-touched_at")


def exhibition_matches() -> QuerySet[Match]:
    """Return the finished matches that bots played among themselves: anybody may look at them."""
    return Match.objects.filter(exhibition=True, ended_at__isnull=False).order_by("-ended_at")


@lru_cache(maxsize=256)
def _parsed(spec: str) -> RuleSet:
    return RuleSet.from_spec(json.loads(spec))


def rules_of(match: Match) -> RuleSet:
    """Return the rule set that a match was dealt with."""
    return _parsed(json.dumps(match.rules, sort_keys=True))


def state_of(match: Match) -> State:
    """Return the whole state of a match; it must not leave the server but through a view."""
    return State.from_json(rules_of(match), match.state)


def game_name(match: Match) -> str:
    """Return the name of the game of a match."""
    return preset_name(match.rules["preset"])


def record_of(match: Match) -> dict[str, Any]:
    """Return the record of a match as far as it has come; it holds every hand and the stock."""
    entries = list(match.actions.all())
    return {
        "format": record.FORMAT,
        "rules": match.rules,
        "seats": len(match.seats.all()),
        "shuffles": [order.split() for entry in entries for order in entry.shuffles],
        "actions": [entry.data for entry in entries if entry.number],
    }
