"""The drawn number line of a working: where its ticks, jumps and numbers stand, in plain user units for an SVG.

Numbers stand below the line and changes above it, each in the first row in which it touches no other. So whatever the
sum is, nothing is written over anything else.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal

from ninety.digits import digits, signed
from trainer.working import Step

WIDTH = 320
MARGIN = 18
DIGIT = 8
"""The width of a sign, a little more than the typeface needs."""
GAP = 5
ROW = 17
FLAT, STEEP = 10, 34
"""The height of the lowest jump and of the highest."""
TIP_LENGTH, TIP_WIDTH = 8, 3.5
LIFT = 7
"""How far above the line the jumps begin and end, so that the marks on it stay clear."""
MOST_TICKS, MOST_TENS = 40, 7

type Role = Literal["start", "stop", "end", "ten"]


@dataclass(frozen=True, slots=True)
class Label:
    """Hold a text with the middle of its foot; `role` says what it names."""

    x: float
    y: float
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Hold the path of one jump, and the tip of its arrow."""

    path: str
    tip: str


@dataclass(frozen=True, slots=True)
class NumberLine:
    """Hold what is drawn, in units of which the line has `WIDTH`; `y` is how far down the line itself runs.

    `low` and `high` are the numbers at its ends, with `mirrored` the other way round, as a countdown's track is.
    """

    low: int
    high: int
    mirrored: bool
    height: int
    y: int
    ticks: tuple[float, ...]
    tens: tuple[float, ...]
    jumps: tuple[Jump, ...]
    start: float
    end: float
    labels: tuple[Label, ...]

    @property
    def left(self) -> int:
        """Return where the line begins."""
        return MARGIN

    @property
    def right(self) -> int:
        """Return where the line ends."""
        return WIDTH - MARGIN

    @property
    def width(self) -> int:
        """Return the width of the whole picture."""
        return WIDTH


def draw(steps: Sequence[Step], *, mirrored: bool = False) -> NumberLine:
    """Draw the steps of a working, at least one, as jumps on the piece of the number line that they need."""
    numbers = [steps[0].start, *(step.end for step in steps)]
    low, high = _window(min(numbers), max(numbers))
    tens = _every(_apart(high - low, (10, 20, 50, 100, 200, 500), MOST_TENS), low, high)

    def x(number: int) -> float:
        share = (number - low) / (high - low)
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (1 - share if mirrored else share), 1)

    arcs = [(x(step.start), x(step.end)) for step in steps if step.start != step.end]
    above, rows_above = _rows(
        ((x(step.start) + x(step.end)) / 2, signed(step.change), "change", True) for step in steps if step.change
    )
    tallest = max((_height(one, other) for one, other in arcs), default=0)
    y = LIFT + tallest + ROW * rows_above + 4
    below, rows_below = _rows(_numbers(numbers, tens, x))
    return NumberLine(
        low=low,
        high=high,
        mirrored=mirrored,
        height=y + 8 + ROW * rows_below + 3,
        y=y,
        ticks=tuple(map(x, _every(_apart(high - low, (1, 10, 100), MOST_TICKS), low, high))),
        tens=tuple(map(x, tens)),
        jumps=tuple(_jump(one, other, y - LIFT) for one, other in arcs),
        start=x(numbers[0]),
        end=x(numbers[-1]),
        labels=(
            *(Label(at, y - LIFT - tallest - 4 - ROW * row, text, role) for at, row, text, role in above),
            *(Label(at, y + 8 + ROW * (row + 1) - 4, text, role) for at, row, text, role in below),
        ),
    )


def _window(least: int, most: int) -> tuple[int, int]:
    """Return the tens around two numbers, apart even where the numbers are one and the same ten."""
    low, high = least // 10 * 10, -(-most // 10) * 10
    return (low, high) if low < high else (low - 10, high + 10)


def _apart(span: int, steps: Sequence[int], most: int) -> int:
    """Return the first of the steps of which at most so many fit into the span, 1000 where none is long enough."""
    return next((step for step in steps if span / step <= most), 1000)


def _every(step: int, low: int, high: int) -> range:
    """Return the multiples of a step from one number to another."""
    return range(-(-low // step) * step, high + 1, step)


def _height(one: float, other: float) -> int:
    """Return how high a jump goes: a long one goes higher."""
    return round(min(STEEP, max(FLAT, abs(one - other) * 0.3)))


def _jump(start: float, end: float, y: int) -> Jump:
    """Draw a jump as half a wave, with the tip of an arrow that points the way in which it lands."""
    across, down = (end - start) / 2, 2 * _height(start, end)
    path = f"M{start:g} {y}Q{start + across:g} {y - down:g} {end:g} {y}"
    length = hypot(across, down)
    along, aside = (across / length, down / length), (-down / length, across / length)
    back = (end - TIP_LENGTH * along[0], y - TIP_LENGTH * along[1])
    corners = [(back[0] + side * aside[0], back[1] + side * aside[1]) for side in (TIP_WIDTH, -TIP_WIDTH)]
    return Jump(path, f"M{end:g} {y}" + "".join(f"L{at:.1f} {foot:.1f}" for at, foot in corners) + "Z")


type Wanted = tuple[float, str, str, bool]
"""The middle of a text, the text, its role, and whether it has to be written."""


def _numbers(numbers: Sequence[int], tens: Iterable[int], x: Callable[[int], float]) -> list[Wanted]:
    """List the numbers to write below the line: first those of the sum, then the tens where there is room."""
    roles: dict[int, Role] = {numbers[0]: "start", numbers[-1]: "end"}
    for stop in numbers[1:-1]:
        roles.setdefault(stop, "stop")
    wanted: list[Wanted] = [(x(number), digits(number), role, True) for number, role in roles.items()]
    return wanted + [(x(ten), digits(ten), "ten", False) for ten in tens if ten not in roles]


def _rows(wanted: Iterable[Wanted]) -> tuple[list[tuple[float, int, str, str]], int]:
    """Give each text the first row in which it touches no other, and count the rows.

    A text that need not be written is left out where it does not fit into the first row.
    """
    rows: list[list[tuple[float, float]]] = []
    placed = []
    for middle, text, role, needed in wanted:
        half = DIGIT * len(text) / 2
        at = min(max(middle, half), WIDTH - half)
        taken = (at - half - GAP, at + half + GAP)
        row = next((number for number, row in enumerate(rows) if _is_free(row, taken)), len(rows))
        if row and not needed:
            continue
        if row == len(rows):
            rows.append([])
        rows[row].append((at - half, at + half))
        placed.append((round(at, 1), row, text, role))
    return placed, len(rows)


def _is_free(row: Iterable[tuple[float, float]], taken: tuple[float, float]) -> bool:
    return all(right <= taken[0] or left >= taken[1] for left, right in row)
