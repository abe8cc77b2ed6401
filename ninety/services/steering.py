"""Steer a match from outside, for whoever looks after several: pause it, close it, and seat people in its midst."""

from contextlib import AbstractContextManager, suppress
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from ninety.locks import writing
from ninety.models import Match, Room, Seat, Table, User
from ninety.selectors import actor_of, due_of, people_of, until_of
from ninety.services.changes import Change, NotNow, changing


def open_room(now: datetime | None = None) -> Room:
    """Make a room for several tables."""
    return Room.objects.create(changed_at=now or timezone.now())


def close_room(room_pk: int, now: datetime) -> None:
    """End what is played in a room, and take the room away; matches stay as long as somebody who has played them.

    Tables go at which nobody has, and the matches that bots and teams have played there by themselves.
    """
    with writing():
        mine = Match.objects.filter(table__room=room_pk)
        for pk in mine.filter(ended_at=None).order_by("pk").values_list("pk", flat=True):
            close_now(pk, now)
        mine.exclude(Exists(Seat.objects.filter(match=OuterRef("pk"), user__isnull=False))).delete()
        Table.objects.filter(room=room_pk).exclude(Exists(Match.objects.filter(table=OuterRef("pk")))).delete()
        Room.objects.filter(pk=room_pk).delete()


def pause(match_pk: int, now: datetime) -> None:
    """Let a match stand still with all of its clocks; one that does, or is over, is left as it is."""
    with suppress(NotNow), changing(match_pk, version=None, now=now) as change:
        change.match.paused_at = now


def resume(match_pk: int, now: datetime) -> None:
    """Let a match go on as if the pause had not been; one that is not paused is left as it is."""
    with suppress(NotNow), _steering(match_pk, now) as change:
        match = change.match
        if match.paused_at is None:
            raise NotNow
        stood = max(now - match.paused_at, timedelta())
        match.step_since += stood
        if (until := until_of(match)) is not None:
            change.note(until=(until + stood).isoformat())
        match.touched_at, match.paused_at = now, None


def close_by(match_pk: int, closes_at: datetime | None, now: datetime) -> None:
    """Have a match end with the turn that stands at a time, None for no such time.

    Where that time has come and nobody is there to finish a turn, it ends at once.
    """
    with suppress(NotNow), _steering(match_pk, now) as change:
        match = change.match
        match.closes_at = closes_at
        if closes_at is None or closes_at > now:
            return
        is_waited_for = due_of(match, change.rules.clock, change.state, change.seats, now) is not None
        match.paused_at = None
        if not is_waited_for:
            change.close()


def close_now(match_pk: int, now: datetime) -> None:
    """End a match where it stands; one that is over is left as it is."""
    with suppress(NotNow), _steering(match_pk, now) as change:
        change.match.paused_at = None
        change.close()


def hold_seat(match_pk: int, person: User, now: datetime) -> None:
    """Let a bot play on in the seat of somebody who may stay."""
    with suppress(NotNow), _steering(match_pk, now) as change:
        for seat in people_of(change.seats):
            if seat.user_id == person.pk and seat.held != Seat.Held.HANDED_OVER:
                _hand(change, seat, Seat.Held.HANDED_OVER)


def take_away(match_pk: int, person: User, now: datetime) -> None:
    """Let bots play on for somebody who leaves a match with their device, and for those who play on it.

    From then on a seat that somebody else had on a device is its own person's, on theirs.
    """
    with suppress(NotNow), _steering(match_pk, now) as change:
        for seat in people_of(change.seats):
            if person.pk not in {seat.user_id, seat.keeper_id}:
                continue
            if seat.keeper_id not in {None, seat.user_id}:
                seat.keeper = None
                seat.save(update_fields=["keeper"])
            _hand(change, seat, Seat.Held.HANDED_OVER)


def give_back(match_pk: int, person: User, now: datetime) -> None:
    """Give somebody back the seat that a bot has held."""
    with suppress(NotNow), _steering(match_pk, now) as change:
        for seat in people_of(change.seats):
            if seat.user_id == person.pk and seat.held:
                _hand(change, seat, "")


def take_bots_seat(match_pk: int, person: User, name: str, now: datetime) -> None:
    """Seat a person who comes late in the place of a bot, with its cards and lives, unless no bot can go."""
    with suppress(NotNow), _steering(match_pk, now) as change:
        laid_by = change.match.committed["seat"] if change.match.committed else None
        lives = change.state.lives
        bots = [seat for seat in change.seats if seat.is_bot and lives[seat.number] and seat.number != laid_by]
        if not bots or any(seat.user_id == person.pk for seat in change.seats):
            raise NotNow
        seat = bots[0]
        seat.user, seat.name, seat.strength, seat.seen_at = person, name, "", now
        seat.save(update_fields=["user", "name", "strength", "seen_at"])
        change.seats_changed = True
        _begin_anew(change, seat)


def _steering(match_pk: int, now: datetime) -> AbstractContextManager[Change]:
    """Open a change of a match, paused or not."""
    return changing(match_pk, version=None, now=now, is_pause_fine=True)


def _hand(change: Change, seat: Seat, held: str) -> None:
    """Let a bot hold a seat, or give it back (an empty `held`)."""
    change.hold(seat, held)
    _begin_anew(change, seat)


def _begin_anew(change: Change, seat: Seat) -> None:
    """Count the time of the step from now, where it is the step of a seat that somebody else has from now on."""
    if actor_of(change.match, change.state) == seat.number:
        change.restart_step()
