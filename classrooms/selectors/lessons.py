"""A lesson as its teacher follows it, and as the board shows it to the class."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Assignment, Attendance, Classroom, Lesson, LessonTable, Membership
from classrooms.selectors.assignments import class_drill_of, progress_in, says_of
from classrooms.selectors.settings import game_says
from ninety.codes import shown, spelt
from ninety.digits import digits
from ninety.engine.state import State
from ninety.models import Match, Seat, Table, User
from ninety.names import sort_key
from ninety.prepared import Number, Prepared
from ninety.selectors import actor_of, is_present, phase_of, room_version, rules_of, state_of
from trainer.selectors.drill_words import drill_name
from trainer.selectors.tallies import Tally, tallies_in_room

AWAY = timedelta(seconds=60)
"""Whoever has not been seen in the lobby for so long is shown as away."""
IDLE = timedelta(seconds=30)
"""From so long on it is said how long nobody has moved at a table."""


_LESSON: Any = Number("lesson")
_TABLES = Prepared(lambda: LessonTable.objects.filter(lesson=_LESSON).select_related("table__match"))
_SEATS = Prepared(
    lambda: Seat.objects.filter(match__table__lesson_table__lesson=_LESSON, match=F("match__table__match")).order_by(
        "match", "number"
    )
)
_THERE = Prepared(lambda: Attendance.objects.filter(lesson=_LESSON).select_related("user", "device"))
_ABSENT = Prepared(
    lambda: (
        Membership.objects.filter(classroom__lessons=_LESSON, state=Membership.State.IN)
        .exclude(Exists(Attendance.objects.filter(lesson=_LESSON, user=OuterRef("user"))))
        .select_related("user")
    )
)


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
class DrillRow:
    """How far somebody has come with the drill of a lesson."""

    name: str
    right: int
    sums: int
    is_finished: bool


@dataclass(frozen=True)
class ClassDrill:
    """The drill that everybody at a lesson does now."""

    assignment: Assignment
    name: str
    says: str
    rows: tuple[DrillRow, ...]

    @property
    def finished(self) -> int:
        """Return how many have finished it."""
        return sum(row.is_finished for row in self.rows)


@dataclass(frozen=True)
class LessonPage:
    """A lesson as its teacher sees it."""

    lesson: Lesson
    version: int
    tables: tuple[TableCard, ...]
    lobby: tuple[PupilRow, ...]
    lenders: tuple[PupilRow, ...]
    absent: tuple[Membership, ...]
    sent_out: tuple[PupilRow, ...]
    summary: str
    code: str
    minutes_left: int | None
    drill: ClassDrill | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of its tables."""
        return tuple(table.number for table in self.tables)

    @property
    def places(self) -> tuple[tuple[int, bool], ...]:
        """Return the numbers of its tables, and whether there is room at each."""
        return tuple((table.number, table.has_room) for table in self.tables)

    @property
    def may_start(self) -> bool:
        """Return whether there is a table where a match can be dealt."""
        return any(table.may_start for table in self.tables)


@dataclass(frozen=True)
class Board:
    """A lesson as the projector shows it: no cards, no mistakes, nothing that its tables do not see."""

    lesson: Lesson
    classroom: Classroom
    version: int
    code: str
    spelt: str
    tables: tuple[TableCard, ...]
    lobby: tuple[str, ...]
    is_joining: bool
    minutes_left: int | None


def lesson_page(lesson: Lesson, now: datetime) -> LessonPage:
    """Return a lesson as its teacher sees it at this moment."""
    version = version_of_room(lesson)
    everybody, tallies = _THERE(lesson=lesson.pk), tallies_in_room(lesson.room_id)
    tables = _tables(lesson, everybody)
    rows = {each.user_id: _pupil_row(each, tallies, now) for each in everybody}
    answers = sum(row.tally.answers for row in rows.values())
    right = sum(row.tally.right for row in rows.values())
    return LessonPage(
        lesson=lesson,
        version=version,
        tables=tuple(_card(each, rows, now, is_teacher=True) for each in tables),
        lobby=tuple(rows[each.user_id] for each in everybody if each.table_id is None and each.removed_at is None),
        lenders=tuple(rows[each.user_id] for each in everybody if each.removed_at is None and each.device_id is None),
        absent=_by_name(_ABSENT(lesson=lesson.pk), lesson.classroom.language),
        sent_out=tuple(rows[each.user_id] for each in everybody if each.removed_at is not None),
        summary=_summary(right, answers),
        code=shown(lesson.classroom.code),
        minutes_left=minutes_left(lesson, now),
        drill=_class_drill(lesson),
    )


def board_of(lesson: Lesson, now: datetime) -> Board:
    """Return what the board shows of a lesson at this moment."""
    version, everybody, classroom = version_of_room(lesson), _THERE(lesson=lesson.pk), lesson.classroom
    tables, waiting = _tables(lesson, everybody), [each for each in everybody if not (each.removed_at or each.table_id)]
    return Board(
        lesson=lesson,
        classroom=classroom,
        version=version,
        code=shown(classroom.code),
        spelt=spelt(classroom.code),
        tables=tuple(_card(each, {}, now, is_teacher=False) for each in tables),
        lobby=tuple(each.user.display_name for each in waiting),
        is_joining=not any(each.table.match for each in tables),
        minutes_left=minutes_left(lesson, now),
    )


def _class_drill(lesson: Lesson) -> ClassDrill | None:
    assignment = class_drill_of(lesson)
    if assignment is None:
        return None
    drills = progress_in(assignment)
    rows = (DrillRow(each.user.display_name, each.right, each.sums, each.ended_at is not None) for each in drills)
    return ClassDrill(assignment, drill_name(assignment.options["kind"]), says_of(assignment), tuple(rows))


def _by_name(members: Iterable[Membership], language: str) -> tuple[Membership, ...]:
    return tuple(sorted(members, key=lambda each: sort_key(str(each), language)))


def version_of_room(lesson: Lesson) -> int:
    """Return the version of the room: read before all else, so that what comes meanwhile is fetched again."""
    version = room_version(lesson.room_id)
    assert version is not None
    return version


@dataclass(frozen=True)
class _Table:
    """A table as the database has it: its match with the seats, in their order, and those who belong there."""

    number: int
    table: Table
    seats: Sequence[Seat]
    sitting: Sequence[Attendance]


def _tables(lesson: Lesson, everybody: Iterable[Attendance]) -> list[_Table]:
    seats, sitting = defaultdict[int, list[Seat]](list), defaultdict[int | None, list[Attendance]](list)
    for seat in _SEATS(lesson=lesson.pk):
        seats[seat.match_id].append(seat)
    for each in everybody:
        sitting[each.table_id].append(each)
    return [
        _Table(each.number, each.table, seats[each.table.match_id or 0], sitting[each.pk])
        for each in _TABLES(lesson=lesson.pk)
    ]


def _pupil_row(attendance: Attendance, tallies: Mapping[int, Tally], now: datetime) -> PupilRow:
    person = attendance.user
    return PupilRow(
        pk=attendance.pk,
        name=person.display_name,
        tally=tallies.get(person.pk, Tally()),
        is_away=attendance.device_id is None and now - attendance.seen_at > AWAY,
        is_guest=person.kind == User.Kind.GUEST,
        shares=attendance.device.display_name if attendance.device else "",
    )


def _card(table: _Table, rows: Mapping[int, PupilRow], now: datetime, *, is_teacher: bool) -> TableCard:
    match, sitting, seats = table.table.match, table.sitting, table.seats
    here = {each.user_id: rows[each.user_id] for each in sitting if each.user_id in rows}
    has_room, next_game = len(sitting) < table.table.seat_count, game_says(table.table.settings["rules"])
    if match is None:
        return TableCard(
            table.number,
            "waiting",
            does=_("not yet dealt"),
            seats=tuple(SeatCell(each.user.display_name, pupil=here.get(each.user_id)) for each in sitting),
            has_room=has_room,
            game=next_game,
            waiting=tuple(here.values()),
        )
    state = state_of(match)
    playing = {seat.user_id for seat in seats}
    is_covered = match.memory and not is_teacher and match.ended_at is None
    return TableCard(
        number=table.number,
        state=_state(match),
        does=_does(match, state, seats),
        seats=tuple(_seat_cell(match, state, seat, here, now) for seat in seats),
        total="" if is_covered else digits(state.total),
        limit=digits(rules_of(match).limit),
        direction=state.direction,
        has_room=has_room,
        game=game_says(match.rules),
        next_game=next_game if match.rules != table.table.settings["rules"] else "",
        idle=_idle(match, now) if is_teacher else "",
        winners=tuple(seats[number].called for number in state.winners) if match.ended_at else (),
        waiting=tuple(here.values()),
        beside=tuple(row for person, row in here.items() if person not in playing),
    )


def _seat_cell(match: Match, state: State, seat: Seat, here: Mapping[int, PupilRow], now: datetime) -> SeatCell:
    is_over, rules = match.ended_at is not None, rules_of(match)
    return SeatCell(
        name=seat.called,
        lives=state.lives[seat.number],
        lives_max=rules.lives,
        faults=rules.game == "ninety-eight",
        on_turn=not is_over and seat.number == actor_of(match, state),
        out=state.lives[seat.number] == 0,
        is_bot=seat.is_bot,
        is_away=not (seat.is_bot or is_over or is_present(match, seat, now)),
        held=bool(seat.held),
        pupil=here.get(seat.user_id or 0),
    )


def _state(match: Match) -> str:
    if match.ended_at is not None:
        return "over"
    return "paused" if match.paused_at is not None else "playing"


def _does(match: Match, state: State, seats: Sequence[Seat]) -> str:
    """Say what the table waits for, in words that tell nothing of who was right."""
    if match.ended_at is not None:
        return _("over")
    if match.paused_at is not None:
        return _("paused")
    actor = actor_of(match, state)
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


def _summary(right: int, answers: int) -> str:
    if not answers:
        return _("No sums yet.")
    says = ngettext(
        "%(right)s of %(answers)s sum right at the first try",
        "%(right)s of %(answers)s sums right at the first try",
        answers,
    )
    return says % {"right": right, "answers": answers}


def minutes_left(lesson: Lesson, now: datetime) -> int | None:
    """Return how many minutes are left until the end that was set, counting one that has begun."""
    if lesson.ends_at is None or lesson.ended_at is not None:
        return None
    return max(0, -((now - lesson.ends_at) // timedelta(minutes=1)))


def numbers_of(lesson: Lesson) -> list[int]:
    """Return the numbers of the tables of a lesson."""
    return list(lesson.tables.values_list("number", flat=True))


def lessons_of(classroom: Classroom) -> QuerySet[Lesson]:
    """Return the lessons of a class, newest first, with how many pupils were there."""
    return classroom.lessons.annotate(pupils=Count("attendances")).order_by("-started_at")
