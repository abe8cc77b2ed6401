"""Set drills for a class or some of it, to be done by a day or together in a lesson."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from django.dispatch import receiver

from classrooms.models import AssignedDrill, Assignment, Attendance, ChosenPupil, Classroom, Lesson, Membership
from classrooms.selectors.assignments import assignments_for, class_drill_of
from classrooms.services.members import still_here
from classrooms.services.seating import going
from ninety.locks import writing
from ninety.models import User
from ninety.services import room_changed
from trainer.drills import Options
from trainer.models import Drill
from trainer.services.drills import NothingToRepeat, open_drill
from trainer.signals import drill_repeated


class Closed(Exception):
    """The drill can be done no more."""


def set_drill(
    classroom: Classroom,
    teacher: User,
    options: Options,
    *,
    target: int = 0,
    due_on: date,
    now: datetime,
    pupils: Collection[Membership] = (),
) -> Assignment:
    """Set a drill that each pupil of a class, or each of some `pupils`, is to do until the end of a day.

    Raises Gone where all those have gone a moment ago.
    """
    with writing():
        pupils = still_here(pupils)
        assignment = Assignment.objects.create(
            classroom=classroom,
            teacher=teacher,
            options=options.to_json(),
            target=target,
            is_for_all=not pupils,
            due_on=due_on,
            set_at=now,
        )
        ChosenPupil.objects.bulk_create(ChosenPupil(assignment=assignment, user=each.user) for each in pupils)
        return assignment


def close_assignment(assignment: Assignment, now: datetime) -> None:
    """Take a drill back that was set, or end one of a lesson; what was done is kept."""
    with writing():
        Assignment.objects.filter(pk=assignment.pk, closed_at=None).update(closed_at=now)
        if assignment.lesson is not None:
            room_changed(assignment.lesson.room_id, now)


def begin_drill(assignment: Assignment, person: User, key: str | None, now: datetime) -> Drill:
    """Deal somebody the drill that was set, or return the one that they have begun. Raises Closed, NothingToRepeat."""
    with writing():
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        begun = Drill.objects.filter(assigned__assignment=locked, user=person)
        if going := begun.filter(ended_at=None).order_by("-started_at").first():
            return going
        if locked.closed_at is not None:
            raise Closed
        options = replace(Options.from_json(locked.options), target=locked.target)
        drill = open_drill(person, options, key, now)
        AssignedDrill.objects.get_or_create(drill=drill, defaults={"assignment": locked})
        return drill


@receiver(drill_repeated)
def count_repeated(drill: Drill, before: Drill, **_sent: Any) -> None:
    """Let a drill like one that was set count for what was set too, as long as that can be done."""
    open_ones = assignments_for(drill.user).filter(lesson=None, closed_at=None)
    if (assignment := open_ones.filter(drills__drill=before).first()) is not None:
        AssignedDrill.objects.get_or_create(drill=drill, defaults={"assignment": assignment})


def start_class_drill(lesson: Lesson, teacher: User, options: Options, now: datetime) -> Assignment:
    """Begin a drill for everybody at a lesson; one that goes on is the answer. Raises LessonOver."""
    with writing():
        lesson = going(lesson)
        if begun := Assignment.objects.filter(lesson=lesson, closed_at=None).first():
            return begun
        assignment = Assignment.objects.create(
            classroom=lesson.classroom, teacher=teacher, lesson=lesson, options=options.to_json(), set_at=now
        )
        deal_to(assignment, _here(lesson), now)
        room_changed(lesson.room_id, now)
        return assignment


def join_class_drill(lesson: Lesson, person: User, now: datetime) -> Drill | None:
    """Return the drill that somebody at a lesson has to do now, dealt as they come; None where there is none to do."""
    assignment = class_drill_of(lesson)
    if assignment is None:
        return None
    mine = Drill.objects.filter(assigned__assignment=assignment, user=person)
    if not mine.exists():
        with writing():
            # Two devices of one pupil may both have found none.
            locked = Assignment.objects.select_for_update(no_key=True).get(pk=assignment.pk)
            if locked.closed_at is None and not mine.exists() and deal_to(locked, [person], now):
                room_changed(lesson.room_id, now)
    return mine.filter(ended_at=None).first()


def deal_to(assignment: Assignment, people: Sequence[User], now: datetime) -> int:
    """Deal a drill to people and return to how many; who has no sums to repeat gets none."""
    options, dealt = Options.from_json(assignment.options), 0
    for person in people:
        try:
            drill = open_drill(person, options, None, now)
        except NothingToRepeat:
            continue
        AssignedDrill.objects.create(assignment=assignment, drill=drill)
        dealt += 1
    return dealt


def _here(lesson: Lesson) -> list[User]:
    there = Attendance.objects.filter(lesson=lesson, removed_at=None, device=None)
    return [attendance.user for attendance in there.select_related("user")]
