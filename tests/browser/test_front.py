"""Whoever comes to look finds pages without an error, without a barrier, and without anything from elsewhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PAGES = ["/", "/play/", "/rules/", "/rules/ninety-nine/", "/rules/ninety-eight/", "/about/"]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_for_everybody_has_no_barrier(page: Page, axe: Callable[[Page], None], path: str, colours: str) -> None:
    page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    axe(page)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_comes_from_elsewhere(page: Page, live: str, path: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path)
    assert asked != []
    assert [url for url in asked if not url.startswith((live + "/", "data:"))] == []


@pytest.mark.parametrize("width", [320, 768, 1440])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_as_wide_as_its_window(page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") == width
