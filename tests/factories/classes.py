"""Classes with their pupils."""

from classrooms.models import Classroom, Membership
from classrooms.services import add_pupil, create_classroom
from ninety.models import User
from ninety.names import key_of
from tests.factories.people import UserFactory


def classroom_of(owner: User, *names: str, name: str = "4b", language: str = "en") -> Classroom:
    """Make a class of a teacher with pupils under these names."""
    classroom = create_classroom(owner, name, language)
    for each in names:
        add_pupil(classroom, each)
    return classroom


def guest_of(classroom: Classroom, name: str) -> Membership:
    """Let a guest be in a class."""
    guest = UserFactory.create(display_name=name, kind=User.Kind.GUEST)
    return Membership.objects.create(classroom=classroom, user=guest, name_key=key_of(name))


def member_of(classroom: Classroom, name: str) -> Membership:
    """Return the membership of whoever has a name in a class."""
    return classroom.memberships.select_related("user__sign_in_secret", "classroom").get(user__display_name=name)


def pupil_of(classroom: Classroom, name: str) -> User:
    """Return the pupil of a class who has a name."""
    return member_of(classroom, name).user
