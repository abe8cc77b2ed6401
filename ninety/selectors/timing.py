"""Who is at a table, how long its clocks have run, and when the server itself has something to do there."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from ninety.engine.state import State
from ninety.models import Match, Seat

MILLISECOND = timedelta(milliseconds=1)
IDLE_LIMIT = timedelta(minutes=2)
"""How much of a pause the match clock counts at most between two looks of the server: an outage costs little."""
BOT_DELAYS_MS: dict[str, int] = {
    Match.Pace.SLOW: 4000,
    Match.Pace.NORMAL: 2200,
    Match.Pace.FAST: 900,
    Match.Pace.INSTANT: 100,
}
"""How long a bot takes for each of the two steps of its turn, its card and its total."""
TENTHS, MOST_STRETCH = 10, 100
"""What the stretching of a person's limits is counted in, and the most of it."""
GRACE = timedelta(seconds=2)
"""How long after a time limit an answer that was on its way is still taken."""
LAST_TURN = timedelta(seconds=60)
"""How long the turn that stands when a match closes may still take."""
GRACE_OF_THE_CLOCK = timedelta(seconds=10)
"""How long the match clock waits for the total of a card that a person has laid."""
IDLE_BEFORE_ASKED_PAST = timedelta(minutes=2)
"""How long somebody who is present may do nothing before the others may ask a bot to take the turn."""


def is_present(match: Match, seat: Seat, now: datetime) -> bool:
    """Return whether a seat's person has been seen lately; a bot is neither present nor away, a team always there."""
    return seat.is_team or (seat.seen_at is not None and now - seat.seen_at <= timedelta(seconds=match.away_limit))


def people_of(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats that belong to people."""
    return tuple(seat for seat in seats if seat.is_person)


def devices_of(seats: Iterable[Seat]) -> set[int | None]:
    """Return the people on whose devices the seats are played."""
    return {seat.keeper_id or seat.user_id for seat in people_of(seats)}


def time_running(match: Match, now: datetime) -> timedelta:
    """Return how long the match clock has run since it was last booked; it stands still while a table rests."""
    if match.due_at is None:
        return timedelta()
    return min(max(now - match.touched_at, timedelta()), IDLE_LIMIT)


def clock_left_ms(match: Match, clock: int, now: datetime) -> int | None:
    """Return the milliseconds left of a match clock of `clock` seconds, None where there is none."""
    if not clock:
        return None
    return clock * 1000 - match.clock_used_ms - round(time_running(match, now) / MILLISECOND)


def phase_of(match: Match) -> str:
    """Return what a committed card waits for, an empty text where none lies."""
    return match.committed["phase"] if match.committed else ""


def actor_of(match: Match, state: State) -> int | None:
    """Return the seat that the table waits for; None when it waits for nobody in particular.

    A card that was laid waits for its player's total, one whose total stands for the seat that is to agree with it.
    """
    phase = phase_of(match)
    if phase in {Match.Phase.ANSWERED, Match.Phase.TOLD}:
        return None
    if phase == Match.Phase.SAID and match.committed:
        agrees: int | None = match.committed["next"]
        return agrees
    return state.turn


def is_played_by_bot(match: Match, seat: Seat) -> bool:
    """Return whether a bot does the next step of a seat that the table waits for."""
    laid_by_bot = phase_of(match) == Match.Phase.LAID and bool(match.committed and match.committed.get("by_bot"))
    return seat.is_bot or bool(seat.held) or laid_by_bot


def limit_of(match: Match, seat: Seat) -> int:
    """Return the seconds that the person of a seat has for this step of a turn, 0 for any time, which teams have."""
    if not seat.is_person:
        return 0
    limit = match.computing_limit if phase_of(match) == Match.Phase.LAID else match.choosing_limit
    return -(-limit * seat.person.stretch // TENTHS)


def stretched(wait: timedelta, seats: Iterable[Seat]) -> timedelta:
    """Return a wait as the slowest of some people needs it; for whoever has no limits it is as long as any can be."""
    return wait * max((seat.person.stretch or MOST_STRETCH for seat in seats), default=TENTHS) / TENTHS


def until_of(match: Match) -> datetime | None:
    """Return when the wait of a committed card ends by itself, None where it does not."""
    until = match.committed.get("until") if match.committed else None
    return datetime.fromisoformat(until) if until else None


def due_of(match: Match, clock: int, state: State, seats: Iterable[Seat], now: datetime) -> datetime | None:
    """Return when the server has something to do at a table next, in the past when it is late; None while it rests."""
    seats = tuple(seats)
    if (
        match.ended_at is not None
        or match.paused_at is not None
        or not any(is_present(match, seat, now) for seat in seats)
    ):
        return None
    moments = [*_clock_moments(match, clock), *filter(None, [until_of(match)])]
    if match.closes_at is not None:
        moments.append(match.closes_at + LAST_TURN)
    number = actor_of(match, state)
    if number is not None:
        moments.extend(_actor_moments(match, next(seat for seat in seats if seat.number == number), now))
    return min(moments, default=None)


def _clock_moments(match: Match, clock: int) -> Iterator[datetime]:
    """Say when the match clock has run out, and when the server has to look at it at the latest."""
    if not clock:
        return
    left = timedelta(milliseconds=clock * 1000 - match.clock_used_ms)
    is_laid = phase_of(match) == Match.Phase.LAID
    yield match.touched_at + min(max(left, timedelta()) + is_laid * GRACE_OF_THE_CLOCK, IDLE_LIMIT)


def _actor_moments(match: Match, seat: Seat, now: datetime) -> Iterator[datetime]:
    """Say when a seat's next step is taken by a bot or ended by a limit, and when its person counts as away."""
    if is_played_by_bot(match, seat):
        if until_of(match) is None:
            yield match.step_since + timedelta(milliseconds=BOT_DELAYS_MS[match.pace])
        return
    if limit := limit_of(match, seat):
        yield match.step_since + timedelta(seconds=limit) + GRACE
    if seat.seen_at is not None:
        # Somebody may have been away for long when another comes back: that is no outage of the server.
        yield max(seat.seen_at + timedelta(seconds=match.away_limit) + MILLISECOND, now)
