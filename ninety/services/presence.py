"""Who is at a table: people come back, stay away, or have a bot play for them."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.utils import timezone

from ninety.locks import writing
from ninety.models import Match, Place, Seat, User
from ninety.prepared import Number, Prepared
from ninety.selectors import is_present, seats_on_device
from ninety.services.changes import Change, NotNow, SeenBy, changing

_MATCH = Prepared(lambda: Match.objects.filter(pk=Number("pk")))

FRESH = timedelta(seconds=15)
"""How old a sign of presence may be before it is renewed."""


def note_presence(seat_pks: Collection[int], place_pks: Collection[int] = (), now: datetime | None = None) -> None:
    """Note that the people of these seats and places are at their tables still."""
    now = now or timezone.now()
    with writing():
        if seat_pks:
            Seat.objects.filter(pk__in=seat_pks).update(seen_at=now)
        if place_pks:
            Place.objects.filter(pk__in=place_pks).update(seen_at=now)


def must_arrive(match: Match, seats: Collection[Seat], now: datetime) -> bool:
    """Return whether the table has to hear that the person of these seats is here."""
    if match.ended_at is not None:
        return False
    is_resting = match.due_at is None and match.paused_at is None
    is_old = any(seat.seen_at is None or now - seat.seen_at > FRESH for seat in seats)
    return is_old or any(seat.held == Seat.Held.AWAY for seat in seats) or (bool(seats) and is_resting)


def arrive(match_pk: int, person: User, now: datetime | None = None) -> None:
    """Note that a person is at the table, on whatever device: a bot that held the seat gives it back, a rest ends."""
    now = now or timezone.now()
    match = _MATCH.first(pk=match_pk)
    if match is None or not must_arrive(match, seats_on_device(match_pk, person), now):
        return
    try:
        with changing(match_pk, version=None, now=now) as change:
            change.seen_by = SeenBy.NOBODY
            rested = change.match.due_at is None
            for seat in change.seats:
                if person.pk == (seat.keeper_id or seat.user_id):
                    welcome(change, seat)
            if rested:
                change.match.touched_at = change.match.moved_at = now
                change.restart_step()
    except NotNow:
        return


def welcome(change: Change, seat: Seat) -> None:
    """Note in an open change that the person of a seat is here, and give the seat back if a bot held it meanwhile."""
    if seat.held == Seat.Held.AWAY:
        change.hold(seat, "")
    if not is_present(change.match, seat, change.now) or change.now - (seat.seen_at or change.now) > FRESH:
        change.see(seat)


def hand_over(opener: User, match: Match, number: int, *, version: int, key: str) -> None:
    """Let a bot play in a person's seat at once, and until the person takes it back; for the one who opened the table.

    Raises NotNow for anybody else, and for a seat that no person plays.
    """
    with changing(match.pk, version=version, key=key) as change:
        table = change.match.table
        seat = next((seat for seat in change.seats if seat.number == number), None)
        if table is None or table.opener_id != opener.pk or seat is None or seat.is_bot or seat.held:
            raise NotNow
        if seat.user_id == opener.pk:
            raise NotNow
        change.hold(seat, Seat.Held.HANDED_OVER)
        change.restart_step()


def take_back(seat: Seat, *, version: int, key: str) -> None:
    """Give a seat that was handed over back to its person; in a room only whoever looks after that does so."""
    with changing(seat.match_id, version=version, key=key) as change:
        mine, table = change.seat(seat.number), change.match.table
        if not mine.held or (table is not None and table.room_id is not None):
            raise NotNow
        change.hold(mine, "")
        change.see(mine)
        change.restart_step()
