"""The warm-up of typing: how long somebody takes to type a number that is shown."""

import random
from collections.abc import Sequence
from statistics import median

from trainer.drills.claims import KEY_MS

SECONDS = 10
SHOWN = 40
"""How many numbers lie ready: more than anybody types in that time."""

ENOUGH = 3
SLOWEST_MS = SECONDS * 1000


def draw_numbers(dice: random.Random) -> list[int]:
    """Draw numbers of two digits to be typed, no two alike after one another."""
    numbers = [dice.randrange(10, 99)]
    while len(numbers) < SHOWN:
        number = dice.randrange(10, 99)
        if number != numbers[-1]:
            numbers.append(number)
    return numbers


def typing_time(times: Sequence[int]) -> int | None:
    """Return the time in ms that a number takes to be typed, None where there are too few that a hand can do."""
    believed = [time for time in times if 2 * KEY_MS <= time <= SLOWEST_MS]
    return round(median(believed)) if len(believed) >= ENOUGH else None
