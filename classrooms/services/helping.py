"""Help those who need it: set a drill that fits, or put away what is no reason."""

from datetime import date, datetime

from classrooms.models import Assignment, Classroom, Membership, PutAway
from classrooms.selectors.fitting import fitting_drills
from classrooms.services.assignments import set_drill
from classrooms.services.members import still_here
from ninety.locks import writing
from ninety.models import User
from trainer.drills import Options


def set_for(member: Membership, teacher: User, options: Options, *, due_on: date, now: datetime) -> Assignment:
    """Set a drill for one pupil; where they have it to do already, however many teachers click, that is the answer.

    Raises Gone for somebody who has gone a moment ago.
    """
    with writing():
        # Two teachers of a class may set it at the same time.
        classroom = Classroom.objects.select_for_update(no_key=True).get(pk=member.classroom_id)
        still_here([member])
        fitting = fitting_drills(classroom, now)(member, options)
        if fitting.set is not None and not fitting.may_set:
            return fitting.set
        return set_drill(classroom, teacher, options, due_on=due_on, now=now, pupils=[member])


def put_away(member: Membership, reason: str, teacher: User, now: datetime) -> None:
    """Put a reason away until what comes from now on shows it anew.

    Raises Gone for somebody who has gone a moment ago.
    """
    with writing():
        still_here([member])
        PutAway.objects.update_or_create(membership=member, reason=reason, defaults={"teacher": teacher, "put_at": now})


def show_again(member: Membership, reason: str) -> None:
    """Take back that a reason was put away."""
    PutAway.objects.filter(membership=member, reason=reason).delete()
