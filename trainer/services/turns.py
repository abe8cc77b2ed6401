"""The turn of a person: each call marks and logs in the transaction of what it does to the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from ninety.engine import actions
from ninety.engine.cards import Card
from ninety.engine.errors import CanStillPlay, MustLower, PastTheLimit
from ninety.models import Seat
from ninety.selectors import GRACE, actor_of, devices_of
from ninety.services import Change, NotNow, SeenBy, changing, leave_place, welcome
from trainer.models import Answer, Judgement
from trainer.selectors import special_cards
from trainer.services.due import hurry, settle
from trainer.services.flow import count_guided_turn, take_answer


@dataclass(frozen=True)
class Outcome:
    """What came of a request: the change as it was made, and the answer that it logged."""

    change: Change
    answer: Answer | None = None

    @property
    def too_late(self) -> bool:
        """Return whether a time limit had run out before the request came."""
        return self.change.too_late


def acting(change: Change, seat: Seat) -> Seat:
    """Return the seat of a person who acts, as it is in an open change; raises NotNow where a bot holds it."""
    mine = change.seat(seat.number)
    welcome(change, mine)
    if mine.held:
        raise NotNow
    return mine


def is_in_time(change: Change) -> bool:
    """Return whether no time limit had run out before; where one had, what follows from it is carried out instead."""
    change.too_late = settle(change, grace=GRACE)
    return not change.too_late


def commit_play(  # noqa: PLR0913
    seat: Seat,
    card: Card,
    choice: int | None,
    *,
    version: int,
    key: str,
    tries: int | None = None,
    seats: Sequence[Seat] | None = None,
    now: datetime | None = None,
) -> Outcome:
    """Lay a card for a person.

    One that leaves the bounds is logged as a judgement and changes nothing else. Raises Unchanged for a request that
    does not fit the table, and the engine's refusal for a play that breaks another rule.
    """
    with changing(seat.match_id, version=version, tries=tries, key=key, seats=seats, now=now) as change:
        mine = acting(change, seat)
        if is_in_time(change):
            try:
                change.commit_card(mine.number, card, choice)
            except (PastTheLimit, MustLower):
                _log_overshoot(change, mine, card, choice)
                change.seen_by = SeenBy.PERSON
            else:
                _remember_special_cards(change, mine)
    return Outcome(change)


def announce_total(
    seat: Seat,
    announced: int,
    *,
    version: int,
    key: str,
    tries: int | None = None,
    seats: Sequence[Seat] | None = None,
    now: datetime | None = None,
) -> Outcome:
    """Mark and log the total that a person announced, and end the turn where the answer policy says so."""
    with changing(seat.match_id, version=version, tries=tries, key=key, seats=seats, now=now) as change:
        mine, answer = acting(change, seat), None
        if is_in_time(change):
            answer = take_answer(change, mine, announced)
    return Outcome(change, answer)


def claim_bust(
    seat: Seat,
    *,
    version: int,
    key: str,
    tries: int | None = None,
    seats: Sequence[Seat] | None = None,
    now: datetime | None = None,
) -> Outcome:
    """Check and log that a person says no card fits, and book it where it is true."""
    with changing(seat.match_id, version=version, tries=tries, key=key, seats=seats, now=now) as change:
        mine = acting(change, seat)
        if is_in_time(change):
            _claim(change, mine)
    return Outcome(change)


def _claim(change: Change, seat: Seat) -> None:
    if change.match.committed is not None:
        raise NotNow
    total, play_number, choosing_ms = change.state.total, change.next_step, change.waited_ms
    try:
        change.apply(actions.Bust(seat.number))
        kind = Judgement.Kind.BUST
        count_guided_turn(change)
    except CanStillPlay:
        kind = Judgement.Kind.FALSE_BUST
        change.seen_by = SeenBy.PERSON
    Judgement.objects.create(
        user=seat.person,
        match=change.match,
        play_number=play_number,
        seat_number=seat.number,
        kind=kind,
        total=total,
        right=kind == Judgement.Kind.BUST,
        choosing_ms=choosing_ms,
        judged_at=change.now,
    )


def step(seat: Seat, *, version: int, key: str) -> Outcome:
    """Hurry the bots, where all people sit at one device: what is due, else the next step of the bot on turn."""
    with changing(seat.match_id, version=version, key=key) as change:
        welcome(change, change.seat(seat.number))
        if not settle(change) and (len(devices_of(change.seats)) > 1 or not hurry(change)):
            raise NotNow
    return Outcome(change)


def leave(seat: Seat, *, key: str) -> Outcome:
    """Let the people of a device leave a match for good, and the table; it ends where nobody is left who plays it."""
    device = seat.keeper_id or seat.user_id
    with changing(seat.match_id, version=None, key=key) as change:
        leaving = [each for each in change.seats if device == (each.keeper_id or each.user_id)]
        for each in leaving:
            if change.state.turn is not None and change.state.lives[each.number]:
                change.apply(actions.Leave(each.number))
            each.seen_at = None
            each.save(update_fields=["seen_at"])
        staying = [
            each for each in change.seats if not each.is_bot and each not in leaving and each.seen_at is not None
        ]
        if not staying and change.match.ended_at is None:
            change.match.committed, change.match.ended_at = None, change.now
        if change.match.table is not None:
            leave_place(change.match.table, seat.person)
    return Outcome(change)


def go_on(seat: Seat, *, play_number: int, key: str, now: datetime | None = None) -> None:
    """Note that a person has read what stood on the page before a play; the time to choose begins only then.

    It begins anew only where there was something to read: nobody gains time by asking again.
    """
    now = now or timezone.now()
    answers = Answer.objects.filter(user=seat.person, match_id=seat.match_id, read_at__isnull=True)
    try:
        with changing(seat.match_id, version=None, key=key, now=now) as change:
            change.seen_by = SeenBy.NOBODY
            unread = answers.filter(play_number__lt=min(play_number, change.next_step))
            had_mistakes = unread.filter(right=False).exists()
            unread.update(read_at=change.now)
            is_waited_for = actor_of(change.match, change.state) == seat.number or len(devices_of(change.seats)) == 1
            if had_mistakes and is_waited_for and change.match.committed is None:
                change.restart_step()
    except NotNow:
        answers.filter(play_number__lt=play_number).update(read_at=now)


def uncover(seat: Seat, *, key: str) -> None:
    """Note that the next person has the device that is passed round: the time to choose begins only then."""
    with changing(seat.match_id, version=None, key=key) as change:
        change.seen_by = SeenBy.NOBODY
        if actor_of(change.match, change.state) != seat.number:
            raise NotNow
        change.restart_step()


def _log_overshoot(change: Change, seat: Seat, card: Card, choice: int | None) -> None:
    Judgement.objects.get_or_create(
        user=seat.person,
        match=change.match,
        play_number=change.next_step,
        kind=Judgement.Kind.OVERSHOOT,
        card=card.code,
        choice=choice,
        defaults={
            "seat_number": seat.number,
            "total": change.state.total,
            "right": False,
            "choosing_ms": change.waited_ms,
            "judged_at": change.now,
        },
    )


def _remember_special_cards(change: Change, seat: Seat) -> None:
    person = seat.person
    held = special_cards(change.rules, change.state.hands[seat.number])
    if new := [known for known in held if known not in person.known_cards]:
        person.known_cards = [*person.known_cards, *new]
        person.save(update_fields=["known_cards"])
