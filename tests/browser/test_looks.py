"""How a page looks where that decides what a child does: what is loud, and what must not lie over what."""

from datetime import timedelta
from itertools import product

from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from ninety.models import Match
from tests.browser.devices import HANDS, Devices
from tests.browser.test_live_steps import SIZES
from tests.browser.test_pages import LANGUAGES, speak
from tests.browser.test_table import match
from tests.factories import alice, bob, live_match
from tests.factories.classes import classroom_of, pupil_of

__all__ = ["match"]

LONG_NAME = "Maximiliana Constanz"
UNDER = """(selector) => {
  const over = document.querySelector(selector).getBoundingClientRect();
  return [...document.querySelectorAll(".brand img, .help-link, .whose > *, summary, .seats-bar")]
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


def test_to_lay_a_card_is_louder_than_not_to_be_able_to(page: Page, match: object) -> None:
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
