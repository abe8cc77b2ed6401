"""Lists of names, read as they come, and what is proposed for them."""

import io
import zipfile
from itertools import pairwise
from time import process_time

import pytest
from openpyxl import Workbook, load_workbook

from classrooms.rosters import (
    MOST_BYTES,
    MOST_LINES,
    MOST_NAMES,
    BadRoster,
    Choice,
    Known,
    Reading,
    Row,
    plan,
    read_file,
    read_text,
)
from ninety.names import key_of
from tests.classrooms.rosters.files import LISTS, SHEET, SPANISH, SPANISH_NAMES, SchoolList, workbook


def read(data: str | bytes) -> list[Reading]:
    return read_text(data) if isinstance(data, str) else read_file(data)


def known(*names: str, removed: tuple[str, ...] = ()) -> list[Known]:
    """Return the pupils of a class."""
    return [
        Known(number, name, key_of(name), is_removed=name in removed)
        for number, name in enumerate((*names, *removed), start=1)
    ]


def rows(text: str, *names: str, removed: tuple[str, ...] = ()) -> tuple[Row, ...]:
    [reading] = read(text)
    return plan(reading.entries, known(*names, removed=removed)).rows


def told(row: Row) -> tuple[int, str, str, Choice]:
    return row.line, row.name, row.why, row.proposal


@pytest.mark.parametrize("each", LISTS, ids=[each.title for each in LISTS])
def test_a_list_as_a_school_has_it(each: SchoolList):
    [reading] = read(each.data)
    added = [row for row in plan(reading.entries, []).rows if row.proposal is Choice.ADD]
    assert [row.name for row in added] == each.names
    assert added[0].line == each.first


@pytest.mark.parametrize("each", LISTS, ids=[each.title for each in LISTS])
def test_the_same_list_again_changes_nothing(each: SchoolList):
    [reading] = read(each.data)
    again = plan(reading.entries, known(*each.names))
    assert {row.proposal for row in again.rows} == {Choice.LEAVE}
    assert again.missing == ()


def test_there_are_enough_of_them():
    assert len(LISTS) >= 60


REFUSED = {
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old-excel"),
    "PDF": (b"%PDF-1.7 ...", "pdf"),
    "photo": (b"\xff\xd8\xff\xe0" + bytes(99), "picture"),
    "screenshot": (b"\x89PNG\r\n\x1a\n", "picture"),
    "photo of a phone": (b"\0\0\0\x18ftypheic" + bytes(9), "picture"),
    "rich text": (b"{\\rtf1 Ana}", "document"),
    "web page": (b"<html><table><tr><td>Ana", "page"),
    "noise": (bytes(range(256)) * 4, "binary"),
    "nothing": (b"", "nothing"),
    "blanks": (b" \n\n\t\n", "nothing"),
    "broken parcel": (b"PK\x03\x04" + b"x" * 99, "broken"),
    "half of UTF-16": (b"\xff\xfeA\0n", "broken"),
    "figures": (b"1;2\n3;4\n5;6\n", "no-names"),
    "a header alone": (b"Naam;Klas\n", "no-names"),
    "too many bytes": (b"a" * (MOST_BYTES + 1), "large"),
    "too many lines": (b"Ana\n" * (MOST_LINES + 1), "long"),
    "too many names": ("\n".join(["Ana"] * (MOST_NAMES + 1)).encode(), "many"),
    "letters of nowhere": (b"An\xb1a \xb2\xb3\n" * 3, "letters"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_for_a_reason(data: bytes, code: str):
    with pytest.raises(BadRoster) as refused:
        read_file(data)
    assert refused.value.code == code


def packed(**parts: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as parcel:
        for name, data in parts.items():
            parcel.writestr(name.replace("__", "/"), data)
    return made.getvalue()


def test_other_parcels_are_told_from_excel():
    for data, code in (
        (packed(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), "packed"),
        (b"PK\x03\x04" + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "broken"),
        (packed(word__document=b"x"), "packed"),
    ):
        with pytest.raises(BadRoster) as refused:
            read_file(data)
        assert refused.value.code == code


def test_an_open_document_is_known_by_its_first_part():
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as parcel:
        parcel.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
    with pytest.raises(BadRoster) as refused:
        read_file(made.getvalue())
    assert refused.value.code == "open-document"


def test_a_parcel_that_unpacks_to_gigabytes_is_not_unpacked():
    made = io.BytesIO(workbook(SHEET))
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as parcel:
        parcel.writestr("xl/sharedStrings.xml", bytes(50_000_000))
    with pytest.raises(BadRoster) as refused:
        read_file(made.getvalue())
    assert refused.value.code == "huge"


def test_entities_of_a_sheet_are_not_unfolded():
    names = "abcdefghi"
    folded = "".join(f'<!ENTITY {one} "{f"&{other};" * 10}">' for one, other in pairwise(reversed(names)))
    sheet = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "Ana">{folded}]><worksheet><a>&i;</a></worksheet>'
    with zipfile.ZipFile(io.BytesIO(workbook(SHEET))) as parcel:
        parts = {name.replace("/", "__"): parcel.read(name) for name in parcel.namelist()}
    with pytest.raises(BadRoster) as refused:
        read_file(packed(**parts | {"xl__worksheets__sheet1.xml": sheet.encode()}))
    assert refused.value.code in {"broken", "nothing"}


def test_a_long_list_of_long_lines_is_read_in_a_moment():
    started = process_time()
    with pytest.raises(BadRoster):
        read_text(("a" * 199 + "\n") * 500)
    assert process_time() - started < 3


def test_a_cell_at_the_far_end_of_a_sheet_is_not_walked_to():
    book = Workbook()
    assert book.active is not None
    book.active["A1"], book.active["A1048576"] = "Ana", "Bob"
    made = io.BytesIO()
    book.save(made)
    with pytest.raises(BadRoster) as refused:
        read_file(made.getvalue())
    assert refused.value.code == "huge"


def test_a_formula_that_was_never_worked_out_is_named():
    [reading] = read_file(workbook([["Naam"], ["Ana"], ["=A2"]]))
    assert [(entry.line, entry.name, entry.doubt) for entry in reading.entries] == [(2, "Ana", ""), (3, "", "formula")]


def test_a_hidden_sheet_is_not_read():
    made = io.BytesIO(workbook(SHEET, [["Naam"], ["Eva"]]))
    book = load_workbook(made)
    book.worksheets[1].sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    assert len(read_file(out.getvalue())) == 1


def test_several_sheets_classes_columns_and_readings_of_letters_are_a_question():
    sheets = read_file(workbook(SHEET, [["Naam"], ["Eva"]], titles=["4A", "4B"]))
    assert [(each.asks, each.label, len(each.entries)) for each in sheets] == [("sheet", "4A", 3), ("sheet", "4B", 1)]
    groups = read_text("Nome;Turma\nAna Reis;5A\nRui Costa;5B\nEva Sá;5A")
    assert [(each.asks, each.label, len(each.entries)) for each in groups] == [
        ("group", "5A", 2),
        ("group", "5B", 1),
        ("group", "", 3),
    ]
    assert [entry.name for entry in groups[1].entries] == ["Rui"]
    columns = read_text("Ana;Ruiz\nBob;Sanz\nEva;Gil")
    assert [(each.asks, [entry.name for entry in each.entries]) for each in columns] == [
        ("column", ["Ana", "Bob", "Eva"]),
        ("column", ["Ruiz", "Sanz", "Gil"]),
    ]
    letters = read_file("João\nRui".encode("mac-roman"))
    assert [(each.asks, each.entries[0].name) for each in letters] == [("letters", "João"), ("letters", "Joïo")]


def test_a_list_of_many_letters_needs_no_question():
    [reading] = read_file(SPANISH.replace("º", "").encode("mac-roman"))
    assert [entry.name for entry in reading.entries] == SPANISH_NAMES


def test_names_as_written_can_be_had():
    [reading] = read_text("Ana María Ruiz\nBob Sanz\nTotal: 2")
    assert [entry.name for entry in reading.as_written().entries] == ["Ana María Ruiz", "Bob Sanz", "Total: 2"]


def test_each_line_says_what_becomes_of_it():
    text = "Naam\nAna\nBOB\nCarol\nDan\nTotaal: 4\nx@y.example"
    assert [told(row) for row in rows(text, "Ana", "Bob", removed=("Carol",))] == [
        (2, "Ana 2", "in", Choice.LEAVE),
        (3, "BOB", "respelt", Choice.LEAVE),
        (4, "Carol 2", "removed", Choice.BACK),
        (5, "Dan", "new", Choice.ADD),
        (6, "Totaal: 4", "total", Choice.LEAVE),
        (7, "", "email", Choice.LEAVE),
    ]


def test_a_namesake_without_an_initial_is_pointed_out():
    [one, other, _eva] = rows("Ruiz, Ana\nSanz, Ana\nGil, Eva", "Ana")
    assert (one.name, one.why, one.choices, one.known and one.known.name) == (
        "Ana R", "alike", (Choice.ADD, Choice.RENAME, Choice.LEAVE), "Ana",
    )  # fmt: skip
    assert told(other) == (2, "Ana S", "apart", Choice.ADD)


def test_who_is_not_in_the_list_is_only_named():
    [reading] = read_text("Ana\nDan")
    planned = plan(reading.entries, known("Ana", "Bob", removed=("Carol",)))
    assert [each.name for each in planned.missing] == ["Bob"]


def test_two_lines_that_may_both_be_added_are_offered_different_names():
    assert [row.name for row in rows("Ana\nAna\nAna", "Ana", "Ana 2")] == ["Ana 4", "Ana 5", "Ana 3"]
    assert [row.proposal for row in rows("Ana\nAna\nAna", "Ana", "Ana 2")] == [Choice.LEAVE, Choice.LEAVE, Choice.ADD]
