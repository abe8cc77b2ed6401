"""Answers under the wrong name: what can be moved to whom, and what was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from classrooms.models import Classroom, LessonTable, Membership
from classrooms.selectors.review import SHOWN, left_of, members_of, reviewed
from ninety.models import Seat
from ninety.selectors import game_name
from trainer.models import Answer, Drill, Moved
from trainer.selectors.drill_words import drill_name
from trainer.selectors.matrix import while_there

DRILL, SEAT = "drill", "seat"


@dataclass(frozen=True)
class Movable:
    """A drill, or a seat at a match, of somebody of a class: `what` and `number` are how an address names it.

    `places` are those to whom it can go, each with how a list names them: whoever sat at the same match changes places.
    """

    what: str
    number: int
    name: str
    began_at: datetime
    answers: int
    owner: Membership
    is_over: bool
    places: tuple[tuple[Membership, str], ...]


@dataclass(frozen=True)
class MovedLine:
    """What was moved, in a list: `back_to` is under whose name it was given, None where they are not in the class."""

    what: str
    number: int
    name: str
    began_at: datetime
    answers: int
    owner: Membership
    logged_for: str
    back_to: Membership | None
    moved: Moved


def movable_of(classroom: Classroom, what: str, number: int) -> Movable | None:
    """Return a drill or a seat of somebody of a class by its primary key, None where the class has none of it."""
    owners, heirs = {member.user_id: member for member in reviewed(classroom)}, members_of(classroom)
    if what == DRILL:
        drills = while_there(Drill.objects.filter(user__in=owners), "started_at", left_of(classroom))
        drill = drills.filter(pk=number).first()
        return None if drill is None else _movable_drill(drill, owners[drill.user_id], heirs)
    seats = Seat.objects.select_related("match").filter(user__in=owners)
    seat = while_there(seats, "match__created_at", left_of(classroom)).filter(pk=number).first()
    return None if seat is None or what != SEAT else _movable_seat(seat, owners, heirs)


def _movable_drill(drill: Drill, owner: Membership, heirs: Sequence[Membership]) -> Movable:
    return Movable(
        what=DRILL,
        number=drill.pk,
        name=drill_name(drill.kind),
        began_at=drill.started_at,
        answers=drill.answers.count(),
        owner=owner,
        is_over=drill.ended_at is not None,
        places=tuple((each, _name(each)) for each in heirs if each.user_id != drill.user_id),
    )


def _movable_seat(seat: Seat, owners: Mapping[int, Membership], heirs: Sequence[Membership]) -> Movable:
    assert seat.user_id is not None
    seated = set(Seat.objects.filter(match=seat.match_id, user__in=owners).values_list("user", flat=True))
    changes = _("%(name)s (was at this table, so the two change places)")
    return Movable(
        what=SEAT,
        number=seat.pk,
        name=game_name(seat.match),
        began_at=seat.match.created_at,
        answers=Answer.objects.filter(match=seat.match_id, user=seat.user_id).count(),
        owner=owners[seat.user_id],
        is_over=seat.match.ended_at is not None and not is_played_on(seat),
        places=tuple(
            (each, changes % {"name": _name(each)} if each.user_id in seated else _name(each))
            for each in heirs
            if each.user_id != seat.user_id
        ),
    )


def is_played_on(seat: Seat) -> bool:
    """Return whether the table of a seat may still go on from its match: the last of one in a lesson that is not over.

    The devices there show that match until the next one is dealt.
    """
    tables = LessonTable.objects.filter(lesson__ended_at=None, table__match=seat.match_id)
    return tables.exists()


def moved_in(classroom: Classroom) -> tuple[MovedLine, ...]:
    """Return what of a class was moved, the newest first, and no more than `SHOWN`."""
    members = {member.user_id: member for member in reviewed(classroom)}
    theirs, left = Q(drill__user__in=members) | Q(seat__user__in=members), left_of(classroom)
    moved = while_there(Moved.objects.filter(theirs), "moved_at", left, "drill__user")
    found = list(
        while_there(moved, "moved_at", left, "seat__user")
        .select_related("drill", "seat__match", "logged_for", "teacher")
        .order_by("-moved_at", "-pk")[:SHOWN]
    )
    counts = _counts(found)
    return tuple(_moved_line(each, members, counts) for each in found)


def _counts(found: Sequence[Moved]) -> dict[tuple[int | None, int | None, int], int]:
    """Return how many answers there are, by the primary keys of drill, match and person."""
    drills = [each.drill_id for each in found if each.drill_id]
    matches = [each.seat.match_id for each in found if each.seat]
    answers = Answer.objects.filter(Q(drill__in=drills) | Q(match__in=matches)).order_by()
    counted = answers.values_list("drill", "match", "user").annotate(Count("pk"))
    return {(drill, match, person): count for drill, match, person, count in counted}


def _moved_line(
    moved: Moved, members: Mapping[int, Membership], counts: Mapping[tuple[int | None, int | None, int], int]
) -> MovedLine:
    if moved.drill is not None:
        what, number, match, owner = DRILL, moved.drill.pk, None, moved.drill.user_id
        name, began_at = drill_name(moved.drill.kind), moved.drill.started_at
    else:
        assert moved.seat is not None
        assert moved.seat.user_id is not None
        what, number, match, owner = SEAT, moved.seat.pk, moved.seat.match_id, moved.seat.user_id
        name, began_at = game_name(moved.seat.match), moved.seat.match.created_at
    return MovedLine(
        what=what,
        number=number,
        name=name,
        began_at=began_at,
        answers=counts.get((moved.drill_id, match, owner), 0),
        owner=members[owner],
        logged_for=moved.logged_for.display_name,
        back_to=members.get(moved.logged_for_id) if moved.logged_for.is_active else None,
        moved=moved,
    )


def _name(member: Membership) -> str:
    return member.user.display_name
