"""Several people at one table in Chromium: each sees what the others do, whatever their network does."""

from collections.abc import Callable

from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from ninety.services import Sitter, TableSettings, open_match
from ninety.services.steering import hold_seat
from tests.browser.conftest import wait_until
from tests.browser.devices import HANDS, Devices, hide, lay, say, streams_of
from tests.factories import alice, bob, carol, live_match
from tests.factories.matches import StackedDeal
from trainer.models import Answer


def test_two_people_see_each_others_plays(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    lay(alices, "8 of hearts")
    expect(bobs.locator(".committed")).to_contain_text("8 of hearts")
    expect(bobs.locator(".total")).to_contain_text("48")
    say(alices, "56")
    expect(bobs.locator(".total")).to_have_text("56")
    lay(bobs, "7 of hearts")
    expect(alices.locator(".committed")).to_contain_text("7 of hearts")
    say(bobs, "63")
    expect(alices.locator(".total")).to_have_text("63")
    expect(alices.locator("#answering")).to_have_attribute("data-step", "choose")


def test_a_half_typed_total_and_the_focus_survive_what_others_do(devices: Devices) -> None:
    match = live_match([alice(), bob(), carol()], [*HANDS, "6H 6S 5D"], total=48, everyone_computes=True)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    lay(alices, "8 of hearts")
    box = bobs.locator(".total-input")
    expect(box).to_be_focused()
    box.press_sequentially("56")
    box.press("ArrowLeft")
    hold_seat(match.pk, carol(), timezone.now())
    expect(bobs.get_by_text("a bot plays for them")).to_have_count(1)
    expect(box).to_be_focused()
    expect(box).to_have_value("56")
    assert box.evaluate("box => box.selectionStart") == 1
    box.press("Enter")
    say(alices, "56")
    expect(bobs.locator(".total")).to_have_text("56")
    expect(alices.locator(".total")).to_have_text("56")
    assert sorted(Answer.objects.values_list("user", "role", "announced")) == sorted(
        [(alice().pk, Answer.Role.PLAYER, 56), (bob().pk, Answer.Role.CHECKER, 56)]
    )


def test_a_lost_network_is_said_and_the_page_catches_up_by_itself(devices: Devices, faults: list[str]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    bobs.context.set_offline(True)
    expect(bobs.get_by_role("status")).to_have_text("No connection. Trying again …")
    lay(alices, "8 of hearts")
    say(alices, "56")
    expect(alices.locator(".total")).to_have_text("56")
    bobs.context.set_offline(False)
    expect(bobs.locator(".total")).to_have_text("56")
    expect(bobs.get_by_role("status")).to_have_text("")
    expect(bobs.locator("#answering")).to_have_attribute("data-step", "choose")
    expect(bobs.locator("#notice")).to_be_hidden()
    faults.clear()


def test_where_a_stream_brings_nothing_the_page_asks_instead(devices: Devices, faults: list[str]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())

    def keep(route: Route) -> None:
        """Keep the answer back, as a proxy does that gathers a whole answer first."""

    bobs.route("**/stream/", keep)
    hide(bobs, hidden=True)
    hide(bobs, hidden=False)
    with bobs.expect_response(lambda answered: "?seen=" in answered.url, timeout=20_000):
        pass
    lay(alices, "8 of hearts")
    expect(bobs.locator(".committed")).to_contain_text("8 of hearts")
    expect(bobs.get_by_role("status")).to_have_text("")
    faults.clear()


def test_a_hidden_tab_closes_its_stream_and_catches_up_when_looked_at(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    wait_until(lambda: streams_of(bob()) == 1)
    hide(bobs, hidden=True)
    wait_until(lambda: streams_of(bob()) == 0)
    lay(alices, "8 of hearts")
    assert bobs.locator(".committed").count() == 0
    hide(bobs, hidden=False)
    expect(bobs.locator(".committed")).to_contain_text("8 of hearts")
    wait_until(lambda: streams_of(bob()) == 1)


def test_a_menu_that_is_open_stays_open_and_keeps_the_focus(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    bobs.locator(".table-menu > summary").press("Enter")
    choice = bobs.get_by_role("button", name="Say my hand")
    choice.focus()
    lay(alices, "8 of hearts")
    expect(bobs.locator(".committed")).to_contain_text("8 of hearts")
    expect(bobs.locator(".table-menu")).to_have_attribute("open", "")
    expect(choice).to_be_focused()


def test_a_session_that_has_ended_leaves_the_table(devices: Devices, faults: list[str]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    bobs = devices.at(match, bob())
    wait_until(lambda: streams_of(bob()) == 1)
    bobs.context.clear_cookies()
    hide(bobs, hidden=True)
    hide(bobs, hidden=False)
    expect(bobs.locator("#table")).to_have_count(0)
    faults.clear()


VOICES = """
window.spoken = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => VOICES,
  addEventListener() {},
  cancel() {},
  speak(said) { window.spoken.push([said.text, said.lang]); },
} });
"""
ENGLISH = """[
  { lang: "nl-NL", localService: true }, { lang: "en", localService: false }, { lang: "en_GB", localService: true },
]"""


def switch_on_reading(page: Page) -> None:
    page.locator(".table-menu > summary").click()
    page.get_by_role("button", name="Read each new total aloud").click()


def test_a_new_total_is_read_aloud_once_by_a_voice_of_the_device(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    bobs.add_init_script(VOICES.replace("VOICES", ENGLISH))
    bobs.reload()
    switch_on_reading(bobs)
    expect(bobs.get_by_text("This device has no voice")).to_be_hidden()
    lay(alices, "8 of hearts")
    say(alices, "55")
    expect(alices.locator("#total-error")).to_be_visible()
    say(alices, "56")
    expect(bobs.locator(".total")).to_have_text("56")
    with bobs.expect_response(lambda answered: answered.request.method == "GET"):
        hide(bobs, hidden=False)
    lay(bobs, "7 of hearts")
    assert bobs.evaluate("window.spoken") == [["Read each new total aloud", "en_GB"], ["56", "en_GB"]]


def test_a_device_without_a_voice_says_so(devices: Devices) -> None:
    match = live_match([alice(), bob()], HANDS, total=48)
    page = devices.at(match, bob())
    page.add_init_script(VOICES.replace("VOICES", "[]"))
    page.reload()
    expect(page.get_by_text("This device has no voice")).to_be_hidden()
    switch_on_reading(page)
    expect(page.get_by_text("This device has no voice of its own for this language.")).to_be_visible()


def look_at(page: Page, axe: Callable[[Page], None]) -> None:
    """Check a table for barriers and, at the size of a phone, that what a turn needs is inside the window."""
    axe(page)
    page.set_viewport_size({"width": 360, "height": 740})
    axe(page)
    for button in page.locator("#answering button:visible, #answering summary:visible").all():
        expect(button).to_be_in_viewport(ratio=0.95)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_who_does_not_agree_types_another_total(devices: Devices, axe: Callable[[Page], None]) -> None:
    match = live_match([alice(), bob()], HANDS, total=48, answer_policy="stand")
    alices, bobs = devices.at(match, alice()), devices.at(match, bob())
    lay(alices, "8 of hearts")
    say(alices, "55")
    expect(bobs.locator(".said")).to_have_text("55")
    expect(bobs.get_by_role("button", name="I agree")).to_be_visible()
    look_at(bobs, axe)
    bobs.get_by_text("I don’t agree").click()
    expect(bobs.locator(".total-input")).to_be_focused()
    look_at(bobs, axe)
    say(bobs, "56")
    expect(alices.locator(".total")).to_have_text("56")
    expect(bobs.locator("#answering")).to_have_attribute("data-step", "choose")


def test_a_device_that_is_passed_round_covers_every_hand(devices: Devices, axe: Callable[[Page], None]) -> None:
    dealt = TableSettings({"preset": "ninety-nine", "set": {"start": 48, "hand_size": 3}}, bots=[])
    people = [Sitter(alice(), "Alice", alice()), Sitter(bob(), "Bob", alice())]
    match = open_match(dealt, people=people, shuffle=StackedDeal(HANDS))
    page = devices.at(match, alice())
    look_at(page, axe)
    page.get_by_role("button", name="I am Alice").click()
    lay(page, "8 of hearts")
    say(page, "56")
    covered = page.get_by_role("button", name="I am Bob")
    expect(covered).to_be_visible()
    for again in (page.reload, lambda: page.goto("/rules/"), page.go_back):
        again()
    expect(covered).to_be_visible()
    assert page.locator("[data-hand]").count() == 0
    covered.click()
    expect(page.get_by_role("radio", name="7 of hearts")).to_be_visible()
    assert page.get_by_text("king of spades").count() == 0
