"""All that is kept of some people, as rows of files: made from the inventory, so that nothing can be missing."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.models import Assignment, Attendance, Classroom, Lesson, Membership
from classrooms.selectors.review import AnswerLine, answer_line
from ninety.engine.actions import parse_action
from ninety.inventory import Declared, declared, rows_of
from ninety.models import Action, Match, Seat, User
from ninety.names import sort_key
from ninety.rulebook import title
from ninety.selectors import rules_of
from trainer.models import Answer, Drill
from trainer.selectors.drill_words import drill_name
from trainer.selectors.drills import LAID_READY, drills_of

AT_ONCE = 2000
NEWEST = 500
"""How many answers the page to be read shows; the files have all of them."""

type Rows = Iterator[Sequence[object]]


@dataclass(frozen=True)
class PlayedMatch:
    """A match as the page to be read lists it."""

    began_at: datetime
    ended_at: datetime | None
    game: str
    seats: int


@dataclass(frozen=True)
class DrillDone:
    """A drill as the page to be read lists it."""

    started_at: datetime
    name: str
    right: int
    sums: int


@dataclass(frozen=True)
class Dossier:
    """What the page to be read says of one person; `answers` are the newest of `answered`."""

    person: User
    memberships: list[Membership]
    lessons: list[datetime]
    classes: list[Classroom]
    matches: list[PlayedMatch]
    drills: list[DrillDone]
    answered: int
    answers: list[AnswerLine]


def dossier_of(person: User) -> Dossier:
    """Return what is kept of one person, to be read."""
    played = Match.objects.filter(Q(seats__user=person) | Q(seats__keeper=person)).distinct()
    answers = Answer.objects.filter(user=person).select_related("user").order_by("-answered_at", "-pk")
    return Dossier(
        person=person,
        memberships=list(person.memberships.select_related("classroom").order_by("joined_at")),
        lessons=list(Attendance.objects.filter(user=person).values_list("arrived_at", flat=True)),
        classes=sorted(
            Classroom.objects.filter(Q(owner=person) | Q(co_teachers=person)).distinct(), key=lambda each: each.name
        ),
        matches=[
            PlayedMatch(match.created_at, match.ended_at, title(rules_of(match)), match.seat_count)
            for match in _with_seats(played)
        ],
        drills=[
            DrillDone(drill.started_at, drill_name(drill.kind), drill.right, drill.sums) for drill in drills_of(person)
        ],
        answered=answers.count(),
        answers=[answer_line(answer) for answer in answers[:NEWEST]],
    )


def _with_seats(matches: QuerySet[Match]) -> QuerySet[Any]:
    counted = Match.objects.filter(pk__in=matches.values("pk")).annotate(seat_count=Count("seats"))
    return counted.defer("state").order_by("-created_at", "-pk")


def people_of(classroom: Classroom) -> list[User]:
    """Return everybody whom a class answers for, by name, those who were removed too."""
    members = classroom.memberships.exclude(state=Membership.State.MOVED).select_related("user")
    return sorted((each.user for each in members), key=lambda each: sort_key(str(each), classroom.language))


def files_of(people: Sequence[User], *, names_first: bool = False) -> Iterator[tuple[str, Rows]]:
    """Yield every table that holds something of some people by the name of its file, with its rows.

    `names_first` puts before each row whose it is, where it is one person's.
    """
    names = {person.pk: str(person) for person in people}
    for table in sorted(declared().values(), key=_file_name):
        if table.person and rows_of(table, names).exists():
            yield _file_name(table), _rows(table, names, names_first=names_first)
    if Seat.objects.filter(user__in=names).exists():
        yield "plays", _plays(names, names_first=names_first)


def files_of_class(classroom: Classroom) -> Iterator[tuple[str, Rows]]:
    """Yield what is kept of a class beside its people."""
    kept: list[tuple[str, QuerySet[Any]]] = [
        ("class", Classroom.objects.filter(pk=classroom.pk)),
        ("class-lessons", Lesson.objects.filter(classroom=classroom)),
        ("class-drills", Assignment.objects.filter(classroom=classroom)),
    ]
    for name, rows in kept:
        fields = list(declared()[rows.model].fields)
        yield name, _values([fields], rows.order_by("pk").values_list(*fields), len(fields))


def _file_name(table: Declared) -> str:
    """Return what a file is called: after its table, and nobody."""
    return table.model._meta.label.lower().replace(".", "-").replace("_", "-")


def _rows(table: Declared, names: dict[int, str], *, names_first: bool) -> Rows:
    fields = [name for name in table.fields if name not in table.hidden]
    whose = table.person if names_first and table.person != "seats__user" else ""
    head = [[_("Name"), *fields] if whose else fields]
    asked = [*([whose] if whose else []), *fields]
    found = rows_of(table, names).order_by("pk").values_list(*asked)
    for row in _values(head, found, len(asked)):
        yield [names.get(row[0], row[0]), *row[1:]] if whose and isinstance(row[0], int) else row


def _values(head: list[list[str]], found: Any, width: int) -> Rows:
    yield from head
    zone = timezone.get_current_timezone()
    for row in found.iterator(chunk_size=AT_ONCE):
        yield [_readable(value, zone) for value in row[:width]]


def _readable(value: object, zone: Any) -> object:
    if isinstance(value, datetime):
        return value.astimezone(zone)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _plays(names: dict[int, str], *, names_first: bool) -> Rows:
    """Yield what people did at tables themselves; what others did is theirs."""
    yield [*([_("Name")] if names_first else []), "match", "number", "action", "total", "created_at"]
    zone = timezone.get_current_timezone()
    seats = Seat.objects.filter(user__in=names).order_by("match_id", "number")
    for user, match, number in seats.values_list("user", "match", "number").iterator(chunk_size=AT_ONCE):
        done = Action.objects.filter(match=match, number__gt=0).order_by("number")
        for action, data, total, when in done.values_list("number", "data", "total", "created_at"):
            if getattr(parse_action(data), "seat", None) == number:
                said = [match, action, json.dumps(data, ensure_ascii=False), total, when.astimezone(zone)]
                yield [*([names[user]] if names_first else []), *said]


def counts_of(people: Collection[User]) -> dict[int, tuple[int, int, int]]:
    """Return how many answers, matches and drills are kept of each."""
    pks = [person.pk for person in people]
    answers = dict(Answer.objects.filter(user__in=pks).values_list("user").annotate(Count("pk")).order_by())
    matches = dict(Seat.objects.filter(user__in=pks).values_list("user").annotate(Count("pk")).order_by())
    drills = dict(
        Drill.objects.filter(user__in=pks).exclude(LAID_READY).values_list("user").annotate(Count("pk")).order_by()
    )
    return {pk: (answers.get(pk, 0), matches.get(pk, 0), drills.get(pk, 0)) for pk in pks}
