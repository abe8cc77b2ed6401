"""Draw an address as a QR code."""

from functools import lru_cache

import segno

QUIET_ZONE = 4
"""Modules of white around the code, without which many cameras do not find it."""


@lru_cache(maxsize=64)
def path_of(text: str) -> tuple[str, int]:
    """Return a QR code as the path of an SVG, a unit a module, and how wide it is; the white ground is the page's."""
    code = segno.make(text, error="m", micro=False)
    runs = [
        f"M{column + QUIET_ZONE} {row + QUIET_ZONE}h{length}v1h-{length}z"
        for row, modules in enumerate(code.matrix)
        for column, length in _runs(modules)
    ]
    return "".join(runs), len(code.matrix) + 2 * QUIET_ZONE


def _runs(modules: bytes | bytearray) -> list[tuple[int, int]]:
    """Return where dark modules begin in a row, and how many follow one another."""
    runs: list[tuple[int, int]] = []
    for column, dark in enumerate(modules):
        if not dark:
            continue
        if runs and sum(runs[-1]) == column:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((column, 1))
    return runs
