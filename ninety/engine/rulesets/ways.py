"""The ways in which each card can be played, worked out once for a rule set."""

import math
from typing import TYPE_CHECKING, NamedTuple

from ..actions import Play
from ..cards import Card, pack
from .checks import MOST_SEATS

if TYPE_CHECKING:
    from .ruleset import RuleSet


class Way(NamedTuple):
    """Describe one way to play a card: it fits on totals from `least` to `most`.

    `plays` holds the bare play of it by each seat, `change` is what it adds (None sets the total to the target),
    `turn` is -1 for a card that reverses, `step` is 2 for a card that skips (`step_of_two` among two active seats, who
    are skipped by a reverse too), and `lowers` says whether it helps on the strict limit.
    """

    least: float
    most: float
    plays: tuple[Play, ...]
    change: int | None
    turn: int
    step: int
    step_of_two: int
    lowers: bool


type Ways = dict[int | None, Way]


def ways_of(rules: "RuleSet") -> dict[Card, Ways]:
    """Return the ways to play every card of the rule set's pack, by the choice that calls for them."""
    return {card: _ways_of_card(rules, card) for card in pack(1, rules.jokers)}


def _ways_of_card(rules: "RuleSet", card: Card) -> Ways:
    effect = rules.effects[card.rank]
    ways = {}
    for change in rules.changes(card.rank):
        choice = change if effect.offers_choice else None
        ways[choice] = Way(
            least=-math.inf if change is None else rules.lowest - change,
            most=math.inf if change is None else rules.limit - change,
            plays=tuple(Play(seat, card, choice) for seat in range(MOST_SEATS)),
            change=change,
            turn=-1 if effect.reverse else 1,
            step=2 if effect.skip else 1,
            step_of_two=2 if effect.skip or effect.reverse else 1,
            lowers=change is None or (change > 0 if rules.countdown else change < 0),
        )
    return ways
