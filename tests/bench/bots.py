"""Measure the bots: `python -m tests.bench.bots [MATCHES]` prints, a line each, how often one beats another.

Two seats, which lead in turn, in every preset; then four seats, two of each bot, in variants. With the wins come the
95 % Wilson interval and the milliseconds that a choice of the stronger bot takes.
"""

import json
import random
import sys
from collections.abc import Iterator
from math import sqrt
from time import process_time
from typing import Any

from ninety.engine.bots import choose
from ninety.engine.rules import apply, start
from ninety.engine.rulesets import PRESETS, RuleSet
from ninety.engine.simulation import Shuffler
from ninety.engine.view import view

MATCHES = 1000
PAIRS = (("steady", "beginner"), ("expert", "steady"), ("expert", "beginner"))
VARIANTS = (
    ("ninety-nine", "countdown"),
    ("ninety-nine", "negatives"),
    ("ninety-nine", "nine-pass"),
    ("ninety-eight", "countdown"),
    ("ninety-eight", "teams"),
    ("ninety-eight", "strict-limit"),
    ("ninety-eight", "single-round"),
    ("ninety-eight", "ante"),
)


def wilson(wins: int, matches: int, z: float = 1.96) -> tuple[float, float]:
    """Return the interval in which the true share of wins lies, at 95 %."""
    share, weight = wins / matches, z * z / matches
    middle = share + weight / 2
    half = z * sqrt(share * (1 - share) / matches + weight / (4 * matches))
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def duel(rules: RuleSet, strong: str, weak: str, matches: int, seats: int = 2, seed: int = 1) -> dict[str, Any]:
    """Let two bots alternate round the table, changing places after every match; each match has one winner or team."""
    dice = random.Random(seed)
    wins = choices = 0
    seconds = 0.0
    for number in range(matches):
        at_even, at_odd = (strong, weak) if number % 2 == 0 else (weak, strong)
        strengths = [at_even, at_odd] * (seats // 2)
        shuffle = Shuffler(dice)
        state = start(rules, seats, shuffle)
        while (seat := state.turn) is not None:
            seen = view(state, seat)
            if strengths[seat] == strong and len(seen.legal_plays()) > 1:
                began = process_time()
                action = choose(seen, strong, dice)
                seconds += process_time() - began
                choices += 1
            else:
                action = choose(seen, strengths[seat], dice)
            state = apply(state, action, shuffle)
        wins += strengths[state.winners[0]] == strong
    low, high = wilson(wins, matches)
    return {
        "pair": f"{strong} > {weak}",
        "seats": seats,
        "wins": wins,
        "matches": matches,
        "interval": [round(low, 3), round(high, 3)],
        "ms_per_choice": round(1000 * seconds / max(1, choices), 3),
    }


def measures(matches: int) -> Iterator[dict[str, Any]]:
    """Yield every duel in every preset, then in variants."""
    for preset in PRESETS:
        rules = RuleSet.from_spec({"preset": preset})
        for strong, weak in PAIRS:
            yield {"preset": preset} | duel(rules, strong, weak, matches)
    for preset, variant in VARIANTS:
        rules = RuleSet.from_spec({"preset": preset, "variants": [variant]})
        for strong, weak in PAIRS[:2]:
            yield {"preset": preset, "variant": variant} | duel(rules, strong, weak, matches // 2, seats=4)


def main() -> None:
    """Print the measures as they are made."""
    for measure in measures(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES):
        sys.stdout.write(json.dumps(measure) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
