"""`manage.py mark`: the rules of marking, section 5, on every record there is."""

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from ninety.engine.cards import pack

RECORDS = Path(__file__).parent.parent / "records"
MARKED = sorted(RECORDS.glob("*.marks.jsonl"))
UNMARKED = sorted(
    path
    for path in RECORDS.glob("*.record.json")
    if not path.with_name(path.name.replace(".record.json", ".marks.jsonl")).exists()
)


def run_mark(path):
    """Run the command; give the objects it prints and its exit status."""
    out = StringIO()
    status: str | int | None = 0
    try:
        call_command("mark", str(path), stdout=out)
    except SystemExit as stop:
        status = stop.code
    return [json.loads(line) for line in out.getvalue().splitlines()], status


def record_of(marks):
    """Find the record, or the records, that a file of marks belongs to."""
    name = marks.name.removesuffix(".marks.jsonl")
    one = RECORDS / f"{name}.record.json"
    return one if one.exists() else RECORDS / f"{name}.records.jsonl"


@pytest.mark.parametrize("marks", MARKED, ids=lambda path: path.name.removesuffix(".marks.jsonl"))
def test_the_example_records_are_marked_exactly(marks):
    expected = [json.loads(line) for line in marks.read_text().splitlines()]
    failed = any("error" in line for line in expected)

    assert_same(run_mark(record_of(marks)), (expected, int(failed)))


def assert_same(result, expected):
    """Compare what was printed, but for the sentence of an error."""
    (lines, status), (expected_lines, expected_status) = result, expected
    for line in [*lines, *expected_lines]:
        line.pop("message", None)
    assert (lines, status) == (expected_lines, expected_status)


@pytest.mark.parametrize("path", UNMARKED, ids=lambda path: path.name.removesuffix(".record.json"))
def test_every_other_record_has_nothing_to_mark(path):
    expected_file = path.with_name(path.name.replace(".record.json", ".expected.jsonl"))
    errors = [line for line in map(json.loads, expected_file.read_text().splitlines()) if "error" in line]

    assert_same(run_mark(path), (errors, int(bool(errors))))


def record(*actions, seats=2, hands):
    """Make a record of Ninety-Eight in which seat 1 leads; `hands` are the shuffles after the cut."""
    rules = {"preset": "ninety-eight"}
    cards = [card.code for card in pack(1)]
    cut = ["AS"] + [code for code in cards if code != "AS"]
    return {
        "format": "ninety-record/1",
        "rules": rules,
        "seats": seats,
        "shuffles": [cut, *hands],
        "actions": list(actions),
    }


def dealt(*first):
    """Order a pack so that the named cards come first."""
    return [*first, *(card.code for card in pack(1) if card.code not in first)]


def marks_of(tmp_path, data):
    path = tmp_path / "some.record.json"
    path.write_text(json.dumps(data))
    return run_mark(path)


def test_null_is_no_answer_and_a_missing_total_is_no_line(tmp_path):
    deal = dealt("7H", "5S", "2H", "3S", "6H", "4S", "8H", "9S")
    data = record(
        {"seat": 1, "card": "7H"},
        {"seat": 0, "card": "5S", "announced": None},
        hands=[deal],
    )

    lines, status = marks_of(tmp_path, data)

    assert status == 0
    assert [(line["step"], line["announced"], line["kinds"]) for line in lines] == [(2, None, ["no-answer"])]


@pytest.mark.parametrize("announced", ["7", 7.0, True, [7]])
def test_an_announced_total_that_is_no_whole_number_is_a_bad_action(tmp_path, announced):
    deal = dealt("7H", "5S", "2H", "3S", "6H", "4S", "8H", "9S")
    data = record({"seat": 1, "card": "7H", "announced": announced}, hands=[deal])

    lines, status = marks_of(tmp_path, data)

    assert ([(line["step"], line["error"]) for line in lines], status) == ([(1, "bad-action")], 1)


DEAL = dealt("KH", "5S", "2H", "6H", "7S", "3H", "8H", "9S", "4H", "QH", "JS", "QD")
UNTIL_THE_RESET = (
    {"seat": 1, "card": "8H"},
    {"seat": 2, "card": "5S"},
    {"seat": 0, "card": "2H"},
    {"seat": 1, "card": "KH"},
    {"seat": 2, "bust": True},
)
RESET = [*DEAL[16:], "8H", "5S", "2H", "KH"]


def test_earlier_totals_are_forgotten_at_a_reset(tmp_path):
    """Before the king stood 15: 15 + 3 is an old total no more once seat 2 has dropped."""
    data = record(
        *UNTIL_THE_RESET,
        {"seat": 0, "card": "3H", "announced": 18},
        {"seat": 1, "card": "6H", "announced": 6},
        seats=3,
        hands=[DEAL, RESET],
    )

    lines, status = marks_of(tmp_path, data)

    assert status == 0
    assert [(line["step"], line["prior"], line["kinds"]) for line in lines] == [
        (6, 0, ["other"]),
        (7, 3, ["card-only", "old-total", "ones-wrong"]),
    ]


def test_earlier_totals_are_forgotten_when_a_leave_ends_the_round(tmp_path):
    """Before the six stood 3: 3 + 7 is an old total no more once seat 0 has left and a new round is dealt."""
    data = record(
        *UNTIL_THE_RESET,
        {"seat": 0, "card": "3H"},
        {"seat": 1, "card": "6H"},
        {"seat": 0, "leave": True},
        {"seat": 2, "card": "7H", "announced": 10},
        seats=3,
        hands=[DEAL, RESET, dealt("7H")],
    )

    lines, status = marks_of(tmp_path, data)

    assert status == 0
    assert [(line["step"], line["prior"], line["kinds"]) for line in lines] == [(9, 0, ["other"])]


def test_earlier_totals_are_kept_where_a_leave_or_penalty_does_not_deal(tmp_path):
    data = record(
        {"seat": 1, "card": "8H"},
        {"seat": 2, "card": "5S"},
        {"seat": 2, "penalty": True},
        {"seat": 0, "leave": True},
        {"seat": 1, "card": "6H", "announced": 14},
        seats=3,
        hands=[DEAL],
    )

    lines, status = marks_of(tmp_path, data)

    assert status == 0
    assert [(line["step"], line["prior"], line["kinds"]) for line in lines] == [(5, 13, ["old-total", "ones-wrong"])]


def test_standard_input(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "mark", "-"],
        input=(RECORDS / "many.records.jsonl").read_bytes(),
        capture_output=True,
        cwd=settings.BASE_DIR,
        check=False,
    )

    expected = [json.loads(line) for line in (RECORDS / "many.marks.jsonl").read_text().splitlines()]
    assert_same(([json.loads(line) for line in done.stdout.splitlines()], done.returncode), (expected, 1))


def test_a_file_that_is_not_there(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "mark", str(tmp_path / "missing.json")],
        capture_output=True,
        cwd=settings.BASE_DIR,
        check=False,
    )

    assert (done.stdout, done.returncode) == (b"", 2)
    assert b"missing.json" in done.stderr
