"""A lesson as a pupil sees it who waits or has played."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F

from classrooms.class_settings import ClassSettings
from classrooms.models import Attendance, Lesson, LessonTable, Membership
from classrooms.selectors.class_match import class_match_of
from classrooms.selectors.lessons import minutes_left, version_of_room
from classrooms.selectors.settings import game_says
from ninety.models import Match, User
from ninety.prepared import Number, Prepared

_OPEN_LESSON = Prepared(
    lambda: Lesson.objects.filter(
        classroom__memberships__user=Number("person"),
        classroom__memberships__state=Membership.State.IN,
        ended_at=None,
        for_board=False,
    )[:1]
)
_ATTENDANCE = Prepared(
    lambda: Attendance.objects.filter(
        lesson=Number("lesson"), lesson__ended_at=None, user=Number("person")
    ).select_related("lesson__room", "table__table__match")
)
_BESIDE = Prepared(
    lambda: (
        Attendance.objects.filter(table=Number("table"))
        .exclude(pk=Number("attendance"))
        .order_by("pk")
        .values_list("user__display_name", flat=True)
    )
)
_WITH_ROOM = Prepared(
    lambda: (
        LessonTable.objects.filter(lesson=Number("lesson"), table__match__isnull=False, table__match__ended_at=None)
        .annotate(taken=Count("table__places"))
        .filter(taken__lt=F("table__seat_count"))
        .order_by()
        .values_list("pk", flat=True)[:1]
    )
)


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
    plays_on_board: bool
    minutes_left: int | None
    joins_next: bool
    """Whether the own table plays already, without them."""

    @property
    def may_play_again(self) -> bool:
        """Return whether another match can be dealt at the own table."""
        is_going = self.lesson.ended_at is None and self.lesson.paused_at is None
        return is_going and self.match is not None and self.match.ended_at is not None


@dataclass(frozen=True)
class Whereabouts:
    """How somebody stands in a lesson that goes on, and the version of the room that this is at the least."""

    version: int
    attendance: Attendance

    @property
    def has_no_seat(self) -> bool:
        """Return whether they wait for a seat that they may take by themselves."""
        there = self.attendance
        return there.table is None and there.removed_at is None and not there.stays


def open_lesson_of(person: User) -> Lesson | None:
    """Return the lesson that the class of a pupil or guest has at this moment."""
    return _OPEN_LESSON.first(person=person.pk)


def whereabouts_of(lesson: Lesson, person: User) -> Whereabouts | None:
    """Return how somebody stands in a lesson; None where they have not come yet, or the lesson is over."""
    version = version_of_room(lesson)
    there = _ATTENDANCE.first(lesson=lesson.pk, person=person.pk)
    return None if there is None else Whereabouts(version, there)


def has_room(lesson: Lesson) -> bool:
    """Return whether a table of a lesson is playing where somebody more can sit."""
    return _WITH_ROOM.first(lesson=lesson.pk) is not None


def lobby_of(found: Whereabouts, now: datetime) -> Lobby:
    """Return a lesson as somebody sees it who stands so in it."""
    there = found.attendance
    lesson, seat = there.lesson, there.table
    match = seat.table.match if seat else None
    rules = seat.table.settings["rules"] if seat else ClassSettings.from_json(lesson.settings).rules
    return Lobby(
        lesson=lesson,
        room=lesson.room.slug,
        version=found.version,
        table=seat.number if seat else None,
        game=game_says(rules),
        others=tuple(_BESIDE(table=seat.pk, attendance=there.pk)) if seat else (),
        match=match,
        is_sent_out=there.removed_at is not None,
        is_on_another_device=there.device_id is not None,
        plays_on_board=match is None and (on_board := class_match_of(lesson)) is not None and on_board.ended_at is None,
        minutes_left=minutes_left(lesson, now),
        joins_next=match is not None and match.ended_at is None and not match.seats.filter(user=there.user_id).exists(),
    )
