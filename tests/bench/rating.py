"""Measure the rating on simulated pupils: `python -m tests.bench.rating [SEEDS]` prints a line for each seed and world.

Abilities and difficulties are normal with variance 1, scores follow the signed residual time model. The worlds differ
in what makes sums hard: exactly what the rating is told (`known`), the features with other weights and an offset for
each fact (`features`), or nothing that it knows of, each sum being as hard as it happens to be (`chance`). It prints
the rank correlation of thirty pupils after 200 answers each, and how far the means
of pupils and sums move over 100,000 answers, of pupils also when all of them grow.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log, log1p
from statistics import fmean, pstdev
from typing import Any

from ninety.engine.actions import Play
from ninety.engine.bots import choose
from ninety.engine.rules import apply, start
from ninety.engine.rulesets import RuleSet
from ninety.engine.simulation import Shuffler
from ninety.engine.view import view
from trainer.marking import CARD_RULES, fact_of, skill_of
from trainer.rating import WEIGHTS, Ability, Difficulties, Sum, features_of

PUPILS, ANSWERS, LONG = 30, 200, 100_000
AVERAGED = 100
WORLDS = ("known", "features", "chance")
SEEDS = 10


@cache
def sums_of_play() -> tuple[Sum, ...]:
    """Return the sums of some matches between bots, as often as they came."""
    dice, found = random.Random(0), []
    for preset in ("ninety-nine", "ninety-eight", "speed-98"):
        rules = RuleSet.from_spec({"preset": preset})
        for _ in range(8):
            shuffle = Shuffler(dice)
            state = start(rules, 4, shuffle)
            while (seat := state.turn) is not None:
                action = choose(view(state, seat), "beginner", dice)
                if isinstance(action, Play):
                    asked = (rules, state.total, action.card, action.choice)
                    if skill_of(*asked) not in CARD_RULES:
                        change = rules.total_after(*asked[1:]) - state.total
                        found.append(Sum(state.total, change, fact_of(*asked) or ""))
                state = apply(state, action, shuffle)
    return tuple(found)


def true_difficulties(world: str, dice: random.Random) -> dict[Sum, float]:
    """Say how hard each sum is in a world: mean 0 and variance 1 over the sums as they come in play."""
    played = sums_of_play()
    weights = {name: weight * dice.uniform(0, 2) for name, weight in WEIGHTS.items()}
    offsets = {each.fact: dice.gauss(0, 0.5) for each in sorted(set(played), key=repr)}
    hard = {}
    for each in sorted(set(played), key=repr):
        if world == "chance":
            hard[each] = dice.gauss(0, 1)
        else:
            hard[each] = sum(weights[name] * part for name, part in features_of(each).items()) + offsets[each.fact]
    middle, spread = fmean(hard[each] for each in played), pstdev(hard[each] for each in played)
    return {each: (value - middle) / spread for each, value in hard.items()}


def drawn_score(gap: float, dice: random.Random) -> float:
    """Draw a score from -1 to 1, whose density grows as exp(score * gap)."""
    at = dice.random()
    if abs(gap) < 1e-6:
        return 2 * at - 1
    if gap > 0:
        return 1 + log(at + (1 - at) * exp(-2 * gap)) / gap
    return -1 + log1p(at * (exp(2 * gap) - 1)) / gap


def ranks(values: Sequence[float]) -> list[int]:
    """Return the place of each value in the order of all."""
    order = sorted(range(len(values)), key=values.__getitem__)
    return [order.index(place) for place in range(len(values))]


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Spearman's rank correlation of values without ties."""
    count = len(first)
    apart = sum((a - b) ** 2 for a, b in zip(ranks(first), ranks(second), strict=True))
    return 1 - 6 * apart / (count * (count * count - 1))


def simulate(
    seed: int, world: str, answers: int, sums: Difficulties, growth: float = 0.0
) -> Iterator[tuple[list[float], list[float]]]:
    """Let thirty pupils answer in turns, who grow evenly, and yield true and found abilities after each round."""
    dice = random.Random(seed)
    truth = true_difficulties(world, dice)
    first = [dice.gauss(0, 1) for _ in range(PUPILS)]
    found = [Ability()] * PUPILS
    rounds = answers // PUPILS
    for number in range(rounds):
        able = [ability + growth * number / rounds for ability in first]
        for pupil, ability in enumerate(able):
            each, before = dice.choice(sums_of_play()), found[pupil]
            scored = drawn_score(ability - truth[each], dice)
            if world == "known":
                found[pupil] = before.after(scored, truth[each])
            else:
                found[pupil] = before.after(scored, sums.of(each))
                sums.learn(each, scored, before)
        yield able, [ability.value for ability in found]


def recovered(seed: int, world: str) -> float:
    """Return the rank correlation of true and found abilities after 200 answers each."""
    *_, (able, found) = simulate(seed, world, PUPILS * ANSWERS, Difficulties())
    return rank_correlation(able, found)


def moved(seed: int, world: str, answers: int = LONG, growth: float = 0.0) -> tuple[float, float]:
    """Return how far the mean of all pupils, who grow evenly, moves from its place after 200 answers each to the end.

    It is the mean of some rounds at either end. The other number is how far the sums have moved on average.
    """
    sums = Difficulties()
    off = [fmean(found) - fmean(able) for able, found in simulate(seed, world, answers, sums, growth)]
    by_then = off[ANSWERS - AVERAGED : ANSWERS], off[-AVERAGED:]
    played = sums_of_play()[::7]
    return fmean(by_then[1]) - fmean(by_then[0]), fmean(sums.of(each) - Difficulties().of(each) for each in played)


def measure(seed: int, world: str) -> dict[str, Any]:
    """Return all measures of a seed in a world."""
    pupils, sums = moved(seed, world)
    growing, _ = moved(seed, world, growth=1.0)
    return {
        "world": world,
        "seed": seed,
        "rank_correlation": round(recovered(seed, world), 4),
        "mean_moved": round(pupils, 3),
        "sums_moved": round(sums, 3),
        "mean_behind_growth_of_1": round(growing, 3),
    }


def main() -> None:
    """Print the measures as they are made."""
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS):
        for world in WORLDS:
            sys.stdout.write(json.dumps(measure(seed, world)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
