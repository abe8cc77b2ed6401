"""The last things that happened at a table, as its page tells them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from ninety.digits import digits
from ninety.engine.actions import Bust, Leave, Penalty, Play, TimeUp, parse_action
from ninety.engine.rulesets import RuleSet
from ninety.faces import CardFace, change_label, face_of
from ninety.models import Action, Match, Seat
from ninety.prepared import Number, Prepared, Text

PLAYS_SHOWN = 8

_PAST = Prepared(
    lambda: (
        Action.objects.filter(match__slug=Text("slug"), number__lte=Number("steps"))
        .defer("shuffles")
        .order_by("-number")[: PLAYS_SHOWN + 1]
    )
)


@dataclass(frozen=True)
class PlayRow:
    """One of the last things that happened: a play, or `text` for anything else."""

    seat_name: str
    is_me: bool
    face: CardFace | None
    change_label: str
    total: int | None
    text: str
    says: str


def past_of(match: Match) -> tuple[Action, ...]:
    """Return the last actions that led to a match as it stands, newest first, with one more than is shown.

    What has happened stays as it is, so it is read once for all who look at a table until more has. What a shuffle
    brought stays in the database.
    """
    return _past(match.slug, match.steps)


@lru_cache(maxsize=512)
def _past(slug: str, steps: int) -> tuple[Action, ...]:
    return tuple(_PAST(slug=slug, steps=steps))


def event_text(action: object, name: str, *, is_me: bool) -> str:
    """Say in a sentence what happened, for anything but a play."""
    sentences = {
        Bust: (_("You are stuck."), _("%(name)s is stuck.")),
        Penalty: (_("You give a life."), _("%(name)s gives a life.")),
        Leave: (_("You stop here."), _("%(name)s leaves.")),
        TimeUp: (_("Time is up."), _("Time is up.")),
    }
    mine, others = sentences[type(action)]
    return mine if is_me else others % {"name": name}


def play_rows(
    rules: RuleSet, actions: Sequence[Action], names: dict[int, str], mine: Seat | None, *, hide: bool
) -> tuple[PlayRow, ...]:
    """Return the last things that happened, newest first, without their totals where memory mode hides them."""
    return tuple(_play_row(rules, action, names, mine, hide=hide) for action in actions[:PLAYS_SHOWN])


def _play_row(rules: RuleSet, entry: Action, names: dict[int, str], mine: Seat | None, *, hide: bool) -> PlayRow:
    if entry.number == 0:
        dealt = _("The cards are dealt.")
        return PlayRow("", False, None, "", None, dealt, dealt)
    action = parse_action(entry.data)
    number = None if isinstance(action, TimeUp) else action.seat
    name, is_me = names.get(number, "") if number is not None else "", mine is not None and number == mine.number
    if not isinstance(action, Play):
        text = event_text(action, name, is_me=is_me)
        return PlayRow(name, is_me, None, "", None, text, text)
    face, total = face_of(rules, action.card), None if hide else entry.total
    sets_the_total = rules.effect(action.card.rank).to_limit
    label = "" if sets_the_total else change_label(rules, action.card, action.choice)
    return PlayRow(name, is_me, face, label, total, "", _play_says(name, face, total))


def _play_says(name: str, face: CardFace, total: int | None) -> str:
    values = {"name": name, "card": face.name, "total": digits(total or 0)}
    if total is None:
        return _("%(name)s: %(card)s.") % values
    return _("%(name)s: %(card)s. The total is %(total)s.") % values


def last_event(last: PlayRow, total: int | None, *, begins_anew: bool) -> str:
    """Say what happened last, for the page and for a screen reader."""
    if last.face is not None:
        return _play_says(last.seat_name, last.face, total)
    anew = _("The total begins anew.")
    return f"{last.says} {anew}" if begins_anew else last.says
