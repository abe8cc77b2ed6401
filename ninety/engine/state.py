"""The state of a match between two actions, as one immutable value."""

from typing import Any, NamedTuple, Self

from .cards import Card, parse_cards, print_cards
from .rulesets import RuleSet

type Cards = tuple[Card, ...]


class State(NamedTuple):
    """Hold everything that is true of a match: secrets too, so only a view of it may leave the engine's side.

    Seats are numbered from 0 clockwise; `lives`, `hands` and `counters` have an entry for each. The top of the `stock`
    is its first card, the top of the `discard` its last. `turn` is None once the match is over. `active` are the seats
    still in the round, `dealt` those it was dealt to, both rising. Partners both show their team's lives. What a play
    changes comes first, so that it can carry over all the rest in one piece.
    """

    total: int
    direction: int
    turn: int | None
    hands: tuple[Cards, ...]
    stock: Cards
    discard: Cards
    rules: RuleSet
    round: int
    dealer: int
    lives: tuple[int, ...]
    active: tuple[int, ...]
    dealt: tuple[int, ...]
    counters: tuple[int, ...]
    pot: int
    winners: tuple[int, ...]

    @property
    def seats(self) -> int:
        """Return the number of seats, of all that ever sat down."""
        return len(self.lives)

    @property
    def over(self) -> bool:
        """Say whether the match has ended."""
        return self.turn is None

    @property
    def living(self) -> tuple[int, ...]:
        """Return the seats still in the match, rising."""
        return tuple([seat for seat, lives in enumerate(self.lives) if lives])

    @property
    def top(self) -> Card | None:
        """Return the card played last in this round, None before the first."""
        return self.discard[-1] if self.discard else None

    def team_of(self, seat: int) -> tuple[int, ...]:
        """Return the seats that share lives with a seat, itself among them, rising."""
        if not self.rules.teams:
            return (seat,)
        half = self.seats // 2
        return (seat % half, seat % half + half)

    def are_one_team(self, seats: tuple[int, ...]) -> bool:
        """Say whether these seats, rising, are a single seat or the partners of one team."""
        return len(seats) == 1 or (len(seats) == 2 and seats == self.team_of(seats[0]))

    def to_json(self) -> dict[str, Any]:
        """Return all but the rules as compact JSON: cards are codes joined by blanks."""
        data = self._asdict()
        del data["rules"]
        for name in ("lives", "active", "dealt", "counters", "winners"):
            data[name] = list(data[name])
        data["hands"] = [print_cards(hand) for hand in self.hands]
        return data | {"stock": print_cards(self.stock), "discard": print_cards(self.discard)}

    @classmethod
    def from_json(cls, rules: RuleSet, data: dict[str, Any]) -> Self:
        """Read a state that `to_json` wrote, of a match under these rules."""
        values = dict(data)
        for name in ("lives", "active", "dealt", "counters", "winners"):
            values[name] = tuple(values[name])
        values["hands"] = tuple(map(parse_cards, values["hands"]))
        for name in ("stock", "discard"):
            values[name] = parse_cards(values[name])
        return cls(rules=rules, **values)
