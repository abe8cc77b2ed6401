"""What the server does by itself: the steps of bots, time limits, reveals, and seats whose people are away."""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, Q, Subquery
from django.utils import timezone

from ninety.engine import actions
from ninety.models import Match, Seat
from ninety.prepared import Moment, Number, Prepared
from ninety.selectors import (
    BOT_DELAYS_MS,
    GRACE_OF_THE_CLOCK,
    LAST_TURN,
    actor_of,
    clock_left_ms,
    is_played_by_bot,
    is_present,
    limit_of,
    people_of,
    phase_of,
    time_running,
    until_of,
)
from ninety.services import Change, SeenBy, Unchanged, changing, choose_for
from trainer.models import Answer
from trainer.services.flow import announce_for, close, count_guided_turn, reveal, take_answer

AT_ONCE = 50
OUTAGE = timedelta(seconds=6)
"""What is later than this was due while the server was away: nobody is to suffer for that."""
SET_BACK = timedelta(minutes=1)
"""A table touched further in the time to come was so before the clock was set back; machines differ by less."""
STEPS_AT_ONCE = 24
"""How many steps bots take in one transaction where they play at once; the next one goes on from there."""
LOOK_AGAIN = timedelta(seconds=5)
REST_AFTER_A_FAULT = timedelta(minutes=5)

_IS_DUE = Q(due_at__lte=Moment("now")) | Q(touched_at__gt=Moment("set_back"))
_DUE = Prepared(
    lambda: (
        Match.objects.filter(_IS_DUE, due_at__isnull=False).order_by("due_at").values_list("pk", flat=True)[:AT_ONCE]
    )
)
_ANSWERS: Any = Answer.objects.filter(match=Number("match")).order_by("-pk")
_NEWEST = Prepared(lambda: _ANSWERS.filter(user=Number("user"))[:1])
# A first try that was not right is explained by nothing that would have to be read: the next answer follows it.
_UNREAD = Prepared(
    lambda: _ANSWERS.filter(
        pk=Subquery(_ANSWERS.filter(user=OuterRef("user")).values("pk")[:1]), right=False, read_at__isnull=True
    ).values_list("user_id", flat=True)
)

log = logging.getLogger(__name__)


def run_due(now: datetime | None = None) -> int:
    """Do what is due at all tables, one step at each; return how many were moved."""
    moment = now or timezone.now()
    return sum(_run(pk, now) for pk in _DUE(now=moment, set_back=moment + SET_BACK))


def _run(pk: int, now: datetime | None) -> bool:
    try:
        with changing(pk, version=None, now=now, is_busy_fine=False) as change:
            return carry_out(change)
    except Unchanged:
        return False
    except Exception:
        # One table that cannot go on must not stop all others.
        log.exception("A table could not go on.")
        Match.objects.filter(pk=pk).update(due_at=timezone.now() + REST_AFTER_A_FAULT)
        return False


def carry_out(change: Change) -> bool:
    """Do the one thing that is due at a table; return whether the table has moved."""
    match, now = change.match, change.now
    change.seen_by = SeenBy.NOBODY
    was_set_back = match.touched_at > now + SET_BACK
    if match.due_at is None or (match.due_at > now and not was_set_back):
        return False
    if was_set_back:
        _make_good(change, match.touched_at)
    elif now - match.due_at > OUTAGE:
        _make_good(change, match.due_at)
    elif any(is_present(match, seat, now) for seat in change.seats) and _go_on(change):
        change.seen_by = SeenBy.TABLE
    return change.seen_by is SeenBy.TABLE


def _go_on(change: Change) -> bool:
    match, until = change.match, until_of(change.match)
    if settle(change):
        return True
    if until is not None and until <= change.now:
        (reveal if phase_of(match) == Match.Phase.ANSWERED else close)(change)
        return True
    number = actor_of(match, change.state)
    if number is None:
        return False
    seat = change.seat(number)
    if not is_played_by_bot(match, seat):
        if is_present(match, seat, change.now):
            return False
        change.hold(seat, Seat.Held.AWAY)
        change.restart_step()
        return True
    if until is not None or change.waited_ms < BOT_DELAYS_MS[match.pace]:
        return False
    if _all_read(change):
        change.look_again_at = change.now + LOOK_AGAIN
        return False
    return hurry(change) > 0


def hurry(change: Change) -> int:
    """Let the bots take the steps that come next, one or, where they play at once, many; return how many they took."""
    match, taken = change.match, 0
    most = STEPS_AT_ONCE if match.pace == Match.Pace.INSTANT else 1
    while taken < most and match.ended_at is None:
        number = actor_of(match, change.state)
        if number is not None and not is_played_by_bot(match, change.seat(number)):
            break
        _bot_step(change, number)
        taken += 1
    return taken


def _bot_step(change: Change, number: int | None) -> None:
    """Take the next step that needs no person: reveal, close, announce, or lay a card."""
    match phase_of(change.match):
        case Match.Phase.ANSWERED:
            reveal(change)
        case Match.Phase.SAID:
            close(change)
        case Match.Phase.LAID if number is not None:
            announce_for(change, change.seat(number))
        case _ if number is not None:
            seat = change.seat(number)
            choose_for(change, seat, by_bot=not seat.is_bot)


def _all_read(change: Change) -> bool:
    """Return whether everybody who is here reads an explanation: the bots wait for that."""
    here = {seat.user_id for seat in people_of(change.seats) if is_present(change.match, seat, change.now)}
    return bool(here) and here <= set(_UNREAD(match=change.match.pk))


def _make_good(change: Change, was: datetime) -> None:
    """Start the step anew after an outage or another time of day, and take those for present who were so before it."""
    match = change.match
    if (until := until_of(match)) is not None:
        change.note(until=(change.now + max(until - match.step_since, timedelta())).isoformat())
    for seat in people_of(change.seats):
        if is_present(match, seat, was):
            change.see(seat)
    match.touched_at = change.now
    change.restart_step()


def settle(change: Change, grace: timedelta = timedelta()) -> bool:
    """Carry out the time limit that has run out in an open change; return whether one had.

    `grace` is what an answer already on its way is given beyond a limit of the turn.
    """
    seat, closes_at = _person_on_turn(change), change.match.closes_at
    if closes_at is not None and change.now >= closes_at + LAST_TURN:
        change.close()
    elif _is_time_up(change, seat):
        change.apply(actions.TimeUp())
    elif seat is None or not _is_limit_over(change, seat, grace):
        return False
    elif phase_of(change.match) == Match.Phase.LAID:
        take_answer(change, seat, None)
    elif phase_of(change.match) == Match.Phase.SAID:
        close(change)
    else:
        choose_for(change, seat, "beginner", time_was_up=True)
        if change.match.committed is None:
            count_guided_turn(change)
    return True


def _is_limit_over(change: Change, seat: Seat, grace: timedelta) -> bool:
    match, limit = change.match, limit_of(change.match, seat)
    if not limit or change.now - match.step_since < timedelta(seconds=limit) + grace:
        return False
    return match.committed is not None or not _reads_an_explanation(change, seat)


def _is_time_up(change: Change, seat: Seat | None) -> bool:
    """Return whether the match clock has run out; the total of a card that a person has laid is given a little time."""
    left = clock_left_ms(change.match, change.rules.clock, change.now)
    if left is None or left > 0:
        return False
    if seat is None or phase_of(change.match) != Match.Phase.LAID:
        return True
    unbooked = change.now - change.match.touched_at - time_running(change.match, change.now)
    return timedelta(milliseconds=-left) + unbooked >= GRACE_OF_THE_CLOCK


def _reads_an_explanation(change: Change, seat: Seat) -> bool:
    last = _NEWEST.first(match=change.match.pk, user=seat.person.pk)
    if last is None or last.right or last.read_at is not None:
        return False
    change.look_again_at = change.now + LOOK_AGAIN
    return True


def _person_on_turn(change: Change) -> Seat | None:
    """Return the seat of the person whom the table waits for; None where that is a bot, or nobody in particular."""
    number = actor_of(change.match, change.state)
    seat = None if number is None else change.seat(number)
    return None if seat is None or is_played_by_bot(change.match, seat) else seat
