"""The teacher's page of a lesson in Chromium: menus that close, and refusals that stay while tables move."""

from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from classrooms.models import Lesson
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.models import Table
from tests.browser.devices import session_of
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of


def a_lesson(page: Page, live: str) -> Lesson:
    """Let Alice look at a lesson where four play at two tables, which have no room any more, and Eve waits."""
    names, now = ("Bob", "Carol", "Dan", "Fay"), timezone.now()
    lesson = start_lesson(classroom_of(alice(), *names, "Eve"), alice(), now)
    for name in names:
        arrive_at(lesson, pupil_of(lesson.classroom, name), now)
    seat_all(lesson, 2, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    arrive_at(lesson, pupil_of(lesson.classroom, "Eve"), now)
    Table.objects.update(seat_count=3)
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of(alice()), "url": live}])
    page.goto(f"/lessons/{lesson.slug}/")
    expect(page.locator("#table-2")).to_be_visible()
    Table.objects.update(seat_count=2)
    return lesson


def move(page: Page, name: str, where: str) -> None:
    pupil = page.locator("[data-pupil]").filter(has_text=name)
    if not pupil.evaluate("(menu) => menu.open"):
        pupil.locator("summary").click()
    pupil.get_by_label(f"Where {name} sits").select_option(where)
    pupil.get_by_role("button", name="Move").click()


def test_a_refusal_stays_while_the_page_follows_its_tables(page: Page, live: str, faults: list[str]) -> None:
    lesson = a_lesson(page, live)
    move(page, "Eve", "Table 1")
    refusal = page.locator(".lesson > .message")
    expect(refusal).to_have_text("There is no room at that table.")
    lesson.attendances.filter(user__display_name="Eve").update(table=lesson.tables.get(number=2))
    page.evaluate("document.dispatchEvent(new CustomEvent('ninety:refresh'))")
    expect(page.locator("#table-2")).to_contain_text("Eve")
    expect(refusal).to_have_text("There is no room at that table.")
    expect(refusal).not_to_have_attribute("role", "alert")
    assert all("409" in fault for fault in faults)
    faults.clear()


def test_a_menu_stays_open_until_what_it_was_asked_for_is_done(page: Page, live: str, faults: list[str]) -> None:
    a_lesson(page, live)
    menu = page.locator("details.pop[open]")
    move(page, "Eve", "Table 1")
    expect(page.get_by_text("There is no room at that table.")).to_be_visible()
    expect(menu).to_have_count(1)
    move(page, "Eve", "at a new table")
    expect(page.locator("#table-3")).to_contain_text("Eve")
    expect(menu).to_have_count(0)
    faults.clear()


def test_a_full_table_is_not_offered_and_takes_nobody_who_is_dragged_there(
    page: Page, live: str, faults: list[str]
) -> None:
    lesson = a_lesson(page, live)
    page.reload()
    pupil = page.locator("[data-pupil]").filter(has_text="Eve")
    pupil.locator("summary").click()
    expect(pupil.get_by_label("Where Eve sits").locator("option")).to_have_text(["in the lobby", "at a new table"])
    page.keyboard.press("Escape")
    pupil.drag_to(page.locator("#table-1"))
    expect(page.locator("#table-1")).not_to_contain_text("Eve")
    assert lesson.attendances.get(user__display_name="Eve").stays is False
