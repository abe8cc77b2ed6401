"""Move answers that were given under the wrong name to another of the class."""

from datetime import datetime

from classrooms.models import Membership
from classrooms.selectors.moving import DRILL, is_played_on
from ninety.locks import writing
from ninety.models import Seat, User
from trainer.services.moving import NotTheirs, StillGoingOn, move_drill, move_seat


def move_answers(what: str, number: int, owner: Membership, heir: Membership, teacher: User, now: datetime) -> None:
    """Move a drill, or a seat at a match, by primary key, from one of a class to another.

    Raises NotTheirs where it is somebody else's by now, and StillGoingOn.
    """
    with writing():
        if what == DRILL:
            move_drill(number, owner.user, heir.user, teacher, now)
            return
        seat = Seat.objects.filter(pk=number).first()
        if seat is None:
            raise NotTheirs
        if is_played_on(seat):
            raise StillGoingOn
        move_seat(number, owner.user, heir.user, teacher, now)
