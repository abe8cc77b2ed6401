"""The lobby asks the database little, and misses nothing that happens while it asks."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from classrooms.models import Attendance, Lesson
from classrooms.selectors.lobby import has_room
from classrooms.services import add_pupil
from classrooms.services.lessons import pause_lesson
from classrooms.services.seating import Order, remove_from_lesson, seat_all, start_tables
from classrooms.views import lobby
from ninety.broadcast import room_topic
from ninety.models import Match
from ninety.selectors import room_version
from ninety.services import notices
from tests.classrooms.sittings import HTMX, come, deal, lesson_with, there
from tests.factories import alice, signed_in

pytestmark = pytest.mark.django_db

PATH = "/lesson/"


def page_of(lesson: Lesson, name: str) -> Client:
    """Let a pupil open the lobby."""
    client = signed_in(there(lesson, name).user)
    client.get(PATH)
    return client


def late_at(lesson: Lesson) -> Client:
    """Let somebody come whom nobody has given a seat, and open the lobby."""
    add_pupil(lesson.classroom, "Late")
    come(lesson, "Late")
    return page_of(lesson, "Late")


def version_in(text: str) -> int:
    found = re.search(r'data-version="(\d+)"', text)
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize("pupils", [1, 12])
def test_whoever_waits_is_told_so_with_seven_queries_and_nothing_is_written(
    pupils: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = page_of(lesson_with(pupils), "P1")
    # The session and whose it is, the lesson, its version, how they stand, a drill, and room at a table that plays.
    with django_assert_num_queries(7):
        assert "You are here" in client.get(PATH, headers=HTMX).text


@pytest.mark.parametrize("pupils", [2, 12])
def test_whoever_sits_at_a_table_is_told_so_with_seven_queries(
    pupils: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    lesson = lesson_with(pupils)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    client = page_of(lesson, "P1")
    # In place of room at a table, who sits there too.
    with django_assert_num_queries(7):
        assert "You sit at table" in client.get(PATH, headers=HTMX).text


def test_a_seat_that_comes_free_is_taken_at_the_next_look_and_until_then_nothing_is_locked(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    lesson = lesson_with(4)
    deal(lesson)
    late = late_at(lesson)
    with django_assert_num_queries(7):
        assert "You are here" in late.get(PATH, headers=HTMX).text
    remove_from_lesson(lesson, there(lesson, "P1"), timezone.now())
    assert "You join in the next match" in late.get(PATH, headers=HTMX).text
    assert there(lesson, "Late").table == there(lesson, "P2").table


def test_a_table_that_starts_while_the_lobby_is_looked_up_seats_whoever_waits_at_the_next_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lesson = lesson_with(3)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    late = late_at(lesson)

    def dealt_meanwhile(lesson: Lesson) -> bool:
        found = has_room(lesson)
        start_tables(lesson, alice(), timezone.now() + timedelta(seconds=1))
        return found

    monkeypatch.setattr(lobby, "has_room", dealt_meanwhile)
    page = late.get(PATH, headers=HTMX)
    assert version_in(page.text) < (room_version(lesson.room_id) or 0), "what happened meanwhile is fetched again"
    monkeypatch.undo()
    assert late.get(PATH, headers=HTMX).headers["HX-Redirect"] == reverse("table", args=[Match.objects.get().slug])


def test_who_comes_is_news_to_the_teacher_and_none_to_whoever_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    lesson, told = lesson_with(1), list[tuple[str, bool]]()
    waiting = page_of(lesson, "P1").get(PATH).text
    assert f'data-stream="/waiting/{lesson.room.slug}/stream/"' in waiting
    monkeypatch.setattr(notices, "publish", lambda topic, _number, *, quiet: told.append((topic, quiet)))
    add_pupil(lesson.classroom, "Late")
    before = room_version(lesson.room_id) or 0
    come(lesson, "Late")
    assert told == [(room_topic(lesson.room_id), True)]
    assert (room_version(lesson.room_id) or 0) > before
    pause_lesson(lesson, timezone.now())
    assert told[1:] == [(room_topic(lesson.room_id), False)]


def test_a_page_that_says_what_it_has_is_shown_nothing_until_something_is_new() -> None:
    lesson = lesson_with(2)
    client = page_of(lesson, "P1")
    seen = version_in(client.get(PATH, headers=HTMX).text)
    Attendance.objects.update(seen_at=timezone.now() - timedelta(seconds=20))
    same = client.get(PATH, {"seen": seen}, headers=HTMX)
    assert (same.status_code, same.content) == (204, b"")
    assert there(lesson, "P1").seen_at > timezone.now() - timedelta(seconds=10), "whoever asks is here"
    assert client.get(PATH, {"seen": seen - 1}, headers=HTMX).status_code == 200
    pause_lesson(lesson, timezone.now() + timedelta(seconds=1))
    assert "Eyes on your teacher" in client.get(PATH, {"seen": seen}, headers=HTMX).text
