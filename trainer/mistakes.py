"""Wrong totals that people really say, for bots to say so that pupils can catch them."""

import random

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet


def plausible_mistakes(rules: RuleSet, prior: int, card: Card, choice: int | None) -> tuple[int, ...]:
    """Return wrong totals of a play, between the bounds, rising: a ten or a one off, the wrong sign, digits swapped."""
    expected = rules.total_after(prior, card, choice)
    swapped = int(str(abs(expected))[::-1])
    said = {expected - 10, expected + 10, expected - 1, expected + 1, 2 * prior - expected, swapped} - {expected}
    lowest = -rules.limit if rules.floor is None else rules.floor
    return tuple(sorted(total for total in said if lowest <= total <= rules.limit))


def plausible_mistake(rules: RuleSet, prior: int, card: Card, choice: int | None, dice: random.Random) -> int:
    """Return one of the wrong totals of a play."""
    return dice.choice(plausible_mistakes(rules, prior, card, choice))
