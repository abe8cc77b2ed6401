"""Classes of a run with their lessons, and how far those are.

Loaded once the settings name the database of the run.
"""

from collections.abc import Sequence

from django.db import close_old_connections
from django.db.models import Sum
from django.utils import timezone

from classrooms.models import Lesson, Membership
from classrooms.services import add_pupil, create_classroom
from classrooms.services.lessons import start_lesson
from ninety.models import Match, User


def begin(number: int, pupils: int) -> tuple[Lesson, Sequence[User]]:
    """Begin the lesson of a class of so many pupils, none of whom has come yet."""
    teacher = User.objects.create_user(f"teacher-{number}", kind=User.Kind.TEACHER)
    classroom = create_classroom(teacher, f"lesson {number}", "en")
    for each in range(pupils):
        add_pupil(classroom, f"Pupil {each}")
    people = [each.user for each in Membership.objects.filter(classroom=classroom).select_related("user")]
    return start_lesson(classroom, teacher, timezone.now()), people


def turns() -> int:
    """Return how many turns have been played at all tables."""
    close_old_connections()
    return Match.objects.filter(table__room__isnull=False).aggregate(steps=Sum("steps"))["steps"] or 0


def slugs() -> list[str]:
    """Return all matches."""
    close_old_connections()
    return list(Match.objects.filter(table__room__isnull=False).values_list("slug", flat=True))
