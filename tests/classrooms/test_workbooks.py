"""Workbooks that are made while they are sent: what a cell holds, and that nothing of them is kept."""

import tracemalloc
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from classrooms.exports import xlsx_chunks
from classrooms.workbooks import LONGEST_TEXT, workbook_chunks

type Cells = list[list[tuple[str, object]]]


def read(chunks: Iterator[bytes]) -> Cells:
    """Return the kind and the value of every cell, as another program reads them."""
    (sheet,) = load_workbook(BytesIO(b"".join(chunks))).worksheets
    return [[(cell.data_type, cell.value) for cell in row] for row in sheet]


def cell_of(value: object) -> tuple[str, object]:
    return read(workbook_chunks("4b", [["head"], [value]]))[1][0]


def many(count: int) -> Iterator[Sequence[object]]:
    for number in range(count):
        yield [f"Pupil {number}", number, number / 7, "over a ten", None, datetime(2026, 11, 30, tzinfo=UTC)]


@pytest.mark.parametrize(
    ("value", "kind", "read_as"),
    [
        ("Zoë & <Íñigo>", "s", "Zoë & <Íñigo>"),
        ("  two blanks ", "s", "  two blanks "),
        ("=1+1", "s", "=1+1"),
        (7, "n", 7),
        (-7, "n", -7),
        (2.25, "n", 2.25),
        (1e-7, "n", 1e-7),
        (True, "n", 1),
        (False, "n", 0),
        (None, "n", None),
        (date(2026, 3, 29), "d", datetime(2026, 3, 29)),
        (datetime(2026, 11, 30, 12, tzinfo=UTC), "s", "2026-11-30 12:00:00+00:00"),
    ],
)
def test_a_cell_is_of_its_kind(value: object, kind: str, read_as: object) -> None:
    assert cell_of(value) == (kind, read_as)


@pytest.mark.parametrize("sign", ["\x00", "\x08", "\x1f", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_left_out(sign: str) -> None:
    assert cell_of(f"B{sign}ob") == ("s", "Bob")


def test_what_spreadsheets_read_as_a_code_is_not_read_so() -> None:
    """In texts of workbooks `_x0041_` stands for an A, and `_x005F_` for the line before it."""
    package = ZipFile(BytesIO(b"".join(workbook_chunks("4b", [["_x0041_"]]))))
    assert b"<t>_x005F_x0041_</t>" in package.read("xl/worksheets/sheet1.xml")


def test_a_text_is_no_longer_than_a_cell() -> None:
    assert cell_of("a" * (LONGEST_TEXT + 1)) == ("s", "a" * LONGEST_TEXT)


def test_every_part_is_xml_and_the_first_row_stays_in_sight() -> None:
    package = ZipFile(BytesIO(b"".join(workbook_chunks('"4b" & <5a>', [["head"], ["cell"]]))))
    assert package.testzip() is None
    for name in package.namelist():
        ElementTree.fromstring(package.read(name))
    book = load_workbook(BytesIO(b"".join(workbook_chunks('"4b" & <5a>', [["head"], ["cell"]]))))
    sheet = book.worksheets[0]
    assert (sheet.title, sheet.freeze_panes) == ('"4b" & <5a>', "A2")
    assert [row[0].font.bold for row in sheet] == [True, False]


def test_a_name_of_a_class_that_no_sheet_may_have_is_changed() -> None:
    book = load_workbook(BytesIO(b"".join(xlsx_chunks("[4b]/'5a'?" + "x" * 40, [["head"]]))))
    assert book.worksheets[0].title == "4b   5a  " + "x" * 22


def test_without_rows_it_is_an_empty_sheet() -> None:
    assert read(workbook_chunks("4b", [])) == []


def test_equal_rows_make_equal_files() -> None:
    assert list(workbook_chunks("4b", many(3))) == list(workbook_chunks("4b", many(3)))


def test_it_is_sent_while_the_rows_come_and_held_nowhere() -> None:
    """Twenty thousand rows take some 5 MB by themselves."""
    drawn = 0

    def counted() -> Iterator[Sequence[object]]:
        nonlocal drawn
        for row in many(20_000):
            drawn += 1
            yield row

    chunks = workbook_chunks("4b", counted())
    next(chunks)
    assert drawn < 5_000
    tracemalloc.start()
    try:
        for _piece in chunks:
            pass
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert drawn == 20_000
    assert peak < 2_000_000
