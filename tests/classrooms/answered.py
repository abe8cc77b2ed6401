"""Answers of pupils, written into the log as matches and drills leave them."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from classrooms.models import Classroom
from ninety.models import User
from tests.factories.classes import pupil_of
from trainer.models import Answer


def answered(person: User, *said: int | None, prior: int = 48, change: int = 7, **fields: Any) -> list[Answer]:
    """Log first tries of a person at one sum on their own, a minute apart, the last one a minute ago."""
    now: datetime = fields.pop("now", timezone.now())
    skills = {7: "add-over-ten", 10: "add-ten", -7: "subtract-over-ten", 0: "no-change"}
    first = Answer.objects.filter(user=person).count()
    made = [
        Answer(
            user=person,
            play_number=first + number + 1,
            seat_number=0,
            role=fields.get("role", "own"),
            try_number=1,
            prior=prior,
            card="7C",
            change=change,
            expected=prior + change,
            announced=announced,
            right=announced == prior + change,
            skill=skills[change],
            kinds=[] if announced == prior + change else ["no-answer"] if announced is None else ["carry-missed"],
            fact="8+7",
            effect=f"{change:+d}",
            limit=98,
            countdown=False,
            policy="retry",
            choosing_ms=0,
            computing_ms=2000 + 100 * number,
            answered_at=now - timedelta(minutes=len(said) - number),
        )
        for number, announced in enumerate(said)
    ]
    return Answer.objects.bulk_create(made)


def practised(classroom: Classroom, *names: str, right: int = 12, now: datetime | None = None) -> None:
    """Let pupils of a class get sums right."""
    for name in names:
        answered(pupil_of(classroom, name), *[55] * right, now=now or timezone.now())
