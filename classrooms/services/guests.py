"""Guests come in to a class by its code and a nickname, where the class allows that."""

import secrets
from datetime import datetime

from django.db.models import QuerySet

from classrooms.models import Classroom, Membership
from classrooms.services.pupils import remove_pupils
from ninety.locks import writing
from ninety.models import User
from ninety.names import free_name, key_of
from ninety.services import NameTaken

MOST_GUESTS = 40
"""How many guests a class has at a time, so that a flood of them ends where a teacher can still see them all."""


class NoGuests(Exception):
    """The class takes no guests, or no more of them."""


def guests_of(classroom: Classroom) -> QuerySet[Membership]:
    """Return the guests who are in a class."""
    here = classroom.memberships.select_related("user", "classroom")
    return here.filter(state=Membership.State.IN, user__kind=User.Kind.GUEST)


def come_in(classroom: Classroom, name: str) -> Membership:
    """Make a guest of a class under a clean name. Raises NoGuests and NameTaken."""
    with writing():
        classroom = Classroom.objects.select_for_update().get(pk=classroom.pk)
        if not classroom.guests or classroom.is_archived or guests_of(classroom).count() >= MOST_GUESTS:
            raise NoGuests
        taken = names_taken(classroom)
        if key_of(name) in taken:
            raise NameTaken(free_name(name, taken))
        guest = User.objects.create_user(
            f"guest-{secrets.token_hex(12)}", kind=User.Kind.GUEST, display_name=name, language=classroom.language
        )
        return Membership.objects.create(classroom=classroom, user=guest, name_key=key_of(name))


def names_taken(classroom: Classroom) -> set[str]:
    """Return the keys of the names that nobody new may have in a class."""
    here = classroom.memberships.exclude(state=Membership.State.MOVED)
    return set(here.values_list("name_key", flat=True))


def clear_guests(classroom: Classroom, now: datetime) -> None:
    """Send all guests of a class away and take no more.

    Whoever has not played leaves no trace; the others are kept as removed, with what they have done.
    """
    with writing():
        Classroom.objects.filter(pk=classroom.pk).update(guests=False)
        idle = User.objects.filter(seats=None, places=None, opened_tables=None, answers=None, judgements=None)
        idle.filter(pk__in=list(guests_of(classroom).values_list("user", flat=True))).delete()
        remove_pupils(guests_of(classroom), now)
