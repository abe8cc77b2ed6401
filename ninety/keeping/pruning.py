"""What belongs to nobody, or has been kept for as long as it may be, thrown away a little at a time.

One function for each thing; other apps add theirs with `prunes`, and say with `spares` which people they keep.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from ninety.keeping.sqlite import write_home
from ninety.limits import FORGOTTEN_AFTER
from ninety.locks import writing
from ninety.models import Budget, Match, Place, Seat, Table, User

TABLES_KEPT = timedelta(days=30)
"""How long a table is kept at which nothing happens."""
AT_ONCE = 200

type Pruning = Callable[[datetime, bool], int]
type Sparing = Callable[[QuerySet[User], datetime], QuerySet[User]]

_prunings: dict[str, Pruning] = {}
_sparings: list[Sparing] = []


def prunes[P: Pruning](what: str) -> Callable[[P], P]:
    """Add a function that throws something away, or only counts it, and returns how much; they run in their order."""

    def add(pruning: P) -> P:
        _prunings[what] = pruning
        return pruning

    return add


def spares(sparing: Sparing) -> Sparing:
    """Add a function that takes those out of some people who belong to somebody, or were there since a moment."""
    _sparings.append(sparing)
    return sparing


def prune(now: datetime, *, dry: bool = False) -> dict[str, int]:
    """Throw away what belongs to nobody, or only count it; return how much of what."""
    return {what: pruning(now, dry) for what, pruning in _prunings.items()}


def tidy() -> dict[str, int]:
    """Throw away all that is to go now, out of the files of SQLite as well; return how much of what."""
    went = prune(timezone.now())
    if connection.vendor == "sqlite":
        write_home()
    return went


def throw_away(rows: QuerySet[Any], *, dry: bool, before: Callable[[list[Any]], None] | None = None) -> int:
    """Delete some rows with all that hangs on them, or only count them; people can play on meanwhile.

    `before` throws away what does not hang on rows, given their primary keys, and yet is to go with them.
    """
    if dry:
        return rows.count()
    count = 0
    while pks := list(rows.values_list("pk", flat=True)[:AT_ONCE]):
        with writing():
            if before is not None:
                before(pks)
            rows.model._default_manager.filter(pk__in=pks).delete()
        count += len(pks)
    return count


def leaving(now: datetime) -> QuerySet[User]:
    """Return the visitors and guests who have not been at a table for as long as the settings say."""
    since = now - timedelta(days=settings.KEEP_VISITORS_DAYS)
    person = OuterRef("pk")
    recent = Seat.objects.filter(Q(user=person) | Q(keeper=person), match__touched_at__gte=since)
    people = User.objects.filter(
        ~Exists(recent),
        ~Exists(Place.objects.filter(user=person, seen_at__gte=since)),
        kind__in=[User.Kind.VISITOR, User.Kind.GUEST],
        is_staff=False,
        created_at__lt=since,
    )
    for sparing in _sparings:
        people = sparing(people, since)
    return people


def matches_of_nobody(now: datetime) -> QuerySet[Match]:
    """Return the matches whose people are all leaving; those that bots play for everybody to look at stay."""
    gone = leaving(now).values("pk")
    stays = Q(user__isnull=False) & ~Q(user__in=gone) | Q(keeper__isnull=False) & ~Q(keeper__in=gone)
    people = Seat.objects.filter(match=OuterRef("pk"))
    return Match.objects.filter(
        Exists(people.filter(user__isnull=False)), ~Exists(people.filter(stays)), exhibition=False
    ).exclude(table__room__isnull=False)


def tables_of_nobody(now: datetime) -> QuerySet[Table]:
    """Return the tables at which nothing has happened for long, but for those of a lesson."""
    return Table.objects.filter(room=None, touched_at__lt=now - TABLES_KEPT)


@prunes("expired sessions")
def sessions(now: datetime, dry: bool) -> int:
    """Throw away sessions nobody can come back to."""
    return throw_away(Session.objects.filter(expire_date__lt=now), dry=dry)


@prunes("budgets of wrong codes")
def budgets(now: datetime, dry: bool) -> int:
    """Throw away budgets that are full again."""
    return throw_away(Budget.objects.filter(spent_at__lt=now - FORGOTTEN_AFTER), dry=dry)


@prunes("abandoned tables")
def tables(now: datetime, dry: bool) -> int:
    """Throw away tables; the matches that were played there stay with their people."""
    return throw_away(tables_of_nobody(now), dry=dry)


@prunes("matches of visitors")
def matches(now: datetime, dry: bool) -> int:
    """Throw away matches with their seats and records."""
    return throw_away(matches_of_nobody(now), dry=dry)


@prunes("visitors")
def visitors(now: datetime, dry: bool) -> int:
    """Throw away visitors and guests with their answers, unless somebody who stays has played with them."""
    person = OuterRef("pk")
    shared = Seat.objects.filter(Q(user=person) | Q(keeper=person)).exclude(match__in=matches_of_nobody(now))
    opened = Table.objects.filter(opener=person).exclude(pk__in=tables_of_nobody(now))
    return throw_away(leaving(now).filter(~Exists(shared), ~Exists(opened)), dry=dry)
