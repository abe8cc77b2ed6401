"""What a teacher sees of the answers of a class."""

import csv
import re
from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from openpyxl import load_workbook

from classrooms.services import add_pupil
from tests.classrooms.answered import answered
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.models import Answer, SetAside

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol")


def page(client, classroom, name="class_review", **query):
    return client.get(reverse(name, args=[classroom.slug]), query)


def names_in_order(text):
    return re.findall(r'<th scope="row"><a[^>]*><bdi>(\w+)</bdi>', text)


def test_pupils_stand_as_the_language_of_the_class_sorts(teacher):
    classroom = classroom_of(alice(), "Zoe", "Íñigo", "Bram", "ana", name="Groep 6", language="nl")
    assert names_in_order(page(teacher, classroom).text) == ["ana", "Bram", "Íñigo", "Zoe"]


def test_a_cell_says_accuracy_time_and_number_and_opens_as_many_answers(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 55, 55, 55, 45, None, 55)
    text = page(teacher, classroom).text
    assert '<strong>80 %</strong> <span class="small">of 5 · 2.2 s · 1 without answer</span>' in text
    behind = page(teacher, classroom, "class_answers", pupil=member_of(classroom, "Bob").pk, column="over-ten")
    assert "5 first tries." in behind.text
    assert behind.text.count("48 + 7 = 55</td>") == 5


def test_below_the_minimum_a_cell_says_so(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 55, 55, 55, 55)
    text = page(teacher, classroom).text
    assert '<span class="small">too little</span> <span class="small">4 so far</span>' in text
    assert "<strong>" not in text[text.index("<tbody>") :]


def test_a_group_opens_into_its_skills(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 5)
    answered(pupil_of(classroom, "Bob"), *[58] * 6, change=10)
    closed, opened = page(teacher, classroom).text, page(teacher, classroom, group="tens-elevens").text
    assert "plus ten" not in closed
    assert "plus ten" in opened
    assert opened.count(">of 6 ·") == 2


def test_pupils_are_sorted_by_any_column_and_those_hardly_known_come_last(classroom, teacher):
    add_pupil(classroom, "Dan")
    answered(pupil_of(classroom, "Bob"), *[55] * 6)
    answered(pupil_of(classroom, "Carol"), *[45] * 6)
    assert names_in_order(page(teacher, classroom).text) == ["Bob", "Carol", "Dan"]
    assert names_in_order(page(teacher, classroom, sort="-name").text) == ["Dan", "Carol", "Bob"]
    assert names_in_order(page(teacher, classroom, sort="overall").text) == ["Carol", "Bob", "Dan"]
    assert names_in_order(page(teacher, classroom, sort="-overall").text) == ["Bob", "Carol", "Dan"]


def test_period_role_and_total_are_chosen(classroom, teacher):
    bob = pupil_of(classroom, "Bob")
    answered(bob, *[55] * 5)
    answered(bob, *[55] * 6, now=timezone.now() - timedelta(days=40))
    answered(bob, *[98] * 7, prior=91, role="checker")
    for query, number in (
        ({"period": "today"}, 12),
        ({"period": "term"}, 18),
        ({"period": "today", "role": "checking"}, 7),
        ({"period": "today", "role": "own"}, 5),
        ({"period": "today", "span": "to-50"}, 0),
        ({"period": "term", "span": "to-100"}, 18),
        ({"since": (timezone.localdate() - timedelta(days=50)).isoformat(), "until": "2100-01-01"}, 18),
        ({"until": (timezone.localdate() - timedelta(days=30)).isoformat()}, 6),
    ):
        shown = re.findall(r">of (\d+)", page(teacher, classroom, **query).text)[:1]
        assert shown == ([str(number)] if number else []), query


@pytest.mark.parametrize(
    "query",
    [
        {"period": "x"},
        {"since": "soon"},
        {"since": "0001-01-01"},
        {"until": "9999-12-31"},
        {"role": "poker"},
        {"span": "1"},
        {"group": "x"},
        {"sort": "'--"},
    ],
)
def test_what_cannot_be_read_is_as_usual(classroom, teacher, query):
    answered(pupil_of(classroom, "Bob"), *[55] * 5)
    assert ">of 5" in page(teacher, classroom, **query).text


def test_kinds_of_mistakes_open_the_very_answers(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 45, 45, 55)
    answered(pupil_of(classroom, "Carol"), 45)
    text = page(teacher, classroom).text
    assert re.search(r"column=add-over-ten&amp;kind=carry-missed\">3</a>", text)
    behind = page(teacher, classroom, "class_answers", column="add-over-ten", kind="carry-missed").text
    assert "3 first tries." in behind


def test_a_whole_kind_of_mistake_opens_its_answers_at_card_rules_as_well(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 45, 45, 55)
    answered(pupil_of(classroom, "Carol"), 45)
    Answer.objects.filter(user=pupil_of(classroom, "Carol")).update(skill="to-limit")
    assert re.search(r"\?[^\"]*(?<!column=add-over-ten)&amp;kind=carry-missed\">3</a>", page(teacher, classroom).text)
    assert "3 first tries." in page(teacher, classroom, "class_answers", kind="carry-missed").text
    of_skill = page(teacher, classroom, "class_answers", column="add-over-ten", kind="carry-missed").text
    assert "2 first tries." in of_skill


def test_a_list_of_answers_says_of_which_days_it_is(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 45)
    today = date_format(timezone.localdate(), "SHORT_DATE_FORMAT")
    assert f"1 first try. {today}. <a" in page(teacher, classroom, "class_answers", period="today", kind="any").text
    asked = {"since": "2026-03-02", "until": "2026-03-04", "role": "own"}
    assert "03/02/2026 to 03/04/2026 · on their own." in page(teacher, classroom, "class_answers", **asked).text


def test_all_kinds_of_mistakes_together_open_in_one_list(classroom, teacher):
    bob, carol = pupil_of(classroom, "Bob"), pupil_of(classroom, "Carol")
    answered(bob, 45, 55)
    assert "kind=any" not in page(teacher, classroom).text
    Answer.objects.filter(pk=answered(carol, 45)[0].pk).update(kinds=["other"], skill="to-limit")
    assert re.search(r"\?[^\"]*&amp;kind=any\">2</a>", page(teacher, classroom).text)
    behind = page(teacher, classroom, "class_answers", kind="any").text
    assert "2 first tries." in behind
    assert "<h1>the whole class · all mistakes</h1>" in behind
    assert "1 first try." in page(teacher, classroom, "class_answers", kind="any", column="add-over-ten").text


def test_a_slip_is_set_aside_and_put_back_and_the_page_says_by_whom(classroom, teacher):
    slip = answered(pupil_of(classroom, "Bob"), *[55] * 5, 45)[-1]
    cell = f"?period=today&pupil={member_of(classroom, 'Bob').pk}"
    teacher.post(reverse("set_answers_aside", args=[classroom.slug]) + cell, {"answers": [slip.pk]})
    assert ">of 5" in page(teacher, classroom).text
    assert "<td>Alice</td>" in page(teacher, classroom, "aside").text
    teacher.post(reverse("put_answers_back", args=[classroom.slug]), {"answers": [slip.pk, "x", "9" * 30]})
    assert ">of 6" in page(teacher, classroom).text


def test_only_answers_that_the_page_lists_can_be_set_aside(classroom, teacher):
    other = classroom_of(mallory(), "Zoe", name="other")
    foreign = answered(pupil_of(other, "Zoe"), 45)[0]
    mine = answered(pupil_of(classroom, "Carol"), 45)[0]
    cell = f"?period=today&pupil={member_of(classroom, 'Bob').pk}"
    teacher.post(reverse("set_answers_aside", args=[classroom.slug]) + cell, {"answers": [foreign.pk, mine.pk]})
    assert not SetAside.objects.exists()


def rows_of(response, separator=","):
    text = b"".join(response.streaming_content).decode()
    return list(csv.reader(StringIO(text.removeprefix("\ufeff")), delimiter=separator)), text


def test_the_matrix_as_a_file_has_the_figures_of_the_page(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 55, 55, 55, 45, None, 55)
    (head, bob, carol), text = rows_of(teacher.get(reverse("export", args=[classroom.slug, "matrix", "plain"])))
    assert not text.startswith("\ufeff")
    assert head[:5] == ["Name", *(f"all sums: {part}" for part in ("right", "answered", "no answer", "median seconds"))]
    assert bob[:5] == ["Bob", "4", "5", "1", "2.2"]
    assert carol[:5] == ["Carol", "0", "0", "0", ""]


def test_a_csv_is_as_the_spreadsheets_of_the_language_have_it(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 6)
    teacher.cookies["ninety_language"] = "nl"
    rows, text = rows_of(teacher.get(reverse("export", args=[classroom.slug, "matrix", "csv"])), ";")
    assert text.startswith("\ufeff")
    assert rows[0][0] == "Naam"
    assert rows[1][4] == "2,25"


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "+49", "-1", "＝1+1"])
def test_no_name_is_a_formula(classroom, teacher, name):
    bob = pupil_of(classroom, "Bob")
    bob.display_name = name
    bob.save()
    answered(bob, 55)
    for what in ("matrix", "answers"):
        rows, _text = rows_of(teacher.get(reverse("export", args=[classroom.slug, what, "plain"])))
        assert f"'{name}" in {row[0] for row in rows}
        book = b"".join(teacher.get(reverse("export", args=[classroom.slug, what, "xlsx"])).streaming_content)
        cells = [cell for row in load_workbook(BytesIO(book)).worksheets[0] for cell in row]
        assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n"}
        assert f"'{name}" in {cell.value for cell in cells}


def test_every_single_answer_is_in_a_file_with_its_time_and_zone(classroom, teacher):
    made = answered(pupil_of(classroom, "Bob"), 55, 45)
    SetAside.objects.create(answer=made[1])
    rows, _text = rows_of(teacher.get(reverse("export", args=[classroom.slug, "answers", "plain"])))
    assert [row[5:11] for row in rows[1:]] == [["48", "7C", "7", "55", "55", "1"], ["48", "7C", "7", "55", "45", "0"]]
    assert all(row[1].endswith("+00:00") for row in rows[1:])
    assert [row[-1] for row in rows[1:]] == ["0", "1"]


def test_numbers_stand_for_names_where_that_is_asked_for(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 55)
    _rows, text = rows_of(
        teacher.get(reverse("export", args=[classroom.slug, "answers", "plain"]), {"pseudonyms": "1"})
    )
    assert "Bob" not in text
    assert "Pupil 1" in text


def test_times_of_somebody_whose_times_are_not_judged_are_nowhere(classroom, teacher):
    bob = pupil_of(classroom, "Bob")
    bob.times_judged = False
    bob.save()
    answered(bob, *[55] * 6)
    assert '<span class="small">of 6</span>' in page(teacher, classroom).text
    rows, _text = rows_of(teacher.get(reverse("export", args=[classroom.slug, "answers", "plain"])))
    assert {(row[13], row[14]) for row in rows[1:]} == {("", "")}


def test_what_is_no_file_of_ours_does_not_exist(classroom, teacher):
    for what, form in (("secrets", "csv"), ("matrix", "pdf")):
        assert teacher.get(reverse("export", args=[classroom.slug, what, form])).status_code == 404


def test_answers_of_a_class_are_nobody_elses(classroom):
    for person in (mallory(), pupil_of(classroom, "Bob")):
        client = signed_in(person)
        for name in ("class_review", "class_answers", "aside"):
            assert page(client, classroom, name).status_code == 404
        assert client.get(reverse("export", args=[classroom.slug, "matrix", "csv"])).status_code == 404
        for name in ("set_answers_aside", "put_answers_back"):
            assert client.post(reverse(name, args=[classroom.slug])).status_code == 404


@pytest.mark.parametrize(
    ("name", "queries"), [("class_review", 8), ("class_answers", 7), ("needs_help", None), ("practice_minutes", None)]
)
def test_a_page_takes_as_many_queries_for_many_pupils_as_for_few(
    classroom, teacher, django_assert_num_queries, name, queries
):
    answered(pupil_of(classroom, "Bob"), *[55] * 6, 45)
    with CaptureQueriesContext(connection) as few:
        page(teacher, classroom, name, period="year")
    for number in range(20):
        answered(add_pupil(classroom, f"P{number}").user, *[55] * 6, 45)
    with django_assert_num_queries(queries or len(few)):
        page(teacher, classroom, name, period="year")
    assert len(few) <= 25
    assert Answer.objects.count() == 147
