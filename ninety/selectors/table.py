"""What a table shows to the person who looks at it; hands and stock come through the engine's view alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import Min
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ninety import track
from ninety.digits import digits
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import State
from ninety.engine.view import View, view
from ninety.faces import CardFace, change_label, face_of
from ninety.models import Action, Match, Seat, User
from ninety.rulebook.values import escape, ranks_in_play
from ninety.selectors.matches import game_name, new_key, rules_of, state_of
from ninety.selectors.plays import PlayRow, last_event, past_of, play_rows
from ninety.selectors.timing import (
    IDLE_BEFORE_ASKED_PAST,
    MILLISECOND,
    actor_of,
    clock_left_ms,
    devices_of,
    is_played_by_bot,
    is_present,
    phase_of,
)
from ninety.wording import rank_label

CLOSING_SOON = timedelta(minutes=2)
"""From so long before its end on a match says that it is to close."""
MEMORY_TIME = timedelta(seconds=5)
"""How long an announced total stays open in memory mode."""


@dataclass(frozen=True)
class SeatRow:
    """A seat as everybody at the table sees it; `hand` only where hands are open: in guided turns, and among teams."""

    number: int
    name: str
    is_me: bool
    lives: int
    lives_max: int
    faults: bool
    cards_held: int
    on_turn: bool
    in_round: bool
    out: bool
    hand: tuple[CardFace, ...] | None
    is_bot: bool
    away: bool
    held: bool
    handed_over: bool

    @property
    def faults_taken(self) -> int:
        """Return how many lives are gone, which is what is counted where a game counts faults."""
        return self.lives_max - self.lives


@dataclass(frozen=True)
class Committed:
    """The card that lies on the table and waits for its total."""

    face: CardFace
    seat_name: str
    is_me: bool
    change_label: str


@dataclass(frozen=True)
class Said:
    """A total that stands on the table for the others to agree with; its text is empty when none came in time."""

    text: str
    seat_name: str
    is_me: bool


@dataclass(frozen=True)
class AskPast:
    """Somebody on turn whom the others may ask a bot to stand in for, in so many milliseconds."""

    seat_name: str
    in_ms: int


@dataclass(frozen=True)
class TableView:
    """A table at one moment, as one person may see it; `memory` says whether its total is hidden from that person."""

    match: Match
    key: str
    rules: RuleSet
    game_name: str
    view: View
    seats: tuple[SeatRow, ...]
    me: SeatRow | None
    total: int | None
    memory: bool
    covered: bool
    covers_in_ms: int | None
    track: track.Track
    top: CardFace | None
    committed: Committed | None
    plays: tuple[PlayRow, ...]
    over: bool
    winners: tuple[str, ...]
    i_won: bool
    escape_cards: tuple[tuple[str, int, int], ...] | None
    counters: tuple[str, ...] | None
    clock_left: int | None
    closing: str
    status: str
    turn_says: str
    said: Said | None
    thinking: str
    ask_past: AskPast | None
    may_hand_over: tuple[SeatRow, ...]
    live: bool
    hands_shown: bool
    shared: bool
    alone: bool

    @property
    def version(self) -> int:
        return self.match.version

    @property
    def phase(self) -> str:
        return phase_of(self.match)

    @property
    def is_paused(self) -> bool:
        return self.match.paused_at is not None

    @property
    def stream_url(self) -> str:
        return f"/match/{self.match.slug}/stream/"

    @property
    def gathering_slug(self) -> str | None:
        return self.match.table.slug if self.match.table else None

    @property
    def direction(self) -> int:
        return self.view.direction

    @property
    def stock(self) -> int:
        return self.view.stock

    @property
    def round(self) -> int:
        return self.view.round

    @property
    def pot(self) -> int:
        return self.view.pot

    @property
    def pace(self) -> str:
        return self.match.pace

    @property
    def guided_left(self) -> int:
        return self.match.guided_turns


def seat_name(seat: Seat, mine: Seat | None) -> str:
    """Return what a seat is called on the page of somebody with a seat; on a shared device all go by their names."""
    if mine is not None and seat.number == mine.number and mine.keeper_id is None:
        return _("You")
    return seat.called


def table_of(
    match: Match,
    seats: Sequence[Seat],
    mine: Seat | None,
    now: datetime,
    *,
    person: User | None = None,
    recent: Sequence[Action] | None = None,
    looks_after: bool = False,
) -> TableView:
    """Return the table of a match as it is seen from a seat, or by one who only looks on (`mine` None).

    `person` is who looks, `recent` the newest actions where they are at hand, newest first. Whoever `looks_after` the
    table sees its total always, and the hands where it was dealt so.
    """
    rules, state = rules_of(match), state_of(match)
    is_open = match.guided_turns > 0 or any(seat.is_team for seat in seats) or (looks_after and _shows_hands(match))
    seen = view(state, None if mine is None else mine.number, open_hands=is_open)
    names = {seat.number: seat_name(seat, mine) for seat in seats}
    rows = tuple(_seat_row(match, seat, names, seen, mine, now) for seat in seats)
    actions = past_of(match) if recent is None else recent
    memory = match.memory and not looks_after and not (mine and mine.person.memory_off)
    open_ms = _open_ms(match, actions, now) if memory and not state.over else None
    covered = open_ms == 0
    left = clock_left_ms(match, rules.clock, now)
    plays = play_rows(rules, actions, names, mine, hide=memory and not state.over)
    total = None if covered else state.total
    committed = _committed(match, rules, names, mine)
    devices = devices_of(seats)
    return TableView(
        match=match,
        key=new_key(),
        rules=rules,
        game_name=game_name(match),
        view=seen,
        seats=rows,
        me=None if mine is None else rows[mine.number],
        total=total,
        memory=memory,
        covered=covered,
        covers_in_ms=open_ms or None,
        track=_track(match, rules, actions, covered=covered and not (mine and mine.person.track_always)),
        top=None if seen.top is None else face_of(rules, seen.top),
        committed=committed,
        plays=plays,
        over=match.ended_at is not None,
        winners=tuple(names[number] for number in state.winners),
        i_won=mine is not None and mine.number in state.winners,
        escape_cards=escape_cards(seen) if match.escape_panel else None,
        counters=None if rules.stakes == "none" else tuple(map(digits, seen.counters)),
        closing=_closing(match, now),
        clock_left=None if left is None or state.over else max(0, -(-left // 1000)),
        status=last_event(plays[0], total, begins_anew=actions[0].reset and actions[0].number > 0),
        turn_says=_turn_says(rows),
        said=_said(match, committed),
        thinking=_thinking(match, committed, rows),
        ask_past=_ask_past(match, state, seats, names, mine, now),
        may_hand_over=_may_hand_over(match, rows, person),
        live=len(devices) > 1 or match.watching,
        hands_shown=_shows_hands(match),
        shared=any(seat.keeper_id for seat in seats),
        alone=len(devices) == 1,
    )


def _shows_hands(match: Match) -> bool:
    """Return whether whoever looks after a table sees the hands, which the table then says."""
    return match.hands_shown and match.ended_at is None


def _closing(match: Match, now: datetime) -> str:
    """Say that a match is soon to close, empty where it is not."""
    if match.closes_at is None or match.ended_at is not None or match.closes_at - now > CLOSING_SOON:
        return ""
    if match.closes_at <= now:
        return _("This is the last turn.")
    minutes = -((now - match.closes_at) // timedelta(minutes=1))
    says = ngettext("The end is in %(minutes)s minute.", "The end is in %(minutes)s minutes.", minutes)
    return says % {"minutes": minutes}


def _said(match: Match, committed: Committed | None) -> Said | None:
    if committed is None or phase_of(match) != Match.Phase.SAID or match.committed is None:
        return None
    tried = match.committed["tried"]
    text = "" if not tried or tried[0] is None else digits(tried[0])
    return Said(text, committed.seat_name, committed.is_me)


def _thinking(match: Match, committed: Committed | None, rows: Sequence[SeatRow]) -> str:
    """Say what another person is busy with; the same sentence whatever was tried."""
    on_turn = next((row for row in rows if row.on_turn), None)
    if on_turn is None or on_turn.is_me or match.ended_at is not None:
        return ""
    if committed is None:
        return _("%(name)s is choosing a card.") % {"name": on_turn.name}
    if phase_of(match) not in {Match.Phase.LAID, Match.Phase.ANSWERED}:
        return ""
    if match.everyone_computes:
        return _("The total comes soon.")
    return _("%(name)s is working out the total.") % {"name": on_turn.name}


def _ask_past(
    match: Match, state: State, seats: Sequence[Seat], names: dict[int, str], mine: Seat | None, now: datetime
) -> AskPast | None:
    number = actor_of(match, state)
    if mine is None or number is None or number == mine.number or match.ended_at is not None:
        return None
    seat = next(seat for seat in seats if seat.number == number)
    if is_played_by_bot(match, seat) or seat.keeper_id:
        return None
    waited = now - match.moved_at
    return AskPast(names[number], max(0, round((IDLE_BEFORE_ASKED_PAST - waited) / MILLISECOND)))


def _may_hand_over(match: Match, rows: Sequence[SeatRow], person: User | None) -> tuple[SeatRow, ...]:
    if match.ended_at is not None or match.table is None or person is None or match.table.opener_id != person.pk:
        return ()
    return tuple(row for row in rows if not (row.is_me or row.is_bot or row.held or row.out))


def escape_cards(seen: View) -> tuple[tuple[str, int, int], ...]:
    """Count the escape cards that lie in the discard: label of the rank, how many lie there, how many there are."""
    lying = Counter(card.rank for card in seen.discard)
    return tuple((rank_label(rank), lying[rank], count) for rank, count in _escapes_in_pack(seen.rules, seen.seats))


@lru_cache(maxsize=256)
def _escapes_in_pack(rules: RuleSet, seats: int) -> tuple[tuple[str, int], ...]:
    """Count the cards of each escape rank that so many play with."""
    there = Counter(card.rank for card in rules.pack(seats))
    return tuple((rank, there[rank]) for rank in ranks_in_play(rules) if escape(rules, rank))


def _turn_says(rows: Sequence[SeatRow]) -> str:
    """Say whose turn it is."""
    on_turn = next((row for row in rows if row.on_turn), None)
    if on_turn is None:
        return _("The match is over.")
    return _("It is your turn.") if on_turn.is_me else _("On turn: %(name)s.") % {"name": on_turn.name}


def _seat_row(match: Match, seat: Seat, names: dict[int, str], seen: View, mine: Seat | None, now: datetime) -> SeatRow:
    number, rules = seat.number, seen.rules
    is_me = mine is not None and number == mine.number
    opened = seen.open_hands[number] if seen.open_hands is not None and not is_me else None
    return SeatRow(
        number=number,
        name=names[number],
        is_me=is_me,
        lives=seen.lives[number],
        lives_max=rules.lives,
        faults=rules.game == "ninety-eight",
        cards_held=seen.cards_held[number],
        on_turn=number == seen.turn and match.ended_at is None,
        in_round=number in seen.active,
        out=seen.lives[number] == 0,
        hand=None if opened is None else tuple(face_of(rules, card) for card in opened),
        is_bot=seat.is_bot,
        away=not (seat.is_bot or is_me or match.ended_at or is_present(match, seat, now)),
        held=bool(seat.held),
        handed_over=seat.held == Seat.Held.HANDED_OVER,
    )


def _committed(match: Match, rules: RuleSet, names: dict[int, str], mine: Seat | None) -> Committed | None:
    if match.committed is None:
        return None
    card, number = Card(match.committed["card"]), match.committed["seat"]
    return Committed(
        face=face_of(rules, card),
        seat_name=names[number],
        is_me=mine is not None and number == mine.number,
        change_label=change_label(rules, card, match.committed["choice"]),
    )


def _open_ms(match: Match, actions: Sequence[Action], now: datetime) -> int:
    """Return for how many milliseconds more memory mode leaves the total open: never beside a committed card."""
    if match.committed is not None:
        return 0
    open_until = actions[0].created_at + MEMORY_TIME
    return max(0, round((open_until - now) / MILLISECOND))


def _track(match: Match, rules: RuleSet, actions: Sequence[Action], *, covered: bool) -> track.Track:
    lowest = 0
    if rules.floor is None:
        lowest = match.actions.aggregate(lowest=Min("total"))["lowest"]
    last = actions[0]
    jump_from, label = None, ""
    if len(actions) > 1 and not last.reset and "card" in last.data:
        jump_from = actions[1].total
        label = change_label(rules, Card(last.data["card"]), last.data.get("choice"))
    return track.draw(rules, lowest=lowest, total=last.total, jump_from=jump_from, label=label, covered=covered)
