"""What a page does about its connection: silence, a server that restarts, answers that come late, many tabs."""

from collections.abc import Iterator

import pytest
from django.db.models import F
from playwright.sync_api import APIResponse, Page, Route, expect

from ninety.broadcast import match_topic, publish
from ninety.models import Match
from ninety.services import Sitter, TableSettings, open_match
from tests.browser.conftest import wait_until
from tests.browser.devices import HANDS, Devices, hide, lay, say, streams_of
from tests.browser.link import Link, link_to
from tests.factories import StackedDeal, alice, bob, live_match

MANY_FAILURES = 4  # After these the page waits longest before it tries the stream again.
LOST = "No connection. Trying again …"
HEARD = """
const { EventSource } = window;
window.EventSource = class extends EventSource {
  constructor(address) {
    super(address);
    this.addEventListener("version", (event) => { window.heard = Number(event.data); });
  }
};
"""
HINTS = """() => {
  window.wasTaken = false;
  const table = document.getElementById("table");
  const lacks = () => table.querySelector(".step-announce") && !table.querySelector("#total-error");
  const note = () => { window.wasTaken ||= lacks(); };
  new MutationObserver(note).observe(table, { attributes: true, childList: true, subtree: true });
}"""
STEPS = """() => {
  window.steps = [];
  const note = () => window.steps.push(document.getElementById("answering").dataset.step);
  new MutationObserver(note).observe(document.getElementById("table"), { attributes: true, subtree: true });
}"""


@pytest.fixture
def link(live: str) -> Iterator[Link]:
    """Lay a network of its own between one device and the server."""
    with link_to(live) as laid:
        yield laid


def over(link: Link, devices: Devices) -> Devices:
    """Give a way to open devices that reach the server over a link."""
    linked = Devices(devices.browser, link.address, devices.faults)
    linked.opened = devices.opened
    return linked


def move(match: Match) -> int:
    """Give a match its next version, as whatever happens at the table does."""
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    version = Match.objects.get(pk=match.pk).version
    publish(match_topic(match.pk), version)
    return version


def test_silence_is_noticed_and_the_page_catches_up(link: Link, devices: Devices, faults: list[str]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48, choosing_limit=90)
    alices, bobs = devices.at(match, alice()), over(link, devices).at(match, bob())
    wait_until(lambda: streams_of(bob()) == 1)
    link.silence()
    expect(bobs.locator("#line")).to_have_text(LOST, timeout=20_000)
    expect(bobs.locator("html")).to_have_class("is-lost")
    lay(alices, "8 of hearts")
    say(alices, "56")
    expect(alices.locator(".total")).to_have_text("56")
    link.speak()
    expect(bobs.locator(".total")).to_have_text("56")
    expect(bobs.locator("#answering")).to_have_attribute("data-step", "choose")
    expect(bobs.locator("#line")).to_have_text("")
    faults.clear()


def test_a_clock_stands_while_nothing_comes_through(link: Link, devices: Devices, faults: list[str]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48, choosing_limit=90)
    page = over(link, devices).at(match, alice())
    page.clock.install()
    page.reload()
    clock = page.locator(".turn-clock [data-clock]")
    before = clock.inner_text()
    page.clock.run_for(2000)
    expect(clock).not_to_have_text(before)
    link.cut()
    expect(page.locator("#line")).to_have_text(LOST)
    stands = clock.inner_text()
    page.clock.run_for(5000)
    assert clock.inner_text() == stands
    # What it still tries fails, too, for as long as it is open.
    page.close()
    faults.clear()


def test_a_server_that_comes_back_is_found_within_five_seconds(link: Link, devices: Devices, faults: list[str]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), over(link, devices).at(match, bob())
    failed: list[str] = []
    bobs.on("requestfailed", lambda request: failed.append(request.url.rsplit("/", 2)[1]))
    link.cut()
    expect(bobs.locator("#line")).to_have_text(LOST)
    while failed.count("stream") < MANY_FAILURES:
        bobs.wait_for_event("requestfailed")
    lay(alices, "8 of hearts")
    say(alices, "56")
    expect(alices.locator(".total")).to_have_text("56")
    link.mend()
    expect(bobs.locator(".total")).to_have_text("56", timeout=5000)
    expect(bobs.locator("#line")).to_have_text("")
    wait_until(lambda: streams_of(bob()) == 1, seconds=5)
    lay(bobs, "7 of hearts")
    faults.clear()


def test_a_stream_that_breaks_off_is_taken_up_again_without_words(
    link: Link, devices: Devices, faults: list[str]
) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), over(link, devices).at(match, bob())
    bobs.evaluate("""() => new MutationObserver(() => { window.wasSaid = true; }).observe(
      document.getElementById("line"), { childList: true, characterData: true, subtree: true })""")
    wait_until(lambda: streams_of(bob()) == 1)
    link.cut()
    link.mend()
    wait_until(lambda: streams_of(bob()) == 0)
    wait_until(lambda: streams_of(bob()) == 1)
    lay(alices, "8 of hearts")
    expect(bobs.locator(".committed")).to_contain_text("8 of hearts")
    assert not bobs.evaluate("window.wasSaid")
    faults.clear()


def test_a_half_typed_total_survives_ten_updates(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48, everyone_computes=True)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    lay(alices, "8 of hearts")
    box = bobs.locator(".total-input")
    expect(box).to_be_focused()
    box.press_sequentially("561")
    box.press("Shift+ArrowLeft")
    said = bobs.locator("#live").inner_text()
    for _update in range(10):
        expect(bobs.locator("#table")).to_have_attribute("data-version", str(move(match)))
    expect(box).to_be_focused()
    assert box.evaluate("box => [box.value, box.selectionStart, box.selectionEnd]") == ["561", 2, 3]
    assert bobs.locator("#live").inner_text() == said


class Gate:
    """Holds back what a page asks for by itself, with the answer as it was when that was asked for."""

    def __init__(self, page: Page, match: Match) -> None:
        self.page, self.is_open = page, False
        self.held: list[tuple[Route, APIResponse]] = []
        page.route(f"**/match/{match.slug}/", self.hold)

    def hold(self, route: Route) -> None:
        if self.is_open:
            route.continue_()
        else:
            self.held.append((route, route.fetch()))

    def wait(self) -> None:
        """Wait until something is held back."""
        while not self.held:
            self.page.wait_for_timeout(20)

    def let_go(self) -> None:
        self.is_open = True
        for route, answer in self.held:
            route.fulfill(response=answer)


def test_many_updates_at_once_are_fetched_one_after_another(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    page = devices.at(match, bob())
    page.add_init_script(HEARD)
    page.reload()
    gate = Gate(page, match)
    move(match)
    gate.wait()
    newest = [move(match) for _update in range(10)][-1]
    page.wait_for_function("(newest) => window.heard === newest", arg=newest)
    assert len(gate.held) == 1
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    gate.let_go()
    expect(page.locator("#table")).to_have_attribute("data-version", str(newest))
    assert len(asked) == 1


def test_an_answer_that_comes_late_brings_nothing_old_back(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    page = devices.at(match, alice())
    wait_until(lambda: streams_of(alice()) == 1)
    gate = Gate(page, match)
    page.evaluate("document.dispatchEvent(new CustomEvent('ninety:refresh'))")
    gate.wait()
    assert "step-choose" in gate.held[0][1].text()
    lay(page, "8 of hearts")
    page.evaluate(STEPS)
    with page.expect_request(f"**/match/{match.slug}/"):
        gate.let_go()
    say(page, "56")
    expect(page.locator(".total")).to_have_text("56")
    assert "choose" not in page.evaluate("window.steps")


def test_an_answer_that_comes_late_takes_no_hint_away(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    page = devices.at(match, alice())
    lay(page, "8 of hearts")
    gate = Gate(page, match)
    page.evaluate("document.dispatchEvent(new CustomEvent('ninety:refresh'))")
    gate.wait()
    say(page, "46")
    expect(page.locator("#total-error")).to_contain_text("You said 46.")
    page.evaluate(HINTS)
    page.locator(".total-input").press_sequentially("5")
    with page.expect_response(f"**/match/{match.slug}/"):
        gate.let_go()
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    say(page, "56")
    expect(page.locator(".total")).to_have_text("56")
    assert not page.evaluate("window.wasTaken")


def test_seven_tabs_of_one_person_do_not_starve_each_other(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    tabs = [bobs]
    for _tab in range(6):
        hide(tabs[-1], hidden=True)
        tabs.append(bobs.context.new_page())
        tabs[-1].goto(f"/match/{match.slug}/")
    wait_until(lambda: streams_of(bob()) == 1)
    lay(alices, "8 of hearts")
    expect(tabs[-1].locator(".committed")).to_contain_text("8 of hearts")
    hide(tabs[-1], hidden=True)
    hide(tabs[0], hidden=False)
    expect(tabs[0].locator(".committed")).to_contain_text("8 of hearts")
    wait_until(lambda: streams_of(bob()) == 1)


def test_a_tab_that_is_left_keeps_no_hand_of_a_device_that_is_passed_round(devices: Devices) -> None:
    dealt = TableSettings({"preset": "ninety-nine", "set": {"start": 48, "hand_size": 3}}, bots=[])
    people = [Sitter(alice(), "Alice", alice()), Sitter(bob(), "Bob", alice())]
    match = open_match(dealt, people=people, shuffle=StackedDeal(HANDS))
    page = devices.at(match, alice())
    page.get_by_role("button", name="I am Alice").click()
    expect(page.get_by_role("radio", name="8 of hearts")).to_be_visible()
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    assert page.locator("[data-hand]").count() == 0
    page.reload()
    expect(page.get_by_role("button", name="I am Alice")).to_be_visible()
    assert page.locator("[data-hand]").count() == 0
