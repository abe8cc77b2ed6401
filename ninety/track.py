"""The number line that the total moves along, in plain user units for an SVG."""

from collections.abc import Callable
from dataclasses import dataclass

from ninety.digits import digits
from ninety.engine.rulesets import RuleSet

WIDTH = 1000
MARGIN = 24
LABELS_AT_MOST = 12


@dataclass(frozen=True)
class Track:
    """Hold what is drawn; every x is from 0 to 1000, and nothing is marked where the total is covered."""

    low: int
    high: int
    countdown: bool
    total: int | None
    ticks: tuple[tuple[int, str], ...]
    marker: int | None
    jump: tuple[int, int, str] | None
    covered: bool


def draw(rules: RuleSet, *, lowest: int, total: int, jump_from: int | None, label: str, covered: bool) -> Track:
    """Draw the line from 0, or from the lowest total seen, to the limit; mirrored in a countdown."""
    low, high = min(0, lowest), rules.limit

    def x(value: int) -> int:
        share = (value - low) / (high - low)
        return MARGIN + round((WIDTH - 2 * MARGIN) * (1 - share if rules.countdown else share))

    return Track(
        low=low,
        high=high,
        countdown=rules.countdown,
        total=None if covered else total,
        ticks=_ticks(low, high, x),
        marker=None if covered else x(total),
        jump=None if covered or jump_from is None or jump_from == total else (x(jump_from), x(total), label),
        covered=covered,
    )


def _ticks(low: int, high: int, x: Callable[[int], int]) -> tuple[tuple[int, str], ...]:
    """Mark every ten; label as many as can be read, and always the limit."""
    tens = range(-(-low // 10) * 10, high + 1, 10)
    apart = next(step for step in (10, 20, 50, 100, 200, 500) if (high - low) / step <= LABELS_AT_MOST)
    labelled = {ten for ten in tens if ten % apart == 0 and high - ten >= apart // 2}
    labelled.add(high)
    return tuple((x(value), digits(value) if value in labelled else "") for value in sorted({*tens, high}))
