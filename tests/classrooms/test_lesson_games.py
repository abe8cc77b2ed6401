"""Which game the tables of a lesson are dealt."""

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.seating import Order, seat_all
from classrooms.services.settings import save_setting
from ninety.models import Match, Table
from ninety.starting_points import STARTING_POINTS
from tests.classrooms.sittings import act, played
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of, pupil_of

pytestmark = pytest.mark.django_db
NAMES = ("Bob", "Carol", "Dan", "Eve")


@pytest.fixture
def lesson():
    return start_lesson(classroom_of(alice(), *NAMES), alice(), timezone.now())


def test_some_tables_are_dealt_with_another_game_and_say_which(lesson):
    teacher = signed_in(alice())
    played(lesson, *NAMES, size=2)
    saved = save_setting(alice(), "ours", ClassSettings(rules={"preset": "ninety-nine"}))
    page = act(teacher, lesson, "deal_with", game="classic-ninety-eight", tables=["2"]).text
    assert page.count("Starter · next: Classic Ninety-Eight") == 1
    Match.objects.update(ended_at=timezone.now())
    act(teacher, lesson, "deal_with", game=f"saved-{saved.slug}", tables=["1"])
    act(teacher, lesson, "start_tables")
    dealt = lesson.tables.order_by("number").values_list("table__match__rules", flat=True)
    assert list(dealt) == [{"preset": "ninety-nine"}, {"preset": "ninety-eight"}]
    page = teacher.get(reverse("lesson", args=[lesson.slug])).text
    assert [page.count(game) for game in (">Classic Ninety-Nine<", ">Classic Ninety-Eight<")] == [3, 3]
    lesson.refresh_from_db()
    assert ClassSettings.from_json(lesson.settings).rules == STARTING_POINTS["starter"].rules


def test_settings_for_all_tables_count_for_those_that_come_too(lesson):
    teacher = signed_in(alice())
    act(teacher, lesson, "deal_with", game="speed")
    played(lesson, *NAMES, size=2)
    assert {match.rules["preset"] for match in Match.objects.all()} == {"speed-98"}


@pytest.mark.parametrize("tables", [["9"], ["x"], ["1", "9"]])
def test_tables_that_are_none_of_the_lesson_are_dealt_with_nothing(lesson, tables):
    played(lesson, *NAMES, size=2)
    assert act(signed_in(alice()), lesson, "deal_with", game="speed", tables=tables).status_code == 422
    assert [table.settings["rules"]["preset"] for table in Table.objects.all()] == ["ninety-eight"] * 2


def test_whoever_waits_reads_which_game_is_dealt(lesson):
    bob, now = pupil_of(lesson.classroom, "Bob"), timezone.now()
    arrive_at(lesson, bob, now)
    seat_all(lesson, 4, Order.RANDOM, now)
    assert "Starter" in signed_in(bob).get(reverse("lobby")).text
