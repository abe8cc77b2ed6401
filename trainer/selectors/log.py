"""Small reads of the log that marking needs."""

from ninety.models import Match

TOTALS_BEFORE = 2
_LOOKED_AT = 8
"""Enough actions for three plays with a penalty after each."""


def earlier_totals(match: Match) -> tuple[int, ...]:
    """Return the totals before the one that stands, since the last deal or reset: two at most, newest last."""
    totals: list[int] = []
    for action in match.actions.order_by("-number")[:_LOOKED_AT]:
        if action.reset or "card" in action.data:
            totals.append(action.total)
        if action.reset or len(totals) > TOTALS_BEFORE:
            break
    return tuple(reversed(totals[1:]))
