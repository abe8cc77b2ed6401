"""The twelve pictures that a pupil signs in with, three of them in the pupil's own order, and the four digits."""

from collections.abc import Callable, Sequence
from secrets import choice

PICTURES = (
    *("apple", "boat", "cat", "flower", "fish", "house"),
    *("key", "kite", "moon", "star", "tree", "umbrella"),
)
SHOWN = 3
DIGITS = 4

type Pick = Callable[[Sequence[str]], str]


def new_pictures(pick: Pick = choice) -> list[str]:
    """Return three different pictures in an order: one of 1,320."""
    left = list(PICTURES)
    drawn = []
    for _number in range(SHOWN):
        drawn.append(pick(left))
        left.remove(drawn[-1])
    return drawn


def new_pin(pick: Pick = choice) -> str:
    """Return four digits, of which not all are the same: one of 9,990."""
    pin = "".join(pick("0123456789") for _digit in range(DIGITS))
    return pin if len(set(pin)) > 1 else new_pin(pick)
