"""Give a lesson: begin and end it, let it stand still, and note who is there."""

from datetime import datetime, timedelta

from django.db import IntegrityError
from django.db.models import Q

from classrooms.models import Assignment, Attendance, Classroom, Lesson
from ninety.locks import writing
from ninety.models import Match, User
from ninety.prepared import Moment, Number, Prepared
from ninety.services import FRESH, close_by, open_room, pause, resume, room_changed

LONGEST = timedelta(hours=6)
"""After so long a lesson that nobody has ended is over."""

_IS_OVERDUE = Q(ends_at__lte=Moment("now")) | Q(ends_at=None, started_at__lte=Moment("long_ago"))
_OVERDUE = Prepared(lambda: Lesson.objects.filter(_IS_OVERDUE, ended_at=None))
_ATTENDANCE = Prepared(
    lambda: Attendance.objects.filter(lesson=Number("lesson"), user=Number("person")).select_related("table__table")
)


def start_lesson(classroom: Classroom, teacher: User, now: datetime) -> Lesson:
    """Begin a lesson of a class, whose names its code opens meanwhile; one that goes on is the answer."""
    try:
        with writing():
            lesson = _begun(classroom, teacher, now, for_board=False)
            Classroom.objects.filter(pk=classroom.pk).update(names_open_until=now + LONGEST)
            return lesson
    except IntegrityError:
        lesson = Lesson.objects.get(classroom=classroom, ended_at=None)
    open_lobby(lesson, now)
    return lesson


def lesson_for_board(classroom: Classroom, teacher: User, now: datetime) -> Lesson:
    """Begin a lesson without a lobby, for a match on the board; one that goes on is the answer."""
    try:
        with writing():
            return _begun(classroom, teacher, now, for_board=True)
    except IntegrityError:
        return Lesson.objects.get(classroom=classroom, ended_at=None)


def open_lobby(lesson: Lesson, now: datetime) -> None:
    """Let pupils come to a lesson that was begun for the board alone."""
    with writing():
        if not Lesson.objects.filter(pk=lesson.pk, ended_at=None, for_board=True).update(for_board=False):
            return
        lesson.for_board = False
        room_changed(lesson.room_id, now)
    # The class comes after the lesson is free, as where a lesson ends.
    Classroom.objects.filter(pk=lesson.classroom_id).update(names_open_until=now + LONGEST)


def arrive_at(lesson: Lesson, person: User, now: datetime) -> Attendance:
    """Note that somebody is at a lesson, waiting or at a table; whoever looks after it hears of who is new."""
    with writing():
        there, is_new = _ATTENDANCE.first(lesson=lesson.pk, person=person.pk), False
        if there is None:
            there, is_new = Attendance.objects.get_or_create(
                lesson=lesson, user=person, defaults={"arrived_at": now, "seen_at": now}
            )
        was_gone = now - there.seen_at > 4 * FRESH
        if now - there.seen_at > FRESH:
            there.seen_at = now
            there.save(update_fields=["seen_at"])
    # Whoever sends several out holds the room and asks for their rows: in one transaction both could wait for ever.
    if is_new or was_gone:
        room_changed(lesson.room_id, now, quiet=True)
    return there


def pause_lesson(lesson: Lesson, now: datetime) -> None:
    """Let all matches of a lesson stand still: eyes on the teacher."""
    with writing():
        if Lesson.objects.filter(pk=lesson.pk, ended_at=None, paused_at=None).update(paused_at=now):
            for pk in playing(lesson):
                pause(pk, now)
            room_changed(lesson.room_id, now)


def resume_lesson(lesson: Lesson, now: datetime) -> None:
    """Let all matches of a lesson go on."""
    with writing():
        if Lesson.objects.filter(pk=lesson.pk, paused_at__isnull=False).update(paused_at=None):
            for pk in playing(lesson):
                resume(pk, now)
            room_changed(lesson.room_id, now)


def close_lesson_by(lesson: Lesson, ends_at: datetime | None, now: datetime) -> None:
    """Have a lesson end at a time, with the turns that stand then; None takes that back."""
    with writing():
        if Lesson.objects.filter(pk=lesson.pk, ended_at=None).update(ends_at=ends_at):
            for pk in playing(lesson):
                close_by(pk, ends_at, now)
            room_changed(lesson.room_id, now)


def end_lesson(lesson: Lesson, now: datetime) -> None:
    """End a lesson: no match begins any more, and those that are played close with the turns that stand."""
    with writing():
        if not Lesson.objects.filter(pk=lesson.pk, ended_at=None).update(ended_at=now, paused_at=None):
            return
        Assignment.objects.filter(lesson=lesson, closed_at=None).update(closed_at=now)
        for pk in playing(lesson):
            resume(pk, now)
            close_by(pk, now, now)
        room_changed(lesson.room_id, now)
    # The class comes after the lesson is free: whoever changes who belongs to it asks for them the other way round.
    if Lesson.objects.filter(pk=lesson.pk, for_board=False).exists():
        Classroom.objects.filter(pk=lesson.classroom_id).update(names_open_until=None)


def end_overdue_lessons(now: datetime) -> int:
    """End the lessons whose time has come, or that were forgotten; return how many."""
    overdue = _OVERDUE(now=now, long_ago=now - LONGEST)
    for lesson in overdue:
        end_lesson(lesson, now)
    return len(overdue)


def _begun(classroom: Classroom, teacher: User, now: datetime, *, for_board: bool) -> Lesson:
    return Lesson.objects.create(
        classroom=classroom,
        room=open_room(now),
        teacher=teacher,
        for_board=for_board,
        settings=classroom.settings,
        started_at=now,
    )


def playing(lesson: Lesson) -> list[int]:
    """Return the matches of a lesson that are being played, by primary key."""
    going = Match.objects.filter(table__room=lesson.room_id, ended_at=None)
    return list(going.order_by("pk").values_list("pk", flat=True))
