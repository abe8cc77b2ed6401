"""Classes with their teachers and pupils, their lessons, the drills that are set, and the demo."""

from classrooms.models.classes import (
    Classroom,
    Invitation,
    Membership,
    PutAway,
    ReportLink,
    SavedSetting,
    SignInSecret,
    new_token,
    usual_end,
)
from classrooms.models.demo import DemoSchool
from classrooms.models.drills import AssignedDrill, Assignment, ChosenPupil
from classrooms.models.lessons import Attendance, Lesson, LessonTable

__all__ = [
    "AssignedDrill",
    "Assignment",
    "Attendance",
    "ChosenPupil",
    "Classroom",
    "DemoSchool",
    "Invitation",
    "Lesson",
    "LessonTable",
    "Membership",
    "PutAway",
    "ReportLink",
    "SavedSetting",
    "SignInSecret",
    "new_token",
    "usual_end",
]
