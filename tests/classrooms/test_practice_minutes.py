"""Minutes of practice: pupils by weeks."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.classrooms.answered import practised
from tests.factories import alice
from tests.factories.classes import classroom_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol", "Dan", "Eve")


def test_minutes_of_a_class_stand_week_by_week(classroom, teacher):
    practised(classroom, "Bob", right=10)
    practised(classroom, "Bob", "Dan", right=5, now=timezone.now() - timedelta(days=7))
    text = teacher.get(reverse("practice_minutes", args=[classroom.slug])).text
    rows = {
        name: re.findall(r"<td[^>]*>(?:<strong>)?(\S+?)(?:</strong>)?</td>", cells)
        for name, cells in re.findall(r"<bdi>(\w+)</bdi></a></th>(.*?)</tr>", text, re.S)
    }
    assert rows == {
        "Bob": ["10", "5", *"––––––", "15"],
        "Carol": [*"–––––––––"],
        "Dan": ["–", "5", *"––––––", "5"],
        "Eve": [*"–––––––––"],
    }
    assert re.findall(r"<tfoot>.*?</tfoot>", text, re.S)[0].count(">2</td>") == 1


@pytest.mark.parametrize(("language", "head"), [("en", "2 Mar"), ("es", "2 mar"), ("pt", "2 Mar"), ("nl", "2 mrt")])
def test_months_are_written_as_the_language_does(classroom, teacher, language, head):
    teacher.cookies["ninety_language"] = language
    with time_machine.travel(datetime(2026, 3, 4, 12, tzinfo=UTC), tick=False):
        teacher.force_login(alice())
        text = teacher.get(reverse("practice_minutes", args=[classroom.slug])).text
    assert re.findall(r'<th scope="col" class="number">(.*?)</th>', text)[0] == head


def test_minutes_do_not_ask_more_than_the_period(classroom, teacher):
    practised(classroom, "Bob", right=5, now=timezone.now() - timedelta(days=300))
    page = reverse("practice_minutes", args=[classroom.slug])
    assert "<strong>5</strong>" not in teacher.get(page).text
    year = teacher.get(page, {"period": "year"}).text
    assert "<strong>5</strong>" in year
    assert "Four weeks from" in year
