"""What stands at the door of a class: its names, and who belongs to it."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from classrooms.models import Classroom, Membership
from ninety.models import User
from ninety.names import sort_key


def classroom_by_code(code: str, _now: datetime) -> str | None:
    """Return the address of the class of a code, "" for an archived one, None where there is none."""
    classroom = Classroom.objects.filter(code=code).first()
    if classroom is None:
        return None
    return "" if classroom.is_archived else reverse("door", args=[classroom.slug])


def pupils_of(classroom: Classroom) -> QuerySet[Membership]:
    """Return the pupils of a class with their secrets."""
    pupils = classroom.memberships.select_related("user__sign_in_secret", "classroom")
    return pupils.filter(state=Membership.State.IN, user__kind=User.Kind.PUPIL)


def pupils_in_order(classroom: Classroom) -> list[Membership]:
    """Return the pupils of a class as its language sorts their names."""
    return sorted(pupils_of(classroom), key=lambda pupil: sort_key(str(pupil.user), classroom.language))


def guests_at_door(classroom: Classroom, numbers: Collection[int]) -> list[Membership]:
    """Return those of some guests who are still in a class."""
    if not (numbers and classroom.guests):
        return []
    guests = classroom.memberships.select_related("user", "classroom").filter(pk__in=numbers)
    return list(guests.filter(state=Membership.State.IN, user__kind=User.Kind.GUEST))


def membership_of(person: User | None) -> Membership | None:
    """Return where a pupil or guest belongs, None for anybody else."""
    if person is None or person.kind not in (User.Kind.PUPIL, User.Kind.GUEST):
        return None
    return person.memberships.select_related("classroom", "user").filter(state=Membership.State.IN).first()


def doors_of(eras: dict[str, int]) -> list[Classroom]:
    """Return the classes that a device opens at, of those it was let in to in an era each."""
    if not eras:
        return []
    classrooms = Classroom.objects.filter(slug__in=eras, archived_at=None)
    return [each for each in classrooms if eras[each.slug] == each.devices_era]
