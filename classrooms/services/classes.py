"""Make classes and change them."""

from classrooms.models import Classroom
from ninety.codes import new_code
from ninety.models import Table, User


def create_classroom(owner: User, name: str, language: str) -> Classroom:
    """Make a class that a teacher owns, with a code of its own."""
    return Classroom.objects.create(owner=owner, name=name, language=language, code=free_code())


def free_code() -> str:
    """Return a code that leads to no class and to no table."""
    while True:
        code = new_code()
        if not (Classroom.objects.filter(code=code).exists() or Table.objects.filter(code=code).exists()):
            return code
