"""Part a text into lines and cells, by whatever separates them."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from classrooms.rosters.errors import BadRoster
from classrooms.rosters.headers import header_of, is_infix, kind_of

MOST_LINES = 500
MOST_CELLS = 60
LONGEST_CELL = 400
SEPARATORS = "\t;|,"
HALF = 0.5
_HINT = re.compile(r"sep=(.)\s*", re.IGNORECASE)


class Line(NamedTuple):
    """The cells of a line, and where it begins: the first line of a list is line 1."""

    number: int
    cells: tuple[str, ...]


type Grid = list[Line]


def grid_of(text: str) -> Grid:
    """Part a text by the separator that fits it best; a comma between surname and first name is none."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if hint := _HINT.match(text.partition("\n")[0]):
        return bounded(_parted("\n" + text.partition("\n")[2], hint[1]))
    best, most = _parted(text, ""), HALF
    for separator in SEPARATORS:
        if separator not in text:
            continue
        parted = _parted(text, separator)
        if (fits := _fit(parted, separator)) > most:
            best, most = parted, fits
    return bounded(best)


def bounded(lines: Iterable[tuple[int, Sequence[str]]]) -> Grid:
    """Keep the lines with something in them. Raises BadRoster for more than anybody pastes."""
    grid: Grid = []
    for number, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if len(grid) == MOST_LINES:
            raise BadRoster("long", MOST_LINES)
        grid.append(Line(number, tuple(cell[:LONGEST_CELL].strip() for cell in cells[:MOST_CELLS])))
    return grid


def _parted(text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the lines with their numbers; where quotes do not close, they are read as signs like any other."""
    lines = text.split("\n")
    if not separator:
        return [(number, [line]) for number, line in enumerate(lines, start=1)]
    try:
        reader = csv.reader((line + "\n" for line in lines), delimiter=separator, strict=True)
        parted, number = [], 1
        for cells in reader:
            parted.append((number, cells))
            number = reader.line_num + 1
    except csv.Error:
        return [
            (number, [cell.strip().strip('"') for cell in line.split(separator)])
            for number, line in enumerate(lines, start=1)
        ]
    return parted


def _fit(parted: list[tuple[int, list[str]]], separator: str) -> float:
    """Return the share of lines that a separator parts in the commonest way, and 1 more where it parts a header."""
    rows = [cells for _number, cells in parted if any(cell.strip() for cell in cells)]
    header = header_of(rows)
    if header is not None and sum(kind_of(cell) is not None for cell in rows[header[0]]) > 1:
        return 1 + len(rows[header[0]]) / MOST_CELLS
    width, count = Counter(map(len, rows)).most_common(1)[0] if rows else (1, 0)
    if width == 1:
        return 0
    if separator == "," and width <= 3 and all(_is_reversed_name(cells) for cells in rows if len(cells) == width):
        return 0
    return count / len(rows)


def _is_reversed_name(cells: Sequence[str]) -> bool:
    """Tell `Surname, First` and `Surname, infix, First` from cells: nobody sets a blank after the comma of a file."""
    has_blanks = not cells[0].startswith(" ") and all(cell.startswith(" ") for cell in cells[1:])
    return has_blanks and all(is_infix(cell) for cell in cells[1:-1])
