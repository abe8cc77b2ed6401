"""Every step of a live turn in Chromium: no barriers, inside the window, in every language, with the longest names."""

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from ninety.engine.cards import Card
from ninety.models import Match, Seat, User
from ninety.services import pause, start_match
from tests.browser.devices import Devices, lay, say
from tests.browser.test_pages import LANGUAGES, too_wide
from tests.factories import UserFactory, alice, bob, carol, live_match
from tests.factories.tables import opened_table, sit
from trainer.services import announce_total, check, commit_play, leave

HANDS = ["8H KS TD", "7H 8S 2D", "6H 6S 5D"]
TEN = [*HANDS, "2H 3H 4H", "2S 3S 4S", "5H 5S 6D", "7S 7D 3D", "9H 9S 8D", "TH TS 9D", "JH JS JD"]
WIDEST = "W" * 20
SIZES = ((360, 740), (320, 568), (667, 375), (820, 1180), (1440, 900))
KEYS = (f"{number:016x}" for number in count(1))
OUTSIDE = """() => [...document.querySelectorAll("#answering :is(button, summary, .total-input), .board, .say")]
  .filter((part) => part.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
  .filter((part) => !part.matches(".default-button"))
  .map((part) => [part, part.getBoundingClientRect()])
  .filter(([part, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.left < -1)
  .map(([part, box]) => `${part.className || part.tagName} ends at ${Math.round(box.bottom)}`)"""

STAYS: dict[str, Any] = {"away_limit": 3600}
"""Whoever has no page open here is not taken for gone, however long it takes to look at a table."""

type Check = Callable[[Page], None]


def people(number: int) -> list[User]:
    """Seat Alice, Bob and then people with the widest names."""
    return [alice(), bob(), *(UserFactory.create(display_name=WIDEST) for _more in range(number - 2))]


def seat(match: Match, number: int) -> Seat:
    return Seat.objects.select_related("user").get(match=match, number=number)


def laid(match: Match, card: str = "8H") -> Match:
    commit_play(seat(match, 0), Card(card), None, version=match.version, tries=match.tries, key=next(KEYS))
    return Match.objects.get(pk=match.pk)


def said(match: Match, total: int) -> Match:
    match = laid(match)
    announce_total(seat(match, 0), total, version=match.version, tries=match.tries, key=next(KEYS))
    return Match.objects.get(pk=match.pk)


def to_check() -> tuple[Match, str]:
    return laid(live_match(people(3), HANDS, total=48, **STAYS, everyone_computes=True)), "check"


def to_check_at_a_full_table() -> tuple[Match, str]:
    return laid(live_match(people(10), TEN, total=48, **STAYS, everyone_computes=True)), "check"


def checked() -> tuple[Match, str]:
    match = laid(live_match(people(3), HANDS, total=48, **STAYS, everyone_computes=True))
    check(seat(match, 1), 55, play_number=match.steps + 1)
    return match, "wait"


def to_agree() -> tuple[Match, str]:
    return said(live_match(people(3), HANDS, total=48, **STAYS, answer_policy="stand"), 55), "agree"


def to_agree_at_a_full_table() -> tuple[Match, str]:
    return said(live_match(people(10), TEN, total=48, **STAYS, answer_policy="stand", memory=True), 55), "agree"


def held() -> tuple[Match, str]:
    match = live_match(people(3), HANDS, total=48, **STAYS)
    Seat.objects.filter(match=match, number=1).update(held=Seat.Held.HANDED_OVER)
    return match, "held"


def to_ask_past() -> tuple[Match, str]:
    match = live_match(people(3), HANDS, total=48, **STAYS)
    long_ago = timezone.now() - timedelta(minutes=3)
    Match.objects.filter(pk=match.pk).update(step_since=long_ago, moved_at=long_ago)
    Seat.objects.filter(match=match, number=2).update(seen_at=timezone.now() - timedelta(hours=2))
    return match, "wait"


def closing() -> tuple[Match, str]:
    """Give a table that is soon to close: the table itself looks as always."""
    match = live_match(people(3), HANDS, total=48, **STAYS)
    Match.objects.filter(pk=match.pk).update(closes_at=timezone.now() + timedelta(minutes=2))
    return match, "wait"


def paused() -> tuple[Match, str]:
    match = live_match(people(3), HANDS, total=48, **STAYS)
    pause(match.pk, timezone.now())
    return match, "wait"


STATES = (
    *(to_check, to_check_at_a_full_table, checked, to_agree, to_agree_at_a_full_table, held, to_ask_past),
    *(closing, paused),
)


@pytest.mark.parametrize("state", STATES)
def test_a_step_of_a_live_turn(devices: Devices, axe: Check, state: Callable[[], tuple[Match, str]]) -> None:
    match, step = state()
    page = devices.at(match, bob())
    expect(page.locator("#answering")).to_have_attribute("data-step", step)
    for language in LANGUAGES:
        cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": devices.live}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.emulate_media(reduced_motion="reduce")
        page.reload()
        fits(page)
        if step == "agree":
            page.locator(".doubt > summary").click()
            fits(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        axe(page)


def test_nothing_moves_when_a_table_is_soon_to_close(devices: Devices) -> None:
    match, _step = closing()
    page = devices.at(match, bob())
    expect(page.locator(".closing")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        warned = places(page)
        page.locator(".closing").evaluate("element => element.remove()")
        assert (warned, width, height) == (places(page), width, height)
        page.reload()


def places(page: Page) -> list[float]:
    """Return where the parts of a table stand."""
    parts = "[...document.querySelectorAll('.seats-bar, .board, .plays, .answering')]"
    found: list[float] = page.evaluate(f"() => {parts}.map((part) => part.getBoundingClientRect().top)")
    return found


def fits(page: Page) -> None:
    """Check that what a turn needs is inside the window, whatever its size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        where = (page.locator("html").get_attribute("lang"), width, height)
        assert (too_wide(page), page.evaluate(OUTSIDE)) == ([], []), where


def test_whoever_is_idle_is_asked_past(devices: Devices) -> None:
    match, _step = to_ask_past()
    page = devices.at(match, bob())
    page.get_by_role("button", name="Let a bot take this turn for Alice").press("Enter")
    expect(page.locator(".committed, .plays .chip").first).to_be_visible()
    expect(page.locator(".ask-past")).to_have_count(0)


def test_the_way_past_somebody_appears_in_its_time(devices: Devices) -> None:
    match = live_match(people(3), HANDS, total=48)
    # Server and page agree on the time, whenever the page asks: the two minutes are over in a few seconds.
    almost = timezone.now() - timedelta(seconds=114)
    Match.objects.filter(pk=match.pk).update(step_since=almost, moved_at=almost)
    page = devices.at(match, bob())
    way = page.locator(".ask-past button")
    expect(way).to_be_hidden()
    expect(way).to_be_visible(timeout=15_000)


def test_a_spectator_follows_and_sees_no_hand(devices: Devices, axe: Check) -> None:
    match = live_match([alice(), bob()], HANDS[:2], total=48, watching=True)
    alices = devices.at(match, alice())
    page = devices.browser.new_context(base_url=devices.live, locale="en").new_page()
    page.goto(f"/match/{match.slug}/watch/")
    devices.opened.append(page)
    axe(page)
    lay(alices, "8 of hearts")
    expect(page.locator(".committed")).to_contain_text("8 of hearts")
    assert page.locator("[data-hand]").count() == 0
    say(alices, "56")
    expect(page.locator(".total")).to_have_text("56")


def test_the_opener_hands_a_seat_over_and_its_person_takes_it_back(devices: Devices, axe: Check) -> None:
    table = opened_table(carol(), seat_count=3)
    sit(table, alice(), bob(), carol())
    match = start_match(table, carol(), next(KEYS))
    carols, bobs = devices.at(match, carol()), devices.at(match, bob())
    carols.locator(".table-menu > summary").click()
    carols.get_by_text("Let a bot play for somebody").click()
    axe(carols)
    carols.get_by_role("button", name="Bob").click()
    expect(bobs.locator("#answering")).to_have_attribute("data-step", "held")
    bobs.get_by_role("button", name="Play on myself").press("Enter")
    expect(bobs.locator("#answering")).not_to_have_attribute("data-step", "held")
    expect(carols.locator(".seat-sign")).to_have_count(0)


def test_after_a_match_its_people_meet_at_the_table_again(devices: Devices, axe: Check) -> None:
    table = opened_table(alice(), seat_count=2)
    sit(table, alice(), bob())
    match = start_match(table, alice(), next(KEYS))
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    leave(seat(match, 1), key=next(KEYS))
    expect(alices.locator("#answering")).to_have_attribute("data-step", "over")
    axe(alices)
    fits(alices)
    expect(alices.get_by_role("link", name="Look at the match")).to_be_visible()
    sit(table, bob())
    alices.get_by_role("link", name="Back to the table").click()
    alices.get_by_role("button", name="Play again").click()
    expect(alices.locator("#answering")).not_to_have_attribute("data-step", "over")
    expect(bobs).to_have_url(alices.url)
