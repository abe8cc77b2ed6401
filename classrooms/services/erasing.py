"""Erase people: nothing of the name stays, and the plays of those they played with do."""

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from classrooms.models import Membership
from ninety.locks import writing
from ninety.models import User
from ninety.services.parting import forget


def erase_person(person: User) -> None:
    """Erase somebody for good. Raises ProtectedError for a teacher who owns a class.

    Answers, judgements, drills and the sign-in go; sessions and streams end. At tables that were shared, the seat and
    its plays stay, and the name there becomes the number of the seat. What operators noted about the person names it,
    and goes as well.
    """
    with writing():
        forget_notes(person)
        forget(person, timezone.now())


def forget_notes(person: User) -> None:
    """Delete what operators noted about a person."""
    _forget_notes(User, [person.pk])
    _forget_notes(Membership, list(person.memberships.values_list("pk", flat=True)))


def _forget_notes(model: type[User | Membership], pks: list[int]) -> None:
    """Delete what operators noted about rows of a table."""
    kind = ContentType.objects.get_for_model(model)
    LogEntry.objects.filter(content_type=kind, object_id__in=[str(pk) for pk in pks]).delete()
