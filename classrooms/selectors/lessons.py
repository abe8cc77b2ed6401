"""A lesson as its teacher follows it, and as the board shows it to the class."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.class_settings import ClassSettings
from classrooms.models import Assignment, Attendance, Classroom, Lesson, Membership
from classrooms.selectors.assignments import class_drill_of, progress_in, says_of
from classrooms.selectors.settings import game_says
from classrooms.selectors.table_cards import PupilRow, TableCard, attendees_of, card_of, pupil_row, tables_of
from ninety.codes import shown, spelt
from ninety.names import sort_key
from ninety.prepared import Number, Prepared
from ninety.selectors import room_version
from trainer.selectors.drill_words import drill_name
from trainer.selectors.tallies import tallies_in_room

_LESSON: Any = Number("lesson")
_ABSENT = Prepared(
    lambda: (
        Membership.objects.filter(classroom__lessons=_LESSON, state=Membership.State.IN)
        .exclude(Exists(Attendance.objects.filter(lesson=_LESSON, user=OuterRef("user"))))
        .values_list("pk", "user__display_name")
    )
)


@dataclass(frozen=True)
class Named:
    """Somebody to choose by name: `pk` is that of the attendance or, of whoever has not come, of the membership."""

    pk: int
    name: str


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
    lenders: tuple[Named, ...]
    absent: tuple[Named, ...]
    sent_out: tuple[PupilRow, ...]
    summary: str
    code: str
    minutes_left: int | None
    next_game: str
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
    everybody, tallies = attendees_of(lesson), tallies_in_room(lesson.room_id)
    tables = tables_of(lesson, everybody)
    rows = {each.user: pupil_row(each, tallies, now) for each in everybody}
    answers = sum(row.tally.answers for row in rows.values())
    right = sum(row.tally.right for row in rows.values())
    return LessonPage(
        lesson=lesson,
        version=version,
        tables=tuple(card_of(each, rows, now, is_teacher=True) for each in tables),
        lobby=tuple(rows[each.user] for each in everybody if each.waits),
        lenders=tuple(Named(each.pk, each.name) for each in everybody if each.lends),
        absent=_absent(lesson),
        sent_out=tuple(rows[each.user] for each in everybody if each.removed_at is not None),
        summary=_summary(right, answers),
        code=shown(lesson.classroom.code),
        minutes_left=minutes_left(lesson, now),
        next_game=next_game(lesson),
        drill=_class_drill(lesson),
    )


def board_of(lesson: Lesson, now: datetime) -> Board:
    """Return what the board shows of a lesson at this moment."""
    version, everybody, classroom = version_of_room(lesson), attendees_of(lesson), lesson.classroom
    tables = tables_of(lesson, everybody)
    return Board(
        lesson=lesson,
        classroom=classroom,
        version=version,
        code=shown(classroom.code),
        spelt=spelt(classroom.code),
        tables=tuple(card_of(each, {}, now, is_teacher=False) for each in tables),
        lobby=tuple(each.name for each in everybody if each.waits),
        is_joining=not any(each.table.match for each in tables),
        minutes_left=minutes_left(lesson, now),
    )


def next_game(lesson: Lesson) -> str:
    """Say what is dealt at a new table of a lesson, and whether bots take the seats that stay free."""
    settings = ClassSettings.from_json(lesson.settings)
    game = {"game": game_says(settings.rules), "seats": settings.seats}
    if not settings.strength:
        return _("Game: %(game)s. No bots: seats that stay free are left out.") % game
    return _("Game: %(game)s. Bots fill the free seats, up to %(seats)s at a table.") % game


def _class_drill(lesson: Lesson) -> ClassDrill | None:
    assignment = class_drill_of(lesson)
    if assignment is None:
        return None
    drills = progress_in(assignment)
    rows = (DrillRow(each.user.display_name, each.right, each.sums, each.ended_at is not None) for each in drills)
    return ClassDrill(assignment, drill_name(assignment.options["kind"]), says_of(assignment), tuple(rows))


def _absent(lesson: Lesson) -> tuple[Named, ...]:
    """Return who is of the class and has not come, by name."""
    absent, language = [Named(*row) for row in _ABSENT(lesson=lesson.pk)], lesson.classroom.language
    return tuple(sorted(absent, key=lambda each: sort_key(each.name, language)))


def version_of_room(lesson: Lesson) -> int:
    """Return the version of the room: read before all else, so that what comes meanwhile is fetched again."""
    version = room_version(lesson.room_id)
    assert version is not None
    return version


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
