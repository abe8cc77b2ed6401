"""The rating: how able somebody is and how hard a sum is, on one scale, from right or wrong and time together.

An answer in time t of a limit d scores S = (2x - 1)(1 - t/d), x being 1 for a right answer and 0 for a wrong one;
somebody of ability θ is expected to score coth(θ - β) - 1/(θ - β) at a sum of difficulty β (Klinkenberg, Straatemeier
and van der Maas 2011, from the signed residual time model of Maris and van der Maas 2012, with discrimination 1/d).
The chance of a right answer is 1/(1 + exp(β - θ)). Only answers with a true computing time are rated
(`figures.TIMED`).

A class is far too small to find out how hard single sums are, so β is made from features of the sum. Their weights
start from what is known about mental arithmetic and learn slowly over everybody's answers, as does a small offset for
each fact. Only
differences between sums are learnt: what is learnt is 0 on average over the sums as they come. So the scale stays where
it is, and whoever gets better gets a higher rating.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import exp, tanh
from typing import Any, Self

LIMIT_MS = 20_000
"""The limit d of an answer, in ms; stretched as the limits of a pupil are, with the most there is for one without."""

START, START_VARIANCE = 0.0, 1.0
"""What is known of somebody who has answered nothing yet."""

LEAST_VARIANCE = 0.018
"""How sure a rating ever gets: somebody who learns must be able to move on."""

IDLE_VARIANCE = 0.005
"""By how much the variance of a rating grows with each day without an answer."""

WEIGHT_STEP, OFFSET_STEP = 0.02, 0.1
"""How fast the weights, and the offset of a fact, follow an answer of somebody who is well known."""

SHIFT_STEP = 0.01
"""How fast what has been learnt about sums on average is taken back."""

PULL = 0.002
"""Which part of what has been learnt about a sum is forgotten at each answer to it, so that nothing runs away."""


@dataclass(frozen=True, slots=True)
class Sum:
    """What makes a sum hard: its numbers, its fact (empty where there is none), whether the prior total was hidden."""

    prior: int
    change: int
    fact: str = ""
    hidden: bool = False


WEIGHTS: dict[str, float] = {
    "take-away": 0.5,
    "step": 0.9,
    "tens": 0.3,
    "regroups": 1.0,
    "full-ten": -0.4,
    "near-ten": -0.2,
    "size": 0.6,
    "hundred": 0.4,
    "below-zero": 0.8,
    "hidden": 0.7,
}
"""What each feature adds to the difficulty of a sum, before anything has been learnt."""

BASE = -0.9
"""The difficulty of a sum without any feature: sums as they come in play are then 0 on average."""


def features_of(each: Sum) -> dict[str, float]:
    """Return the features of a sum, each about from 0 to 1: operation, step, regrouping, tens, size, what is hidden."""
    prior, expected, amount = each.prior, each.prior + each.change, abs(each.change)
    ones, step = prior % 10, amount % 10
    regroups = ones + step > 10 if each.change > 0 else ones < step
    return {
        "take-away": float(each.change < 0),
        "step": step / 10,
        "tens": float(amount >= 10),
        "regroups": float(regroups),
        "full-ten": float(step > 0 and (ones == 0 or expected % 10 == 0)),
        "near-ten": float(step in {1, 9}),
        "size": min(max(abs(prior), abs(expected)), 300) / 100,
        "hundred": float(prior // 100 != expected // 100 and prior >= 0 and expected >= 0),
        "below-zero": float(prior < 0 or expected < 0),
        "hidden": float(each.hidden),
    }


def score(*, right: bool, took_ms: float, limit_ms: float = LIMIT_MS) -> float:
    """Return the score of an answer, from -1 to 1; one that came after the limit scores 0."""
    left = 1 - min(max(took_ms / limit_ms, 0.0), 1.0)
    return left if right else -left


def expected_score(gap: float) -> float:
    """Return coth(gap) - 1/gap, the score expected of somebody whose ability is so far above the difficulty."""
    if abs(gap) < 0.05:
        # Both terms are huge near 0 and differ by little: the beginning of the series is exact there.
        return gap / 3 - gap**3 / 45 + 2 * gap**5 / 945
    return 1 / tanh(gap) - 1 / gap


def score_variance(gap: float) -> float:
    """Return how much scores scatter, 1/gap^2 - 1/sinh(gap)^2, which is also how much one answer tells."""
    if abs(gap) < 0.05:
        return 1 / 3 - gap**2 / 15 + 2 * gap**4 / 189
    slope = 1 / tanh(gap)
    return 1 / gap / gap - (slope - 1) * (slope + 1)


def chance_right(gap: float) -> float:
    """Return 1/(1 + exp(-gap)), the chance of a right answer of somebody so far above the difficulty."""
    if gap >= 0:
        return 1 / (1 + exp(-gap))
    odds = exp(gap)
    return odds / (1 + odds)


@dataclass(frozen=True, slots=True)
class Ability:
    """How able somebody is, how sure that is, and from how many answers."""

    value: float = START
    variance: float = START_VARIANCE
    answers: int = 0

    def rested(self, days: float) -> Self:
        """Return the ability after days without an answer: as before, and less sure."""
        variance = min(self.variance + IDLE_VARIANCE * max(days, 0.0), START_VARIANCE)
        return type(self)(self.value, max(variance, self.variance), self.answers)

    def after(self, scored: float, difficulty: float) -> Self:
        """Return the ability after an answer: the step is the variance, which falls with every answer."""
        gap = self.value - difficulty
        step = self.variance / (1 + self.variance * score_variance(gap))
        value = self.value + step * (scored - expected_score(gap))
        return type(self)(value, max(step, LEAST_VARIANCE), self.answers + 1)


@dataclass(slots=True)
class Difficulties:
    """How hard sums are, as learnt so far: what features weigh, the facts' offsets, and what these are on average."""

    weights: dict[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    offsets: dict[str, float] = field(default_factory=dict)
    shift: float = 0.0

    def of(self, each: Sum) -> float:
        """Return the difficulty of a sum."""
        return self._of(features_of(each), each.fact)

    def learn(self, each: Sum, scored: float, ability: Ability) -> None:
        """Learn from an answer of somebody of an ability: the surer that is, the more."""
        features = features_of(each)
        beyond = scored - expected_score(ability.value - self._of(features, each.fact))
        sure = LEAST_VARIANCE / max(ability.variance, LEAST_VARIANCE)
        harder = -sure * beyond
        for name, part in features.items():
            if part:
                drift = self.weights[name] - WEIGHTS[name]
                self.weights[name] += WEIGHT_STEP * part * harder - WEIGHT_STEP * PULL * drift
        if each.fact:
            offset = self.offsets.get(each.fact, 0.0)
            self.offsets[each.fact] = offset * (1 - PULL) + OFFSET_STEP * harder
        self.shift += SHIFT_STEP * (self._learnt(features, each.fact) - self.shift)

    def to_json(self) -> dict[str, Any]:
        """Return all that has been learnt, as it is kept."""
        return {"weights": self.weights, "offsets": self.offsets, "shift": self.shift}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Read what was kept; features that are new since then start as they are."""
        weights = {name: kept.get("weights", {}).get(name, weight) for name, weight in WEIGHTS.items()}
        return cls(weights, dict(kept.get("offsets", {})), kept.get("shift", 0.0))

    def _of(self, features: Mapping[str, float], fact: str) -> float:
        start = BASE + sum(WEIGHTS[name] * part for name, part in features.items())
        return start + self._learnt(features, fact) - self.shift

    def _learnt(self, features: Mapping[str, float], fact: str) -> float:
        drifts = sum((self.weights[name] - WEIGHTS[name]) * part for name, part in features.items())
        return drifts + self.offsets.get(fact, 0.0)
