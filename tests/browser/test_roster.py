"""A teacher fills a class: thirty names are pasted, looked at, and made; whoever is removed sees it at once."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from classrooms.models import Classroom
from ninety.models import User
from tests.browser.devices import HANDS, Devices, session_of
from tests.factories import alice, live_match
from tests.factories.classes import classroom_of, pupil_of

FIRST = "Ana Bea Carlos Diego Elena Fleur Gijs Hugo Inês João Kees Lars Mila Noor Olga"
LAST = "Alves Bakker Costa Dias"
NAMES = "\n".join(
    f"{number}\t{name} {LAST.split()[number % 4]}" for number, name in enumerate((FIRST.split() * 2)[:30])
)


def sign_in(context: BrowserContext, person: User, live: str) -> None:
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session_of(person), "url": live}
    context.add_cookies([cookie])  # type: ignore[list-item]


def address(classroom: Classroom) -> str:
    return f"/classes/{classroom.slug}/pupils/"


def test_thirty_names_are_pasted_looked_at_and_made(
    context: BrowserContext, page: Page, live: str, axe: Callable[[Page], None]
) -> None:
    classroom = classroom_of(alice())
    sign_in(context, classroom.owner, live)
    page.goto(address(classroom))
    axe(page)
    page.get_by_label("Paste the names").fill(NAMES)
    page.get_by_role("button", name="Look at the list").click()
    expect(page.locator(".preview-lines > li")).to_have_count(30)
    axe(page)
    assert classroom.memberships.count() == 0
    names = page.get_by_role("textbox")
    assert names.nth(0).input_value() == "Ana A"
    assert names.nth(15).input_value() == "Ana D"
    names.nth(1).fill("Bea mia")
    page.get_by_role("checkbox", name="Add line 30").uncheck()
    page.get_by_role("button", name="Make it so").click()
    expect(page.get_by_role("heading", name="29 pupils")).to_be_visible()
    expect(page.get_by_text("29 pupils added.")).to_be_visible()
    expect(page.get_by_role("link", name="Bea mia")).to_be_visible()
    axe(page)
    page.get_by_role("link", name="Ana A").click()
    axe(page)


def test_a_file_is_chosen_and_a_question_is_asked(context: BrowserContext, page: Page, live: str) -> None:
    classroom = classroom_of(alice())
    sign_in(context, classroom.owner, live)
    page.goto(address(classroom))
    file = {"name": "turmas.csv", "mimeType": "text/csv", "buffer": "Nome;Turma\nInês;5A\nRui;5B\n".encode("cp1252")}
    page.get_by_label("Or choose a file").set_input_files(files=file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Look at the list").click()
    expect(page.get_by_role("heading", name="Which is this one?")).to_be_visible()
    page.get_by_role("button", name="5A").click()
    page.get_by_role("button", name="Make it so").click()
    expect(page.get_by_role("link", name="Inês")).to_be_visible()
    expect(page.get_by_role("link", name="Rui")).to_be_hidden()


def test_it_all_works_without_scripts(browser: Browser, live: str) -> None:
    classroom = classroom_of(alice(), "Ana")
    context = browser.new_context(base_url=live, locale="en", java_script_enabled=False)
    sign_in(context, classroom.owner, live)
    page = context.new_page()
    page.goto(address(classroom))
    page.get_by_label("Paste the names").fill("Ana\nBob")
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_role("button", name="Make it so").click()
    page.get_by_role("checkbox", name="Tick Bob").check()
    page.get_by_role("button", name="Remove those ticked").click()
    page.get_by_role("button", name="Let Bob back in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
    context.close()


@pytest.mark.parametrize("width", [320, 768, 1440])
def test_the_pages_are_as_wide_as_their_window(context: BrowserContext, page: Page, live: str, width: int) -> None:
    classroom = classroom_of(alice(), "Ana", "Guadalupe de los Ríos")
    sign_in(context, classroom.owner, live)
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(address(classroom))
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.get_by_label("Paste the names").fill("Ruiz, Ana\nW" + "w" * 19 + "\nx@y.example\nTotal: 3")
    page.get_by_role("button", name="Look at the list").click()
    expect(page.locator(".preview-lines > li")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_whoever_is_removed_sees_it_within_five_seconds_and_comes_back_on_the_same_device(
    context: BrowserContext, page: Page, live: str, devices: Devices
) -> None:
    classroom = classroom_of(alice(), "Bob", "Carol")
    bob = pupil_of(classroom, "Bob")
    match = live_match([bob, pupil_of(classroom, "Carol")], HANDS)
    table = devices.at(match, bob)
    sign_in(context, classroom.owner, live)
    page.goto(address(classroom))
    page.get_by_role("checkbox", name="Tick Bob").check()
    page.get_by_role("button", name="Remove those ticked").click()
    expect(table.locator("#table")).to_have_count(0, timeout=5000)
    expect(table.get_by_role("heading", level=1)).to_be_visible()
    assert "removed" not in table.content()
    # The page that says so answers 403, which the console of the browser mentions.
    devices.faults.clear()
    page.get_by_role("button", name="Let Bob back in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
    table.goto(f"/match/{match.slug}/")
    expect(table.locator("#table")).to_be_visible()
