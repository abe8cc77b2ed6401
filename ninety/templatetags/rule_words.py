"""Words about presets and variants for the templates in which one is chosen."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django import template
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext

from ninety.engine.rulesets import VARIANTS
from ninety.rulebook import preset_says, variant_says

register = template.Library()


@dataclass(frozen=True, slots=True)
class Option:
    """Hold one variant to tick: its widget, what it changes, and the one game it belongs to ("" for both)."""

    widget: BoundWidget
    says: str
    only: str


@dataclass(frozen=True, slots=True)
class Group:
    """Hold variants that change the same side of the game, under a heading."""

    title: str
    options: tuple[Option, ...]


@register.filter(name="preset_says")
def says_of_preset(code: object) -> str:
    """Return one line on what a preset is like."""
    return preset_says(str(code))


@register.filter
def variant_groups(widgets: Iterable[BoundWidget]) -> Iterator[Group]:
    """Group the checkboxes of the variants by what they change; each group that has any."""
    options = [_option(widget) for widget in widgets]
    groups = (
        (gettext("The total"), ("start", "countdown", "floor", "strict_limit")),
        (gettext("The cards"), ("effects", "hand_size", "decks")),
        (gettext("The length"), ("length", "lives", "limit")),
        (gettext("Teams and counters"), ("teams", "stakes")),
    )
    for title, fields in groups:
        chosen = tuple(option for option in options if _first_field(option) in fields)
        if chosen:
            yield Group(title, chosen)


def _option(widget: BoundWidget) -> Option:
    code = str(widget.data["value"])
    games = VARIANTS[code].games
    return Option(widget=widget, says=variant_says(code), only=games[0] if len(games) == 1 else "")


def _first_field(option: Option) -> str:
    return next(iter(VARIANTS[str(option.widget.data["value"])].fields))
