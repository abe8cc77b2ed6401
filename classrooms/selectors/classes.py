"""Read the classes of a teacher, and what one of them holds."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from classrooms.models import Classroom, Invitation, Membership
from classrooms.permissions import needs_link, owns
from classrooms.selectors.invitations import open_invitations
from ninety.models import Match, User
from ninety.names import sort_key
from trainer.models import Answer

_IS_PUPIL = Q(memberships__state=Membership.State.IN, memberships__user__kind=User.Kind.PUPIL)
_ANSWERED_FOR = (Membership.State.IN, Membership.State.REMOVED)


@dataclass(frozen=True)
class ClassLists:
    """The classes of a teacher by what they are to the teacher; each with `pupils`, how many are in it."""

    own: list[Classroom]
    shared: list[Classroom]
    archived: list[Classroom]


def classes_of(person: User) -> ClassLists:
    """Return the classes that somebody teaches."""
    taught = Classroom.objects.filter(Q(owner=person) | Q(pk__in=person.shared_classrooms.values("pk")))
    counted = taught.select_related("owner").annotate(pupils=Count("memberships", filter=_IS_PUPIL))
    found = sorted(counted, key=lambda each: (each.name.casefold(), each.pk))
    running = [each for each in found if not each.is_archived]
    return ClassLists(
        own=[each for each in running if owns(person, each)],
        shared=[each for each in running if not owns(person, each)],
        archived=[each for each in found if each.is_archived],
    )


@dataclass(frozen=True)
class Colleague:
    """Somebody who teaches a class, and whether the asking teacher may make a link for them to sign in."""

    person: User
    is_owner: bool
    is_me: bool
    needs_link: bool


@dataclass(frozen=True)
class ClassPage:
    """What the first page of a class shows a teacher of it."""

    pupils: int
    guests: int
    is_own: bool
    colleagues: list[Colleague]
    invitations: list[Invitation]


def class_page(classroom: Classroom, person: User, now: datetime) -> ClassPage:
    """Return the numbers and the teachers of a class; its invitations for the owner alone."""
    is_own = owns(person, classroom)
    kinds = classroom.memberships.filter(state=Membership.State.IN).values_list("user__kind")
    numbers = dict(kinds.annotate(Count("pk")).order_by())
    teachers = [classroom.owner, *classroom.co_teachers.order_by("display_name", "pk")]
    return ClassPage(
        pupils=numbers.get(User.Kind.PUPIL, 0),
        guests=numbers.get(User.Kind.GUEST, 0),
        is_own=is_own,
        colleagues=[
            Colleague(each, owns(each, classroom), each == person, each != person and needs_link(each))
            for each in teachers
        ],
        invitations=list(open_invitations(classroom, now)) if is_own else [],
    )


def movable(classroom: Classroom) -> list[Membership]:
    """Return the pupils of a class, who may move to another, as its language sorts their names."""
    pupils = classroom.memberships.filter(state=Membership.State.IN, user__kind=User.Kind.PUPIL)
    return sorted(pupils.select_related("user"), key=lambda each: sort_key(str(each), classroom.language))


@dataclass(frozen=True)
class WhatGoes:
    """What is gone once a class is deleted, and what stays."""

    pupils: int
    guests: int
    answers: int
    matches: int
    moved: int


def what_goes(classroom: Classroom) -> WhatGoes:
    """Count what the deletion of a class takes along, and the matches with others that stay without names."""
    people = User.objects.filter(memberships__classroom=classroom, memberships__state__in=_ANSWERED_FOR)
    kinds = dict(people.values_list("kind").annotate(Count("pk")).order_by())
    played = Match.objects.filter(seats__user__in=people)
    return WhatGoes(
        pupils=kinds.get(User.Kind.PUPIL, 0),
        guests=kinds.get(User.Kind.GUEST, 0),
        answers=Answer.objects.filter(user__in=people).count(),
        matches=played.distinct().count(),
        moved=classroom.memberships.filter(state=Membership.State.MOVED).count(),
    )
