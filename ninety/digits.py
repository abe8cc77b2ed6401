"""Writing whole numbers for people: in digits, with a real minus sign."""

MINUS = "\N{MINUS SIGN}"


def digits(number: int) -> str:
    """Write a number: `7`, `0`, `−7`."""
    return f"{MINUS if number < 0 else ''}{abs(number)}"


def signed(change: int) -> str:
    """Write a change with its sign: `+7`, `−7`; 0 has none."""
    return f"+{change}" if change > 0 else digits(change)
