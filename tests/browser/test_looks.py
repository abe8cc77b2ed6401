"""How a page looks where that decides what a child does: what is loud, and what must not lie over what."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_table import match

__all__ = ["match"]


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
