"""Move the answers of a drill, or of a seat at a match, to the person who gave them; every figure follows at once."""

from datetime import datetime
from typing import Any

from django.db.models import F

from ninety.locks import writing
from ninety.models import Seat, User
from ninety.services.reseating import reseat
from trainer.models import Answer, Drill, Judgement, Moved
from trainer.services.drills import leave_drills
from trainer.services.ratings import rate_person_anew

ASIDE = 1_000_000_000
"""Added to the numbers of plays while two people change places, as each play has one answer of each in a role."""


class NotTheirs(Exception):
    """The answers are not, or not any more, those of the person from whom they are to be moved, or one is gone."""


class StillGoingOn(Exception):
    """The drill or the match is not over."""


def move_drill(number: int, owner: User, heir: User, teacher: User | None, now: datetime) -> None:
    """Move a drill, by primary key, with its answers from one person to another. Raises NotTheirs and StillGoingOn."""
    with writing():
        _lock(owner, heir)
        leave_drills(owner, now)
        drill = Drill.objects.select_for_update().filter(pk=number, user=owner).first()
        if drill is None:
            raise NotTheirs
        if drill.ended_at is None:
            raise StillGoingOn
        Drill.objects.filter(pk=drill.pk).update(user=heir)
        for log in (Answer, Judgement):
            log._default_manager.filter(drill=drill).update(user=heir)
        _note({"drill": drill}, owner, heir, teacher, now)
        _rate_anew(owner, heir)


def move_seat(number: int, owner: User, heir: User, teacher: User | None, now: datetime) -> None:
    """Move a seat at a match, by primary key, with its answers from one person to another.

    Where both had seats at the match they change places. Raises NotTheirs and StillGoingOn.
    """
    with writing():
        _lock(owner, heir)
        mine = Seat.objects.select_for_update(of=("self",)).select_related("match", "user")
        seat = mine.filter(pk=number, user=owner).first()
        if seat is None:
            raise NotTheirs
        if seat.match.ended_at is None:
            raise StillGoingOn
        other = reseat(seat, heir)
        for log in (Answer, Judgement):
            here = log._default_manager.filter(match=seat.match_id)
            here.filter(user=owner).update(play_number=F("play_number") + ASIDE)
            here.filter(user=heir).update(user=owner)
            here.filter(user=owner, play_number__gte=ASIDE).update(user=heir, play_number=F("play_number") - ASIDE)
        _note({"seat": seat}, owner, heir, teacher, now)
        if other is not None:
            _note({"seat": other}, heir, owner, teacher, now)
        _rate_anew(owner, heir)


def forget_moves_home(person: User) -> None:
    """Forget what was moved to the very person under whose name it was given, once two accounts have become one."""
    Moved.objects.filter(logged_for=person, drill__user=person).delete()
    Moved.objects.filter(logged_for=person, seat__user=person).delete()


def _lock(*people: User) -> None:
    """Let nobody erase one of two people meanwhile. Raises NotTheirs where somebody has, or where they are one."""
    wanted = {person.pk for person in people}
    locked = User.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    if len(wanted) < len(people) or {person.pk for person in locked} != wanted:
        raise NotTheirs


def _note(what: dict[str, Any], owner: User, heir: User, teacher: User | None, now: datetime) -> None:
    """Note who has moved what, and whose it was in the beginning; nothing where it is that person's again."""
    before = Moved.objects.filter(**what).first()
    logged_for = owner.pk if before is None else before.logged_for_id
    Moved.objects.filter(**what).delete()
    if logged_for != heir.pk:
        Moved.objects.create(**what, logged_for_id=logged_for, teacher=teacher, moved_at=now)


def _rate_anew(*people: User) -> None:
    for person in people:
        rate_person_anew(person)
