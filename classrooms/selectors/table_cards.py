"""The tables of a lesson at one moment, as its teacher and the board see them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Attendance, Lesson, LessonTable
from classrooms.selectors.settings import game_says
from ninety.digits import digits
from ninety.engine.state import State
from ninety.models import Match, Seat, Table, User
from ninety.prepared import Number, Prepared
from ninety.selectors import actor_of, is_present, phase_of, state_of
from trainer.selectors.tallies import Tally

AWAY = timedelta(seconds=60)
"""Whoever has not been seen in the lobby for so long is shown as away."""
IDLE = timedelta(seconds=30)
"""From so long on it is said how long nobody has moved at a table."""

# All of these are read at every look, so of each row no more than is shown.
_THERE = Prepared(
    lambda: Attendance.objects.filter(lesson=Number("lesson")).values_list(
        "pk",
        "user",
        "user__display_name",
        "user__kind",
        "table",
        "device",
        "device__display_name",
        "seen_at",
        "removed_at",
    )
)
_OF_MATCH = ("rules", "state", "committed", "memory", "away_limit", "moved_at", "paused_at", "ended_at")
_TABLES = Prepared(
    lambda: (
        LessonTable.objects.filter(lesson=Number("lesson"))
        .select_related("table__match")
        .only("number", "table__seat_count", "table__settings", *(f"table__match__{name}" for name in _OF_MATCH))
    )
)
_SEATS = Prepared(
    lambda: (
        Seat.objects.filter(match__table__lesson_table__lesson=Number("lesson"), match=F("match__table__match"))
        .only("match", "number", "user", "strength", "is_team", "name", "held", "seen_at")
        .order_by("match", "number")
    )
)


class Attendee(NamedTuple):
    """Somebody at a lesson as the database has it: where they sit, and on whose device they play."""

    pk: int
    user: int
    name: str
    kind: str
    table: int | None
    device: int | None
    device_name: str | None
    seen_at: datetime
    removed_at: datetime | None

    @property
    def waits(self) -> bool:
        """Return whether they are in the lobby."""
        return self.table is None and self.removed_at is None

    @property
    def lends(self) -> bool:
        """Return whether another may play on their device."""
        return self.device is None and self.removed_at is None


@dataclass(frozen=True)
class PupilRow:
    """Somebody at a lesson: how many sums they have answered so far, and whether they are here."""

    pk: int
    name: str
    tally: Tally
    is_away: bool
    is_guest: bool
    shares: str = ""


@dataclass(frozen=True)
class SeatCell:
    """A seat at a table as everybody at the table sees it; `pupil` only for the teacher."""

    name: str
    lives: int | None = None
    lives_max: int = 0
    faults: bool = False
    on_turn: bool = False
    out: bool = False
    is_bot: bool = False
    is_away: bool = False
    held: bool = False
    pupil: PupilRow | None = None

    @property
    def faults_taken(self) -> int:
        """Return how many lives are gone, which is what is counted where a game counts faults."""
        return self.lives_max - (self.lives or 0)

    @property
    def standing(self) -> str:
        """Return in a word whether its person plays: held, away or here."""
        return "held" if self.held else "away" if self.is_away else "here"


@dataclass(frozen=True)
class TableCard:
    """A table of a lesson at one moment.

    `state` is waiting before the first match, playing, paused, or over. `total` is a text, empty where it is covered,
    `next_game` what is dealt next where that is another game.
    """

    number: int
    state: str
    does: str
    seats: tuple[SeatCell, ...]
    total: str = ""
    limit: str = ""
    direction: int = 1
    has_room: bool = True
    game: str = ""
    next_game: str = ""
    idle: str = ""
    winners: tuple[str, ...] = ()
    waiting: tuple[PupilRow, ...] = ()
    beside: tuple[PupilRow, ...] = ()

    @property
    def plays(self) -> bool:
        """Return whether a match goes on here, and does not stand still."""
        return self.state == "playing"

    @property
    def may_start(self) -> bool:
        """Return whether a match can be dealt here."""
        return self.state in {"waiting", "over"} and bool(self.waiting)


@dataclass(frozen=True)
class SeatedTable:
    """A table as the database has it: its match with the seats, in their order, and those who belong there."""

    number: int
    table: Table
    seats: Sequence[Seat]
    sitting: Sequence[Attendee]


def attendees_of(lesson: Lesson) -> list[Attendee]:
    """Return everybody at a lesson, those who were sent out too, in the order in which they came."""
    return [Attendee(*row) for row in _THERE(lesson=lesson.pk)]


def tables_of(lesson: Lesson, everybody: Iterable[Attendee]) -> list[SeatedTable]:
    """Return the tables of a lesson, at which everybody of it may belong."""
    seats, sitting = defaultdict[int, list[Seat]](list), defaultdict[int | None, list[Attendee]](list)
    for seat in _SEATS(lesson=lesson.pk):
        seats[seat.match_id].append(seat)
    for each in everybody:
        sitting[each.table].append(each)
    return [
        SeatedTable(each.number, each.table, seats[each.table.match_id or 0], sitting[each.pk])
        for each in _TABLES(lesson=lesson.pk)
    ]


def pupil_row(attendee: Attendee, tallies: Mapping[int, Tally], now: datetime) -> PupilRow:
    """Return somebody at a lesson with what they have answered so far."""
    return PupilRow(
        pk=attendee.pk,
        name=attendee.name,
        tally=tallies.get(attendee.user, Tally()),
        is_away=attendee.device is None and now - attendee.seen_at > AWAY,
        is_guest=attendee.kind == User.Kind.GUEST,
        shares=attendee.device_name or "",
    )


def card_of(table: SeatedTable, rows: Mapping[int, PupilRow], now: datetime, *, is_teacher: bool) -> TableCard:
    """Return a table as the teacher sees it, with those who belong there by their `rows`, or as the board shows it."""
    match, sitting, seats, next_rules = table.table.match, table.sitting, table.seats, table.table.settings["rules"]
    here = {each.user: rows[each.user] for each in sitting if each.user in rows}
    has_room = len(sitting) < table.table.seat_count
    if match is None:
        return TableCard(
            table.number,
            "waiting",
            does=_("not yet dealt"),
            seats=tuple(SeatCell(each.name, pupil=here.get(each.user)) for each in sitting),
            has_room=has_room,
            game=game_says(next_rules),
            waiting=tuple(here.values()),
        )
    state = state_of(match)
    actor = None if match.ended_at else actor_of(match, state)
    playing = {seat.user_id for seat in seats}
    is_covered = match.memory and not is_teacher and match.ended_at is None
    return TableCard(
        number=table.number,
        state=_state(match),
        does=_does(match, seats, actor),
        seats=tuple(_seat_cell(match, state, seat, actor, here, now) for seat in seats),
        total="" if is_covered else digits(state.total),
        limit=digits(state.rules.limit),
        direction=state.direction,
        has_room=has_room,
        game=game_says(match.rules),
        next_game=game_says(next_rules) if match.rules != next_rules else "",
        idle=_idle(match, now) if is_teacher else "",
        winners=tuple(seats[number].called for number in state.winners) if match.ended_at else (),
        waiting=tuple(here.values()),
        beside=tuple(row for person, row in here.items() if person not in playing),
    )


def _seat_cell(
    match: Match, state: State, seat: Seat, actor: int | None, here: Mapping[int, PupilRow], now: datetime
) -> SeatCell:
    return SeatCell(
        name=seat.called,
        lives=state.lives[seat.number],
        lives_max=state.rules.lives,
        faults=state.rules.game == "ninety-eight",
        on_turn=seat.number == actor,
        out=state.lives[seat.number] == 0,
        is_bot=seat.is_bot,
        is_away=not (seat.is_bot or match.ended_at or is_present(match, seat, now)),
        held=bool(seat.held),
        pupil=here.get(seat.user_id or 0),
    )


def _state(match: Match) -> str:
    if match.ended_at is not None:
        return "over"
    return "paused" if match.paused_at is not None else "playing"


def _does(match: Match, seats: Sequence[Seat], actor: int | None) -> str:
    """Say what the table waits for, in words that tell nothing of who was right."""
    if match.ended_at is not None:
        return _("over")
    if match.paused_at is not None:
        return _("paused")
    if actor is None:
        return _("all compute")
    if phase_of(match) == Match.Phase.LAID:
        return _("%(name)s works out the total") % {"name": seats[actor].called}
    return _("%(name)s is on turn") % {"name": seats[actor].called}


def _idle(match: Match, now: datetime) -> str:
    """Say how long nobody has moved, empty while that is not long."""
    idle = now - match.moved_at
    if match.ended_at is not None or match.paused_at is not None or idle < IDLE:
        return ""
    minutes = idle // timedelta(minutes=1)
    if not minutes:
        return _("no move for half a minute")
    says = ngettext("no move for %(minutes)s minute", "no move for %(minutes)s minutes", minutes)
    return says % {"minutes": minutes}
