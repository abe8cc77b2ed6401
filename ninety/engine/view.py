"""What one seat, a spectator or the board may see: the only door by which a state leaves the engine's side."""

from dataclasses import dataclass

from .actions import Play
from .cards import Card
from .rules import plays_from
from .rulesets import RuleSet
from .state import Cards, State


@dataclass(frozen=True, slots=True)
class View:
    """Hold what may be seen from a seat, or by a spectator (`seat` None, with an empty `hand`).

    Of the stock and of other hands only their number of cards; the `discard` is all that lies face up, oldest first.
    `open_hands` has every seat's hand at a table that plays with open hands, and is None at any other.
    """

    rules: RuleSet
    seat: int | None
    hand: Cards
    round: int
    total: int
    direction: int
    dealer: int
    turn: int | None
    lives: tuple[int, ...]
    active: tuple[int, ...]
    cards_held: tuple[int, ...]
    stock: int
    discard: Cards
    counters: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]
    open_hands: tuple[Cards, ...] | None = None

    @property
    def seats(self) -> int:
        """Return the number of seats, of all that ever sat down."""
        return len(self.lives)

    @property
    def over(self) -> bool:
        """Say whether the match has ended."""
        return self.turn is None

    @property
    def on_turn(self) -> bool:
        """Say whether the own seat has the turn."""
        return self.seat is not None and self.seat == self.turn

    @property
    def top(self) -> Card | None:
        """Return the card played last in this round, None before the first."""
        return self.discard[-1] if self.discard else None

    def legal_plays(self) -> tuple[Play, ...]:
        """Return the legal plays of the own seat, none while it has not the turn."""
        if self.seat is None or not self.on_turn:
            return ()
        return plays_from(self.hand, self.rules, self.seat, self.total)


def view(state: State, seat: int | None = None, *, open_hands: bool = False) -> View:
    """Return what is seen from a seat, or by a spectator. Raises ValueError for a seat that does not exist."""
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError(f"no such seat: {seat}")
    return View(
        rules=state.rules,
        seat=seat,
        hand=() if seat is None else state.hands[seat],
        round=state.round,
        total=state.total,
        direction=state.direction,
        dealer=state.dealer,
        turn=state.turn,
        lives=state.lives,
        active=state.active,
        cards_held=tuple(map(len, state.hands)),
        stock=len(state.stock),
        discard=state.discard,
        counters=state.counters,
        pot=state.pot,
        winners=state.winners,
        open_hands=state.hands if open_hands else None,
    )
