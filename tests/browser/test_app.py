"""Ninety on a device: without a network, after somebody has left it, and while a new release takes over."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.db.models import F
from playwright.sync_api import Browser, Page, expect

from ninety.broadcast import match_topic, publish
from ninety.models import Match, User
from ninety.views.app import kept_pages
from tests.browser.conftest import wait_until
from tests.browser.devices import HANDS, Devices, lay, watch
from tests.browser.driller import Driller
from tests.browser.link import Link, link_to
from tests.browser.test_progress import sign_in
from tests.factories import alice, bob, live_match
from trainer.models import Answer, Drill

type Check = Callable[[Page], None]

KEPT = """async (begin) => {
  const names = (await caches.keys()).filter((name) => name.startsWith(begin));
  const pages = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return pages.reduce((all, some) => all + some, 0);
}"""
NOT_REACHED = re.compile("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED")


@pytest.fixture
def link(live: str) -> Iterator[Link]:
    """Lay a network of its own between the device and the server."""
    with link_to(live) as laid:
        yield laid


@pytest.fixture
def tablet(browser: Browser, link: Link) -> Iterator[Page]:
    """Open a browser that may keep Ninety, on a network that a test can cut; that it is cut is no fault."""
    faults: list[str] = []
    context = browser.new_context(base_url=link.address, locale="en", service_workers="allow")
    context.set_default_timeout(10_000)
    page = context.new_page()
    watch(page, faults)
    yield page
    context.close()
    assert [fault for fault in faults if not NOT_REACHED.search(fault)] == []


def kept(page: Page, begin: str) -> int:
    """How many pages the caches hold whose names begin so."""
    found: int = page.evaluate(KEPT, begin)
    return found


def release_of(page: Page) -> str:
    release: str = page.evaluate("document.documentElement.dataset.release")
    return release


def settle(page: Page) -> None:
    """Open the front page, and wait until the device has kept what is for everybody."""
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wait_until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
    wait_until(lambda: kept(page, "pages-") == len(kept_pages()))


def lay_ready(page: Page, link: Link, person: User) -> None:
    """Have drills of somebody lie ready on a device."""
    sign_in(page, link.address, person)
    settle(page)
    page.goto("/drills/")
    wait_until(lambda: kept(page, "kept-") == 2)


def test_the_rules_can_be_read_without_a_network(tablet: Page, link: Link, axe: Check) -> None:
    settle(tablet)
    link.cut()

    tablet.goto("/rules/")
    expect(tablet.get_by_role("heading", level=1)).to_have_text("Rules and tips")
    tablet.get_by_role("link", name=re.compile("^Ninety-Eight")).click()
    expect(tablet.get_by_role("heading", level=1)).to_have_text("Ninety-Eight")
    assert tablet.evaluate("document.fonts.check('16px \"Atkinson Hyperlegible Next\"')")

    tablet.goto("/play/")
    expect(tablet.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(tablet.locator("#kept")).to_be_hidden()
    axe(tablet)

    link.mend()
    expect(tablet.get_by_role("heading", level=1)).to_have_text("Choose a match", timeout=15_000)


def test_pages_are_kept_in_the_language_of_the_device(tablet: Page, link: Link) -> None:
    settle(tablet)
    tablet.locator(".language summary").click()
    tablet.get_by_role("button", name="Nederlands").click()
    expect(tablet.locator("html")).to_have_attribute("lang", "nl")
    wait_until(lambda: kept(tablet, f"pages-{release_of(tablet)}-nl") == len(kept_pages()) == kept(tablet, "pages-"))
    link.cut()
    tablet.goto("/about/")
    expect(tablet.locator("html")).to_have_attribute("lang", "nl")
    expect(tablet.locator("html")).to_have_attribute("data-kept", "")


def test_a_drill_that_lies_ready_is_done_without_a_network(tablet: Page, link: Link) -> None:
    lay_ready(tablet, link, bob())
    assert Drill.objects.filter(is_ready=True).count() == 2
    link.cut()

    tablet.goto("/")
    tablet.get_by_role("link", name="Flash").click()
    driller = Driller(tablet, wrong=(False, True))
    driller.go()
    driller.do(6)
    tablet.locator(".drill-menu summary").click()
    tablet.get_by_role("button", name="Stop the drill").click()
    expect(tablet.locator("[data-at=over]")).to_be_visible()
    assert Answer.objects.count() == 0
    tablet.goto("/drills/")
    expect(tablet.locator("#kept li", has_text="Flash")).to_contain_text("done, and waiting to be saved")
    expect(tablet.locator("#kept li", has_text="Speed")).not_to_contain_text("saved")

    link.mend()
    expect(tablet.get_by_role("heading", level=1)).to_have_text("Drills", timeout=15_000)
    wait_until(lambda: Answer.objects.count() == 6)
    drill = Drill.objects.get(acknowledged__gt=0)
    assert (drill.why, drill.sums, drill.right, drill.started_at) == ("stopped", 6, 3, drill.began_at)
    # Another lies ready in its place.
    wait_until(lambda: Drill.objects.filter(is_ready=True, acknowledged=0).count() == 2 and kept(tablet, "kept-") == 2)


def test_nothing_of_somebody_who_has_left_stays_on_a_device(tablet: Page, link: Link) -> None:
    lay_ready(tablet, link, bob())
    tablet.context.clear_cookies()
    tablet.goto("/about/")
    wait_until(lambda: kept(tablet, "kept-") == 0)
    link.cut()
    tablet.goto("/drills/")
    expect(tablet.locator("#kept")).to_be_hidden()


def test_whoever_leaves_without_a_network_leaves_no_drills(tablet: Page, link: Link) -> None:
    person = bob()
    person.kind = User.Kind.PUPIL
    person.save()
    lay_ready(tablet, link, person)
    link.cut()
    tablet.goto("/")
    tablet.get_by_role("link", name="Flash").click()
    tablet.get_by_role("button", name="That’s not me").click()
    expect(tablet.get_by_role("heading", level=1)).to_have_text("No connection")
    wait_until(lambda: kept(tablet, "kept-") == 0)


def test_a_new_release_takes_over_where_nothing_is_typed(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    page = devices.at(match, alice())
    lay(page, "8 of hearts")
    page.locator(".total-input").press_sequentially("5")
    page.evaluate("window.isOld = true")

    monkeypatch.setattr("ninety.release.release", lambda: "another")
    with page.expect_response(lambda response: response.headers.get("ninety-release") == "another"):
        Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
        publish(match_topic(match.pk), Match.objects.get(pk=match.pk).version)
    expect(page.locator(".total-input")).to_have_value("5")
    assert page.evaluate("window.isOld")

    page.locator(".total-input").press("6")
    with page.expect_event("load"):
        page.locator(".total-input").press("Enter")
    expect(page.locator("#answering")).not_to_have_attribute("data-step", "announce")
    assert page.evaluate("window.isOld === undefined")
    # Once: what serves here still makes pages of the release before.
    page.evaluate("window.isOld = true")
    with page.expect_response(lambda response: response.headers.get("ninety-release") == "another"):
        page.evaluate("document.dispatchEvent(new Event('ninety:refresh'))")
    expect(page.locator("#table")).to_be_visible()
    assert page.evaluate("window.isOld")
