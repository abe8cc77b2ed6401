"""A class comes in on its phones: by pictures, by a number, by a card; and leaves nothing behind."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from classrooms.models import Classroom
from classrooms.services.pupils import let_back, remove_pupils
from classrooms.services.sign_in import show_names
from tests.browser.conftest import wait_until
from tests.browser.devices import streams_of, watch
from tests.browser.test_pages import look_at
from tests.factories import alice
from tests.factories.classes import classroom_of, member_of

NAMES = ("Ana", "Bob", "Carol", "Daan", "Eva", "Fátima", "Gonçalo", "Hanna", "Iñaki", "Maximiliana Constan")
type Check = Callable[[Page], None]
type Phones = Callable[..., Page]


@pytest.fixture
def phones(browser: Browser, live: str, faults: list[str]) -> Iterator[Phones]:
    """Give a way to open phones, each a profile of its own; errors in their pages fail the test."""
    opened: list[BrowserContext] = []

    def phone(*, scripts: bool = True) -> Page:
        context = browser.new_context(
            base_url=live,
            locale="en",
            viewport={"width": 360, "height": 740},
            has_touch=True,
            is_mobile=True,
            java_script_enabled=scripts,
        )
        context.set_default_timeout(10_000)
        opened.append(context)
        page = context.new_page()
        watch(page, faults)
        return page

    yield phone
    for context in opened:
        context.close()
    assert [fault for fault in faults if "422" not in fault] == []


@pytest.fixture
def classroom(live: str) -> Classroom:
    return classroom_of(alice(), *NAMES)


def come_to_the_door(page: Page, classroom: Classroom) -> None:
    page.goto("/")
    page.get_by_label("Code of the class or the table").fill(classroom.code)
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url(f"**/class/{classroom.slug}/")


def give_secret(page: Page, classroom: Classroom, name: str) -> None:
    secret = member_of(classroom, name).user.sign_in_secret
    if classroom.secret == "pin":
        for digit in secret.pin:
            page.get_by_role("button", name=digit, exact=True).tap()
    else:
        for picture in secret.pictures:
            page.locator(f"[name=pick][value={picture}]").tap()
    page.get_by_role("button", name="Come in").tap()


def is_home(page: Page, name: str) -> None:
    page.wait_for_url("**/home/")
    expect(page.get_by_role("heading", name=f"Hello, {name}!")).to_be_visible()


def test_ten_pupils_come_in_by_pictures_a_number_and_their_cards(phones: Phones, live: str, axe: Check) -> None:
    by_pictures, by_number = classroom_of(alice(), *NAMES[:7]), classroom_of(alice(), *NAMES[7:], name="5a")
    Classroom.objects.filter(pk=by_number.pk).update(secret="pin")
    by_number.refresh_from_db()
    show_names(by_pictures, timezone.now() + timedelta(minutes=15))
    for at, name in enumerate(NAMES):
        page = phones()
        if at < 4:
            come_to_the_door(page, by_pictures)
            page.get_by_role("link", name=name, exact=True).tap()
            give_secret(page, by_pictures, name)
        elif at < 7:
            page.goto(f"/card/{member_of(by_pictures, name).user.sign_in_secret.token}/")
            expect(page.get_by_role("heading", name=f"Are you {name}?")).to_be_visible()
            page.get_by_role("button", name="Yes, that’s me").tap()
        else:
            come_to_the_door(page, by_number)
            page.get_by_label("Your name").fill(name.upper())
            give_secret(page, by_number, name)
        is_home(page, name)


def test_every_page_of_the_door_is_open_to_everybody(
    page: Page, classroom: Classroom, axe: Check, faults: list[str]
) -> None:
    Classroom.objects.update(guests=True)
    door = f"/class/{classroom.slug}/"
    page.goto(door)
    look_at(page, axe)
    page.get_by_label("Your name").fill("Bob")
    for picture in ("cat", "fish", "key"):
        page.locator(f"[name=pick][value={picture}]").click()
    look_at(page, axe)
    page.get_by_role("button", name="Come in").first.click()
    expect(page.get_by_role("alert").first).to_contain_text("do not go together")
    look_at(page, axe)
    show_names(classroom, timezone.now() + timedelta(minutes=15))
    Classroom.objects.update(guests=True, secret="pin")
    for address in (
        door,
        f"{door}pupil/{member_of(classroom, 'Bob').pk}/",
        f"{door}guest/",
        "/ask-your-teacher/",
        "/card/",
    ):
        page.goto(address)
        look_at(page, axe)
    page.goto(f"/card/{member_of(classroom, 'Maximiliana Constan').user.sign_in_secret.token}/")
    look_at(page, axe)
    page.get_by_role("button", name="Yes, that’s me").click()
    is_home(page, "Maximiliana Constan")
    look_at(page, axe)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("#table")).to_be_visible()
    look_at(page, axe)
    faults[:] = [fault for fault in faults if not any(status in fault for status in ("422", "404", "403"))]


def test_the_keyboard_alone_chooses_pictures_and_takes_one_back(page: Page, classroom: Classroom) -> None:
    pictures = member_of(classroom, "Bob").user.sign_in_secret.pictures
    page.goto(f"/class/{classroom.slug}/")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Bob")
    other = next(each for each in ("cat", "fish") if each != pictures[0])
    for picture in (other, pictures[0]):
        tab_to(page, f"[name=pick][value={picture}]")
        page.keyboard.press("Enter")
    tab_to(page, f"[name=drop][value={other}]")
    page.keyboard.press("Space")
    expect(page.locator("#live")).to_have_text(f"{other.capitalize()}: taken back")
    for picture in pictures[1:]:
        tab_to(page, f"[name=pick][value={picture}]")
        page.keyboard.press("Space")
    expect(page.locator("#live")).to_have_text(f"{pictures[2].capitalize()}: 3 / 3")
    tab_to(page, ".door-go")
    page.keyboard.press("Enter")
    is_home(page, "Bob")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _press in range(60):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not get to {selector}")


def test_a_number_is_typed_on_the_keyboard_and_sent_with_enter(page: Page, classroom: Classroom) -> None:
    Classroom.objects.update(secret="pin")
    page.goto(f"/class/{classroom.slug}/")
    page.get_by_label("Your name").fill("Eva")
    pin = member_of(classroom, "Eva").user.sign_in_secret.pin
    page.get_by_label("Your number of four digits").press_sequentially(pin)
    page.keyboard.press("Enter")
    is_home(page, "Eva")


def test_pictures_are_chosen_without_scripts(phones: Phones, classroom: Classroom) -> None:
    page = phones(scripts=False)
    come_to_the_door(page, classroom)
    page.get_by_label("Your name").fill("Bob")
    page.locator("[name=pick]").first.tap()
    page.locator("[name=drop]").tap()
    give_secret(page, classroom, "Bob")
    is_home(page, "Bob")


def test_a_child_at_the_same_device_finds_nothing_of_the_one_before(
    phones: Phones, classroom: Classroom, faults: list[str]
) -> None:
    page = phones()
    page.goto(f"/card/{member_of(classroom, 'Bob').user.sign_in_secret.token}/")
    page.get_by_role("button", name="Yes, that’s me").tap()
    is_home(page, "Bob")
    for address in ("/progress/", "/rules/", "/home/"):
        page.goto(address)
    page.get_by_role("button", name="Play now").tap()
    expect(page.locator("#table")).to_be_visible()
    page.get_by_role("button", name="That’s not me").tap()
    page.wait_for_url(f"**/class/{classroom.slug}/")
    page.get_by_role("link", name="Carol", exact=True).tap()
    give_secret(page, classroom, "Carol")
    is_home(page, "Carol")
    kept = page.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")
    assert "Bob" not in kept
    seen = set()
    for _step in range(7):
        page.go_back()
        page.wait_for_load_state()
        expect(page.locator("body")).not_to_contain_text("Bob")
        seen.add(urlsplit(page.url).path)
    assert {"/home/", "/progress/", "/rules/"} <= seen
    faults[:] = [fault for fault in faults if "404" not in fault]


def test_whoever_is_sent_away_sees_so_within_five_seconds_and_comes_back(
    phones: Phones, classroom: Classroom, faults: list[str]
) -> None:
    page, bob = phones(), member_of(classroom, "Bob")
    page.goto(f"/card/{bob.user.sign_in_secret.token}/")
    page.get_by_role("button", name="Yes, that’s me").tap()
    page.get_by_role("button", name="Play now").tap()
    expect(page.locator("#table")).to_be_visible()
    match = page.url
    wait_until(lambda: streams_of(bob.user) == 1)
    remove_pupils([bob], timezone.now())
    expect(page).to_have_url(re.compile(r"/ask-your-teacher/$"), timeout=5_000)
    assert streams_of(bob.user) == 0
    let_back(bob, timezone.now())
    page.get_by_role("link", name="Try again").tap()
    is_home(page, "Bob")
    page.goto(match)
    expect(page.locator("#table")).to_be_visible()
    faults[:] = [fault for fault in faults if "403" not in fault]
