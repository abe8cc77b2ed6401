"""How a page looks where that decides what a child does: what is loud, and what must not lie over what."""

from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from ninety.models import Match, User
from tests.browser.conftest import wait_until
from tests.browser.devices import HANDS, Devices, lay, say
from tests.browser.test_live_steps import SIZES, TEN
from tests.browser.test_pages import LANGUAGES, speak, too_wide
from tests.browser.test_table import match
from tests.factories import alice, bob, live_match
from tests.factories.classes import classroom_of, pupil_of

__all__ = ["match"]

LONG_NAME = "Maximiliana Constanz"
UNDER = """(selector) => {
  const over = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll(".brand img, .help-link, .header-link, .whose > *, summary, .seats-bar")]
    .filter((part) => part.checkVisibility({ visibilityProperty: true }))
    .map((part) => [part, part.getBoundingClientRect()])
    .filter(([, box]) => box.left < over.right && box.right > over.left)
    .filter(([, box]) => box.top < over.bottom && box.bottom > over.top)
    .map(([part]) => part.className || part.tagName);
}"""


def weight(button: Locator) -> tuple[int, bool]:
    """Return how bold a button is written, and whether it has a ground of its own."""
    bold, ground = button.evaluate(
        "(button) => [getComputedStyle(button).fontWeight, getComputedStyle(button).backgroundColor]"
    )
    return int(bold), ground != "rgba(0, 0, 0, 0)"


def lays_louder_than_stuck(page: Page) -> bool:
    page.emulate_media(reduced_motion="reduce")
    lay, stuck = weight(page.locator(".lay")), weight(page.locator(".stuck"))
    return lay[1] and not stuck[1] and lay[0] > stuck[0]


def test_to_lay_a_card_is_louder_than_not_to_be_able_to(page: Page, match: Match) -> None:
    assert lays_louder_than_stuck(page)
    page.locator(".hand-card").first.click()
    assert lays_louder_than_stuck(page)


def test_in_a_drill_too(page: Page) -> None:
    page.goto("/drills/")
    page.locator("button[name=kind][value=speed]").click()
    page.get_by_role("button", name="Go!").click()
    expect(page.locator("#hand")).to_be_visible()
    assert lays_louder_than_stuck(page)


def test_the_notice_of_the_end_lies_over_nothing(devices: Devices) -> None:
    pupil = pupil_of(classroom_of(alice(), LONG_NAME), LONG_NAME)
    page = devices.at(live_match([pupil, bob()], HANDS), pupil)
    for seconds, language in product((-1, 100), LANGUAGES):
        Match.objects.update(closes_at=timezone.now() + timedelta(seconds=seconds))
        speak(page, devices.live, language)
        page.reload()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(UNDER, ".closing") == [], (language, width, seconds)


def test_the_menus_of_a_teacher_at_a_table_lie_side_by_side(devices: Devices) -> None:
    User.objects.filter(pk=alice().pk).update(kind=User.Kind.TEACHER, display_name=LONG_NAME)
    page = devices.at(live_match([alice(), bob()], HANDS), alice())
    for language in LANGUAGES:
        speak(page, devices.live, language)
        page.reload()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(UNDER, ".table-menu > summary") == ["SUMMARY"], (language, width)


PHONES = ((360, 740), (740, 360))


def below(page: Page, selector: str) -> float:
    """Return how far an element reaches below the window."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    height: float = page.evaluate("innerHeight")
    return box["y"] + box["height"] - height


def test_a_ring_of_ten_fits_on_a_phone_on_its_side_and_upright(devices: Devices) -> None:
    ring = {"preset": "ring-299"}
    page = devices.at(live_match([alice()], TEN, rules=ring, total=288), alice())
    page.emulate_media(reduced_motion="reduce")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert below(page, "#answering") <= 1, (width, height)
    lay(page, "8 of hearts")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        assert below(page, "#answering") <= 1, (width, height)
        change, stock = (page.locator(part).bounding_box() for part in (".change", ".stock"))
        assert change is not None
        assert stock is not None
        assert change["x"] + change["width"] <= stock["x"], (width, height)


def test_to_go_on_from_an_explanation_takes_no_scrolling(page: Page, match: Match) -> None:
    page.set_viewport_size({"width": 740, "height": 360})
    page.emulate_media(reduced_motion="reduce")
    lay(page, "8 of hearts")
    say(page, "46")
    expect(page.locator("#total-error")).to_contain_text("You said 46.")
    say(page, "47")
    expect(page.locator("#go-on")).to_be_visible()
    wait_until(lambda: below(page, "#go-on") <= 1, seconds=5)
    page.set_viewport_size({"width": 360, "height": 740})
    told, button = (page.locator(part).bounding_box() for part in (".explanation-total", "#go-on"))
    assert told is not None
    assert button is not None
    assert (told["y"] + told["height"] <= button["y"], below(page, "#told") <= 1) == (True, True)


def test_text_twice_as_large_on_a_phone_leaves_words_whole(page: Page, match: Match, live: str) -> None:
    page.set_viewport_size({"width": 180, "height": 370})
    for language in LANGUAGES:
        speak(page, live, language)
        page.reload()
        assert too_wide(page) == [], language
        lines = page.locator(".lay").evaluate(
            "(button) => button.scrollHeight / parseFloat(getComputedStyle(button).lineHeight)"
        )
        assert lines < 3.5, language
        page.locator(".hand-card").nth(2).click()
        values, laid = (page.locator(part).bounding_box() for part in (".slot:has(:checked) .values", ".lay"))
        assert values == pytest.approx(laid, abs=2), language
