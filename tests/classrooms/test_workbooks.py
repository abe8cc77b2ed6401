"""Workbooks: what a cell holds, and that none of them is held in memory."""

import tracemalloc
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from io import BytesIO

import pytest
from openpyxl import load_workbook

from classrooms.exports import LONGEST_TEXT, xlsx_chunks

type Cells = list[list[tuple[str, object]]]


def read(chunks: Iterator[bytes]) -> Cells:
    """Return the kind and the value of every cell, as another program reads them."""
    (sheet,) = load_workbook(BytesIO(b"".join(chunks))).worksheets
    return [[(cell.data_type, cell.value) for cell in row] for row in sheet]


def cell_of(value: object) -> tuple[str, object]:
    return read(xlsx_chunks("4b", [["head", "beside"], [value, "beside"]]))[1][0]


def many(count: int) -> Iterator[Sequence[object]]:
    for number in range(count):
        yield [f"Pupil {number}", number, number / 7, "over a ten", None, datetime(2026, 11, 30, tzinfo=UTC)]


@pytest.mark.parametrize(
    ("value", "kind", "read_as"),
    [
        ("Zoë & <Íñigo>", "s", "Zoë & <Íñigo>"),
        ("  two blanks ", "s", "  two blanks "),
        ("https://ninety.school", "s", "https://ninety.school"),
        ("12", "s", "12"),
        ("=1+1", "s", "'=1+1"),
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


def test_a_text_is_no_longer_than_a_cell() -> None:
    assert cell_of("a" * (LONGEST_TEXT + 1)) == ("s", "a" * LONGEST_TEXT)


def test_the_first_row_is_bold_and_stays_in_sight() -> None:
    sheet = load_workbook(BytesIO(b"".join(xlsx_chunks('"4b" & <5a>', [["head"], ["cell"]])))).worksheets[0]
    assert (sheet.title, sheet.freeze_panes) == ('"4b" & <5a>', "A2")
    assert [row[0].font.bold for row in sheet] == [True, False]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("[4b]/'5a'?" + "x" * 40, "4b   5a  " + "x" * 22),
        ("🦊" * 20, "🦊" * 15),
        ("4" + "🦊" * 20, "4" + "🦊" * 15),
        ("History", "Ninety"),
        ("'", "Ninety"),
        ("4b\ufffe", "4b"),
    ],
)
def test_a_name_of_a_class_that_no_sheet_may_have_is_changed(name: str, title: str) -> None:
    book = load_workbook(BytesIO(b"".join(xlsx_chunks(name, [["head"]]))))
    assert book.worksheets[0].title == title


def test_rows_that_no_sheet_holds_go_on_on_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("classrooms.exports.MOST_ROWS", 3)
    for count, expected in ((1, [[0]]), (3, [[0, 1], [2]]), (5, [[0, 1], [2, 3], [4]])):
        book = load_workbook(BytesIO(b"".join(xlsx_chunks("4b", [["head"], *([number] for number in range(count))]))))
        found = [[row[0].value for row in sheet] for sheet in book.worksheets]
        assert found == [["head", *numbers] for numbers in expected]
        assert book.sheetnames[0] == "4b"


def test_without_rows_it_is_an_empty_sheet() -> None:
    assert read(xlsx_chunks("4b", [])) == []


@pytest.mark.repeats
def test_it_is_never_held_in_memory() -> None:
    """Twenty thousand rows take some 5 MB by themselves."""
    tracemalloc.start()
    try:
        pieces = sum(1 for _piece in xlsx_chunks("4b", many(20_000)))
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert pieces > 1
    assert peak < 2_000_000
