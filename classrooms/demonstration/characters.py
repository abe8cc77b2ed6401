"""What a made-up pupil is like: which totals they get right, what they say instead, and how long they take."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import exp
from random import Random

from trainer.careless import HABITS, Mistake, sayings
from trainer.drills import Play
from trainer.marking import CARD_RULES, skill_of
from trainer.rating import Difficulties, Sum, chance_right

FIRST_DIFFICULTIES = Difficulties()
LEARNT_BY_HEART = 4.5
"""How far above the difficulty of a card rule everybody is."""

HABITUAL, PULLED = 0.65, 1.0
"""How often a mistake that can be the habitual one is it, and how much harder such a sum is for its owner."""

AFTER_A_HINT = 1.6
"""How much easier a sum is at the second try."""

TYPES_IN = 0.9
"""Seconds that it takes to type a total that is known."""

UNTIDY = ("near", "keys", "usual")
"""The habits by which careless mistakes come about here."""


@dataclass(frozen=True)
class Character:
    """A pupil: ability on the scale of `trainer.rating` and its growth a week, seconds for a usual sum, and habits.

    `weak` makes the sums of skills harder; `tendency` is a kind of mistake, or none. `homework` is the chance that a
    drill that was set is done at all, `prompt` that it is done in time, `comes` that the pupil is at a lesson; in the
    last `away` weeks the pupil does nothing at all.
    """

    name: str
    ability: float = 2.6
    grows: float = 0.05
    seconds: float = 3.6
    weak: Mapping[str, float] = field(default_factory=dict)
    tendency: str = ""
    homework: float = 0.9
    prompt: float = 0.8
    comes: float = 0.95
    away: int = 0
    plays: str = "steady"


@dataclass(frozen=True)
class Mind:
    """A character in a week of the term, thinking by dice."""

    character: Character
    week: int
    dice: Random

    def total(self, play: Play, *, again: bool = False) -> int:
        """Return the total that is announced for a play; `again` at the second try."""
        if self.dice.random() < chance_right(self._gap(play) + again * AFTER_A_HINT):
            return play.expected
        return self._wrong(play)

    def seconds(self, play: Play) -> float:
        """Return how long it takes to find a total and to type it."""
        hard = exp(0.22 * FIRST_DIFFICULTIES.of(_sum_of(play)))
        practised = 1 - min(0.012 * self.week * (self.character.grows / 0.05), 0.3)
        return TYPES_IN + self.character.seconds * hard * practised * self.dice.lognormvariate(0, 0.3)

    def chooses(self) -> float:
        """Return the seconds after which a card is laid."""
        return self.character.seconds * self.dice.uniform(0.9, 2.2)

    def _gap(self, play: Play) -> float:
        character, skill = self.character, skill_of(play.rules, play.prior, play.card, play.choice)
        if skill in CARD_RULES:
            return LEARNT_BY_HEART
        gap = character.ability + character.grows * self.week - FIRST_DIFFICULTIES.of(_sum_of(play))
        gap -= character.weak.get(skill, 0.0)
        return gap - PULLED if character.tendency and self._habitual(play) else gap

    def _habitual(self, play: Play) -> list[int]:
        return _of_kind(play, self.character.tendency) if self.character.tendency else []

    def _wrong(self, play: Play) -> int:
        habitual = self._habitual(play)
        if habitual and self.dice.random() < HABITUAL:
            return self.dice.choice(habitual)
        totals, weights = _careless(play)
        return self.dice.choices(totals, weights)[0]


@lru_cache(maxsize=20_000)
def _said(play: Play) -> dict[int, tuple[frozenset[str], float]]:
    """Return every wrong total that somebody may say for a play, with its kinds and how likely it is by untidiness."""
    asked = Mistake(play.rules, play.prior, play.card, play.choice, play.expected, play.earlier)
    places = [list(HABITS).index(habit) for habit in UNTIDY]
    return {
        total: (said.kinds, sum(said.chances[place] for place in places))
        for total, said in sayings(asked).items()
        if total != play.expected and total >= 0
    }


@lru_cache(maxsize=20_000)
def _of_kind(play: Play, kind: str) -> list[int]:
    return sorted(total for total, (kinds, _chance) in _said(play).items() if kind in kinds)


@lru_cache(maxsize=20_000)
def _careless(play: Play) -> tuple[list[int], list[float]]:
    said = sorted((total, chance) for total, (_kinds, chance) in _said(play).items())
    return [total for total, _chance in said], [chance for _total, chance in said]


def _sum_of(play: Play) -> Sum:
    return Sum(play.prior, play.expected - play.prior)
