"""People meet at a table in Chromium: with and without JavaScript, by keyboard, in every size and colour."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from ninety.models import Match, Table
from tests.browser.test_pages import LANGUAGES, look_at, speak

type Check = Callable[[Page], None]


def open_table(page: Page) -> str:
    page.goto("/play/?company=devices")
    page.locator("button.point").first.click()
    expect(page.locator("#gathering")).to_be_visible()
    return page.url


def sit(page: Page, name: str) -> None:
    page.locator("#id_nickname").fill(name)
    page.locator("#id_nickname").press("Enter")
    expect(page.locator(".place.is-me")).to_contain_text(name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_on_the_way_to_a_table(page: Page, axe: Check, live: str, language: str) -> None:
    speak(page, live, language)
    for address in ("/join/", "/play/?company=devices", "/play/?company=device"):
        page.goto(address)
        look_at(page, axe)
    open_table(page)
    look_at(page, axe)
    sit(page, "Wwwwwwwwwwwwwwwwwwww")
    look_at(page, axe)


def test_friends_join_by_a_code_and_play(page: Page, axe: Check, context: BrowserContext) -> None:
    address = open_table(page)
    sit(page, "Ana")
    assert context.browser is not None
    friends = context.browser.new_context(base_url=page.url.split("/table/")[0], locale="en")
    friend = friends.new_page()
    friend.goto("/")
    friend.locator("#id_code").fill(Table.objects.get().code.lower())
    friend.locator("#id_code").press("Enter")
    expect(friend).to_have_url(address)
    friend.locator("#id_nickname").fill("ana")
    friend.get_by_role("button", name="Take a seat").click()
    expect(friend.locator("#field-nickname")).to_contain_text("How about “ana 2”?")
    look_at(friend, axe)
    friend.get_by_role("button", name="Take a seat").click()
    expect(friend.locator(".place.is-me")).to_contain_text("ana 2")
    page.reload()
    page.locator(".removal > summary").press("Enter")
    look_at(page, axe)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table")).to_be_visible()
    friend.reload()
    expect(friend).to_have_url(page.url)
    assert [seat.name for seat in Match.objects.get().seats.all()][:2] == ["Ana", "ana 2"]
    friends.close()


def test_what_is_sent_before_the_page_is_live_does_not_hold_it_up(page: Page, context: BrowserContext) -> None:
    address = open_table(page)
    assert context.browser is not None
    others = context.browser.new_context(base_url=page.url.split("/table/")[0], locale="en")
    other, held = others.new_page(), dict[str, Route]()
    # Whoever sits down for the first time gets a new page, which would begin anew.
    other.goto(address)
    sit(other, "Zoe")
    other.get_by_role("button", name="Stand up").click()
    expect(other.locator("#id_nickname")).to_be_visible()
    other.route("**/ninety/live.*.js", lambda route: held.update(script=route))
    other.route("**/seat/", lambda route: held.update(seat=route))
    other.goto(address, wait_until="commit")
    other.locator("#id_nickname").fill("Zoe")
    while "seat" not in held:
        # Until htmx has come the key would send the form as a page without scripts does.
        if other.evaluate("() => Boolean(document.querySelector('#sit')?.dataset.htmxPowered)"):
            other.locator("#id_nickname").press("Enter")
        other.wait_for_timeout(50)
    with other.expect_request("**/stream/"):
        held["script"].continue_()
    held["seat"].continue_()
    expect(other.locator(".place.is-me")).to_contain_text("Zoe")
    sit(page, "Ana")
    expect(other.locator(".places")).to_contain_text("Ana")
    others.close()


def test_a_name_that_is_being_typed_survives_what_others_do(page: Page, context: BrowserContext) -> None:
    address = open_table(page)
    assert context.browser is not None
    others = context.browser.new_context(base_url=page.url.split("/table/")[0], locale="en")
    other = others.new_page()
    other.goto(address)
    other.locator("#id_nickname").press_sequentially("Zo")
    other.locator("#special-cards > summary").click()
    other.locator("#id_nickname").focus()
    sit(page, "Ana")
    other.evaluate("() => htmx.ajax('GET', location.href, {target: '#gathering', swap: 'outerMorph'})")
    expect(other.locator(".place").first).to_contain_text("Ana")
    assert other.locator("#id_nickname").input_value() == "Zo"
    assert other.evaluate("() => document.activeElement.id") == "id_nickname"
    expect(other.locator("#special-cards")).to_have_attribute("open", "")
    others.close()


def test_a_table_works_without_javascript(context: BrowserContext, live: str) -> None:
    assert context.browser is not None
    plain = context.browser.new_context(base_url=live, java_script_enabled=False, locale="en")
    page, other = plain.new_page(), context.new_page()
    address = open_table(page)
    page.locator("#id_nickname").fill("Ana")
    page.get_by_role("button", name="Take a seat").click()
    assert page.get_by_label("Or send them this link").input_value() == address
    other.goto(address)
    sit(other, "Mallory")
    page.reload()
    page.locator(".removal > summary").click()
    page.get_by_role("button", name="Yes, remove Mallory").click()
    expect(page.locator(".place:not(.is-free)")).to_have_count(1)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#table")).to_be_visible()
    plain.close()
