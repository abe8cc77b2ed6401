"""What the answers of a drill come to."""

MINUTE_MS = 60_000


def correct_digits(announced: int, expected: int) -> int:
    """Count the digits that are equal at the same place, counted from the ones; a sign of both is one more."""
    pairs = zip(reversed(str(abs(announced))), reversed(str(abs(expected))), strict=False)
    return [said == right for said, right in pairs].count(True) + int(announced < 0 and expected < 0)


def a_minute(count: int, used_ms: int) -> float | None:
    """Return how many that is a minute of the person's own time, None where no time was used."""
    return count * MINUTE_MS / used_ms if used_ms else None
