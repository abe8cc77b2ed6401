"""What a made-up class does at home: the drills that were set, some of them late, and some for the fun of it."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, time, timedelta
from random import Random

from classrooms.demonstration.characters import Character
from classrooms.demonstration.drilling import Drilling
from classrooms.demonstration.plan import A_WEEK, SPEED
from classrooms.demonstration.story import Chapter, day_of_lesson
from classrooms.models import Assignment
from classrooms.services.assignments import begin_drill
from ninety.models import User
from trainer.services.drills import NothingToRepeat, open_drill

AFTER_SCHOOL = time(15, 30)
EVENING = timedelta(hours=3)
SOON, LATE = (1.0, 6.0), (8.0, 13.0)
"""After how many days a drill is done in time, and too late."""

KEEN = 0.95
"""Whoever does so much of the homework does a drill of their own choice as well."""


def practise_at_home(chapter: Chapter) -> None:
    """Do what falls into the days after a lesson, in the order of time."""
    for at, user, assignment in sorted(_evenings(chapter), key=lambda evening: (evening[0], evening[1].pk)):
        if at < chapter.school.ends_at:
            with suppress(NothingToRepeat):
                _do(chapter, user, assignment, at)


def _evenings(chapter: Chapter) -> Iterator[tuple[datetime, User, Assignment | None]]:
    """Yield when somebody practises in this week, and what: a drill that was set lately, or one of their own."""
    start = chapter.at(AFTER_SCHOOL)
    lately = chapter.at(time(), days=-A_WEEK.days)
    found = Assignment.objects.filter(classroom=chapter.classroom, lesson=None, set_at__gte=lately)
    for assignment in found.order_by("set_at"):
        asked = start if assignment.set_at > chapter.at(time()) else start - A_WEEK
        for user, character in chapter.pupils:
            after = _does_it_after(chapter, character, assignment)
            if after is not None and start <= asked + after < start + A_WEEK:
                yield asked + after, user, assignment
    for user, character in chapter.pupils:
        is_keen = character.homework >= KEEN and chapter.step.week % 2 == 0
        if is_keen or user.pk == chapter.school.pupil_id:
            yield start + timedelta(days=chapter.dice.randint(1, 5)) + chapter.dice.random() * EVENING, user, None


def _does_it_after(chapter: Chapter, character: Character, assignment: Assignment) -> timedelta | None:
    """Return how long after school somebody does a drill that was set, None for never; asked twice, it is the same."""
    week = (assignment.set_at.date() - day_of_lesson(chapter.school, 0)) // A_WEEK
    dice = Random(f"{week} {character.name}")
    if dice.random() >= character.homework:
        return None
    first, last = SOON if dice.random() < character.prompt else LATE
    return timedelta(days=dice.randint(round(first), round(last))) + dice.random() * EVENING


def _do(chapter: Chapter, user: User, assignment: Assignment | None, at: datetime) -> None:
    """Do one drill."""
    drill = open_drill(user, SPEED, None, at) if assignment is None else begin_drill(assignment, user, None, at)
    drill.user = user
    Drilling(drill, chapter.minds[user.pk]).do()
