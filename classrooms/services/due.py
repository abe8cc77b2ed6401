"""What the server does by itself: at all tables, and for lessons whose time has come."""

from datetime import datetime
from time import monotonic

from django.utils import timezone

from classrooms.services.lessons import end_overdue_lessons
from trainer import services as tables

BETWEEN_LOOKS = 5.0
"""Seconds between two looks for lessons that are to end."""

_looked_at = float("-inf")


def run_due(now: datetime | None = None) -> int:
    """Do what is due at all tables, and now and then end the lessons that are over; return how much was done."""
    global _looked_at  # noqa: PLW0603
    done = tables.run_due(now)
    if monotonic() - _looked_at >= BETWEEN_LOOKS:
        _looked_at = monotonic()
        done += end_overdue_lessons(now or timezone.now())
    return done
