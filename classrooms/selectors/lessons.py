"""A lesson as its teacher follows it, and as the board shows it to the class."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Prefetch, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Assignment, Attendance, Classroom, Lesson, LessonTable, Membership
from classrooms.selectors.assignments import class_drill_of, progress_in, says_of
from classrooms.selectors.settings import game_says
from ninety.codes import shown, spelt
from ninety.digits import digits
from ninety.engine.state import State
from ninety.models import Match, Seat, User
from ninety.names import sort_key
from ninety.selectors import actor_of, is_present, phase_of, room_version, rules_of, state_of
from trainer.selectors.drill_words import drill_name
from trainer.selectors.tallies import Tally, tallies_of

AWAY = timedelta(seconds=60)
"""Whoever has not been seen in the lobby for so long is shown as away."""
IDLE = timedelta(seconds=30)
"""From so long on it is said how long nobody has moved at a table."""


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
    on_turn: bool = False
    out: bool = False
    is_bot: bool = False
    is_away: bool = False
    held: bool = False
    pupil: PupilRow | None = None


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


@dataclass(frozen=True)
class Lobby:
    """A lesson as a pupil sees it who does not play at this moment."""

    lesson: Lesson
    room: str
    version: int
    table: int | None
    game: str
    others: tuple[str, ...]
    match: Match | None
    is_sent_out: bool
    is_on_another_device: bool
    minutes_left: int | None

    @property
    def may_play_again(self) -> bool:
        """Return whether another match can be dealt at the own table."""
        is_going = self.lesson.ended_at is None and self.lesson.paused_at is None
        return is_going and self.match is not None and self.match.ended_at is not None


def lobby_of(lesson: Lesson, attendance: Attendance, now: datetime) -> Lobby:
    """Return a lesson as somebody sees it who is there."""
    version = _version(lesson)
    there = Attendance.objects.select_related("table__table__match", "device").get(pk=attendance.pk)
    others: tuple[str, ...] = ()
    if there.table is not None:
        beside = there.table.sitting.exclude(pk=there.pk).order_by("pk")
        others = tuple(beside.values_list("user__display_name", flat=True))
    return Lobby(
        lesson=lesson,
        room=lesson.room.slug,
        version=version,
        table=there.table.number if there.table else None,
        game=game_says(there.table.table.settings["rules"]) if there.table else "",
        others=others,
        match=there.table.table.match if there.table else None,
        is_sent_out=there.removed_at is not None,
        is_on_another_device=there.device is not None,
        minutes_left=_minutes_left(lesson, now),
    )


def open_lesson_of(person: User) -> Lesson | None:
    """Return the lesson that the class of a pupil or guest has at this moment."""
    classes = Membership.objects.filter(user=person, state=Membership.State.IN).values("classroom")
    going = Lesson.objects.filter(classroom__in=classes, ended_at=None)
    return going.select_related("classroom", "teacher", "room").first()


def lesson_page(lesson: Lesson, now: datetime) -> LessonPage:
    """Return a lesson as its teacher sees it at this moment."""
    version = _version(lesson)
    tables = _tables(lesson)
    tallies = _per_person(tallies_of(pk for table in tables for pk in _matches_of(table)))
    everybody = list(lesson.attendances.select_related("user", "device"))
    rows = {each.user_id: _pupil_row(each, tallies, now) for each in everybody}
    here = {each.user_id for each in everybody}
    answers = sum(row.tally.answers for row in rows.values())
    right = sum(row.tally.right for row in rows.values())
    return LessonPage(
        lesson=lesson,
        version=version,
        tables=tuple(_card(table, rows, now, is_teacher=True) for table in tables),
        lobby=tuple(rows[each.user_id] for each in everybody if each.table_id is None and each.removed_at is None),
        lenders=tuple(rows[each.user_id] for each in everybody if each.removed_at is None and each.device_id is None),
        absent=_by_name(
            Membership.objects.filter(classroom=lesson.classroom_id, state=Membership.State.IN)
            .exclude(user__in=here)
            .select_related("user"),
            lesson.classroom.language,
        ),
        sent_out=tuple(rows[each.user_id] for each in everybody if each.removed_at is not None),
        summary=_summary(right, answers),
        code=shown(lesson.classroom.code),
        minutes_left=_minutes_left(lesson, now),
        drill=_class_drill(lesson),
    )


def board_of(lesson: Lesson, now: datetime) -> Board:
    """Return what the board shows of a lesson at this moment."""
    version, tables, classroom = _version(lesson), _tables(lesson), lesson.classroom
    names = lesson.attendances.filter(removed_at=None, table=None).order_by("arrived_at")
    return Board(
        lesson=lesson,
        classroom=classroom,
        version=version,
        code=shown(classroom.code),
        spelt=spelt(classroom.code),
        tables=tuple(_card(table, {}, now, is_teacher=False) for table in tables),
        lobby=tuple(names.values_list("user__display_name", flat=True)),
        is_joining=not any(table.table.match_id for table in tables),
        minutes_left=_minutes_left(lesson, now),
    )


def _class_drill(lesson: Lesson) -> ClassDrill | None:
    assignment = class_drill_of(lesson)
    if assignment is None:
        return None
    drills = progress_in(assignment)
    rows = (DrillRow(each.user.display_name, each.right, each.sums, each.ended_at is not None) for each in drills)
    return ClassDrill(assignment, drill_name(assignment.options["kind"]), says_of(assignment), tuple(rows))


def _by_name(members: QuerySet[Membership], language: str) -> tuple[Membership, ...]:
    return tuple(sorted(members, key=lambda each: sort_key(str(each), language)))


def _version(lesson: Lesson) -> int:
    """Return the version of the room: read before all else, so that what comes meanwhile is fetched again."""
    version = room_version(lesson.room_id)
    assert version is not None
    return version


def _tables(lesson: Lesson) -> list[LessonTable]:
    seats = Prefetch("table__match__seats", Seat.objects.select_related("user"))
    matches = Prefetch("table__matches", Match.objects.only("pk", "table"))
    sitting = Prefetch("sitting", Attendance.objects.select_related("user"))
    found: QuerySet[LessonTable] = lesson.tables.select_related("table__match").prefetch_related(
        seats, matches, sitting
    )
    return list(found)


def _matches_of(table: LessonTable) -> Iterable[int]:
    return (match.pk for match in table.table.matches.all())


def _per_person(tallies: Mapping[tuple[int, int], Tally]) -> dict[int, Tally]:
    """Add up what each has answered at all matches."""
    right: defaultdict[int, int] = defaultdict(int)
    answers: defaultdict[int, int] = defaultdict(int)
    for (_match, person), tally in tallies.items():
        right[person] += tally.right
        answers[person] += tally.answers
    return {person: Tally(right[person], answers[person]) for person in answers}


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


def _card(table: LessonTable, rows: Mapping[int, PupilRow], now: datetime, *, is_teacher: bool) -> TableCard:
    match, sitting = table.table.match, table.sitting.all()
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
    state, seats = state_of(match), sorted(match.seats.all(), key=lambda seat: seat.number)
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
        winners=tuple(_name(seats[number]) for number in state.winners) if match.ended_at else (),
        waiting=tuple(here.values()),
        beside=tuple(row for person, row in here.items() if person not in playing),
    )


def _seat_cell(match: Match, state: State, seat: Seat, here: Mapping[int, PupilRow], now: datetime) -> SeatCell:
    is_over = match.ended_at is not None
    return SeatCell(
        name=_name(seat),
        lives=state.lives[seat.number],
        on_turn=not is_over and seat.number == actor_of(match, state),
        out=state.lives[seat.number] == 0,
        is_bot=seat.is_bot,
        is_away=not (seat.is_bot or is_over or is_present(match, seat, now)),
        held=bool(seat.held),
        pupil=here.get(seat.user_id or 0),
    )


def _name(seat: Seat) -> str:
    return seat.name or _("Player %(number)s") % {"number": seat.number + 1}


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
        return _("%(name)s works out the total") % {"name": _name(seats[actor])}
    return _("%(name)s is on turn") % {"name": _name(seats[actor])}


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


def _minutes_left(lesson: Lesson, now: datetime) -> int | None:
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
