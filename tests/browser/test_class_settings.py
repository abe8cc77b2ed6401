"""The settings of a class in Chromium: by keyboard alone, with rules that follow, on paper, and without barriers."""

from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom
from classrooms.services.settings import change_settings, save_setting
from tests.browser.devices import session_of
from tests.browser.test_pages import LANGUAGES, look_at
from tests.factories import alice
from tests.factories.classes import classroom_of

LONGEST: dict[str, Any] = {
    "rules": {
        "preset": "ring-299",
        "set": {
            "strict_limit": True,
            "length": "rounds:20",
            "clock": 510,
            "stakes": "pot",
            "floor": None,
            "start": 25,
            "effects": {
                **{rank: f"+{number}/-{number} skip" for number, rank in enumerate("A23456789", 11)},
                **{"T": "=limit reverse", "J": "+0 skip", "Q": "+0 reverse", "K": "+1/+11 reverse", "X": "=limit skip"},
            },
        },
    },
    "answer_policy": "stand",
    "penalty": True,
    "memory": True,
    "choosing_limit": 30,
    "computing_limit": 20,
}
TEAMS: dict[str, Any] = LONGEST | {
    "rules": {
        "preset": "ninety-nine-kings",
        "set": LONGEST["rules"]["set"] | {"teams": True, "stakes": "none", "jokers": 8, "length": "last"},
    }
}


def signed_in(context: BrowserContext, live: str, language: str = "en") -> Classroom:
    """Sign Alice in, who teaches 4b in Spanish."""
    classroom = classroom_of(alice(), "Bob", language="es")
    cookies = {settings.SESSION_COOKIE_NAME: session_of(alice()), settings.LANGUAGE_COOKIE_NAME: language}
    context.add_cookies([{"name": name, "value": value, "url": live} for name, value in cookies.items()])
    return classroom


def kept(classroom: Classroom) -> ClassSettings:
    classroom.refresh_from_db()
    return ClassSettings.from_json(classroom.settings)


def to(page: Page, name: str) -> None:
    """Press Tab until a field or button has the focus."""
    for _press in range(120):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.replace(/\\s+/g, ' ').trim()"
        )
        if focused == name or focused.startswith(f"{name} "):
            return
    raise AssertionError(f"Tab never leads to {name}")


def test_a_teacher_sets_the_game_by_keyboard_while_the_rules_follow(page: Page, live: str) -> None:
    classroom = signed_in(page.context, live)
    page.goto(f"/classes/{classroom.slug}/settings/")
    preview = page.locator("#preview")
    expect(preview).to_contain_text("nadie puede hacer que el total pase de 50")
    to(page, "Every field of the rules")
    page.keyboard.press("Enter")
    to(page, "Limit")
    page.keyboard.type("73")
    expect(preview).to_contain_text("nadie puede hacer que el total pase de 73")
    assert page.evaluate("document.activeElement.name") == "limit", "what follows takes nobody's place"
    to(page, "Lives")
    page.keyboard.type("12")
    expect(preview).to_contain_text("Lives: Ensure this value is less than or equal to 9.")
    expect(preview).not_to_contain_text("nadie")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("2")
    expect(preview).to_contain_text("Con 2 faltas")
    to(page, "The class plays this")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The next match of this class is dealt with these settings.")).to_be_visible()
    assert (kept(classroom).rule_set.limit, kept(classroom).rule_set.lives) == (73, 2)
    page.get_by_role("button", name="Undo the last change").click()
    page.wait_for_load_state()
    assert kept(classroom) == ClassSettings()


def test_one_click_sets_a_starting_point(page: Page, live: str) -> None:
    classroom = signed_in(page.context, live)
    page.goto(f"/classes/{classroom.slug}/settings/")
    page.get_by_role("button", name="Taking away").click()
    expect(page.locator(".point.is-chosen")).to_contain_text("Taking away")
    expect(page.locator("#preview")).to_contain_text("Entre todos se va restando")
    assert kept(classroom).rule_set.countdown


def test_the_rules_are_said_without_a_script(browser: Browser, live: str) -> None:
    context = browser.new_context(base_url=live, locale="en", java_script_enabled=False)
    classroom = signed_in(context, live)
    page = context.new_page()
    page.goto(f"/classes/{classroom.slug}/settings/")
    page.get_by_text("Every field of the rules").click()
    page.get_by_label("Limit", exact=True).fill("73")
    page.get_by_role("button", name="Show these rules in words").click()
    expect(page.locator("#preview")).to_contain_text("nadie puede hacer que el total pase de 73")
    expect(page.get_by_label("Limit", exact=True)).to_have_value("73")
    page.get_by_role("button", name="The class plays this", exact=True).click()
    assert kept(classroom).rule_set.limit == 73
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_barriers_and_nothing_sticks_out(page: Page, live: str, axe: Callable[[Page], None], language: str) -> None:
    classroom = signed_in(page.context, live, language)
    saved = save_setting(alice(), "Monday", ClassSettings.from_json(LONGEST))
    member = classroom.memberships.get()
    paths = [f"/classes/{classroom.slug}/settings/", f"/classes/{classroom.slug}/settings/card/"]
    paths += [f"/setting/{saved.slug}/", f"/classes/{classroom.slug}/pupils/{member.pk}/needs/"]
    for path in paths:
        page.goto(path)
        page.evaluate("for (const more of document.querySelectorAll('details.more')) more.open = true")
        look_at(page, axe)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_card_is_one_page_of_paper(page: Page, live: str, language: str) -> None:
    classroom = signed_in(page.context, live, language)
    Classroom.objects.update(language=language)
    classroom.refresh_from_db()
    for chosen in ({}, LONGEST, TEAMS):
        change_settings(classroom, ClassSettings.from_json(chosen))
        saved = save_setting(alice(), str(chosen)[:60], ClassSettings.from_json(chosen))
        for path in (f"/classes/{classroom.slug}/settings/card/", f"/setting/{saved.slug}/"):
            page.goto(path)
            paper = pypdfium2.PdfDocument(page.pdf(format="A4", prefer_css_page_size=True))
            assert len(paper) == 1, (path, chosen)
            text = paper[0].get_textpage().get_text_bounded()
            assert "Ninety" not in text.split("\n")[-1], "what is beside the rules is not printed"
