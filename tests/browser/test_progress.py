"""A person's own page in Chromium: no barriers in any language, by keyboard, printed, without JavaScript."""

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from tests.browser.test_pages import LANGUAGES, look_at, speak, too_wide
from tests.factories import bob
from tests.trainer.test_progress_page import log
from trainer.models import Drill

type Check = Callable[[Page], None]

SPECS = (
    {"preset": "ninety-nine"},
    {"preset": "ninety-eight", "variants": ["countdown"]},
    {"preset": "ninety-eight", "variants": ["negatives"]},
    {"preset": "ring-299"},
)


def fill_the_log(person: User) -> None:
    """Log sums of every skill over half a year, one in three wrong, in many ways."""
    number = 0
    for spec in SPECS:
        rules = RuleSet.from_spec(spec)
        lowest = -30 if rules.floor is None else 0
        for prior in range(lowest, rules.limit + 1, 7):
            for card in (Card(rank + "S") for rank in "A23456789TJQK"):
                way = rules.ways[card][number % len(rules.ways[card])]
                expected = rules.total_after(prior, card, way.choice)
                if not rules.lowest <= expected <= rules.limit:
                    continue
                number += 1
                wrong = (expected - 10, expected + 1, None, prior, 777)[number // 3 % 5]
                said = wrong if number % 3 == 0 and wrong != expected else expected
                role = ("player", "checker")[number % 2]
                log(person, prior, card.code, said, rules=rules, choice=way.choice, days_ago=number % 180, role=role)


def sign_in(page: Page, live: str, person: User) -> None:
    """Give a page the session of a person."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": live}])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_page_and_an_empty_one(page: Page, axe: Check, live: str, language: str) -> None:
    speak(page, live, language)
    page.goto("/progress/")
    expect(page.locator("form[action='/play/quick/']")).to_be_visible()
    look_at(page, axe)
    fill_the_log(bob())
    sign_in(page, live, bob())
    page.goto("/progress/")
    assert page.locator("html").get_attribute("lang") == language
    expect(page.locator(".mistake svg.number-line")).to_have_count(4)
    look_at(page, axe)
    for more in page.locator("details.more > summary").all():
        more.press("Enter")
    look_at(page, axe)


def test_one_answer_and_only_wrong_ones(page: Page, axe: Check, live: str) -> None:
    sign_in(page, live, bob())
    log(bob(), 48, "7S", 55)
    page.goto("/progress/")
    expect(page.get_by_text("There is too little to tell yet")).to_be_visible()
    look_at(page, axe)
    for prior in range(30, 38):
        log(bob(), prior, "7S", prior)
    page.goto("/progress/")
    look_at(page, axe)


def test_by_keyboard_from_page_to_page_of_sums_and_into_a_drill(page: Page, live: str) -> None:
    sign_in(page, live, bob())
    for prior in range(30, 36):
        log(bob(), prior, "7S", prior + 6)
    page.goto("/progress/")
    page.get_by_role("link", name="Older").press("Enter")
    expect(page.locator(".mistake")).to_have_count(2)
    expect(page.get_by_role("link", name="Newer")).to_be_visible()
    page.locator("form[action='/drills/start/'] button").first.press("Enter")
    expect(page.locator("#drill")).to_be_visible()
    assert Drill.objects.get().user == bob()


def test_a_screen_reader_finds_every_box_in_words(page: Page, live: str) -> None:
    sign_in(page, live, bob())
    for _number in range(5):
        log(bob(), 48, "7S", 45, answered_at=timezone.now() - timedelta(days=2))
    page.goto("/progress/")
    table = page.get_by_role("table", name="Adding")
    expect(table.get_by_role("row")).to_have_count(12)
    expect(table.get_by_role("cell", name="8 + 7: to practise, 0 of 5 right")).to_be_visible()
    expect(page.get_by_role("img", name="Number line from 40 to 60. A jump of +2 from 48 to 50.").first).to_be_visible()


def test_printed_it_has_all_sums_and_no_buttons(page: Page, live: str) -> None:
    fill_the_log(bob())
    sign_in(page, live, bob())
    page.goto("/progress/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert too_wide(page) == []
    assert [button.is_visible() for button in page.locator("main form button").all()] == [False, False]
    assert [box.is_visible() for box in page.locator(".facts-table").all()] == [True, True]


def test_without_javascript(context: BrowserContext, live: str) -> None:
    assert context.browser is not None
    plain = context.browser.new_context(base_url=live, java_script_enabled=False, locale="en")
    page = plain.new_page()
    sign_in(page, live, bob())
    log(bob(), 48, "7S", 45)
    page.goto("/progress/")
    page.get_by_role("button", name="Practise").first.click()
    assert urlsplit(page.url).path == f"/drills/{Drill.objects.get().slug}/"
    plain.close()
