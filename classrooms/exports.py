"""Tables as files for spreadsheets: CSV as the spreadsheets of a language expect it or plain, and XLSX.

Numbers stay numbers and times carry their zone. A text that somebody typed and that a spreadsheet would take for a
formula gets an apostrophe in front; one that holds what separates cells in any file stands in quotes, so that its row
is not torn apart where the file is read the other way.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache
from io import StringIO
from itertools import islice
from tempfile import TemporaryFile
from unicodedata import category, normalize

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
NEEDS_QUOTES = re.compile('[",;\t\r\n]|^ | $')
CHUNK = 64 * 1024
SHEET_NAME = 31
"""UTF-16 code units that the name of a sheet has at the most; none may be called History either."""
MOST_ROWS = 1_048_576
"""Rows that a sheet holds at the most."""
LONGEST_TEXT = 32767
"""Letters that a cell of a workbook holds at the most."""


@dataclass(frozen=True)
class Style:
    """How a CSV is written: what separates cells, what a decimal mark looks like, and whether a BOM comes first."""

    separator: str = ","
    decimal: str = "."
    bom: bool = False


PLAIN = Style()
"""The international form: commas, decimal points, no BOM."""

STYLES = {
    "en": Style(bom=True),
    "es": Style(";", ",", bom=True),
    "pt": Style(";", ",", bom=True),
    "nl": Style(";", ",", bom=True),
}
"""What the spreadsheets of each language open with a double click."""


@lru_cache(maxsize=4096)
def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, and that has nothing XML could not hold."""
    kept = NOT_IN_XML.sub("", text)
    return f"'{kept}" if kept.lstrip(" ").startswith(tuple(FORMULA_SIGNS)) else kept


def file_name(what: str, name: str, ending: str) -> str:
    """Return what a file about somebody or something is called: words of any script, and no sign a disk refuses."""
    signs = (sign if category(sign)[0] in "LMN" else "-" for sign in normalize("NFC", name))
    words = [word for word in "".join(signs).split("-") if word]
    return f"{'-'.join(['ninety', what, *words])}.{ending}"


def csv_chunks(rows: Iterable[Sequence[object]], style: Style) -> Iterator[bytes]:
    """Yield a CSV in pieces, UTF-8, so that no file of any size is held as a whole."""
    buffer = StringIO()
    if style.bom:
        buffer.write("\ufeff")
    for row in rows:
        buffer.write(style.separator.join([_in_csv(value, style) for value in row]) + "\r\n")
        if buffer.tell() >= CHUNK:
            yield _emptied(buffer)
    yield _emptied(buffer)


def xlsx_chunks(title: str, rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Yield a workbook with one sheet in pieces; it is made on disk before the first, and never held in memory.

    Numbers, dates and texts become cells of their kind; a date with a time is a text, as a cell knows no zone.
    """
    with TemporaryFile() as file:
        with Workbook(file, {"constant_memory": True}) as book:
            bold, day = book.add_format({"bold": True}), _day(book)
            for sheet, place, row in _placed(book, _sheet_name(title), iter(rows)):
                for column, value in enumerate(row):
                    _write(sheet, place, column, value, day if place else bold)
        file.seek(0)
        while piece := file.read(CHUNK):
            yield piece


def _placed(
    book: Workbook, name: str | None, rows: Iterator[Sequence[object]]
) -> Iterator[tuple[Worksheet, int, Sequence[object]]]:
    """Yield each row with its sheet and its place there; where a sheet is full, another begins with the same head."""
    head, is_full = next(rows, ()), True
    while is_full:
        sheet, place = book.add_worksheet(name), 0
        sheet.freeze_panes(1, 0)
        yield sheet, place, head
        for place, row in enumerate(islice(rows, MOST_ROWS - 1), 1):
            yield sheet, place, row
        name, is_full = None, place == MOST_ROWS - 1


def _day(book: Workbook) -> Format:
    """Return the format of a date as each country writes it."""
    return book.add_format({"num_format": 14})


def _write(sheet: Worksheet, row: int, column: int, value: object, style: Format) -> None:
    match value:
        case None:
            return
        case bool() | int() | float():
            sheet.write_number(row, column, value)
        case date() if not isinstance(value, datetime):
            sheet.write_datetime(row, column, datetime.combine(value, time()), style)
        case datetime():
            sheet.write_string(row, column, value.isoformat(sep=" ", timespec="seconds"))
        case _:
            sheet.write_string(row, column, harmless(str(value))[:LONGEST_TEXT], None if row else style)


def _in_csv(value: object, style: Style) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "1" if value else "0"
        case float():
            return f"{value:.10g}".replace(".", style.decimal)
        case int():
            return str(value)
        case datetime():
            return value.isoformat(sep=" ", timespec="seconds")
        case date():
            return value.isoformat()
        case _:
            return _quoted(str(value))


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    kept = harmless(text)
    return '"' + kept.replace('"', '""') + '"' if NEEDS_QUOTES.search(kept) else kept


def _emptied(buffer: StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text.encode()


def _sheet_name(title: str) -> str:
    kept = "".join(" " if sign in r"[]:*?/\'" else sign for sign in harmless(title)).strip()
    # A sign beyond the basic plane, such as a picture of a fox, counts twice.
    while len(kept.encode("utf-16-le")) > 2 * SHEET_NAME:
        kept = kept[:-1]
    return "Ninety" if kept.lower() in {"", "history"} else kept
