"""What of a device's word on its own times is taken: what a hand can do, and what the server's clock allows."""

from dataclasses import dataclass

KEY_MS = 150
"""The least time for a key: nobody reads a sum and types its total faster."""

GRACE_MS = 5_000
"""How much later than time is up a sum may begin: device and server need not agree to the tick."""

DRIFT_MS = 2_000
"""By how much the server's clock may be behind what a device has counted."""

LONGEST_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Charge:
    """What an answer costs of the clock, its times as far as they are believed, and what is wrong with them.

    `is_true` tells whether its computing time is one that may count; `is_doubtful` that the device claims more than has
    passed on the server.
    """

    used_ms: int
    choosing_ms: int
    computing_ms: int
    is_true: bool
    is_doubtful: bool


def charge(choosing_ms: int, computing_ms: int, announced: int, *, left_ms: int) -> Charge:
    """Bound the times of an answer; `left_ms` is what has passed on the server and was not charged yet."""
    choosing, computing = (min(max(claimed, 0), LONGEST_MS) for claimed in (choosing_ms, computing_ms))
    least = fastest_ms(announced)
    is_too_fast = choosing_ms < 0 or computing_ms < 0 or choosing + computing < least
    used = max(choosing + computing, least)
    is_doubtful = used > left_ms + DRIFT_MS
    if is_doubtful:
        used = max(min(used, left_ms), least)
        choosing, computing = min(choosing, used), min(computing, used)
    is_true = not is_too_fast and not is_doubtful
    return Charge(used, choosing, computing, is_true, is_doubtful)


def waited(choosing_ms: int, *, left_ms: int) -> int:
    """Bound the time after which somebody saw that no card fits."""
    return min(max(choosing_ms, 0), max(left_ms, 0), LONGEST_MS)


def fastest_ms(announced: int) -> int:
    """Return the least time in which a hand types a total and presses OK."""
    return KEY_MS * (len(str(announced)) + 1)
