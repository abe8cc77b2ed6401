"""Read the sheets of an Excel file, without being drawn into anything huge."""

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from openpyxl import load_workbook

from classrooms.rosters.errors import BadRoster
from classrooms.rosters.tables import MOST_CELLS, Grid, bounded

MOST_UNPACKED = 4_000_000
"""Bytes of all parts of a file but pictures: a class list has some hundred thousand, and a trap packs millions."""
MOST_PARTS = 300
MOST_ROWS = 20_000
"""Rows that are looked at, blank ones included, which programs like to save by the thousand."""
MOST_SHEETS = 12
UNSOLVED = "\ufffc"
"""Stands for a formula whose value the file does not hold."""


def is_workbook(data: bytes) -> bool:
    """Return whether a packed file is one of Excel's of today. Raises BadRoster for one that no program could read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as broken:
        raise BadRoster("broken") from broken
    unpacked = sum(part.file_size for part in parts if "/media/" not in part.filename)
    if len(parts) > MOST_PARTS or unpacked > MOST_UNPACKED:
        raise BadRoster("huge")
    return any(part.filename.lstrip("/").lower() == "xl/workbook.xml" for part in parts)


def sheets_of(data: bytes) -> list[tuple[str, Grid]]:
    """Return the sheets that have something in them, with their names. Raises BadRoster."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _sheets(data)
    except BadRoster:
        raise
    except Exception as broken:
        # A file from anywhere: openpyxl fails in a hundred ways, all of which mean that it cannot be read.
        raise BadRoster("broken") from broken


def _sheets(data: bytes) -> list[tuple[str, Grid]]:
    values = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    # Reading takes its time, and twice is needed only to tell a cell without a value from an empty one.
    formulas = load_workbook(io.BytesIO(data), read_only=True) if _has_formulas(data) else values
    try:
        found = []
        for title in formulas.sheetnames[:MOST_SHEETS]:
            sheet, solved = formulas[title], values[title]
            if getattr(sheet, "sheet_state", "") != "visible" or not hasattr(sheet, "iter_rows"):
                continue
            if grid := bounded(_rows(sheet, solved)):
                found.append((title, grid))
        return found
    finally:
        formulas.close()
        values.close()


def _has_formulas(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        sheets = [name for name in packed.namelist() if "/worksheets/" in name]
        return any(re.search(rb"<(?:\w+:)?f[ />]", packed.read(name)) for name in sheets)


def _rows(sheet: Any, solved: Any) -> Iterator[tuple[int, list[str]]]:
    """Give the rows of a sheet as text, formulas by their values; a merged cell counts where it begins."""
    # The size that a sheet claims to have is often wrong.
    for each in (sheet, solved):
        each.reset_dimensions()
    rows = sheet.iter_rows(max_col=MOST_CELLS)
    with_values = solved.iter_rows(max_col=MOST_CELLS) if solved is not sheet else None
    for number, cells in enumerate(rows, start=1):
        values = cells if with_values is None else next(with_values)
        if number > MOST_ROWS:
            raise BadRoster("huge")
        yield number, [_text(cell, value) for cell, value in zip(cells, values, strict=False)]


def _text(cell: Any, solved: Any) -> str:
    value = solved.value
    if value is None:
        return UNSOLVED if cell.data_type == "f" and cell.value else ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value)
