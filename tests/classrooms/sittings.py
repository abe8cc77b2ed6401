"""Lessons as tests give them: pupils come, sit down and are dealt matches."""

from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Attendance, Lesson
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.seating import Order, seat_all, start_tables
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of

HTMX = {"HX-Request": "true"}


def lesson_with(count: int) -> Lesson:
    """Begin a lesson of so many pupils, who are all there: P1, P2, ..."""
    names = [f"P{number}" for number in range(1, count + 1)]
    lesson = start_lesson(classroom_of(alice(), *names), alice(), timezone.now())
    come(lesson, *names)
    return lesson


def come(lesson: Lesson, *names: str) -> None:
    """Let pupils come to a lesson."""
    for name in names:
        arrive_at(lesson, pupil_of(lesson.classroom, name), timezone.now())


def deal(lesson: Lesson, size: int = 4) -> None:
    """Let all who are there sit down and be dealt matches."""
    seat_all(lesson, size, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now())


def played(lesson: Lesson, *names: str, size: int = 4) -> None:
    """Let pupils come, sit down and be dealt matches."""
    come(lesson, *names)
    deal(lesson, size)


def there(lesson: Lesson, name: str) -> Any:
    """Return the attendance of a pupil at a lesson."""
    return Attendance.objects.select_related("user", "table").get(lesson=lesson, user__display_name=name)


def act(client: Client, lesson: Lesson, name: str, **sent: object) -> Any:
    return client.post(reverse(name, args=[lesson.slug]), sent, headers=HTMX)
