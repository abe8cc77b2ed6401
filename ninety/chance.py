"""The dice that everything is dealt by: those of the operating system, which nobody can foresee.

Whoever shows something that is to come out the same each time throws dice of their own meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from random import Random, SystemRandom

_unforeseeable = SystemRandom()
_thrown: ContextVar[Random | None] = ContextVar("dice", default=None)


def dice() -> Random:
    """Return the dice to throw now."""
    return _thrown.get() or _unforeseeable


@contextmanager
def throwing(own: Random) -> Iterator[Random]:
    """Have everything that is dealt meanwhile, in this thread alone, be dealt by dice of one's own."""
    before = _thrown.set(own)
    try:
        yield own
    finally:
        _thrown.reset(before)
