"""The ways in which each card can be played, worked out once for a rule set."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..actions import Play
from ..cards import Card, pack
from .checks import MOST_SEATS

if TYPE_CHECKING:
    from .ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Way:
    """Describe one way to play a card: it is legal on totals from `least` to `most`, strict limit included.

    `choice` is what calls for it, `change` what it adds (None sets the total to the target); `turn` is -1 for a card
    that reverses, `step` 2 for a card that skips (`step_of_two` among two active seats, where a reverse skips too).
    `lowers` says whether it helps on the strict limit. `plays` holds the bare play of it by each seat.
    """

    choice: int | None
    change: int | None
    least: float
    most: float
    turn: int
    step: int
    step_of_two: int
    lowers: bool
    plays: tuple[Play, ...]


def ways_of(rules: "RuleSet") -> dict[Card, tuple[Way, ...]]:
    """Return the ways to play each card that exists in a match of these rules: two where it offers a choice."""
    return {card: tuple(_ways_of_card(rules, card)) for card in pack(1, rules.jokers)}


def _ways_of_card(rules: "RuleSet", card: Card) -> Iterator[Way]:
    effect = rules.effects[card.rank]
    for change in rules.changes(card.rank):
        choice = change if effect.offers_choice else None
        lowers = change is None or (change > 0 if rules.countdown else change < 0)
        least, most = _span(rules, change, lowers)
        yield Way(
            choice=choice,
            change=change,
            least=least,
            most=most,
            turn=-1 if effect.reverse else 1,
            step=2 if effect.skip else 1,
            step_of_two=2 if effect.skip or effect.reverse else 1,
            lowers=lowers,
            plays=tuple(Play(seat, card, choice) for seat in range(MOST_SEATS)),
        )


def _span(rules: "RuleSet", change: int | None, lowers: bool) -> tuple[float, float]:
    """Return the totals on which a change is legal. The strict limit takes away the one that the target stands on."""
    if change is None:
        return rules.lowest, rules.limit
    least, most = rules.lowest - change, rules.limit - change
    if rules.strict_limit and not lowers:
        return (max(least, 1), most) if rules.countdown else (least, min(most, rules.limit - 1))
    return least, most
