"""Tables as files for spreadsheets: CSV as the spreadsheets of a language expect it or plain, and XLSX.

Numbers stay numbers and times carry their zone. A text that somebody typed and that a spreadsheet would take for a
formula gets an apostrophe in front.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from io import StringIO

from classrooms.workbooks import workbook_chunks

FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
CHUNK = 64 * 1024
SHEET_NAME = 31


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
    kept = CONTROLS.sub("", text)
    return f"'{kept}" if kept.lstrip(" ").startswith(tuple(FORMULA_SIGNS)) else kept


def csv_chunks(rows: Iterable[Sequence[object]], style: Style) -> Iterator[bytes]:
    """Yield a CSV in pieces, UTF-8, so that no file of any size is held as a whole."""
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=style.separator, lineterminator="\r\n")
    if style.bom:
        buffer.write("\ufeff")
    for row in rows:
        writer.writerow([_in_csv(value, style) for value in row])
        if buffer.tell() >= CHUNK:
            yield _emptied(buffer)
    yield _emptied(buffer)


def xlsx_chunks(title: str, rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    """Yield a workbook with one sheet in pieces."""
    harmless_rows = ([harmless(value) if isinstance(value, str) else value for value in row] for row in rows)
    return workbook_chunks(_sheet_name(title), harmless_rows)


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
            return harmless(str(value))


def _emptied(buffer: StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text.encode()


def _sheet_name(title: str) -> str:
    return "".join(" " if sign in r"[]:*?/\'" else sign for sign in harmless(title)).strip()[:SHEET_NAME] or "Ninety"
