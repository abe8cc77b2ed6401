"""The totals from which somebody may have gone on by mistake."""

from collections.abc import Sequence
from itertools import pairwise

from ninety.models import Action
from trainer import marking


def earlier_totals(recent: Sequence[Action]) -> tuple[int, ...]:
    """Return the totals before the one that stands, since the last deal or reset: two at most, newest last.

    `recent` are the newest actions, newest first.
    """
    earlier: tuple[int, ...] = ()
    for before, action in pairwise(reversed(recent)):
        earlier = marking.earlier_after(earlier, before.total, played="card" in action.data, reset=action.reset)
    return earlier
