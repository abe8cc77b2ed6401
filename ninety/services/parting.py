"""What becomes of the seats and places of somebody who must go, for a while or for good."""

import secrets
from datetime import datetime, timedelta

from django.db.models import F, Q

from ninety.broadcast import match_topic, publish, table_topic
from ninety.locks import writing
from ninety.models import Match, Seat, Table, User
from ninety.services.changes import NotNow, changing
from ninety.services.tables import leave_place

LOOKED_AT = timedelta(days=2)
"""How long after the last move of a match that is over somebody may still have its page open."""


def shut_out(person: User, now: datetime) -> None:
    """Let bots play on for somebody who may not come in any more, free the places, and end the streams."""
    mine = Match.objects.filter(Q(seats__user=person) | Q(seats__keeper=person)).distinct().order_by("pk")
    with writing():
        for pk in list(mine.filter(ended_at=None).values_list("pk", flat=True)):
            _hold_seats(pk, person, now)
        for table in list(Table.objects.filter(places__user=person)):
            leave_place(table, person)
            publish(table_topic(table.pk), table.version, recheck=True)
        recent = mine.filter(Q(ended_at=None) | Q(touched_at__gte=now - LOOKED_AT))
        for pk, version in recent.values_list("pk", "version"):
            publish(match_topic(pk), version, recheck=True)


def _hold_seats(match_pk: int, person: User, now: datetime) -> None:
    """Give the seats of a person, and those on the person's device, to bots until they are taken back."""
    try:
        with changing(match_pk, version=None, now=now, is_pause_fine=True) as change:
            for seat in change.seats:
                if person.pk in (seat.user_id, seat.keeper_id) and not seat.held:
                    change.hold(seat, Seat.Held.HANDED_OVER)
            change.restart_step()
    except NotNow:
        return


def forget(person: User, now: datetime) -> None:
    """Take a person out of the database for good; what was played at shared tables stays, under the seat's number.

    Whoever played on the person's device alone loses the name as well. Raises ProtectedError where something else hangs
    on the person, such as a class.
    """
    with writing():
        shut_out(person, now)
        kept = User.objects.filter(kind=User.Kind.GUEST, seats__keeper=person)
        kept.update(display_name="")
        seats = Seat.objects.filter(Q(user=person) | Q(keeper=person))
        looked_at = list(
            seats.filter(match__touched_at__gte=now - LOOKED_AT).values_list("match", flat=True).distinct()
        )
        is_remembered = seats.exists() or person.opened_tables.exists()
        seats.update(name="")
        if is_remembered:
            nobody = _nobody()
            person.seats.update(user=nobody)
            person.kept_seats.update(keeper=nobody)
            person.opened_tables.update(opener=nobody)
        person.delete()
        matches = Match.objects.filter(pk__in=looked_at)
        matches.update(version=F("version") + 1)
        for pk, version in matches.values_list("pk", "version"):
            publish(match_topic(pk), version, recheck=True)


def _nobody() -> User:
    """Make somebody who has no name and can never come in, to hold what others have played with."""
    return User.objects.create_user(f"erased-{secrets.token_hex(12)}", kind=User.Kind.VISITOR, is_active=False)
