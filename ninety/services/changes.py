"""One guarded change of a match: a transaction that reads the state, applies actions, and saves all at its end."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from functools import cached_property
from typing import Any

from django.utils import timezone

from ninety.broadcast import match_topic, publish, room_topic
from ninety.chance import dice
from ninety.engine import actions, rules
from ninety.engine.actions import UNSAID
from ninety.engine.cards import Card, print_cards
from ninety.engine.referee import check
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import Cards, State
from ninety.locks import writing
from ninety.models import Action, Match, Seat
from ninety.prepared import Number, Prepared
from ninety.selectors import MILLISECOND, due_of, moment_of, phase_of, rules_of, time_running
from ninety.services.notices import table_changed

KEYS_KEPT = 16
RECENT = 9
A_DAY = timedelta(days=1)
COLUMNS = (
    "steps", "committed", "version", "tries", "request_keys", "guided_turns",
    "step_since", "touched_at", "moved_at", "clock_used_ms", "due_at", "ended_at", "paused_at", "closes_at",
)  # fmt: skip
"""What a change writes of a match beside its state."""

_SEATS = Prepared(lambda: Seat.objects.filter(match=Number("match")).select_related("user"))
_RECENT = Prepared(lambda: Action.objects.filter(match=Number("match")).order_by("-number")[:RECENT])
_MATCH = Match.objects.filter(pk=Number("pk")).select_related("table")
_WAITED_FOR = Prepared(lambda: _MATCH.select_for_update(of=("self",)))
_UNLESS_BUSY = Prepared(lambda: _MATCH.select_for_update(of=("self",), skip_locked=True))


class Unchanged(Exception):
    """The request changes nothing: the table that stands is the answer."""


class Stale(Unchanged):
    """The table has moved on since the version that the request saw."""


class Repeated(Unchanged):
    """The same request was carried out before."""


class NotNow(Unchanged):
    """The request does not fit where the turn stands, as from a page that is out of date."""


class SeenBy(Enum):
    """Who can see what a change does."""

    TABLE = "table"
    PERSON = "person on turn"
    NOBODY = "nobody"


def shuffle_well(cards: Cards) -> Cards:
    """Shuffle by dice that nobody can foresee."""
    return tuple(dice().sample(cards, len(cards)))


class Shuffler:
    """Shuffles, and keeps every order that came out."""

    def __init__(self, shuffle: rules.Shuffle) -> None:
        self.shuffle = shuffle
        self.orders: list[str] = []

    def __call__(self, cards: Cards) -> Cards:
        order = self.shuffle(cards)
        self.orders.append(print_cards(order))
        return order


@dataclass
class Change:
    """One transaction's work on a match and its seats.

    `seen_by` says who can tell that it took place: only what the table sees raises the version and is published. That a
    total was said is not among it as long as others compute along.
    `is_logged` says that an answer has been written, which whoever follows the room sees even where the table does not.
    `look_again_at` puts off what else the server would do.
    """

    match: Match
    seats: Sequence[Seat]
    now: datetime
    seen_by: SeenBy = SeenBy.TABLE
    is_logged: bool = False
    too_late: bool = False
    look_again_at: datetime | None = None
    seats_changed: bool = False
    rules: RuleSet = field(init=False)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.rules = rules_of(self.match)
        self.state = State.from_json(self.rules, self.match.state)
        self._found = self.match.steps, phase_of(self.match)
        self._as_read = self.state

    @cached_property
    def recent(self) -> list[Action]:
        """The last actions, newest first; those of this change come on top."""
        return _RECENT(match=self.match.pk)

    @property
    def next_step(self) -> int:
        """The number in the record of the action that comes next."""
        return self.match.steps + 1

    @property
    def waited_ms(self) -> int:
        """Milliseconds since the present step of the turn began, a day at the most."""
        return round(min(max(self.now - self.match.step_since, timedelta()), A_DAY) / MILLISECOND)

    @property
    def committed(self) -> dict[str, Any]:
        """The card that lies on the table; raises NotNow where none does."""
        if self.match.committed is None:
            raise NotNow
        committed: dict[str, Any] = self.match.committed
        return committed

    def seat(self, number: int) -> Seat:
        """Return a seat by its number."""
        return next(seat for seat in self.seats if seat.number == number)

    def commit_card(self, seat: int, card: Card, choice: int | None, **why: bool) -> None:
        """Lay a card for all to see; its total is announced later. Raises an engine refusal for an illegal play.

        `why` notes what a page or a bot has to know later: `by_bot`, `time_was_up`.
        """
        if self.match.committed is not None:
            raise NotNow
        check(self.state, actions.Play(seat, card, choice))
        self.match.committed = {
            "seat": seat,
            "card": card.code,
            "choice": choice,
            "choosing_ms": self.waited_ms,
            "laid_at": self.now.isoformat(),
            "phase": Match.Phase.LAID.value,
            "tried": [],
            **why,
        }
        self.restart_step()

    def committed_play(self) -> actions.Play:
        """Return the play that lies on the table."""
        return actions.Play(self.committed["seat"], Card(self.committed["card"]), self.committed["choice"])

    def note(self, **parts: Any) -> None:
        """Note something about the card that lies on the table."""
        self.match.committed = {**self.committed, **parts}

    def wait(self, phase: Match.Phase, until: datetime | None, **parts: Any) -> None:
        """Leave the card on the table, for the others, until they have spoken or until a time."""
        self.note(phase=phase.value, until=until.isoformat() if until else None, **parts)
        self.restart_step()

    def finish_play(self) -> None:
        """End the turn of the committed card; what was said first is for the record."""
        tried = self.committed["tried"]
        play = replace(self.committed_play(), announced=tried[0] if tried else UNSAID)
        self.match.committed = None
        self._apply(play)

    def apply(self, action: actions.Action) -> None:
        """Carry out a bust, penalty, leave or the end of time; a card that lies committed is applied first."""
        if self.match.committed is not None:
            self.finish_play()
        if self.match.ended_at is None:
            self._apply(action)

    def seat_after(self) -> int | None:
        """Return whose turn follows the committed card, None where the match is over then."""
        return rules.apply(self.state, self.committed_play(), lambda cards: cards).turn

    def _apply(self, action: actions.Action) -> None:
        before, shuffler, recent = self.state, Shuffler(shuffle_well), self.recent
        self.state = rules.apply(before, action, shuffler)
        self.match.steps += 1
        is_bust = isinstance(action, actions.Bust)
        entry = Action.objects.create(
            match=self.match,
            number=self.match.steps,
            data=action.to_json(),
            shuffles=shuffler.orders,
            total=self.state.total,
            round=self.state.round,
            reset=not self.state.over and (is_bust or self.state.round != before.round),
            created_at=self.now,
        )
        recent.insert(0, entry)
        if self.state.over:
            self.match.ended_at = self.now
        elif self._is_last_turn(action):
            self.close()
        self.restart_step()

    def _is_last_turn(self, action: actions.Action) -> bool:
        closes_at = self.match.closes_at
        return closes_at is not None and closes_at <= self.now and isinstance(action, actions.Play | actions.Bust)

    def close(self) -> None:
        """End the match where it stands, a card that lies committed included; by the clock, if its rules have one."""
        if self.match.committed is not None:
            self.finish_play()
        if self.match.ended_at is not None:
            return
        if self.rules.clock:
            self._apply(actions.TimeUp())
        else:
            self.match.ended_at = self.now

    def restart_step(self) -> None:
        """Begin to count the time of the next step of the turn."""
        self.match.step_since = self.now

    def hold(self, seat: Seat, held: str) -> None:
        """Let a bot play in a person's seat, or give the seat back (an empty `held`)."""
        seat.held = held
        seat.save(update_fields=["held"])
        self.seats_changed = True

    def see(self, seat: Seat) -> None:
        """Note that the person of a seat is here."""
        seat.seen_at = self.now
        seat.save(update_fields=["seen_at"])

    def save(self, key: str) -> None:
        """Write the match; raises Stale when another change came first."""
        match, seen = self.match, {"version": self.match.version, "tries": self.match.tries}
        match.clock_used_ms += round(time_running(match, self.now) / MILLISECOND)
        match.touched_at = self.now
        match.request_keys = [*match.request_keys, key][-KEYS_KEPT:] if key else match.request_keys
        if self.seats_changed:
            self.seen_by = SeenBy.TABLE
        elif self.seen_by is SeenBy.TABLE and self._is_only_answered():
            self.seen_by = SeenBy.PERSON
        if self.seen_by is SeenBy.TABLE:
            match.version, match.tries, match.moved_at = match.version + 1, 0, self.now
        elif self.seen_by is SeenBy.PERSON:
            match.tries += 1
        match.due_at = due_of(match, self.rules.clock, self.state, self.seats, self.now)
        if match.due_at and self.look_again_at:
            match.due_at = max(match.due_at, self.look_again_at)
        values = {name: getattr(match, name) for name in self._columns()}
        if not Match.objects.filter(pk=match.pk, **seen).update(**values):
            raise Stale
        if self.seen_by is SeenBy.TABLE:
            publish(match_topic(match.pk), match.version)
        if self.seen_by is SeenBy.TABLE or self.is_logged:
            self._tell_room()
        if match.ended_at is not None and match.table_id is not None:
            table_changed(match.table_id, self.now)

    def _columns(self) -> tuple[str, ...]:
        """Return which columns of the match are written: its state, by far the longest, only where that has changed."""
        if self.state is self._as_read:
            return COLUMNS
        self.match.state = self.state.to_json()
        return ("state", *COLUMNS)

    def _is_only_answered(self) -> bool:
        """Return whether all that has happened is an answer that is hidden until those who compute along are done."""
        laid = self.match.steps, Match.Phase.LAID
        return self._found == laid and phase_of(self.match) == Match.Phase.ANSWERED

    def _tell_room(self) -> None:
        table = self.match.table
        if table is not None and table.room_id is not None:
            # Whoever waits in the room is shown who sits where and whether they play, and nothing of the play.
            quiet = self.match.ended_at is None and not self.seats_changed
            publish(room_topic(table.room_id), moment_of(self.now), quiet=quiet)


def seats_of(match_pk: int) -> list[Seat]:
    """Return the seats of a match with their people."""
    return _SEATS(match=match_pk)


@contextmanager
def changing(  # noqa: PLR0913
    match_pk: int,
    *,
    version: int | None,
    tries: int | None = None,
    key: str = "",
    now: datetime | None = None,
    seats: Sequence[Seat] | None = None,
    is_busy_fine: bool = True,
    is_pause_fine: bool = False,
) -> Iterator[Change]:
    """Open one guarded change of a match.

    `version` and `tries` are what the sender saw (None for a change by the server itself), `key` its request key,
    `seats` those of the match where they are at hand. Raises Repeated, Stale, or NotNow for a match that has ended; the
    body may raise to undo everything. With `is_busy_fine` False, a match that somebody else is changing is NotNow; so
    is one that is paused, unless `is_pause_fine`.
    """
    with writing():
        match = (_WAITED_FOR if is_busy_fine else _UNLESS_BUSY).first(pk=match_pk)
        if match is None or match.ended_at is not None:
            raise Repeated if match and key and key in match.request_keys else NotNow
        if key and key in match.request_keys:
            raise Repeated
        if match.paused_at is not None and not is_pause_fine:
            raise NotNow
        if (version is not None and version != match.version) or (tries is not None and tries != match.tries):
            raise Stale
        change = Change(match, seats_of(match_pk) if seats is None else seats, now or timezone.now())
        yield change
        change.save(key)
