"""Small reads of the actions of a match that marking needs."""

from itertools import pairwise

from ninety.models import Match
from trainer.marking import earlier_after

_LOOKED_AT = 8
"""Enough actions for two plays with penalties after each, and what came before."""


def earlier_totals(match: Match) -> tuple[int, ...]:
    """Return the totals before the one that stands, since the last deal or reset: two at most, newest last."""
    newest = list(match.actions.order_by("-number")[:_LOOKED_AT])
    earlier: tuple[int, ...] = ()
    for before, action in pairwise(reversed(newest)):
        earlier = earlier_after(earlier, before.total, played="card" in action.data, reset=action.reset)
    return earlier
