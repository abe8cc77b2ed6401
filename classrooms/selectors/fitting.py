"""The drill that fits a reason to help somebody: what it is, and what became of it where it has been set for them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

from classrooms.models import Assignment, ChosenPupil, Classroom, Membership
from classrooms.selectors.assignments import Standing, drills_by, standing_of
from trainer.drills import Options
from trainer.selectors.drill_words import drill_name, options_text

REMEMBERED = timedelta(days=28)
"""For how long a drill that was set for somebody stands beside the reason."""


@dataclass(frozen=True)
class Fitting:
    """A drill, as a form sets it, with the newest one of these that was set for somebody alone."""

    options: Options
    name: str
    says: str
    set: Assignment | None
    standing: Standing | None
    is_over: bool

    @property
    def may_set(self) -> bool:
        """Tell whether it can be set: not while somebody has it to do."""
        return self.set is None or self.is_over or self.standing in {Standing.DONE, Standing.LATE}


def fitting_drills(classroom: Classroom, now: datetime) -> Callable[[Membership, Options], Fitting]:
    """Return what tells of a member and a drill whether it was set; all of a class are read at once."""
    rows = ChosenPupil.objects.filter(
        assignment__classroom=classroom, assignment__closed_at=None, assignment__set_at__gte=now - REMEMBERED
    ).select_related("assignment")
    chosen = list(rows.order_by("assignment__set_at", "assignment"))
    drills = drills_by(
        Q(assigned__assignment__in=[row.assignment for row in chosen]),
        lambda drill: (drill.assigned.assignment_id, drill.user_id),
    )
    newest = {(row.user_id, Options.from_json(row.assignment.options)): row.assignment for row in chosen}

    today = timezone.localdate(now)

    def fitting(member: Membership, options: Options) -> Fitting:
        found = newest.get((member.user_id, options))
        standing = None if found is None else standing_of(found, drills[found.pk, member.user_id])[0]
        says = options_text(options, options.seconds)
        is_over = found is not None and found.due_on is not None and found.due_on < today
        return Fitting(options, drill_name(options.kind), says, found, standing, is_over)

    return fitting
