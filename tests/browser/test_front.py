"""The front page opens without an error, and without a barrier."""

from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_a_visitor_opens_the_front_page(page: Page, axe: Callable[[Page], None]) -> None:
    page.goto("/")
    expect(page).to_have_title("Ninety")
    axe(page)


def test_nothing_comes_from_elsewhere(page: Page, live: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    assert [url for url in asked if not url.startswith((live, "data:"))] == []
