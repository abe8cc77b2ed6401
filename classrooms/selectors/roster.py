"""Who belongs to a class, and when each was last heard of."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from classrooms.models import Classroom, Membership
from classrooms.rosters import Known
from ninety.models import User
from ninety.names import sort_key
from trainer.models import Answer


@dataclass(frozen=True)
class RosterRow:
    """A pupil or guest of a class, by the number of the membership."""

    pk: int
    name: str
    is_guest: bool
    answered_at: datetime | None


@dataclass(frozen=True)
class Roster:
    """Everybody of a class, each list by name; whoever has moved away is not among them."""

    pupils: tuple[RosterRow, ...]
    guests: tuple[RosterRow, ...]
    removed: tuple[RosterRow, ...]


def members_of(classroom: Classroom) -> QuerySet[Membership]:
    """Return the memberships of a class with their people, removed ones too."""
    return classroom.memberships.exclude(state=Membership.State.MOVED).select_related("user")


def those_in(classroom: Classroom) -> list[Membership]:
    """Return the pupils and guests who are in a class now, as its language sorts their names."""
    found = members_of(classroom).filter(state=Membership.State.IN)
    return sorted(found, key=lambda each: sort_key(str(each), classroom.language))


def roster_of(classroom: Classroom) -> Roster:
    """Return everybody of a class with the time of the last answer."""
    newest = Answer.objects.filter(user=OuterRef("user")).order_by("-answered_at").values("answered_at")[:1]
    members = members_of(classroom).annotate(answered_at=Subquery(newest))
    ordered = sorted(members, key=lambda member: sort_key(str(member.user), classroom.language))
    rows = [(member.state, _row(member)) for member in ordered]
    here = [row for state, row in rows if state == Membership.State.IN]
    return Roster(
        pupils=tuple(row for row in here if not row.is_guest),
        guests=tuple(row for row in here if row.is_guest),
        removed=tuple(row for state, row in rows if state == Membership.State.REMOVED),
    )


def _row(member: Membership) -> RosterRow:
    answered_at: datetime | None = getattr(member, "answered_at", None)
    return RosterRow(member.pk, member.user.display_name, member.user.kind == User.Kind.GUEST, answered_at)


def known_of(classroom: Classroom) -> list[Known]:
    """Return everybody of a class as a list of names is put beside them, in the order in which they came."""
    return [
        Known(
            pk=member.pk,
            name=member.user.display_name,
            key=member.name_key,
            is_removed=member.state == Membership.State.REMOVED,
            is_guest=member.user.kind == User.Kind.GUEST,
        )
        for member in members_of(classroom).order_by("pk")
    ]


def fingerprint(known: Sequence[Known]) -> str:
    """Return a text that is another as soon as anybody of a class is another."""
    return hashlib.sha256(repr(sorted(known, key=lambda each: each.pk)).encode()).hexdigest()[:24]


def places_to_move(person: User, classroom: Classroom) -> QuerySet[Classroom]:
    """Return the classes to which a person may move pupils of a class.

    A co-teacher cannot give a pupil into the hands of another than the owner, who answers for them.
    """
    taught = Classroom.objects.filter(Q(owner=person) | Q(co_teachers=person), archived_at=None)
    if person.pk != classroom.owner_id:
        taught = taught.filter(owner=classroom.owner_id)
    return taught.exclude(pk=classroom.pk).distinct().order_by("name", "pk")


def what_goes(user: User) -> dict[str, int]:
    """Count what goes for good with a person, and the matches with others that stay."""
    return {
        "answers": user.answers.count(),
        "matches": user.seats.values("match").aggregate(count=Count("match", distinct=True))["count"],
    }
