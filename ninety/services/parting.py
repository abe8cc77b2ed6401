"""What becomes of the seats and places of somebody who must go, for a while or for good."""

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.utils import timezone

from ninety.broadcast import match_topic, publish, table_topic
from ninety.locks import writing
from ninety.models import Match, Seat, Table, User
from ninety.services.changes import NotNow, changing
from ninety.services.tables import leave_place

OF_A_PERSON = ("language", "stretch", "untimed_drills", "track_always", "memory_off", "known_cards", "was_guided")
"""What suits one person, and goes with the name; whether times are judged goes with the answers that it is about."""
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
        if not User.objects.select_for_update().filter(pk=person.pk):
            return
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


def unname(person: User, number: str, now: datetime) -> None:
    """Take from a person all that says who it is, for good; what the person has done stays under a number.

    Nobody can sign in as the person any more, streams end, and at tables the name becomes the number of the seat.
    """
    with writing():
        shut_out(person, now)
        User.objects.filter(kind=User.Kind.GUEST, seats__keeper=person).update(display_name="")
        Seat.objects.filter(Q(user=person) | Q(keeper=person)).update(name="")
        User.objects.filter(pk=person.pk).update(
            username=f"unnamed-{secrets.token_hex(12)}",
            display_name=number,
            password=make_password(None),
            email="",
            is_active=False,
            last_login=None,
            **{name: getattr(User(), name) for name in OF_A_PERSON},
        )


def share_a_match(one: User, other: User) -> bool:
    """Return whether two people have had seats at the same match."""
    return one.seats.filter(match__seats__user=other).exists()


def hand_on(person: User, heir: User) -> None:
    """Give everything that a person has to another, and take the person out of the database.

    What the other has already, such as a place at the same table, goes with the person; so does what there is one of
    for each, such as a rating. They must not share a match.
    """
    with writing():
        if not User.objects.select_for_update().filter(pk=person.pk):
            return
        shut_out(person, timezone.now())
        person.seats.update(name=heir.display_name)
        for relation in User._meta.related_objects:
            if relation.one_to_many:
                _hand_on_rows(relation.related_model._default_manager, relation.field.name, person, heir)
        person.delete()


def _hand_on_rows(manager: models.Manager[Any], link: str, person: User, heir: User) -> None:
    """Point rows to another person: all at once, or those that can where a constraint stands against some."""
    rows = manager.filter(**{link: person})
    try:
        with transaction.atomic():
            rows.update(**{link: heir})
    except IntegrityError:
        for pk in list(rows.values_list("pk", flat=True)):
            with suppress(IntegrityError), transaction.atomic():
                manager.filter(pk=pk).update(**{link: heir})


def _nobody() -> User:
    """Make somebody who has no name and can never come in, to hold what others have played with."""
    return User.objects.create_user(f"erased-{secrets.token_hex(12)}", kind=User.Kind.VISITOR, is_active=False)
