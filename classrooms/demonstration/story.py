"""What every step of the story stands on: the school, its classes, and the minds of those who are in them."""

import zoneinfo
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from random import Random

from django.conf import settings

from classrooms.demonstration.characters import Character, Mind
from classrooms.demonstration.plan import A_WEEK, CLASSES, ClassPlan, Step, Week, moment, weeks_of
from classrooms.models import Classroom, DemoSchool, Membership
from ninety.models import User

SCHOOL_YEAR_SO_FAR = timedelta(days=3)
"""How long before the first lesson classes and pupils are there."""


@dataclass(frozen=True)
class Chapter:
    """One class in one week: what is planned, and who is there to do it."""

    school: DemoSchool
    step: Step
    dice: Random

    @property
    def plan(self) -> ClassPlan:
        """The class as it was planned."""
        return CLASSES[self.step.place]

    @property
    def week(self) -> Week:
        """What is planned for the week."""
        return weeks_of(self.plan, self.school.weeks)[self.step.week]

    @property
    def teacher(self) -> User:
        """Who gives the lessons."""
        return self.school.teacher

    @cached_property
    def classroom(self) -> Classroom:
        """The class itself."""
        return Classroom.objects.get(owner=self.teacher, name=self.plan.name)

    @cached_property
    def pupils(self) -> tuple[tuple[User, Character], ...]:
        """Everybody of the class who is not away, in the order of the plan."""
        left = self.school.weeks - self.step.week
        members = Membership.objects.filter(classroom=self.classroom).select_related("user")
        people = {str(member.user): member.user for member in members}
        here = (each for each in self.plan.characters if each.name in people and left > each.away)
        return tuple((people[each.name], each) for each in here)

    @cached_property
    def minds(self) -> dict[int, Mind]:
        """How everybody thinks this week, by the primary key of the person; at a table all think by the same dice."""
        return {user.pk: Mind(character, self.step.week, self.dice) for user, character in self.pupils}

    @property
    def day(self) -> date:
        """The day of the week's lesson."""
        return day_of_lesson(self.school, self.step.week)

    def at(self, of_day: time, days: int = 0) -> datetime:
        """Return a time of day, so many days after the lesson."""
        return moment(self.day + timedelta(days=days), of_day, zone())


def zone() -> zoneinfo.ZoneInfo:
    """Return the time zone of the school."""
    return zoneinfo.ZoneInfo(settings.TIME_ZONE)


def day_of_lesson(school: DemoSchool, week: int) -> date:
    """Return the day on which the lessons of a week are."""
    last = school.ends_at.astimezone(zone()).date()
    return last - (school.weeks - 1 - week) * A_WEEK
