"""Make classes and change them."""

from classrooms.models import Classroom
from ninety.models import User
from ninety.selectors import free_code


def create_classroom(owner: User, name: str, language: str) -> Classroom:
    """Make a class that a teacher owns, with a code of its own."""
    return Classroom.objects.create(owner=owner, name=name, language=language, code=free_code())
