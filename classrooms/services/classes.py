"""Make classes and change them."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from classrooms.models import Classroom, Membership, usual_end
from classrooms.services.erasing import erase_person
from classrooms.services.lessons import end_lesson
from classrooms.services.pupils import move_pupil
from ninety.locks import writing
from ninety.models import User
from ninety.selectors import free_code
from ninety.services import close_room

REPEATED_WITHIN = timedelta(seconds=30)
"""How soon after a class the same teacher makes another of the same name only by pressing the button twice."""


def create_classroom(owner: User, name: str, language: str, now: datetime | None = None) -> Classroom:
    """Make a class that a teacher owns, with a code of its own."""
    now = now or timezone.now()
    return Classroom.objects.create(owner=owner, name=name, language=language, code=free_code(), created_at=now)


def create_once(owner: User, name: str, language: str) -> Classroom:
    """Make a class for a request; the same request a moment later gets the same class."""
    with writing():
        return _just_made(owner, name).first() or create_classroom(owner, name, language)


def _just_made(owner: User, name: str) -> QuerySet[Classroom]:
    """Return the class of a name that a teacher has made a moment ago; other requests of the teacher wait meanwhile."""
    User.objects.select_for_update().get(pk=owner.pk)
    return owner.owned_classrooms.filter(name=name, created_at__gt=timezone.now() - REPEATED_WITHIN)


def change_classroom(classroom: Classroom, name: str, language: str) -> None:
    """Give a class another name and language."""
    classroom.name, classroom.language = name, language
    classroom.save(update_fields=["name", "language"])


def renew_code(classroom: Classroom) -> None:
    """Give a class another code; the old one leads nowhere from then on."""
    with writing():
        classroom.code = free_code()
        classroom.save(update_fields=["code"])


def archive_classroom(classroom: Classroom) -> None:
    """Let a class be read only, from now on or as it has been; a lesson that goes on ends."""
    now = timezone.now()
    for lesson in classroom.lessons.filter(ended_at=None):
        end_lesson(lesson, now)
    Classroom.objects.filter(pk=classroom.pk, archived_at=None).update(archived_at=now)


def restore_classroom(classroom: Classroom) -> bool:
    """Let a class be changed again, until another school year ends if it had ended; return whether it has names."""
    with writing():
        kept = Classroom.objects.select_for_update().filter(pk=classroom.pk, names_gone_at=None)
        for each in kept:
            each.archived_at = None
            if each.ending.is_over:
                each.ends_on = usual_end()
            each.save(update_fields=["archived_at", "ends_on"])
        return kept.exists()


def change_end(classroom: Classroom, last_day: date) -> None:
    """Let a class go on until another day."""
    Classroom.objects.filter(pk=classroom.pk).update(ends_on=last_day)


def copy_classroom(classroom: Classroom, name: str, memberships: Collection[int]) -> Classroom:
    """Begin a new year: make a class with the same settings and teachers, move pupils there, and archive the old one.

    `memberships` are the numbers of those who move; any that are not pupils of the class now are passed over. The old
    class keeps a row of each that says so.
    """
    now = timezone.now()
    with writing():
        if made := _just_made(classroom.owner, name).exclude(pk=classroom.pk).first():
            return made
        copied = Classroom.objects.create(
            owner=classroom.owner,
            name=name,
            code=free_code(),
            language=classroom.language,
            secret=classroom.secret,
            guests=classroom.guests,
            settings=classroom.settings,
        )
        copied.co_teachers.set(classroom.co_teachers.all())
        staying = classroom.memberships.filter(state=Membership.State.IN, user__kind=User.Kind.PUPIL)
        for membership in staying.filter(pk__in=memberships).select_related("user"):
            move_pupil(membership, copied, membership.user.display_name, now)
        archive_classroom(classroom)
    return copied


def delete_classroom(classroom: Classroom) -> None:
    """Delete a class, and erase the pupils and guests that it answers for; whoever has moved stays elsewhere."""
    with writing():
        answered_for = [Membership.State.IN, Membership.State.REMOVED]
        for membership in classroom.memberships.filter(state__in=answered_for).select_related("user"):
            erase_person(membership.user)
        rooms = list(classroom.lessons.values_list("room", flat=True))
        classroom.delete()
        for room in rooms:
            close_room(room, timezone.now())
