"""Lessons as tests give them: pupils come, sit down and are dealt matches."""

from django.urls import reverse
from django.utils import timezone

from classrooms.models import Attendance
from classrooms.services.lessons import arrive_at
from classrooms.services.seating import Order, seat_all, start_tables
from tests.factories import alice
from tests.factories.classes import pupil_of

HTMX = {"HX-Request": "true"}


def played(lesson, *names, size=4):
    """Let pupils come, sit down and be dealt matches."""
    now = timezone.now()
    for name in names:
        arrive_at(lesson, pupil_of(lesson.classroom, name), now)
    seat_all(lesson, size, Order.RANDOM, now)
    start_tables(lesson, alice(), now)


def there(lesson, name):
    return Attendance.objects.get(lesson=lesson, user__display_name=name)


def act(client, lesson, name, **sent):
    return client.post(reverse(name, args=[lesson.slug]), sent, headers=HTMX)
