"""Make a list of names from the lines of a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from classrooms.rosters.columns import cells_of, columns_of_names, is_email
from classrooms.rosters.errors import BadRoster
from classrooms.rosters.headers import Kind, header_of
from classrooms.rosters.naming import Name, called, calm, fitting, is_total, read_names, told_apart
from classrooms.rosters.tables import Grid, Line
from classrooms.rosters.workbooks import UNSOLVED
from ninety.names import clean

MOST_NAMES = 200
MOST_GROUPS = 30
MOST_COLUMNS = 3
"""Columns of words that are offered as the one of the first names."""
LONGEST_WRITTEN = 80


@dataclass(frozen=True)
class Entry:
    """A line of a list: what is written there, and what is proposed as the name.

    `base` is the proposal without the initial that tells it from another. `doubt` says why nothing can be proposed
    ("empty", "email", "formula") or why it is no pupil ("total").
    """

    line: int
    written: str
    name: str = ""
    base: str = ""
    doubt: str = ""


@dataclass(frozen=True)
class Reading:
    """One way to read a list.

    `asks` says what cannot be told ("letters", "sheet", "group", "column"), and `label` the answer that this reading
    stands for.
    """

    entries: tuple[Entry, ...]
    asks: str = ""
    label: str = ""

    def as_written(self) -> "Reading":
        """Return the same list with every name as it is written."""
        kept = [entry if entry.doubt else _entry(entry.line, entry.written, entry.written) for entry in self.entries]
        return replace(self, entries=tuple(kept))


def readings_of(grid: Grid) -> list[Reading]:
    """Return each way in which a table may be read, one where that can be told. Raises BadRoster."""
    if not grid:
        raise BadRoster("nothing")
    found = header_of([line.cells for line in grid])
    if found is not None:
        index, kinds = found
        readings = _by_group(grid[index + 1 :], kinds)
    else:
        readings = _by_column(grid)
    for reading in readings:
        if len(reading.entries) > MOST_NAMES:
            raise BadRoster("many", len(reading.entries))
    if not any(entry.name for reading in readings for entry in reading.entries):
        raise BadRoster("no-names")
    return readings


def _by_group(lines: list[Line], kinds: list[Kind]) -> list[Reading]:
    """Read a list with a header; where it has several classes, each is a reading, and so are all together."""
    names, columns = _names_by_kinds(lines, kinds)
    every = Reading(_entries(lines, names, columns), "group")
    groups = [clean(cell) for cell in cells_of(lines, kinds.index(Kind.GROUP))] if Kind.GROUP in kinds else []
    titles = sorted({group for group in groups if group})
    if not 1 < len(titles) <= MOST_GROUPS:
        return [replace(every, asks="")]
    readings = []
    for title in titles:
        own = [index for index, group in enumerate(groups) if group == title]
        entries = _entries([lines[index] for index in own], [names[index] for index in own], columns)
        readings.append(Reading(entries, "group", title))
    return [*readings, every] if len(every.entries) <= MOST_NAMES else readings


def _names_by_kinds(lines: list[Line], kinds: list[Kind]) -> tuple[list[Name], list[int]]:
    """Return the names of lines whose columns are known, and the columns that they are written in."""
    first = _first_column(kinds)
    beside = [
        column for column, kind in enumerate(kinds) if column != first and kind in (Kind.SURNAME, Kind.NAME, Kind.WHOLE)
    ]
    infixes = [column for column, kind in enumerate(kinds) if kind is Kind.INFIX]
    if first is not None and (kinds[first] in (Kind.CALLED, Kind.FIRST) or Kind.SURNAME in kinds):
        return _split_names(lines, first, beside), [first, *infixes, *beside]
    whole = next(
        column for kind in (Kind.WHOLE, Kind.NAME, Kind.SURNAME) for column, each in enumerate(kinds) if each is kind
    )
    return read_names(cells_of(lines, whole)), [whole]


def _first_column(kinds: Sequence[Kind]) -> int | None:
    """Return the column of what people are called, as much of a first name as there is."""
    for kind in (Kind.CALLED, Kind.FIRST, Kind.NAME):
        if kind in kinds:
            return kinds.index(kind)
    return None


def _split_names(lines: list[Line], first: int, beside: Sequence[int]) -> list[Name]:
    given = calm([called(clean(cell)) for cell in cells_of(lines, first)])
    rest = [" ".join(filter(None, cells)) for cells in zip(*(cells_of(lines, each) for each in beside), strict=True)]
    return [Name(*both) for both in zip(given, rest or [""] * len(given), strict=True)]


def _by_column(grid: Grid) -> list[Reading]:
    """Read a list without a header; with several columns of words, either may be the one of the first names."""
    if len(grid) == 1 and len(grid[0].cells) > 1:
        grid = [Line(grid[0].number, (cell,)) for cell in grid[0].cells if cell]
    columns = columns_of_names([line for line in grid if not is_total(line.cells)])
    if not columns:
        raise BadRoster("no-names")
    if len(columns) == 1:
        return [Reading(_entries(grid, read_names(cells_of(grid, columns[0])), columns))]
    return [
        Reading(
            _entries(grid, _split_names(grid, own, [each for each in columns if each != own]), columns),
            "column",
            str(own + 1),
        )
        for own in columns[:MOST_COLUMNS]
    ]


def _entries(lines: Sequence[Line], names: Sequence[Name], columns: Sequence[int]) -> tuple[Entry, ...]:
    """Put what is proposed beside what is written in the columns of the names."""
    written = [_written(line, columns) for line in lines]
    doubts = [_doubt(line, text) for line, text in zip(lines, written, strict=True)]
    short = iter(told_apart([name for name, doubt in zip(names, doubts, strict=True) if not doubt]))
    return tuple(
        _entry(line.number, text, next(short) if not doubt else text if doubt == "total" else "", name.given, doubt)
        for line, text, name, doubt in zip(lines, written, names, doubts, strict=True)
    )


def _written(line: Line, columns: Sequence[int]) -> str:
    """Return what stands in some columns of a line; of a line that counts the others, all of it."""
    shown = range(len(line.cells)) if is_total(line.cells) else columns
    return " ".join(line.cells[column] for column in shown if column < len(line.cells) and line.cells[column])


def _doubt(line: Line, written: str) -> str:
    if UNSOLVED in written:
        return "formula"
    if is_total(line.cells) or written.isdecimal():
        return "total"
    if not clean(written):
        return "empty"
    return "email" if is_email(written) else ""


def _entry(line: int, written: str, name: str, base: str = "", doubt: str = "") -> Entry:
    name = fitting(name)
    return Entry(
        line, clean(written)[:LONGEST_WRITTEN], name, fitting(base or name), doubt if name or doubt else "empty"
    )
