"""Again: the sums that somebody got wrong lately, until each is right twice, in two different drills."""

from collections.abc import Iterable
from dataclasses import dataclass

RIGHT_TWICE = 2
AT_MOST = 20
"""How many sums one drill repeats, those that went wrong last first."""

type Key = tuple[int, int]
"""A sum as it is repeated: the total before, and the change."""


@dataclass(frozen=True, slots=True)
class Try:
    """A first try at a sum, in a drill or, with `drill` None, at a table."""

    prior: int
    change: int
    right: bool
    drill: int | None

    @property
    def key(self) -> Key:
        """Return which sum it was."""
        return self.prior, self.change


def to_repeat(tries: Iterable[Try]) -> tuple[Key, ...]:
    """Return the sums still to repeat, from first tries that come oldest first; the one that went wrong last first."""
    since: dict[Key, set[int]] = {}
    for each in tries:
        if not each.right:
            since.pop(each.key, None)
            since[each.key] = set()
        elif each.drill is not None and each.key in since:
            since[each.key].add(each.drill)
    return tuple(key for key, drills in reversed(since.items()) if len(drills) < RIGHT_TWICE)
