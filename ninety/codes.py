"""Codes of tables and classes: made by chance, read aloud across a room, and typed on any keyboard.

The letters are those that nobody mistakes for another sign: no vowels, so that no code is a word, and neither letter of
a pair that looks alike (of S and 5, Z and 2, B and 8, G and 6, L and 1 only the letter). Whoever types the other one of
a pair means the one that there is.
"""

from collections.abc import Callable, Sequence
from secrets import choice
from unicodedata import normalize

from ninety.names import LOOK_ALIKES

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ3479"
LENGTH = 6
GROUP = 3
COUNT = len(ALPHABET) ** LENGTH
"""How many codes there are: 191,102,976."""

_MEANT = str.maketrans({"5": "S", "2": "Z", "8": "B", "6": "G", "1": "L", "I": "L"})


def new_code(pick: Callable[[Sequence[str]], str] = choice) -> str:
    """Return a code that nobody can foresee."""
    return "".join(pick(ALPHABET) for _sign in range(LENGTH))


def shown(code: str) -> str:
    """Write a code in two groups: `BCD FGH`."""
    return f"{code[:GROUP]} {code[GROUP:]}"


def spelt(code: str) -> str:
    """Write a code for a voice that reads it sign by sign: `B C D, F G H`."""
    return ", ".join(" ".join(group) for group in shown(code).split())


def read(typed: str) -> str | None:
    """Return the code that was typed in whatever way, None for what cannot be one.

    Case, blanks, dashes and the like do not matter, nor does the width of the letters or a keyboard whose letters only
    look Latin.
    """
    plain = normalize("NFKC", typed[:100]).casefold().translate(LOOK_ALIKES).upper()
    signs = "".join(sign for sign in plain if sign.isalnum()).translate(_MEANT)
    return signs if len(signs) == LENGTH and set(signs) <= set(ALPHABET) else None
