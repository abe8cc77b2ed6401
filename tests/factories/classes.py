"""Classes with their pupils."""

from classrooms.models import Classroom, Membership
from classrooms.services import add_pupil, create_classroom
from ninety.models import User


def classroom_of(owner: User, *names: str, name: str = "4b", language: str = "en") -> Classroom:
    """Make a class of a teacher with pupils under these names."""
    classroom = create_classroom(owner, name, language)
    for each in names:
        add_pupil(classroom, each)
    return classroom


def pupil_of(classroom: Classroom, name: str) -> User:
    """Return the pupil of a class who has a name."""
    return Membership.objects.select_related("user").get(classroom=classroom, user__display_name=name).user
