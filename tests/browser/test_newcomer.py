"""A teacher who has never been here, in Chromium: from the front page to a class, by keyboard and in every language."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from playwright.sync_api import BrowserContext, Page, expect

from classrooms.models import Classroom
from classrooms.services import create_classroom
from classrooms.services.teachers import add_teacher
from ninety.models import User
from tests.browser.test_pages import LANGUAGES, look_at, speak
from tests.classrooms.teaching import PASSWORD, teacher

type Check = Callable[[Page], None]


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Forget who has tried how often."""
    cache.clear()


def tab_to(page: Page, selector: str) -> None:
    """Move the focus with the Tab key until it is on an element, as somebody without a mouse does."""
    for _press in range(40):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The focus never came to {selector}.")


def type_into(page: Page, selector: str, text: str) -> None:
    tab_to(page, selector)
    page.keyboard.type(text)


def test_from_the_front_page_to_a_class_without_a_mouse(page: Page) -> None:
    page.goto("/")
    tab_to(page, "a[href='/classes/']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in as a teacher")
    tab_to(page, "a[href^='/account/signup/']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign up as a teacher")
    type_into(page, "#id_name", "Alice")
    type_into(page, "#id_login", "alice")
    type_into(page, "#id_password1", PASSWORD)
    type_into(page, "#id_password2", PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url("/classes/")
    tab_to(page, "main a[href='/classes/new/']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("New class")
    type_into(page, "#id_name", "4b")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("4b")
    code = Classroom.objects.get().code
    expect(page.locator(".class-code")).to_have_text(f"{code[:3]} {code[3:]}")
    tab_to(page, ".confirm > summary")
    page.keyboard.press("Enter")
    tab_to(page, "form[action$='/code/'] button")
    page.keyboard.press("Enter")
    expect(page.locator(".messages")).to_contain_text("This is the new code.")
    assert Classroom.objects.get().code != code
    tab_to(page, ".account > summary")
    page.keyboard.press("Enter")
    tab_to(page, "form[action='/account/logout/'] button")
    page.keyboard.press("Enter")
    expect(page).to_have_url("/")
    page.goto("/classes/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sign in as a teacher")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_accounts_and_classes(page: Page, axe: Check, live: str, language: str) -> None:
    speak(page, live, language)
    for address in ("/account/login/", "/account/signup/", "/account/password/reset/"):
        page.goto(address)
        look_at(page, axe)
    page.goto("/account/signup/")
    page.locator("#id_name").fill("Wwwwwwwwwwwwwwwwwwww")
    page.locator("#id_login").fill("a")
    page.locator("#id_password1").fill("1")
    page.locator("#id_password2").fill("2")
    page.locator("#id_password2").press("Enter")
    expect(page.locator(".errorlist")).to_have_count(2)
    look_at(page, axe)
    owner, colleague = teacher("Alice"), teacher("Carol")
    page.goto("/account/login/")
    page.locator("#id_login").fill("alice")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")
    expect(page).to_have_url("/classes/")
    look_at(page, axe)
    page.goto("/classes/new/")
    look_at(page, axe)
    classroom = create_classroom(owner, "W" * 40, language)
    add_teacher(classroom, colleague)
    User.objects.filter(pk=colleague.pk).update(display_name="W" * 20)
    page.goto("/classes/")
    look_at(page, axe)
    page.goto(f"/classes/{classroom.slug}/")
    for summary in page.locator(".confirm > summary").all():
        summary.press("Enter")
    look_at(page, axe)
    page.locator("form[action*='/invite/'] button").press("Enter")
    expect(page.locator("#made-link")).to_be_visible()
    look_at(page, axe)
    for part in ("copy", "delete"):
        page.goto(f"/classes/{classroom.slug}/{part}/")
        look_at(page, axe)
    for address in ("/account/", "/account/email/", "/account/password/change/", "/account/sessions/"):
        page.goto(address)
        look_at(page, axe)


def test_without_javascript_a_colleague_is_invited_and_joins(context: BrowserContext, live: str) -> None:
    owner, _colleague = teacher("Alice"), teacher("Carol")
    classroom = create_classroom(owner, "4b", "en")
    assert context.browser is not None
    pages = [
        context.browser.new_context(base_url=live, java_script_enabled=False, locale="en").new_page() for _ in range(2)
    ]
    for page, name in zip(pages, ("alice", "carol"), strict=True):
        page.goto("/account/login/")
        page.locator("#id_login").fill(name)
        page.locator("#id_password").fill(PASSWORD)
        page.locator("#id_password").press("Enter")
    mine, other = pages
    mine.goto(f"/classes/{classroom.slug}/")
    mine.get_by_role("button", name="Invite a colleague").click()
    other.goto(mine.locator("#made-link").input_value())
    expect(other.locator("main")).to_contain_text("Alice invites you to teach the class 4b.")
    other.get_by_role("button", name="Teach this class").click()
    expect(other.get_by_role("heading", level=1)).to_have_text("4b")
    mine.goto(f"/classes/{classroom.slug}/")
    mine.locator("summary", has_text="Hand over").click()
    mine.get_by_role("button", name="Yes, hand the class over to Carol").click()
    expect(mine.locator(".lines li", has_text="Carol")).to_contain_text("owner")
    for page in pages:
        page.context.close()
