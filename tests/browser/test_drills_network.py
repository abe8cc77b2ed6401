"""Drills on a network that fails: every answer arrives once and in order, whatever happens to requests and replies."""

import contextlib
import re
import time
from itertools import pairwise

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Route, expect

from ninety.models import User
from tests.browser.conftest import wait_until
from tests.browser.devices import Devices, watch
from tests.browser.driller import Driller
from tests.browser.test_progress import sign_in
from tests.factories import bob, carol
from trainer.models import Answer, Drill

ANSWERS = re.compile("/answers/$")
KEPT = "() => Object.entries(localStorage).map(([name, kept]) => [name, JSON.parse(kept).events.length])"


def drill() -> Drill:
    return Drill.objects.get()


def logged(person: User | None = None) -> list[int | None]:
    answers = Answer.objects.filter(user=person) if person else Answer.objects.all()
    return list(answers.order_by("drill", "play_number").values_list("announced", flat=True))


def kept(page: Page) -> int:
    """How many events wait on the device."""
    found: list[tuple[str, int]] = page.evaluate(KEPT)
    return sum(number for _name, number in found)


def lose_the_reply(route: Route) -> None:
    """Let a request through and drop what comes back, as far as the page is still there."""
    with contextlib.suppress(Error):
        route.fetch()
        route.abort()


@pytest.fixture
def driller(page: Page, live: str) -> Driller:
    """Begin a flash drill."""
    driller = Driller(page, wrong=(False, False, False, True))
    driller.start("flash")
    driller.go()
    return driller


def test_ten_minutes_without_a_network_lose_nothing(driller: Driller, page: Page, faults: list[str]) -> None:
    page.context.set_offline(True)
    driller.do(30)
    assert logged() == []
    # Cards have their pips.
    assert page.locator("[data-lying] use").evaluate("use => use.getBBox().width") > 0
    expect(page.locator(".drill-saving")).to_have_text(re.compile(r"No connection. Kept on this device: 3\d"))
    driller.stop()
    expect(page.locator("[data-over]")).to_have_text("You have stopped.")
    expect(page.locator("[data-right-in-all]")).to_have_text(str(driller.right))
    expect(page.get_by_text("You need not wait")).to_be_visible()
    page.context.set_offline(False)
    driller.see_result()
    driller.check(drill())
    faults.clear()


def test_the_clock_stands_while_no_cards_come(driller: Driller, page: Page, faults: list[str]) -> None:
    Drill.objects.update(seconds=600)
    page.reload()
    driller.go()
    page.context.set_offline(True)
    while driller.step != "wait":
        driller.take_step()
    shown = page.locator("[data-clock]").inner_text()
    page.wait_for_timeout(1500)
    expect(page.locator("[data-clock]")).to_have_text(shown)
    page.context.set_offline(False)
    expect(page.locator("#drill")).to_have_attribute("data-step", "announce")
    driller.do(2)
    driller.stop()
    driller.see_result()
    driller.check(drill())
    faults.clear()


@pytest.mark.parametrize("lost", ["request", "reply"])
def test_what_is_lost_on_the_way_is_sent_again(driller: Driller, page: Page, faults: list[str], lost: str) -> None:
    losses = [0]

    def lose(route: Route) -> None:
        losses[0] += 1
        if losses[0] % 3 == 0:
            route.continue_()
            return
        if lost == "reply":
            lose_the_reply(route)
        else:
            route.abort()

    page.route(ANSWERS, lose)
    driller.do(6)
    driller.stop()
    driller.see_result()
    driller.check(drill())
    assert losses[0] > 2
    faults.clear()


def test_only_one_request_is_on_its_way(driller: Driller, page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(ANSWERS, hold)
    driller.do(4)
    assert len(held) == 1
    assert kept(page) >= 4
    page.unroute(ANSWERS)
    with contextlib.suppress(Error):  # A slow machine may have given the request up by now.
        held[0].continue_()
    wait_until(lambda: kept(page) == 0)
    assert logged() == driller.said


def test_waits_grow_while_nothing_gets_through(driller: Driller, page: Page, faults: list[str]) -> None:
    tries: list[float] = []

    def refuse(route: Route) -> None:
        tries.append(time.monotonic())
        route.abort()

    page.route(ANSWERS, refuse)
    driller.do(1)
    page.wait_for_timeout(6000)
    waits = [later - earlier for earlier, later in pairwise(tries)]
    assert 2 <= len(waits) <= 5
    assert waits[-1] > 2 * waits[0]
    faults.clear()


@pytest.mark.parametrize("status", [500, 502, 503, 200])
def test_an_answer_that_is_none_is_waited_out(driller: Driller, page: Page, faults: list[str], status: int) -> None:
    page.route(ANSWERS, lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Log in</h1>"))
    driller.do(3)
    assert kept(page) > 2
    page.unroute(ANSWERS)
    driller.stop()
    driller.see_result()
    driller.check(drill())
    faults.clear()


def test_a_reload_without_a_saved_answer_saves_them_first(driller: Driller, page: Page, faults: list[str]) -> None:
    page.route(ANSWERS, lambda route: route.abort())
    driller.do(3)
    assert logged() == []
    page.unroute(ANSWERS)
    page.reload()
    driller.go()
    assert logged() == driller.said
    driller.do(2)
    driller.stop()
    driller.see_result()
    driller.check(drill())
    faults.clear()


def test_a_reload_after_a_lost_reply_counts_nothing_twice(driller: Driller, page: Page, faults: list[str]) -> None:
    page.route(ANSWERS, lose_the_reply)
    driller.do(3)
    wait_until(lambda: len(logged()) > 0)
    page.unroute(ANSWERS)
    page.reload()
    driller.go()
    driller.do(2)
    driller.stop()
    driller.see_result()
    driller.check(drill())
    faults.clear()


@pytest.mark.parametrize("place", ["/drills/{slug}/", "/drills/"])
def test_a_tab_closed_without_a_network_is_sent_when_opened_again(
    driller: Driller, page: Page, context: BrowserContext, faults: list[str], place: str
) -> None:
    page.route(ANSWERS, lambda route: route.abort())
    driller.do(4)
    driller.stop()
    expect(page.locator("[data-over]")).to_have_text("You have stopped.")
    page.close()
    assert logged() == []
    later = context.new_page()
    later.add_init_script("const { now } = Date; Date.now = () => now() + 3600000;")
    later.goto(place.format(slug=drill().slug))
    if place == "/drills/":
        expect(later.locator("#waiting")).to_have_text(
            "Answers of a drill were waiting on this device. Now they are saved."
        )
    else:
        expect(later).to_have_url(re.compile("/result/$"))
    driller.check(drill())
    assert later.evaluate("Object.keys(localStorage)") == []
    faults.clear()


def test_somebody_elses_answers_are_neither_sent_nor_shown(
    page: Page, live: str, context: BrowserContext, faults: list[str]
) -> None:
    sign_in(page, live, bob())
    driller = Driller(page)
    driller.start("flash")
    driller.go()
    page.route(ANSWERS, lambda route: route.abort())
    driller.do(3)
    waiting = kept(page)
    # Left while its network still fails: a page that closes lets go of that first.
    page.goto("about:blank")
    page.close()

    def open_as(person: User) -> Page:
        opened = context.new_page()
        watch(opened, faults)
        sign_in(opened, live, person)
        opened.goto("/drills/")
        return opened

    faults.clear()
    hers = open_as(carol())
    expect(hers.locator("#waiting")).to_contain_text("Answers of somebody else are waiting on this device.")
    other = Driller(hers)
    other.start("flash")
    other.go()
    other.do(2)
    other.stop()
    other.see_result()
    assert logged() == other.said
    expect(hers.locator("#waiting")).to_contain_text("Answers of somebody else are waiting on this device.")
    assert kept(hers) == waiting >= 3
    his = open_as(bob())
    expect(his.locator("#waiting")).to_contain_text("Now they are saved.")
    assert (
        list(Answer.objects.filter(user=bob()).order_by("play_number").values_list("announced", flat=True))
        == driller.said
    )


def test_whoever_is_signed_out_meanwhile_loses_nothing(
    page: Page, live: str, context: BrowserContext, faults: list[str]
) -> None:
    sign_in(page, live, bob())
    driller = Driller(page)
    driller.start("flash")
    driller.go()
    driller.do(1)
    wait_until(lambda: kept(page) == 0)
    context.clear_cookies(name="ninety_session")
    driller.do(1)
    expect(page.locator("[data-stopped]")).to_contain_text("sign in again")
    faults.clear()
    sign_in(page, live, bob())
    page.get_by_role("link", name="Load the page again").click()
    driller.go()
    assert logged() == driller.said


def test_two_devices_of_one_person_do_two_drills(devices: Devices) -> None:
    one, two = Driller(devices.of(bob()), wrong=(True, False)), Driller(devices.of(bob()), wrong=(False, True))
    for each in (one, two):
        each.start("flash")
        each.go()
    for _turn in range(4):
        one.do(1)
        two.do(1)
    for each, mine in zip((one, two), Drill.objects.order_by("pk"), strict=True):
        each.stop()
        each.see_result()
        each.check(mine)


def test_one_drill_on_two_devices_goes_on_on_the_later(devices: Devices, faults: list[str]) -> None:
    page, there = devices.of(bob()), devices.of(bob())
    one, two = Driller(page), Driller(there)
    one.start("flash")
    one.go()
    one.do(2)
    wait_until(lambda: kept(page) == 0)
    there.goto(f"/drills/{drill().slug}/")
    two.go()
    two.do(2)
    wait_until(lambda: kept(there) == 0)
    one.answer()
    expect(page.locator("[data-stopped]")).to_contain_text("This drill has gone on on another device.")
    assert kept(page) == 0
    faults.clear()
    two.stop()
    two.see_result()
    assert logged() == one.said[:2] + two.said


def test_one_drill_in_two_windows_goes_on_in_the_later(driller: Driller, page: Page, context: BrowserContext) -> None:
    driller.do(2)
    there = context.new_page()
    there.goto(page.url)
    other = Driller(there)
    other.go()
    expect(page.locator("[data-stopped]")).to_have_text("This drill goes on in another window.")
    other.do(2)
    other.stop()
    other.see_result()
    assert logged() == driller.said + other.said


def test_a_page_that_was_overtaken_by_its_last_answers_is_loaded_again(driller: Driller, page: Page) -> None:
    before = page.request.get(page.url).text()
    driller.do(3)
    wait_until(lambda: kept(page) == 0)
    page.route(page.url, lambda route: route.fulfill(body=before, content_type="text/html"), times=1)
    page.reload()
    driller.go()
    assert driller.sum()[0] == driller.said[-1]
    driller.do(2)
    driller.stop()
    driller.see_result()
    driller.check(drill())
