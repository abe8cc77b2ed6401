"""Who is well below the others at something, and who is so by more than chance; for lists of who needs help.

In the words of the help: somebody, and the rest of a group together, each have a share of sums that were right at the
first try; from the number of sums follows the interval in which the true share lies at 99 % (Wilson 1927). Somebody is
*well below* the rest when the two intervals do not meet and the shares are at least `APART` apart. It is said of nobody
with fewer than `ENOUGH` answers, and only where at least `OTHERS` others have `figures.ENOUGH_ANSWERS` each.

At 95 % chance alone would name somebody in half of all classes of 25 equal pupils, four groups of sums looked at; at
99 % it does in one of thirteen that have answered ten sums each, and in one of forty with twenty or more. Of pupils who
get 60 of 100 right where the others get 85 it finds a third after twenty sums, two thirds after forty, all after a
hundred (simulated).

What somebody gets right has become *better*, or *less*, when the intervals of two times, at 95 % as figures have them,
do not meet. Otherwise a change is *unclear*, however large it looks, and with too few answers too *little* to tell.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from trainer.figures import ENOUGH_ANSWERS, Figure, wilson

ENOUGH = 10
"""How many answers of somebody's own it takes."""

OTHERS = 3
"""How many others it takes."""

SURE = 2.5758293035489004
"""The quantile of the normal distribution that leaves 99 % between its two signs."""

APART = 0.1
"""How far shares must be apart, of one: a small difference can be certain and still be small."""


@dataclass(frozen=True, slots=True)
class Below:
    """What says that somebody is well below the rest: right ones of answers, of their own and of the rest."""

    right: int
    answers: int
    rest_right: int
    rest_answers: int

    @property
    def share(self) -> float:
        """Return the own share of right answers, from 0 to 1."""
        return self.right / self.answers

    @property
    def rest_share(self) -> float:
        """Return the share of right answers of the rest."""
        return self.rest_right / self.rest_answers


def well_below(figures: Mapping[int, Figure]) -> dict[int, Below]:
    """Return who of several people is well below the rest of them at something, by the key they come with."""
    right, answers = sum(each.right for each in figures.values()), sum(each.answers for each in figures.values())
    known = {key for key, each in figures.items() if each.answers >= ENOUGH_ANSWERS}
    found = {}
    for key, each in figures.items():
        if each.answers < ENOUGH or len(known - {key}) < OTHERS:
            continue
        below = Below(each.right, each.answers, right - each.right, answers - each.answers)
        if is_well_below(below):
            found[key] = below
    return found


def is_well_below(below: Below) -> bool:
    """Return whether somebody is well below a rest that has answered enough."""
    if below.answers < ENOUGH:
        return False
    highest, lowest = wilson(below.right, below.answers, SURE)[1], wilson(below.rest_right, below.rest_answers, SURE)[0]
    return highest < lowest and below.rest_share - below.share >= APART


def change_between(before: Figure, after: Figure) -> str:
    """Name how what somebody gets right has changed from one time to another: better, less, unclear or little."""
    if before.interval is None or after.interval is None:
        return "little"
    if before.interval[1] < after.interval[0]:
        return "better"
    return "less" if after.interval[1] < before.interval[0] else "unclear"
