"""Tell the columns of a list without a header by what stands in them."""

import re
from collections import Counter

from classrooms.rosters.headers import INFIXES
from classrooms.rosters.tables import Line

_EMAIL = re.compile(r"<?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?")
_TWO_THIRDS = 2 / 3


def is_email(cell: str) -> bool:
    """Return whether a cell is an e-mail address."""
    return _EMAIL.fullmatch(cell) is not None


def without_email(cell: str) -> str:
    """Return a cell without the address that a mail program puts behind a name."""
    return _EMAIL.sub("", cell).strip(" ;,")


def columns_of_names(lines: list[Line]) -> list[int]:
    """Return the columns without a header that may hold names: words, which are not the same on every line."""
    width = max((len(line.cells) for line in lines), default=0)
    if width == 1:
        return [0]
    return [column for column in range(width) if _may_hold_names(cells_of(lines, column))]


def cells_of(lines: list[Line], column: int) -> list[str]:
    """Return the cells of a column, "" where a line is too short for it."""
    return [line.cells[column] if column < len(line.cells) else "" for line in lines]


def _may_hold_names(cells: list[str]) -> bool:
    filled = [cell for cell in cells if cell]
    wordy = [cell for cell in filled if _is_wordy(cell)]
    if not filled or len(wordy) < _TWO_THIRDS * len(filled) or len(filled) * 2 < len(cells):
        return False
    return len(filled) < 3 or Counter(filled).most_common(1)[0][1] * 2 <= len(filled)


def _is_wordy(cell: str) -> bool:
    """Tell a name from a number, a date, an address, or a letter for the sex."""
    if is_email(cell) or sum(sign.isdigit() for sign in cell) * 2 >= len(cell.replace(" ", "")):
        return False
    return len(cell) > 1 and cell.casefold() not in INFIXES and not (len(cell) <= 3 and any(map(str.isdigit, cell)))
