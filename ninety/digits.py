"""Writing whole numbers and sums for people: in digits, with a real minus sign."""

MINUS = "\N{MINUS SIGN}"
ARROW = "\N{RIGHTWARDS ARROW}"
"""Stands in a sum where a card sets the total."""


def digits(number: int) -> str:
    """Write a number: `7`, `0`, `−7`."""
    return f"{MINUS if number < 0 else ''}{abs(number)}"


def signed(change: int) -> str:
    """Write a change with its sign: `+7`, `−7`; 0 has none."""
    return f"+{change}" if change > 0 else digits(change)


def sign_of(change: int) -> str:
    """Return the sign of a change as it stands in a sum, a plus for 0."""
    return MINUS if change < 0 else "+"


def signed_apart(change: int) -> str:
    """Write a change as it stands in a sum: `+ 7`, `− 7`, `+ 0`."""
    return f"{sign_of(change)} {abs(change)}"


def sum_of(prior: int, change: int | None, total: int) -> str:
    """Write a whole sum: `48 + 7 = 55`, and `41 → 99` where the change is None, as the total is set."""
    if change is None:
        return f"{digits(prior)} {ARROW} {digits(total)}"
    return f"{digits(prior)} {signed_apart(change)} = {digits(total)}"
