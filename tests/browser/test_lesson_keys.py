"""The teacher's page of a lesson by keyboard alone, in Chromium."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from classrooms.models import Attendance
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.seating import Order, seat_all, seat_one
from ninety.models import User
from tests.browser.devices import session_of, watch
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of

type Open = Callable[..., Page]
SLOW = 20_000


@pytest.fixture
def opened(browser: Browser, live: str, faults: list[str]) -> Iterator[Open]:
    """Give a way to open devices, signed in or not; errors in their pages fail the test."""
    contexts: list[BrowserContext] = []

    def device(person: User | None = None) -> Page:
        context = browser.new_context(base_url=live, locale="en", viewport={"width": 1440, "height": 900})
        context.set_default_timeout(SLOW)
        contexts.append(context)
        if person is not None:
            cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session_of(person), "url": live}
            context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        watch(page, faults)
        return page

    yield device
    for context in contexts:
        context.close()
    assert faults == []


def test_a_pupil_is_moved_between_tables_by_keyboard_alone(opened: Open) -> None:
    classroom = classroom_of(alice(), "Bob", "Carol", "Dan")
    lesson = start_lesson(classroom, alice(), timezone.now())
    for name in ("Bob", "Carol"):
        arrive_at(lesson, pupil_of(classroom, name), timezone.now())
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    dan = arrive_at(lesson, pupil_of(classroom, "Dan"), timezone.now())
    seat_one(lesson, dan, 0, timezone.now())
    bob = Attendance.objects.get(user__display_name="Bob")
    page = opened(alice())
    page.goto(f"/lessons/{lesson.slug}/")
    page.locator(f"#pupil-{bob.pk} summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Where Bob sits")).to_be_focused()
    page.keyboard.type("Table 2")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(f"#table-2 #pupil-{bob.pk}")).to_be_visible()
    assert Attendance.objects.get(pk=bob.pk).table == Attendance.objects.get(pk=dan.pk).table
