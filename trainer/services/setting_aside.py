"""Set answers aside as slips of the finger, and take that back; every figure follows at once."""

from collections.abc import Collection
from datetime import datetime

from ninety.locks import writing
from ninety.models import User
from trainer.models import Answer, SetAside
from trainer.services.ratings import rate_person_anew


def set_aside(answers: Collection[int], teacher: User, now: datetime) -> int:
    """Set answers aside, by primary key, and return how many were not so before."""
    with writing():
        new = list(Answer.objects.filter(pk__in=answers, set_aside=None).select_related("user"))
        SetAside.objects.bulk_create(SetAside(answer=answer, teacher=teacher, set_at=now) for answer in new)
        _rate_anew(new)
        return len(new)


def put_back(answers: Collection[int]) -> int:
    """Let answers count again, by primary key, and return how many did not before."""
    with writing():
        back = list(Answer.objects.filter(pk__in=answers, set_aside__isnull=False).select_related("user"))
        SetAside.objects.filter(answer__in=back).delete()
        _rate_anew(back)
        return len(back)


def _rate_anew(answers: Collection[Answer]) -> None:
    for person in {answer.user for answer in answers}:
        rate_person_anew(person)
