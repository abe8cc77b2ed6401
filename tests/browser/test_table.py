"""A table in real life: double taps, reloads, the back button, a second tab, a network that fails."""

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect

from ninety.models import Match, User
from tests.browser.devices import watch
from tests.factories import seated_match
from trainer.models import Answer, Judgement

HANDS = ["8H KS TD", "7H 8S 2D"]


@pytest.fixture
def match(page: Page) -> Match:
    """Seat the visitor of the page at a match with known cards, and open it."""
    page.goto("/")
    page.locator("form[action='/play/quick/'] button").click()
    expect(page.locator("#table")).to_be_visible()
    opened = seated_match(User.objects.get(), HANDS, total=48)
    page.goto(f"/match/{opened.slug}/")
    return opened


def step(page: Page) -> str | None:
    return page.locator("#answering").get_attribute("data-step")


def lay(page: Page, name: str) -> None:
    card = page.get_by_role("radio", name=name)
    card.focus()
    card.press(" ")
    card.press("Enter")
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")


def hold_back_news(page: Page) -> None:
    """Let through what a page sends, and nothing of what it asks for by itself."""
    page.route("**/match/**", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    page.evaluate("document.dispatchEvent(new Event('freeze'))")


def test_the_first_tap_lifts_a_card_and_the_second_lays_it(page: Page, match: Match) -> None:
    card = page.locator(".hand-card").first
    card.click()
    match.refresh_from_db()
    assert match.committed is None
    card.click()
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")
    match.refresh_from_db()
    assert match.committed is not None
    assert match.committed["card"] == "8H"


def test_enter_twice_and_enter_held_down_is_one_answer(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    box = page.get_by_role("textbox")
    box.press_sequentially("46")
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#total-error")).to_contain_text("You said 46.")
    assert list(Answer.objects.values_list("try_number", "announced")) == [(1, 46)]
    expect(page.get_by_role("textbox")).to_have_value("")


def test_the_number_pad_types_and_ok_sends(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    for key in ("5", "7"):
        page.get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("button", name="6", exact=True).click()
    assert Answer.objects.count() == 0
    page.get_by_role("button", name="OK").click()
    expect(page.locator(".message.is-right")).to_contain_text("48 + 8 = 56")
    assert Answer.objects.get().announced == 56


def test_a_reload_shows_where_the_turn_stands(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    page.reload()
    assert step(page) == "announce"
    page.get_by_role("textbox").press_sequentially("46")
    page.keyboard.press("Enter")
    expect(page.locator("#total-error")).to_contain_text("How far is 48 from 50?")
    page.reload()
    expect(page.locator("#total-error")).to_contain_text("How far is 48 from 50?")


def test_back_and_forward_show_the_true_table(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    page.goto("/rules/")
    page.go_back()
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")
    page.go_forward()
    page.go_back()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")


def test_a_second_tab_catches_up_and_nothing_counts_twice(
    page: Page, context: BrowserContext, match: Match, faults: list[str]
) -> None:
    other = context.new_page()
    watch(other, faults)
    other.goto(f"/match/{match.slug}/")
    hold_back_news(other)
    lay(page, "8 of hearts")
    card = other.get_by_role("radio", name="king of spades")
    card.focus()
    card.press(" ")
    card.press("Enter")
    expect(other.locator("#answering").get_by_text("The table had moved on.")).to_be_visible()
    assert step(other) == "announce"
    faults[:] = [fault for fault in faults if "409" not in fault and "ERR_FAILED" not in fault]
    match.refresh_from_db()
    assert match.version == 1


def test_a_lost_network_is_said_and_nothing_is_lost(
    page: Page, context: BrowserContext, match: Match, faults: list[str]
) -> None:
    lay(page, "8 of hearts")
    page.get_by_role("textbox").press_sequentially("56")
    context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_be_visible()
    expect(page.get_by_role("textbox")).to_have_value("56")
    context.set_offline(False)
    expect(page.locator("#notice p")).to_have_text("There is a connection again: please try again.")
    faults.clear()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".message.is-right")).to_contain_text("48 + 8 = 56")
    assert Answer.objects.count() == 1


def test_a_session_that_is_gone_puts_no_page_inside_the_page(
    page: Page, context: BrowserContext, match: Match, faults: list[str]
) -> None:
    lay(page, "8 of hearts")
    context.clear_cookies()
    page.get_by_role("textbox").press_sequentially("56")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_be_visible()
    faults.clear()
    assert page.locator("header").count() == 1
    assert page.locator("#table").count() == 1


def test_the_focus_goes_where_the_next_key_is_needed(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("46")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox")).to_have_value("")
    expect(page.get_by_role("textbox")).to_be_focused()
    page.keyboard.type("46")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Go on")).to_be_focused()


def test_nothing_of_a_match_stays_in_the_browsers_storage(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]


def test_a_page_that_is_looked_at_again_catches_up_by_itself(page: Page, context: BrowserContext, match: Match) -> None:
    other = context.new_page()
    other.goto(f"/match/{match.slug}/")
    lay(page, "8 of hearts")
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other.locator("#answering")).to_have_attribute("data-step", "announce")


def test_a_half_typed_total_survives_an_update(page: Page, match: Match) -> None:
    lay(page, "8 of hearts")
    page.get_by_role("textbox").press_sequentially("5")
    with page.expect_response(lambda answered: answered.request.method == "GET"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    expect(page.get_by_role("textbox")).to_have_value("5")
    expect(page.get_by_role("textbox")).to_be_focused()


def test_a_time_limit_that_runs_out_is_carried_out_by_itself(page: Page, match: Match) -> None:
    limited = seated_match(User.objects.get(), HANDS, total=48, computing_limit=2)
    page.goto(f"/match/{limited.slug}/")
    lay(page, "8 of hearts")
    expect(page.locator("#answering")).to_have_attribute("data-step", "explain")
    assert list(Answer.objects.values_list("announced", "kinds")) == [(None, ["no-answer"])]


def test_the_match_clock_ends_the_match_by_itself(page: Page, match: Match) -> None:
    clocked = seated_match(User.objects.get(), HANDS, rules={"preset": "ninety-nine", "set": {"clock": 3}})
    page.goto(f"/match/{clocked.slug}/")
    expect(page.locator("#answering")).to_have_attribute("data-step", "over")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_memory_mode_covers_the_total_by_itself(page: Page, match: Match) -> None:
    hidden = seated_match(User.objects.get(), HANDS, total=48, memory=True)
    page.goto(f"/match/{hidden.slug}/")
    expect(page.locator(".total")).to_contain_text("48")
    expect(page.locator(".total")).to_have_class("total is-covered", timeout=8000)
    assert "48" not in page.locator("main").inner_text()
    assert "48" not in page.locator("#live").inner_text()


def test_quick_taps_on_next_lay_no_card_and_claim_nothing(page: Page, match: Match, faults: list[str]) -> None:
    lay(page, "8 of hearts")
    page.keyboard.type("56")
    page.keyboard.press("Enter")
    expect(page.locator("#answering")).to_have_attribute("data-step", "wait")
    place = page.get_by_role("button", name="Next").bounding_box()
    assert place is not None
    for _tap in range(8):
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator("#answering")).to_have_attribute("data-step", "choose")
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator(".say .message")).to_have_text("Choose a card first.")
    match.refresh_from_db()
    assert (match.committed, Judgement.objects.count()) == (None, 0)
    faults[:] = [fault for fault in faults if "422" not in fault]


def test_leaving_is_asked_twice(page: Page, match: Match) -> None:
    page.locator(".table-menu > summary").click()
    page.get_by_text("Leave the table").click()
    match.refresh_from_db()
    assert match.ended_at is None
    page.get_by_role("button", name="End the match").click()
    expect(page.locator("#answering")).to_have_attribute("data-step", "over")


def test_laying_no_card_is_answered_in_the_language_of_the_page(
    page: Page, context: BrowserContext, live: str, match: Match, faults: list[str]
) -> None:
    context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "nl", "url": live}])
    page.reload()
    page.locator(".lay").click()
    expect(page.locator(".say .message")).to_have_text("Kies eerst een kaart.")
    faults[:] = [fault for fault in faults if "422" not in fault]


def test_enter_lifts_a_card_and_enter_lays_it(page: Page, match: Match) -> None:
    card = page.get_by_role("radio", name="8 of hearts")
    card.focus()
    card.press("Enter")
    expect(card).to_be_checked()
    card.press("Enter")
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")


def test_the_minutes_follow_what_is_chosen(page: Page) -> None:
    page.goto("/play/")
    before = page.locator("#minutes").inner_text()
    with page.expect_response("**/play/minutes/"):
        page.locator("input[name=seats][value='9']").check(force=True)
    expect(page.locator("#minutes")).not_to_have_text(before)


def test_what_happens_is_said_once_and_can_be_asked_for(page: Page, match: Match) -> None:
    live = page.locator("#live")
    lay(page, "8 of hearts")
    expect(live).to_have_text("You laid the card: 8 of hearts. What is the total now?")
    page.keyboard.type("46")
    page.keyboard.press("Enter")
    expect(live).to_have_text("Nearly. You said 46. How far is 48 from 50?")
    for key, says in {"w": "It is your turn.", "t": "The total is 48", "l": "The cards are dealt."}.items():
        page.keyboard.press(key)
        expect(live).to_have_text(says)


def test_the_menu_stays_open_when_the_table_changes(page: Page, match: Match) -> None:
    page.locator(".table-menu > summary").click()
    page.get_by_role("button", name="fast").click()
    expect(page.get_by_role("button", name="fast")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".table-menu")).to_have_attribute("open", "")


def test_trying_again_lays_a_card_as_what_was_chosen(page: Page, match: Match, faults: list[str]) -> None:
    page.route("**/match/**", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.locator(".hand-card").nth(2).click()
    page.get_by_role("button", name="Lay it as −10").click()
    expect(page.locator("#notice")).to_be_visible()
    page.unroute("**/match/**")
    faults.clear()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")
    match.refresh_from_db()
    assert match.committed is not None
    assert (match.committed["card"], match.committed["choice"]) == ("TD", -10)
