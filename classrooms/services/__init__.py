"""Everything that changes a class."""

from classrooms.services.classes import create_classroom
from classrooms.services.pupils import add_pupil

__all__ = ["add_pupil", "create_classroom"]
