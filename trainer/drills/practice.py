"""Practice: sums that somebody gets right about as often as was chosen; weak facts that are due again come first.

The chance of a right answer is 1/(1 + exp(β - θ)), as in `trainer.rating`, with all that has been learnt about sums.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.drills.course import Dealt, suits_of
from trainer.drills.flash import ways_by_skill
from trainer.facts import parsed
from trainer.marking import fact_of
from trainer.rating import Ability, Difficulties, Sum, chance_right

NEAR = 0.07
"""By how much the chance of a sum may differ from the one chosen."""

NEWCOMER = 1.5
"""The ability of somebody of whom too little is known: eight in ten sums as they come right."""

KNOWN_FROM = 10
"""From how many rated answers on an ability is taken as it is."""

NEAREST = 40
"""From how many sums one is drawn where none is near enough, as for somebody who can do them all."""

DUE_AT_MOST = 12
"""How many weak facts a drill brings back."""


@dataclass(frozen=True, slots=True)
class Knows:
    """What is known of a person: the ability, how hard sums are, and the weak facts that are due, in their order."""

    ability: float = NEWCOMER
    difficulties: Difficulties = field(default_factory=Difficulties)
    due: tuple[str, ...] = ()

    @classmethod
    def of(cls, ability: Ability, difficulties: Difficulties, due: tuple[str, ...]) -> Self:
        """Return what a rating says, as far as it says anything yet."""
        return cls(ability.value if ability.answers >= KNOWN_FROM else NEWCOMER, difficulties, due)


@dataclass(frozen=True, slots=True)
class Found:
    """A sum that could be set, and the chance that it is answered rightly."""

    rule: int
    total: int
    rank: str
    choice: int | None
    chance: float


class Chooser:
    """Chooses the sums of one person; `rules` are those of the drill, and those of the other direction."""

    def __init__(self, rules: Sequence[RuleSet], expected: float, knows: Knows, dice: random.Random) -> None:
        self.rules, self.expected, self.knows, self.dice = rules, expected, knows, dice
        self._last = ""
        self._found: dict[int, dict[int, tuple[Found, ...]]] = {}

    def due(self, fact: str, total: int | None) -> tuple[Dealt, int] | None:
        """Set a sum with a fact: onto the total if it goes there, else onto another; None where no card has it.

        Return the card, and the total that it leads to.
        """
        for rule, rules in enumerate(self.rules):
            places = [place for place in range(1, rules.limit) if self._has(rules, place, fact)]
            if places:
                prior = total if total in places else self.dice.choice(places)
                assert prior is not None
                rank, choice = self.dice.choice(self._with(rules, prior, fact))
                return self._dealt(rule, prior, rank, choice, total)
        return None

    def next(self, total: int | None) -> tuple[Dealt, int]:
        """Set a sum about as likely to be right as was chosen: onto the total, else elsewhere, else the other way."""
        here = () if total is None else self._near(self._table(0).get(total, ()))
        found = self.dice.choice(here or self._near(self._all(0)) or self._near(self._all(1)) or self._nearest())
        return self._dealt(found.rule, found.total, found.rank, found.choice, total)

    def _dealt(self, rule: int, prior: int, rank: str, choice: int | None, total: int | None) -> tuple[Dealt, int]:
        self._last = rank
        card = Card(rank + self.dice.choice(suits_of(self.rules[rule])))
        start = None if prior == total else prior
        return Dealt(card, choice, start, rule), self.rules[rule].total_after(prior, card, choice)

    def _table(self, rule: int) -> dict[int, tuple[Found, ...]]:
        """Return every sum of one direction by its total before; they are worked out when they are first asked for."""
        if rule not in self._found:
            totals = range(1, self.rules[rule].limit)
            self._found[rule] = {total: self._sums(rule, total) for total in totals}
        return self._found[rule]

    def _sums(self, rule: int, total: int) -> tuple[Found, ...]:
        rules = self.rules[rule]
        return tuple(
            Found(rule, total, way.rank, way.choice, self._chance(rules, total, way.rank, way.choice))
            for ways in ways_by_skill(rules, total).values()
            for way in ways
        )

    def _chance(self, rules: RuleSet, prior: int, rank: str, choice: int | None) -> float:
        card = Card(f"{rank}S")
        fact = fact_of(rules, prior, card, choice) or ""
        each = Sum(prior, rules.total_after(prior, card, choice) - prior, fact)
        return chance_right(self.knows.ability - self.knows.difficulties.of(each))

    def _near(self, found: Sequence[Found]) -> tuple[Found, ...]:
        """Return the sums near enough, of which none has the card that came last."""
        return tuple(each for each in found if abs(each.chance - self.expected) <= NEAR and each.rank != self._last)

    def _all(self, rule: int) -> tuple[Found, ...]:
        return tuple(each for found in self._table(rule).values() for each in found)

    def _nearest(self) -> tuple[Found, ...]:
        both = (*self._all(0), *self._all(1))
        return tuple(sorted(both, key=lambda each: abs(each.chance - self.expected))[:NEAREST])

    def _has(self, rules: RuleSet, total: int, fact: str) -> bool:
        ones, _ = parsed(fact)
        return (ones is None or total % 10 == ones) and bool(self._with(rules, total, fact))

    def _with(self, rules: RuleSet, total: int, fact: str) -> list[tuple[str, int | None]]:
        return [
            (way.rank, way.choice)
            for ways in ways_by_skill(rules, total).values()
            for way in ways
            if fact_of(rules, total, Card(f"{way.rank}S"), way.choice) == fact
        ]
