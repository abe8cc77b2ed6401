"""Measure the engine against the plainest mutable loop: `python -m tests.bench.engine` prints both and their ratio."""

import json
import random
import sys
from collections.abc import Callable
from time import process_time

from ninety.engine.actions import Bust
from ninety.engine.rules import apply, legal_plays, start
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import Cards, State

from .mutable import Tally, play_match

SEATS = 4
MATCHES = 400

type Player = Callable[[int, random.Random, Tally], None]


def play_match_by_engine(seats: int, dice: random.Random, tally: Tally) -> None:
    """Play one match of Ninety-Nine at random through the engine's public functions, and keep every state."""

    def shuffle(cards: Cards) -> Cards:
        order = list(cards)
        dice.shuffle(order)
        return tuple(order)

    state = start(RULES, seats, shuffle)
    states: list[State] = [state]
    while (seat := state.turn) is not None:
        plays = legal_plays(state)
        if plays:
            state = apply(state, dice.choice(plays), shuffle)
            tally.plays += 1
            if tally.totals is not None:
                tally.totals.append(state.total)
        else:
            state = apply(state, Bust(seat), shuffle)
            tally.busts += 1
        states.append(state)
    tally.winners += state.winners


RULES = RuleSet.from_spec({"preset": "ninety-nine"})


def plays_per_second(play: Player, matches: int, seed: int) -> float:
    """Play matches of four seats and return the plays for each second of processor time."""
    dice, tally = random.Random(seed), Tally()
    began = process_time()
    for _ in range(matches):
        play(SEATS, dice, tally)
    return tally.plays / (process_time() - began)


def measure(matches: int = MATCHES, rounds: int = 5) -> dict[str, float]:
    """Return the best speed of each loop over some rounds, taken in turns, and the engine's part of the other's."""
    engine = mutable = 0.0
    for seed in range(rounds):
        mutable = max(mutable, plays_per_second(play_match, matches, seed))
        engine = max(engine, plays_per_second(play_match_by_engine, matches, seed))
    return {"mutable": round(mutable), "engine": round(engine), "ratio": round(engine / mutable, 3)}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure()) + "\n")
