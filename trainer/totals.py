"""Reading a total as a person types it."""

SIGNS = {"+": 1, "-": -1, "\N{MINUS SIGN}": -1, "\N{EN DASH}": -1}
MOST_DIGITS = 6


class NotANumber(ValueError):
    """Say that what was typed is no whole number of at most six digits."""


def read_total(text: str) -> int:
    """Read a whole number: an optional sign, then one to six decimal digits of any script, blanks around it ignored.

    Hyphen, minus sign and en dash all take the number below zero. Leading zeros are read and count as digits typed.
    Raise NotANumber for everything else.
    """
    body = text.strip()
    sign = SIGNS.get(body[:1])
    digits = body if sign is None else body[1:]
    if len(digits) > MOST_DIGITS or not digits.isdecimal():
        raise NotANumber
    return int(digits) * (sign or 1)
