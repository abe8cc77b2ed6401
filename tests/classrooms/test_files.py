"""The files that a teacher downloads: tables of pupils, drills and judgements, and the records of matches."""

import csv
import json
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from classrooms.models import AssignedDrill, Classroom
from classrooms.services import add_pupil
from classrooms.services.assignments import set_drill
from ninety.engine.record import read, replay
from ninety.models import Match
from ninety.selectors import state_of
from tests.classrooms.answered import answered
from tests.factories import alice, live_match, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options
from trainer.models import Answer, Drill, Judgement
from trainer.services import announce_total, commit_play

pytestmark = pytest.mark.django_db
HANDS = ["8H KS TD", "7H 8S 2D", "6H 6S 5D"]
TABLES = ("matrix", "pupils", "drills", "answers", "judgements")


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol")


def drilled(classroom: Classroom, name: str, **fields: Any) -> Drill:
    """Log a flash drill of six sums, one of them wrong, that took 12 of its 60 seconds."""
    person, now = pupil_of(classroom, name), timezone.now()
    done = {"sums": 6, "right": 5, "longest_run": 5, "correct_digits": 11, "used_ms": 12_000, "ended_at": now}
    dealt = {"settings": Options.usual("flash").to_json(), "seconds": 60, "deal": {}, "standing": {}}
    drill = Drill.objects.create(user=person, kind="flash", **(dealt | done | {"why": "time"} | fields))
    Answer.objects.filter(pk__in=[each.pk for each in answered(person, *[55] * 5, 45)]).update(drill=drill)
    return drill


def played(classroom: Classroom, *names: str) -> Match:
    """Let pupils begin a match with a bot, and end it."""
    people = [pupil_of(classroom, name) for name in names]
    match = live_match(people, HANDS[: len(names) + 1], total=48)
    commit_play(match.seats.get(number=0), state_of(match).hands[0][0], None, version=0, key="a" * 16)
    announce_total(match.seats.get(number=0), 56, version=1, key="b" * 16)
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), committed=None)
    return match


def file_of(client: Client, classroom: Classroom, what: str, form: str = "plain", **query: str) -> bytes:
    response: Any = client.get(reverse("export", args=[classroom.slug, what, form]), query)
    assert response.status_code == 200
    return b"".join(response.streaming_content)


def table(client: Client, classroom: Classroom, what: str, **query: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(file_of(client, classroom, what, **query).decode())))


@pytest.mark.parametrize(("form", "separator", "other"), [("plain", ",", ";"), ("csv", ";", ",")])
def test_a_name_with_any_separator_keeps_its_row_whole_whichever_way_a_file_is_read(
    classroom: Classroom, teacher: Client, form: str, separator: str, other: str
) -> None:
    teacher.cookies["ninety_language"] = "nl"
    name = f'Bob{other} "Bo"{separator} B\t'
    bob = pupil_of(classroom, "Bob")
    bob.display_name = name
    bob.save()
    text = file_of(teacher, classroom, "matrix", form).decode().removeprefix("\ufeff")
    for sign in (separator, other):
        names = [row[0] for row in csv.reader(StringIO(text), delimiter=sign)]
        assert len(names) == 3
        assert names[1].startswith(name)


def package(client: Client, classroom: Classroom, **query: str) -> ZipFile:
    return ZipFile(BytesIO(file_of(client, classroom, "records", "zip", **query)))


def test_a_row_of_the_pupils_says_what_each_has_done(classroom: Classroom, teacher: Client) -> None:
    drilled(classroom, "Bob")
    drilled(classroom, "Bob", why="stopped")
    played(classroom, "Bob")
    bob, carol = table(teacher, classroom, "pupils")
    assert (bob["Name"], bob["right"], bob["answered"], bob["percent right"]) == ("Bob", "11", "13", "84.6")
    assert (bob["median seconds"], bob["drills"], bob["matches"]) == ("2.25", "1", "1")
    assert bob["minutes of practice"] == "7"
    assert bob["last answer"].endswith("+00:00")
    assert list(carol.values()) == ["Carol", "0", "0", "", "0", "", "0", "0", "0", "0", "0", "0", ""]


def test_a_row_of_the_drills_says_how_each_went(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(classroom, "Bob")
    due = set_drill(classroom, alice(), Options.usual("flash"), due_on=timezone.localdate(), now=timezone.now())
    AssignedDrill.objects.create(assignment=due, drill=drill)
    drilled(classroom, "Carol", why="", ended_at=None)
    bob, carol = table(teacher, classroom, "drills")
    assert list(bob.values())[3:] == [
        *("Flash", "1 minute · up to 98", "1", "1", "6", "5", "5", "0", "12", "55", "2.25", "0", "0"),
    ]
    assert (carol["Name"], carol["ended"], carol["was set"], carol["finished"]) == ("Carol", "", "0", "0")


def test_a_row_of_the_judgements_says_what_was_said(classroom: Classroom, teacher: Client) -> None:
    Judgement.objects.create(
        user=pupil_of(classroom, "Bob"), match=played(classroom, "Bob"), play_number=2, seat_number=0,
        kind="overshoot", total=95, card="TD", choice=10, right=False, choosing_ms=1500,
    )  # fmt: skip
    (row,) = table(teacher, classroom, "judgements")
    said = ["match", "tried a card that does not fit", "95", "TD", "10", "0", "1.5"]
    assert (row["Name"], list(row.values())[2:]) == ("Bob", said)


def test_times_that_are_not_judged_are_in_no_file(classroom: Classroom, teacher: Client) -> None:
    drilled(classroom, "Bob")
    Judgement.objects.create(
        user=pupil_of(classroom, "Bob"), play_number=2, seat_number=0, kind="bust", total=95, right=True, choosing_ms=1
    )
    bob = pupil_of(classroom, "Bob")
    bob.times_judged = False
    bob.save()
    assert table(teacher, classroom, "pupils")[0]["median seconds"] == ""
    row = table(teacher, classroom, "drills")[0]
    assert [row[name] for name in ("seconds used", "correct digits a minute", "median seconds")] == ["", "", ""]
    assert table(teacher, classroom, "judgements")[0]["seconds to choose"] == ""


def test_files_have_what_lies_in_the_period(classroom: Classroom, teacher: Client) -> None:
    now = timezone.now()
    with time_machine.travel(now - timedelta(days=40), tick=False):
        drilled(classroom, "Bob")
        played(classroom, "Bob")
        Judgement.objects.create(
            user=pupil_of(classroom, "Bob"), play_number=1, seat_number=0, kind="bust", total=95, right=True,
            choosing_ms=1,
        )  # fmt: skip
    for what in ("drills", "answers", "judgements"):
        assert table(teacher, classroom, what, period="week") == []
        assert len(table(teacher, classroom, what, period="term")) > 0
    week, term = (table(teacher, classroom, "pupils", period=period)[0] for period in ("week", "term"))
    assert [week[name] for name in ("answered", "drills", "matches", "minutes of practice")] == ["0"] * 4
    assert [term[name] for name in ("answered", "drills", "matches")] == ["7", "1", "1"]
    assert package(teacher, classroom, period="week").namelist() == ["seats.csv"]
    assert len(package(teacher, classroom, period="term").namelist()) == 2


def test_the_records_can_be_replayed_and_say_who_sat_where(classroom: Classroom, teacher: Client) -> None:
    match = played(classroom, "Bob", "Carol")
    found = package(teacher, classroom)
    assert found.testzip() is None
    assert found.namelist() == ["records/00001.record.json", "seats.csv"]
    record = read(json.loads(found.read("records/00001.record.json")))
    assert [state for _step, _action, state in replay(record)][-1] == state_of(Match.objects.get(pk=match.pk))
    seats = list(csv.DictReader(StringIO(found.read("seats.csv").decode())))
    assert [(row["seat"], row["Name"], row["bot"]) for row in seats] == [
        ("0", "Bob", ""),
        ("1", "Carol", ""),
        ("2", "", "steady"),
    ]
    assert {row["record"] for row in seats} == {"records/00001.record.json"}


def test_the_record_of_a_match_that_goes_on_is_not_handed_out(classroom: Classroom, teacher: Client) -> None:
    """It would show the cards that the others hold."""
    played(classroom, "Bob")
    Match.objects.update(ended_at=None)
    assert package(teacher, classroom, period="year").namelist() == ["seats.csv"]


def test_who_is_not_of_the_class_has_no_name_in_its_files(classroom: Classroom, teacher: Client) -> None:
    match = live_match([pupil_of(classroom, "Bob"), mallory()], HANDS[:2], total=48)
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now())
    assert b"Mallory" not in package(teacher, classroom).read("seats.csv")


def test_pseudonyms_are_the_same_in_every_file(classroom: Classroom, teacher: Client) -> None:
    drilled(classroom, "Carol")
    played(classroom, "Carol")
    Judgement.objects.create(
        user=pupil_of(classroom, "Carol"), play_number=2, seat_number=0, kind="bust", total=9, right=True, choosing_ms=1
    )
    for what in TABLES:
        rows = table(teacher, classroom, what, pseudonyms="1")
        assert "Pupil 2" in {row["Name"] for row in rows}, what
        assert b"Carol" not in file_of(teacher, classroom, what, "xlsx", pseudonyms="1")
    assert b",Pupil 2," in package(teacher, classroom, pseudonyms="1").read("seats.csv")


@pytest.mark.parametrize("what", TABLES)
def test_numbers_are_numbers_and_no_text_is_a_formula(classroom: Classroom, teacher: Client, what: str) -> None:
    bob = pupil_of(classroom, "Bob")
    bob.display_name = "=1+1"
    bob.save()
    classroom.name = "=class"
    classroom.save()
    drill = drilled(classroom, "=1+1")
    Judgement.objects.create(
        user=bob, drill=drill, play_number=2, seat_number=0, kind="bust", total=9, right=True, choosing_ms=1500
    )
    book = load_workbook(BytesIO(file_of(teacher, classroom, what, "xlsx")))
    cells = [cell for row in book.worksheets[0] for cell in row]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    assert "'=1+1" in {cell.value for cell in cells}
    assert any(cell.data_type == "n" and isinstance(cell.value, int | float) for cell in cells)
    assert not [cell.value for cell in cells if isinstance(cell.value, str) and cell.value.isdecimal()]


def test_times_have_the_zone_of_the_school(classroom: Classroom, teacher: Client, settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Madrid"
    with time_machine.travel("2026-07-01T22:30:00Z", tick=False), timezone.override("Europe/Madrid"):
        drilled(classroom, "Bob")
        for what, column in (("drills", "ended"), ("pupils", "last answer"), ("answers", "when")):
            rows = table(signed_in(alice()), classroom, what, period="year")
            when = datetime.fromisoformat(next(row[column] for row in rows if row[column]))
            assert str(when.utcoffset()) == "2:00:00", what


def test_the_page_offers_every_file(classroom: Classroom, teacher: Client) -> None:
    text = teacher.get(reverse("class_review", args=[classroom.slug])).text
    for what in TABLES:
        for form in ("xlsx", "csv", "plain"):
            assert text.count(reverse("export", args=[classroom.slug, what, form])) == 2
    assert text.count(reverse("export", args=[classroom.slug, "records", "zip"])) == 2


@pytest.mark.parametrize(
    ("what", "form"), [("records", "csv"), ("records", "xlsx"), ("matrix", "zip"), ("pupils", "pdf"), ("x", "zip")]
)
def test_what_is_no_file_does_not_exist(classroom: Classroom, teacher: Client, what: str, form: str) -> None:
    assert teacher.get(reverse("export", args=[classroom.slug, what, form])).status_code == 404


def test_files_of_a_class_are_nobody_elses(classroom: Classroom) -> None:
    for person in (mallory(), pupil_of(classroom, "Bob")):
        for what, form in (*((table, "csv") for table in TABLES), ("records", "zip")):
            assert signed_in(person).get(reverse("export", args=[classroom.slug, what, form])).status_code == 404


@pytest.mark.parametrize("what", [*TABLES, "records"])
def test_a_file_takes_as_many_queries_for_many_as_for_one(
    classroom: Classroom, teacher: Client, django_assert_num_queries: Any, what: str
) -> None:
    form = "zip" if what == "records" else "plain"
    queries = {"matrix": 7, "pupils": 12, "drills": 6, "answers": 5, "judgements": 5, "records": 7}[what]
    for count in (1, 6):
        for number in range(count):
            name = f"{what}{count}{number}"
            add_pupil(classroom, name)
            drilled(classroom, name)
            match = played(classroom, name)
            Judgement.objects.create(
                user=pupil_of(classroom, name), match=match, play_number=2, seat_number=0, kind="bust", total=9,
                right=True, choosing_ms=1,
            )  # fmt: skip
        with django_assert_num_queries(queries):
            file_of(teacher, classroom, what, form)
