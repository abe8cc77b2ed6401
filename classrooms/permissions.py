"""Who may do what in a class."""

from django.conf import settings

from classrooms.models import Classroom, Membership
from ninety.models import User


def is_teacher(person: User | None) -> bool:
    """Return whether somebody has a teacher's account."""
    return person is not None and person.kind == User.Kind.TEACHER


def owns(person: User, classroom: Classroom) -> bool:
    """Return whether the class is this person's own."""
    return classroom.owner_id == person.pk


def teaches(person: User, classroom: Classroom) -> bool:
    """Return whether a person teaches a class, as its owner or with the owner."""
    return owns(person, classroom) or classroom.co_teachers.filter(pk=person.pk).exists()


def belongs(person: User, classroom: Classroom) -> bool:
    """Return whether a person is a pupil or a guest of a class and has not been removed."""
    return classroom.memberships.filter(user=person, state=Membership.State.IN).exists()


def needs_link(teacher: User) -> bool:
    """Return whether a colleague may make a link for a teacher to sign in: nobody can mail them one.

    Never for an operator, whose account opens everything.
    """
    return not teacher.is_staff and not (teacher.email and settings.CAN_MAIL)
