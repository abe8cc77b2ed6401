"""The drills of one pupil for the teacher: what was set and what became of it, what was done, and how it grows."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from classrooms.models import Assignment, ChosenPupil, Membership
from classrooms.selectors.assignments import Standing, drills_by, says_of, standing_of
from ninety.models import User
from trainer.figures import Period
from trainer.models import Drill
from trainer.selectors.drill_results import Trend, trend_of
from trainer.selectors.drill_words import drill_name, options_text
from trainer.selectors.drills import drills_of, is_finished, options_of
from trainer.selectors.tallies import Tally

SET_SHOWN, DONE_SHOWN = 20, 20
"""How many drills of each sort, the newest, are listed."""


@dataclass(frozen=True)
class SetLine:
    """A drill that was set for the pupil, and how far it has come; `best` is the drill that counts."""

    assignment: Assignment
    name: str
    says: str
    standing: Standing
    is_overdue: bool
    tries: int
    best: Drill | None


@dataclass(frozen=True)
class DrillLine:
    """A drill that the pupil has begun; the percentage is None where there are too few sums to tell."""

    drill: Drill
    name: str
    says: str
    percent: int | None
    is_finished: bool
    was_set: bool


@dataclass(frozen=True)
class PupilDrills:
    """All drills of a pupil; `count` is how many were begun in a period, of which `done` has the newest."""

    set: tuple[SetLine, ...]
    done: tuple[DrillLine, ...]
    count: int
    growth: Trend | None

    @property
    def more(self) -> int:
        """Return how many are not listed."""
        return self.count - len(self.done)


def drills_of_pupil(member: Membership, period: Period, now: datetime) -> PupilDrills:
    """Return the drills that were set for a pupil, and those begun in a period."""
    mine = drills_of(member.user)
    begun = mine.filter(started_at__gte=period.start) if period.start else mine
    begun = begun.filter(started_at__lt=period.end) if period.end else begun
    newest = begun.select_related("assigned")[:DONE_SHOWN]
    return PupilDrills(
        set=_set_for(member, timezone.localdate(now)),
        done=tuple(map(_done_line, newest)),
        count=begun.count(),
        growth=_growth(member.user, period.end or now),
    )


def _set_for(member: Membership, today: date) -> tuple[SetLine, ...]:
    by_name = ChosenPupil.objects.filter(user=member.user_id).values("assignment")
    newest = Assignment.objects.filter(
        Q(is_for_all=True) | Q(pk__in=by_name),
        classroom=member.classroom_id,
        lesson=None,
        due_on__gte=timezone.localdate(member.joined_at),
    ).order_by("-set_at", "-pk")[:SET_SHOWN]
    found = list(newest)
    drills = drills_by(
        Q(user=member.user_id, assigned__assignment__in=found), lambda drill: drill.assigned.assignment_id
    )
    lines = []
    for assignment in found:
        standing, best = standing_of(assignment, drills[assignment.pk])
        lines.append(
            SetLine(
                assignment=assignment,
                name=drill_name(assignment.options["kind"]),
                says=says_of(assignment),
                standing=standing,
                is_overdue=assignment.due_on is not None and today > assignment.due_on,
                tries=len(drills[assignment.pk]),
                best=best,
            )
        )
    return tuple(lines)


def _done_line(drill: Drill) -> DrillLine:
    return DrillLine(
        drill=drill,
        name=drill_name(drill.kind),
        says=options_text(options_of(drill), drill.seconds),
        percent=Tally(drill.right, drill.sums).percent,
        is_finished=is_finished(drill),
        was_set=hasattr(drill, "assigned"),
    )


def _growth(person: User, until: datetime) -> Trend | None:
    """Return the growth line up to the newest flash drill that ran its time."""
    whole = drills_of(person).filter(kind=Drill.Kind.FLASH, why=Drill.Why.TIME, doubtful=False, started_at__lt=until)
    newest = whole.first()
    return None if newest is None else trend_of(newest)
