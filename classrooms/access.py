"""Which class, and which pupil of it, the asking person may see: what is not theirs does not exist."""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from classrooms.models import Assignment, Classroom, Lesson, Membership
from classrooms.permissions import is_teacher, owns, teaches
from classrooms.selectors.review import reviewed
from ninety.models import User
from ninety.prepared import Prepared, Text
from ninety.requests import Request

_LESSONS = Lesson.objects.select_related("classroom", "teacher", "room")
_LESSON = Prepared(lambda: _LESSONS.filter(slug=Text("slug")))
_LESSON_OF_ROOM = Prepared(lambda: _LESSONS.filter(room__slug=Text("slug")))


def teacher_or_404(request: Request) -> User:
    """Return the teacher who is asking."""
    person = request.user
    if not (isinstance(person, User) and is_teacher(person)):
        raise Http404
    return person


def classroom_or_404(request: Request, slug: str) -> Classroom:
    """Return a class that the asking person teaches."""
    classroom = get_object_or_404(Classroom.objects.select_related("owner"), slug=slug)
    return _taught(request, classroom, classroom)


def own_classroom_or_404(request: Request, slug: str) -> Classroom:
    """Return a class that the asking person owns."""
    classroom = classroom_or_404(request, slug)
    if not owns(teacher_or_404(request), classroom):
        raise Http404
    return classroom


def open_classroom_or_404(request: Request, slug: str) -> Classroom:
    """Return a class that the asking person teaches, to change it; PermissionDenied while it is archived."""
    return _open(classroom_or_404(request, slug))


def own_open_classroom_or_404(request: Request, slug: str) -> Classroom:
    """Return a class that the asking person owns, to change it; PermissionDenied while it is archived."""
    return _open(own_classroom_or_404(request, slug))


def _open(classroom: Classroom) -> Classroom:
    if classroom.is_archived:
        raise PermissionDenied(_("This class is archived: it can be read, and changed again once it is restored."))
    return classroom


def lesson_or_404(request: Request, slug: str) -> Lesson:
    """Return a lesson of a class that the asking person teaches."""
    found = _LESSON.first(slug=slug)
    if found is None:
        raise Http404
    return _taught(request, found, found.classroom)


def lesson_of_board_or_404(slug: str) -> Lesson:
    """Return the lesson of a board, for whoever knows its address."""
    found = _LESSON_OF_ROOM.first(slug=slug)
    if found is None:
        raise Http404
    return found


def board_lesson_or_404(request: Request, slug: str) -> Lesson:
    """Return the lesson of a board, for whoever teaches its class."""
    found = lesson_of_board_or_404(slug)
    return _taught(request, found, found.classroom)


def assignment_or_404(request: Request, slug: str) -> Assignment:
    """Return a drill that was set for a class that the asking person teaches, those of lessons apart."""
    found = get_object_or_404(Assignment.objects.select_related("classroom"), slug=slug, lesson=None)
    return _taught(request, found, found.classroom)


def _taught[Found](request: Request, found: Found, classroom: Classroom) -> Found:
    if not teaches(teacher_or_404(request), classroom):
        raise Http404
    return found


def membership_or_404(classroom: Classroom, number: int) -> Membership:
    """Return a pupil or guest of a class by the number of the membership, removed ones too."""
    answering = classroom.memberships.select_related("user").exclude(state=Membership.State.MOVED)
    return get_object_or_404(answering, pk=number)


def reviewed_or_404(classroom: Classroom, number: int) -> Membership:
    """Return somebody whose answers a class has, by the number of the membership."""
    return get_object_or_404(reviewed(classroom), pk=number)


def member_or_404(classroom: Classroom, number: int) -> Membership:
    """Return somebody who is in a class now, by the number of the membership."""
    return get_object_or_404(classroom.memberships.select_related("user"), pk=number, state=Membership.State.IN)
