"""Measure tendencies on simulated pupils: `python -m tests.bench.tendencies [PUPILS] [FIRST SEED]` prints a line each.

First careless pupils of several sorts, who have none: how many are told that they have one. Then pupils with a
planted one: 80 answers to plays as they come at a table, 20 % mistakes, at least 15 plays where the kind can occur;
where it can, it explains 60 % of the mistakes, and the rest is careless. Then others, for whom it can occur
`everywhere`. `could` is the part of them who made the three mistakes that it takes at all.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from ninety.engine.actions import Bust, Play
from ninety.engine.bots import choose
from ninety.engine.rules import apply, start
from ninety.engine.rulesets import RuleSet
from ninety.engine.simulation import Shuffler
from ninety.engine.view import view
from trainer.careless import Mistake
from trainer.marking import KINDS, earlier_after, mark
from trainer.tendencies import FEWEST, NO_TENDENCIES, tendencies

type Habit = Callable[[Mistake, random.Random], int]

ANSWERS, WRONG, PLANTED_PART, POSSIBLE = 80, 0.2, 0.6, 15
PUPILS = 200
GAMES = (
    {"preset": "ninety-nine"},
    {"preset": "ninety-eight"},
    {"preset": "speed-98"},
    {"preset": "ninety-nine", "variants": ["countdown"]},
    {"preset": "ninety-eight", "variants": ["countdown"]},
)
PLANTED = tuple(kind for kind in KINDS if kind not in NO_TENDENCIES)


@cache
def plays(game: int) -> tuple[Mistake, ...]:
    """Return the plays of some matches between bots, with nothing announced yet."""
    rules, dice, found = RuleSet.from_spec(GAMES[game]), random.Random(game), []
    for _ in range(4):
        shuffle = Shuffler(dice)
        state = start(rules, 4, shuffle)
        earlier: tuple[int, ...] = ()
        while (seat := state.turn) is not None:
            action = choose(view(state, seat), "beginner", dice)
            if isinstance(action, Play):
                found.append(Mistake(rules, state.total, action.card, action.choice, 0, earlier))
            after = apply(state, action, shuffle)
            reset = isinstance(action, Bust) or after.round != state.round
            earlier = earlier_after(earlier, state.total, played=isinstance(action, Play), reset=reset)
            state = after
    return tuple(found)


def expected(play: Mistake) -> int:
    return play.rules.total_after(play.prior, play.card, play.choice)


def announcing(play: Mistake, total: int) -> Mistake:
    return Mistake(play.rules, play.prior, play.card, play.choice, total, play.earlier)


def around(most: int) -> Habit:
    return lambda play, dice: expected(play) + dice.choice((1, -1)) * dice.randint(1, most)


def digit(play: Mistake, dice: random.Random) -> int:
    written = str(abs(expected(play)))
    place = dice.randrange(len(written))
    other = dice.choice([each for each in "0123456789" if each != written[place]])
    return int(written[:place] + other + written[place + 1 :]) * (-1 if expected(play) < 0 else 1)


def keys(play: Mistake, dice: random.Random) -> int:
    """Miss a key, press one twice, or two in the wrong order."""
    total = abs(expected(play))
    written = str(total)
    typed = [written[:at] + written[at] + written[at:] for at in range(len(written))]
    typed += [written[:at] + written[at + 1 :] for at in range(len(written)) if len(written) > 1]
    typed += [written[: at - 1] + written[at] + written[at - 1] + written[at + 1 :] for at in range(1, len(written))]
    wrong = [int(each) for each in typed if int(each) != total]
    return dice.choice(wrong) if wrong else digit(play, dice)


def bell(play: Mistake, dice: random.Random) -> int:
    off = 0
    while not off:
        off = round(dice.gauss(0, 6))
    return expected(play) + off


def mixed(play: Mistake, dice: random.Random) -> int:
    return dice.choice((around(20), digit, keys, bell))(play, dice)


CARELESS: dict[str, Habit] = {
    "around-20": around(20),
    "around-10": around(10),
    "digit": digit,
    "keys": keys,
    "bell": bell,
    "mixed": mixed,
}


@cache
def ways(play: Mistake) -> dict[str, tuple[int, ...]]:
    """Return for every kind of mistake the wrong totals from 0 to 120 of a play that fit it."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for total in range(121):
        for kind in mark(play.rules, play.prior, play.card, play.choice, total, play.earlier).kinds:
            found[kind].append(total)
    return {kind: tuple(totals) for kind, totals in found.items()}


def careless_pupil(seed: int, habit: str) -> list[Mistake]:
    """Return the mistakes of somebody without a tendency."""
    dice = random.Random(f"{seed} {habit}")
    game = plays(dice.randrange(len(GAMES)))
    answered = [dice.choice(game) for _ in range(ANSWERS)]
    return [announcing(play, CARELESS[habit](play, dice)) for play in answered if dice.random() < WRONG]


def planted_pupil(seed: int, kind: str, habit: str, *, everywhere: bool = False) -> list[Mistake]:
    """Return the mistakes of somebody with a tendency, the rest made by a habit; `everywhere` all plays can show it."""
    dice = random.Random(f"{seed} {kind} {habit}")
    answered: list[Mistake] = []
    while sum(kind in ways(play) for play in answered) < POSSIBLE:
        game = plays(dice.randrange(len(GAMES)))
        fitting = [play for play in game if kind in ways(play)] if everywhere else game
        answered = [dice.choice(fitting) for _ in range(ANSWERS)] if fitting else []
    mistakes = []
    for play in answered:
        if dice.random() < WRONG:
            planted = kind in ways(play) and dice.random() < PLANTED_PART
            total = dice.choice(ways(play)[kind]) if planted else CARELESS[habit](play, dice)
            mistakes.append(announcing(play, total))
    return mistakes


def flagged(habit: str, pupils: int, seed: int = 0) -> dict[str, Any]:
    """Return the part of careless pupils of a habit who are told of a tendency."""
    told = [tendencies(careless_pupil(seed + number, habit)) for number in range(pupils)]
    return {"careless": habit, "pupils": pupils, "flagged": round(sum(map(bool, told)) / pupils, 4)}


def found(habit: str, pupils: int, seed: int = 0, *, everywhere: bool = False) -> dict[str, Any]:
    """Return precision and recall where each kind is planted in some pupils."""
    hits: Counter[str] = Counter()
    reports = could = 0
    for kind in PLANTED:
        for number in range(pupils):
            mistakes = planted_pupil(seed + number, kind, habit, everywhere=everywhere)
            reported = [tendency.kind for tendency in tendencies(mistakes)]
            hits[kind] += kind in reported
            reports += len(reported)
            could += sum(each.announced in ways(each).get(kind, ()) for each in mistakes) >= FEWEST
    return {
        "planted": len(PLANTED),
        "pupils_each": pupils,
        "rest": habit,
        "everywhere": everywhere,
        "precision": round(hits.total() / reports, 3),
        "recall": round(hits.total() / (pupils * len(PLANTED)), 3),
        "could": round(could / (pupils * len(PLANTED)), 3),
        "recall_by_kind": {kind: round(hits[kind] / pupils, 2) for kind in PLANTED},
    }


def measures(pupils: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield careless pupils of every habit, then pupils with something planted."""
    for habit in CARELESS:
        yield flagged(habit, pupils, seed)
    for everywhere in (False, True):
        for habit in CARELESS:
            yield found(habit, max(pupils // 10, 1), seed, everywhere=everywhere)


def main() -> None:
    """Print the measures as they are made."""
    asked = [int(each) for each in sys.argv[1:]]
    pupils, seed = (asked + [PUPILS, 0][len(asked) :])[:2]
    for measure in measures(pupils, seed):
        sys.stdout.write(json.dumps(measure) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
