"""Make the demo school, step by step: each step is one transaction, and the school's row says how many are done."""

import secrets
from collections.abc import Generator
from datetime import datetime
from random import Random

from django.db.models import F

from classrooms.demonstration.home import practise_at_home
from classrooms.demonstration.lesson import give_lesson
from classrooms.demonstration.plan import ALL_OVER, CLASSES, Kind, Step, last_day, moment, steps
from classrooms.demonstration.story import SCHOOL_YEAR_SO_FAR, Chapter, day_of_lesson, zone
from classrooms.models import Classroom, DemoSchool
from classrooms.selectors.demo import demo_school, forget_what_is_known
from classrooms.services import add_pupil, create_classroom
from classrooms.services.settings import allow
from classrooms.services.teachers import add_teacher
from ninety.chance import throwing
from ninety.locks import writing
from ninety.models import User
from trainer.services.typing import keep_typing

USERNAME = "demo"
TYPED = 12
"""How many numbers somebody types in a warm-up."""


def may_make_school() -> bool:
    """Return whether this database is a demo, or may become one: it has no teachers and no classes of its own."""
    if DemoSchool.objects.exists():
        return True
    return not User.objects.filter(kind=User.Kind.TEACHER).exists() and not Classroom.objects.exists()


def steps_left() -> int:
    """Return how many steps of the story are still to be made, in a school that has been begun."""
    school = demo_school()
    return 0 if school is None else len(steps(school.weeks)) - school.steps_done


def make_school(weeks: int, pupils: int, now: datetime) -> Generator[Step]:
    """Make what is missing of the demo school, and yield each step that is done.

    One that was begun goes on as it was begun, whatever is asked for. Raises nothing where all is there.
    """
    school = demo_school()
    story = steps(weeks if school is None else school.weeks)
    for number, step in enumerate(story):
        if school is None or number >= school.steps_done:
            with writing(), throwing(Random(f"{step.kind} {step.place} {step.week}")) as dice:
                if school is None:
                    school = _begin(weeks, pupils, now)
                else:
                    _carry_out(Chapter(school, step, dice))
                DemoSchool.objects.update(steps_done=F("steps_done") + 1)
            school.refresh_from_db(fields=["steps_done"])
            yield step
    forget_what_is_known()


def _carry_out(chapter: Chapter) -> None:
    (give_lesson if chapter.step.kind is Kind.LESSON else practise_at_home)(chapter)


def _begin(weeks: int, pupils: int, now: datetime) -> DemoSchool:
    """Make the teachers, the classes, and who is in them."""
    ends_at = moment(last_day(now, zone()), ALL_OVER, zone())
    password = f"ninety-{secrets.token_hex(4)}"
    teacher = _teacher(USERNAME, "Demo teacher", password)
    school = DemoSchool.objects.create(
        pk=1, teacher=teacher, password=password, weeks=weeks, pupils=pupils, ends_at=ends_at
    )
    began_at = moment(day_of_lesson(school, 0), CLASSES[0].begins, zone()) - SCHOOL_YEAR_SO_FAR
    for plan in CLASSES:
        classroom = create_classroom(teacher, plan.name, plan.language, began_at)
        for character in plan.characters[:pupils]:
            add_pupil(classroom, character.name, now=began_at)
    first = Classroom.objects.get(owner=teacher, name=CLASSES[0].name)
    people = [member.user for member in first.memberships.select_related("user").order_by("pk")]
    school.pupil = people[0]
    school.save(update_fields=["pupil"])
    _look_after(first, people, began_at)
    return school


def _look_after(classroom: Classroom, people: list[User], began_at: datetime) -> None:
    """Give the class a second teacher, and one pupil more time; the first one has measured the own typing."""
    add_teacher(classroom, _teacher(f"{USERNAME}-colleague", "Demo colleague", None))
    allow(people[-1], stretch=20)
    keep_typing(people[0], [900 + 40 * number for number in range(TYPED)], began_at)


def _teacher(username: str, name: str, password: str | None) -> User:
    return User.objects.create_user(username, password, kind=User.Kind.TEACHER, display_name=name)
