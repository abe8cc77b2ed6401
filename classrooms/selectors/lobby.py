"""A lesson as a pupil sees it who waits or has played."""

from dataclasses import dataclass
from datetime import datetime

from classrooms.class_settings import ClassSettings
from classrooms.models import Attendance, Lesson, Membership
from classrooms.selectors.class_match import class_match_of
from classrooms.selectors.lessons import minutes_left, version_of_room
from classrooms.selectors.settings import game_says
from ninety.models import Match, User


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


def lobby_of(lesson: Lesson, attendance: Attendance, now: datetime) -> Lobby:
    """Return a lesson as somebody sees it who is there."""
    version = version_of_room(lesson)
    there = Attendance.objects.select_related("table__table__match", "device").get(pk=attendance.pk)
    others: tuple[str, ...] = ()
    if there.table is not None:
        beside = there.table.sitting.exclude(pk=there.pk).order_by("pk")
        others = tuple(beside.values_list("user__display_name", flat=True))
    match = there.table.table.match if there.table else None
    settings = ClassSettings.from_json(lesson.settings)
    return Lobby(
        lesson=lesson,
        room=lesson.room.slug,
        version=version,
        table=there.table.number if there.table else None,
        game=game_says(there.table.table.settings["rules"] if there.table else settings.rules),
        others=others,
        match=match,
        is_sent_out=there.removed_at is not None,
        is_on_another_device=there.device is not None,
        plays_on_board=match is None and (on_board := class_match_of(lesson)) is not None and on_board.ended_at is None,
        minutes_left=minutes_left(lesson, now),
        joins_next=match is not None and match.ended_at is None and not match.seats.filter(user=there.user_id).exists(),
    )


def open_lesson_of(person: User) -> Lesson | None:
    """Return the lesson that the class of a pupil or guest has at this moment."""
    classes = Membership.objects.filter(user=person, state=Membership.State.IN).values("classroom")
    going = Lesson.objects.filter(classroom__in=classes, ended_at=None, for_board=False)
    return going.select_related("classroom", "teacher", "room").first()
