"""What a table shows to the person who looks at it; hands and stock come through the engine's view alone."""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.db.models import Min, QuerySet
from django.utils.translation import gettext as _

from ninety import track
from ninety.digits import digits
from ninety.engine.actions import Bust, Leave, Penalty, Play, TimeUp, parse_action
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import State
from ninety.engine.view import View, view
from ninety.faces import CardFace, change_label, face_of
from ninety.models import Action, Match, Seat, User
from ninety.rulebook import preset_name
from ninety.rulebook.values import escape, ranks_in_play
from ninety.wording import rank_label

IDLE_LIMIT = timedelta(seconds=60)
"""How much of a pause the match clock counts at most, so that a match left for a day can be resumed."""
PLAYS_SHOWN = 8
BOT_DELAYS_MS: dict[str, int] = {
    Match.Pace.SLOW: 4000,
    Match.Pace.NORMAL: 2200,
    Match.Pace.FAST: 900,
    Match.Pace.INSTANT: 100,
}
"""How long a page waits before it asks for a bot's next step; a bot's turn has two, its card and its total."""
MEMORY_TIME = timedelta(seconds=5)
"""How long an announced total stays open in memory mode."""


@dataclass(frozen=True)
class SeatRow:
    """A seat as everybody at the table sees it; `hand` only in guided turns, where hands are open."""

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


@dataclass(frozen=True)
class PlayRow:
    """One of the last things that happened: a play, or `text` for anything else."""

    seat_name: str
    is_me: bool
    face: CardFace | None
    change_label: str
    total: int | None
    text: str
    says: str


@dataclass(frozen=True)
class Committed:
    """The card that lies on the table and waits for its total."""

    face: CardFace
    seat_name: str
    is_me: bool
    change_label: str


@dataclass(frozen=True)
class TableView:
    """A table at one moment, as one person may see it."""

    match: Match
    key: str
    rules: RuleSet
    game_name: str
    view: View
    seats: tuple[SeatRow, ...]
    me: SeatRow | None
    total: int | None
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
    status: str
    turn_says: str

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
    def memory(self) -> bool:
        return self.match.memory

    @property
    def bot_delay_ms(self) -> int:
        return BOT_DELAYS_MS[self.match.pace]

    @property
    def guided_left(self) -> int:
        return self.match.guided_turns


def new_key() -> str:
    """Return a key for the next request of a page: 64 bits that nobody can guess."""
    return secrets.token_hex(8)


def matches_of(person: User) -> QuerySet[Match]:
    """Return the matches that a person has a seat at, newest first."""
    return Match.objects.filter(seats__user=person).order_by("-touched_at")


def exhibition_matches() -> QuerySet[Match]:
    """Return the finished matches that bots played among themselves: anybody may look at them."""
    return Match.objects.filter(exhibition=True, ended_at__isnull=False).order_by("-ended_at")


@lru_cache(maxsize=256)
def _parsed(spec: str) -> RuleSet:
    return RuleSet.from_spec(json.loads(spec))


def rules_of(match: Match) -> RuleSet:
    """Return the rule set that a match was dealt with."""
    return _parsed(json.dumps(match.rules, sort_keys=True))


def time_running(match: Match, now: datetime) -> timedelta:
    """Return how long the match clock has run since the last change: what a pause counts at the most, never below 0."""
    return min(max(now - match.touched_at, timedelta()), IDLE_LIMIT)


def clock_left_ms(match: Match, clock: int, now: datetime) -> int | None:
    """Return the milliseconds left of a match clock of `clock` seconds, None where there is none."""
    if not clock:
        return None
    return clock * 1000 - match.clock_used_ms - round(time_running(match, now) / timedelta(milliseconds=1))


def state_of(match: Match) -> State:
    """Return the whole state of a match; it must not leave the server but through a view."""
    return State.from_json(rules_of(match), match.state)


def game_name(match: Match) -> str:
    """Return the name of the game of a match."""
    return preset_name(match.rules["preset"])


def seat_name(seat: Seat, person: User | None) -> str:
    """Return what a seat is called on the page of a person."""
    if person is not None and seat.user_id == person.pk:
        return _("You")
    return seat.name or _("Player %(number)s") % {"number": seat.number + 1}


def table_of(match: Match, person: User | None, now: datetime) -> TableView:
    """Return the table of a match for a person with a seat, or for one who only looks on."""
    rules, state = rules_of(match), state_of(match)
    seats = list(match.seats.all())
    mine = next((seat for seat in seats if person is not None and seat.user_id == person.pk), None)
    seen = view(state, None if mine is None else mine.number, open_hands=match.guided_turns > 0)
    names = {seat.number: seat_name(seat, person) for seat in seats}
    runs = match.ended_at is None
    rows = tuple(_seat_row(seat, names, seen, mine, match_runs=runs) for seat in seats)
    actions = list(match.actions.order_by("-number")[: PLAYS_SHOWN + 1])
    open_ms = _open_ms(match, actions, now) if match.memory and not state.over else None
    covered = open_ms == 0
    left = clock_left_ms(match, rules.clock, now)
    plays = _play_rows(rules, actions, names, mine, hide=match.memory and not state.over)
    total = None if covered else state.total
    return TableView(
        match=match,
        key=new_key(),
        rules=rules,
        game_name=game_name(match),
        view=seen,
        seats=rows,
        me=None if mine is None else rows[mine.number],
        total=total,
        covered=covered,
        covers_in_ms=open_ms or None,
        track=_track(match, rules, actions, covered=covered),
        top=None if seen.top is None else face_of(rules, seen.top),
        committed=_committed(match, rules, names, mine),
        plays=plays,
        over=match.ended_at is not None,
        winners=tuple(names[number] for number in state.winners),
        i_won=mine is not None and mine.number in state.winners,
        escape_cards=escape_cards(seen) if match.escape_panel else None,
        counters=None if rules.stakes == "none" else tuple(map(digits, seen.counters)),
        clock_left=None if left is None or state.over else max(0, -(-left // 1000)),
        status=_last_event(plays[0], total, begins_anew=actions[0].reset and actions[0].number > 0),
        turn_says=_turn_says(rows),
    )


def escape_cards(seen: View) -> tuple[tuple[str, int, int], ...]:
    """Count the escape cards that lie in the discard: label of the rank, how many lie there, how many there are."""
    rules, pack = seen.rules, seen.rules.pack(seen.seats)
    ranks = [rank for rank in ranks_in_play(rules) if escape(rules, rank)]
    return tuple(
        (
            rank_label(rank),
            sum(card.rank == rank for card in seen.discard),
            sum(card.rank == rank for card in pack),
        )
        for rank in ranks
    )


def event_text(action: object, name: str, *, is_me: bool) -> str:
    """Say in a sentence what happened, for anything but a play."""
    sentences = {
        Bust: (_("You are stuck."), _("%(name)s is stuck.")),
        Penalty: (_("You give a life."), _("%(name)s gives a life.")),
        Leave: (_("You stop here."), _("%(name)s leaves.")),
        TimeUp: (_("Time is up."), _("Time is up.")),
    }
    mine, others = sentences[type(action)]
    return mine if is_me else others % {"name": name}


def _turn_says(rows: Sequence[SeatRow]) -> str:
    """Say whose turn it is."""
    on_turn = next((row for row in rows if row.on_turn), None)
    if on_turn is None:
        return _("The match is over.")
    return _("It is your turn.") if on_turn.is_me else _("On turn: %(name)s.") % {"name": on_turn.name}


def _seat_row(seat: Seat, names: dict[int, str], seen: View, mine: Seat | None, *, match_runs: bool) -> SeatRow:
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
        on_turn=number == seen.turn and match_runs,
        in_round=number in seen.active,
        out=seen.lives[number] == 0,
        hand=None if opened is None else tuple(face_of(rules, card) for card in opened),
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
    return max(0, round((open_until - now) / timedelta(milliseconds=1)))


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


def _play_rows(
    rules: RuleSet, actions: Sequence[Action], names: dict[int, str], mine: Seat | None, *, hide: bool
) -> tuple[PlayRow, ...]:
    return tuple(_play_row(rules, action, names, mine, hide=hide) for action in actions[:PLAYS_SHOWN])


def _play_row(rules: RuleSet, entry: Action, names: dict[int, str], mine: Seat | None, *, hide: bool) -> PlayRow:
    if entry.number == 0:
        dealt = _("The cards are dealt.")
        return PlayRow("", False, None, "", None, dealt, dealt)
    action = parse_action(entry.data)
    number = None if isinstance(action, TimeUp) else action.seat
    name, is_me = names.get(number, "") if number is not None else "", mine is not None and number == mine.number
    if not isinstance(action, Play):
        text = event_text(action, name, is_me=is_me)
        return PlayRow(name, is_me, None, "", None, text, text)
    face, total = face_of(rules, action.card), None if hide else entry.total
    sets_the_total = rules.effect(action.card.rank).to_limit
    label = "" if sets_the_total else change_label(rules, action.card, action.choice)
    return PlayRow(name, is_me, face, label, total, "", _play_says(name, face, total))


def _play_says(name: str, face: CardFace, total: int | None) -> str:
    values = {"name": name, "card": face.name, "total": digits(total or 0)}
    if total is None:
        return _("%(name)s: %(card)s.") % values
    return _("%(name)s: %(card)s. The total is %(total)s.") % values


def _last_event(last: PlayRow, total: int | None, *, begins_anew: bool) -> str:
    """Say what happened last, for the page and for a screen reader."""
    if last.face is not None:
        return _play_says(last.seat_name, last.face, total)
    anew = _("The total begins anew.")
    return f"{last.says} {anew}" if begins_anew else last.says
