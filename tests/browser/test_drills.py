"""Drills in Chromium: each kind by keyboard from the tile to the result, what a wrong total is met with, reloads."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from ninety.models import User
from tests.browser.driller import Driller
from tests.browser.test_pages import LANGUAGES, look_at, speak
from tests.browser.test_progress import sign_in
from tests.factories import bob
from tests.trainer.test_progress_page import log
from trainer.models import Answer, Drill, Judgement

type Check = Callable[[Page], None]


def drill() -> Drill:
    return Drill.objects.get()


def shorten(page: Page, seconds: int) -> None:
    """Leave so many seconds to the drill of a page that waits for "go"."""
    Drill.objects.update(seconds=seconds)
    page.reload()


@pytest.mark.parametrize("kind", ["speed", "flash", "practice"])
def test_a_drill_against_the_clock_by_keyboard(page: Page, live: str, kind: str) -> None:
    driller = Driller(page, wrong=(False, False, False, True), pace=160)
    driller.start(kind)
    shorten(page, 8)
    driller.go()
    driller.do_all()
    driller.see_result()
    driller.check(drill())
    assert drill().why == Drill.Why.TIME
    assert len(driller.said) > 3
    expect(page.locator(".drill-number")).to_have_text(str(driller.right))
    page.get_by_role("button", name="Again").press("Enter")
    expect(page.locator("#drill")).to_have_attribute("data-step", "ready")
    assert list(Drill.objects.order_by("pk").values_list("kind", flat=True)) == [kind, kind]


def test_sums_that_went_wrong_come_again_until_all_are_done(page: Page, live: str) -> None:
    sign_in(page, live, bob())
    for prior in (48, 27, 35):
        log(bob(), prior, "7S", prior)
    driller = Driller(page)
    driller.start("again")
    driller.go()
    driller.do_all()
    driller.see_result()
    driller.check(drill())
    assert sorted(driller.said) == [34, 42, 55]
    assert drill().why == Drill.Why.DONE
    expect(page.get_by_text("Every sum was right.")).to_be_visible()


def test_a_wrong_total_is_met_with_the_right_one_and_its_working(page: Page, live: str) -> None:
    driller = Driller(page, wrong=(True, False))
    driller.start("flash")
    driller.go()
    driller.do(1)
    driller.answer()
    driller.answer()
    prior, total = driller.said[-2], driller.said[-1] - 10
    told = page.locator("#told")
    expect(told.locator("[data-head]")).to_have_text("Nearly.")
    expect(told.locator("[data-said]")).to_have_text(f"You said {total + 10}.")
    expect(told.locator("[data-expected]")).to_have_text(str(total))
    expect(told.locator(".working-out svg")).to_be_visible()
    expect(page.locator("#live")).to_contain_text(f"Nearly. You said {total + 10}. {prior} ")
    driller.read()
    assert driller.sum()[0] == total
    expect(page.locator("[data-total]")).to_have_text(str(total))


def test_the_right_total_stands_at_once_without_a_network(page: Page, live: str, faults: list[str]) -> None:
    driller = Driller(page, wrong=(True,))
    driller.start("flash")
    driller.go()
    page.context.set_offline(True)
    total = driller.sum()[1]
    driller.answer()
    expect(page.locator("[data-working]")).to_contain_text(f"= {total}")
    page.context.set_offline(False)
    expect(page.locator("#told .working-out svg")).to_be_visible()
    faults.clear()


def test_enter_twice_and_enter_held_down_is_one_answer(page: Page, live: str) -> None:
    driller = Driller(page, wrong=(False, True))
    driller.start("flash")
    driller.go()
    total = driller.sum()[1]
    driller.box.press_sequentially(str(total))
    for _press in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    assert driller.sum()[0] == total
    expect(driller.box).to_have_value("")
    driller.box.press_sequentially("999")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert driller.step == "read"
    page.keyboard.down("Enter")
    page.wait_for_timeout(600)
    page.keyboard.down("Enter")
    assert driller.step == "read"
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    assert driller.step == "announce"
    driller.stop()
    driller.see_result()
    assert list(Answer.objects.order_by("pk").values_list("announced", flat=True)) == [total, 999]


@pytest.mark.parametrize("typed", ["{}", "+{}", " {} "])
def test_a_total_is_read_as_people_type_it(page: Page, live: str, typed: str) -> None:
    driller = Driller(page)
    driller.start("flash")
    driller.go()
    total = driller.sum()[1]
    driller.box.fill(typed.format(total))
    driller.box.press("Enter")
    assert driller.sum()[0] == total
    for nothing in ("−", "1234567", "7a"):
        driller.box.fill(nothing)
        driller.box.press("Enter")
        expect(page.locator("#drill-says")).to_have_text("Please type a number.")
        expect(driller.box).to_have_value(nothing)


def test_every_kind_of_minus_and_digit_is_read(page: Page, live: str) -> None:
    Driller(page).start("flash")
    read = "texts => texts.map((text) => DrillBoard.read(text))"
    assert page.evaluate(read, ["-7", "−7", "–7", "+7", "007", "٤٢", "−0"]) == [-7, -7, -7, 7, 7, 42, 0]
    assert page.evaluate(read, ["", "7.0", "1e1", "7 7", "--7", "1234567"]) == [None] * 6


def test_the_number_pad_and_the_tapped_hand(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("speed")
    driller.go()
    Drill.objects.update(seconds=0)
    page.reload()
    driller.go()
    cards = page.locator(".hand-card")
    cards.first.click()
    assert driller.step == "choose"
    values = page.locator(".slot:has(:checked) .values button")
    if values.count():
        values.filter(has_text="+").first.click()
    else:
        cards.first.click()
    assert driller.step == "announce"
    for key in str(driller.sum()[1]):
        page.get_by_role("button", name=key, exact=True).click()
    page.get_by_role("button", name="5", exact=True).click()
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("button", name="OK").click()
    expect(page.locator("#drill-says")).to_have_class(re.compile("is-right"))
    driller.stop()
    driller.see_result()
    assert drill().right + (drill().sums == 0) == 1


def test_cards_that_do_not_fit_are_refused_and_being_stuck_is_checked(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("speed")
    dealt = drill()
    dealt.standing |= {"total": 49}
    codes = ["7S", "8H", "AD", "TC", "9S", "QD"]
    dealt.deal["cards"][:6] = [[code, *card[1:]] for code, card in zip(codes, dealt.deal["cards"], strict=False)]
    dealt.save()
    page.reload()
    driller.go()
    page.get_by_role("button", name="I can’t play").press("Enter")
    expect(page.locator("#drill-says")).to_have_text("There is a card in your hand that fits. Try them one by one.")
    seven = page.get_by_role("radio", name="7 of spades")
    seven.focus()
    seven.press(" ")
    seven.press("Enter")
    expect(page.locator("#drill-says")).to_have_text("That does not fit: it goes past 50.")
    expect(page.get_by_role("radio", name=re.compile("7 of spades.*does not fit"))).to_have_count(1)
    ten = page.get_by_role("radio", name="10 of clubs")
    ten.focus()
    ten.press(" ")
    page.get_by_role("button", name="Lay it as +10").press("Enter")
    expect(page.locator("#drill-says")).to_have_text("That does not fit: it goes past 50.")
    page.get_by_role("button", name="Lay it as −10").press("Enter")
    driller.answer()
    assert driller.said == [39]
    driller.stop()
    driller.see_result()
    driller.check(dealt)
    kinds = Judgement.objects.order_by("pk").values_list("kind", "card", "choice")
    assert list(kinds) == [("false-bust", "", None), ("overshoot", "7S", None), ("overshoot", "TC", 10)]


def test_whoever_is_stuck_begins_anew_with_the_same_hand(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("speed")
    dealt = drill()
    dealt.standing |= {"total": 49}
    dealt.deal["cards"][:4] = [[code, *dealt.deal["cards"][0][1:]] for code in ("7S", "8H", "9D", "QC")]
    dealt.save()
    page.reload()
    driller.go()
    for name in ("7 of spades", "8 of hearts", "9 of diamonds", "queen of clubs"):
        card = page.get_by_role("radio", name=name)
        card.focus()
        card.press(" ")
        card.press("Enter")
    expect(page.locator("#drill-says")).to_contain_text("None of these fits: press “I can’t play”.")
    page.get_by_role("button", name="I can’t play").press("Enter")
    expect(page.locator("#drill-says")).to_have_text("True, nothing fits. The total starts again at 0.")
    expect(page.locator("[data-total]")).to_have_text("0")
    expect(page.locator(".hand input")).to_have_count(4)
    driller.do(2)
    driller.stop()
    driller.see_result()
    driller.busts = 1
    driller.check(dealt)
    assert driller.said[0] == 7


@pytest.mark.parametrize("kind", ["speed", "flash"])
def test_a_reload_goes_on_where_it_stood(page: Page, live: str, kind: str) -> None:
    driller = Driller(page, wrong=(False, True, False))
    driller.start(kind)
    driller.go()
    driller.do(4)
    while driller.step == "choose":
        driller.choose()
    before = driller.sum()
    driller.box.press_sequentially("4")
    page.reload()
    driller.go()
    assert driller.step == "announce"
    assert driller.sum() == before
    expect(page.locator("[data-right]").first).to_have_text(str(driller.right))
    driller.do(3)
    driller.stop()
    driller.see_result()
    driller.check(drill())


def test_from_the_front_page_in_one_tap(page: Page, live: str) -> None:
    page.goto("/")
    page.get_by_role("button", name="Speed 98").click()
    expect(page.locator("#drill")).to_have_attribute("data-step", "ready")
    page.goto("/drills/")
    page.get_by_role("link", name="Go on with Speed 98").click()
    expect(page.locator("#drill")).to_have_attribute("data-step", "ready")
    assert drill().kind == Drill.Kind.SPEED


def test_what_is_chosen_goes_for_the_drill_pressed_next(page: Page, live: str) -> None:
    page.goto("/drills/")
    page.locator("details.more summary").press("Enter")
    page.get_by_label("Time", exact=True).select_option("90")
    page.get_by_label("Up to", exact=True).select_option("99")
    page.get_by_label("Count down to 0").check()
    page.get_by_label("Hide the clock").check()
    page.locator("button[value=speed]").press("Enter")
    expect(page.locator(".drill-terms")).to_have_text("90 seconds · from 99 down to 0")
    driller = Driller(page)
    driller.go()
    expect(page.locator("[data-total]")).to_have_text("99")
    expect(page.locator(".drill-bar progress")).to_be_hidden()
    driller.do(3)
    driller.stop()
    driller.see_result()
    driller.check(drill())


def test_back_after_the_end_shows_no_second_drill(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("flash")
    driller.go()
    driller.do(2)
    driller.stop()
    driller.see_result()
    page.goto("/rules/")
    page.go_back()
    driller.see_result()
    page.goto(f"/drills/{drill().slug}/")
    driller.see_result()
    assert page.evaluate("Object.keys(localStorage)") == []


def fill(person: User) -> None:
    """Log some wrong sums and some flash drills, so that every part of the pages is there."""
    for prior in (48, 27):
        log(person, prior, "7S", prior + 6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_barriers_at_any_step(page: Page, live: str, axe: Check, language: str) -> None:
    sign_in(page, live, bob())
    speak(page, live, language)
    fill(bob())
    page.goto("/drills/")
    assert page.locator("html").get_attribute("lang") == language
    page.locator("details.more summary").press("Enter")
    look_at(page, axe)
    page.goto("/drills/typing/")
    look_at(page, axe)
    driller = Driller(page, wrong=(False, True))
    driller.start("speed")
    Drill.objects.update(seconds=0)
    page.reload()
    look_at(page, axe)
    page.locator("[data-go]").press("Enter")
    look_at(page, axe)
    card = page.locator(".hand input").first
    card.focus()
    card.press(" ")
    look_at(page, axe)
    page.locator(".lay:visible, .slot:has(:checked) .values button:visible").first.press("Enter")
    look_at(page, axe)
    page.locator(".total-input").press_sequentially("999")
    page.locator(".total-input").press("Enter")
    expect(page.locator(".working-out")).to_be_visible()
    look_at(page, axe)
    page.locator(".drill-menu summary").press("Enter")
    look_at(page, axe)
    page.locator("[data-stop]").press("Enter")
    driller.see_result()
    look_at(page, axe)


def test_the_sum_and_the_hand_are_said_again_by_key_and_by_button(page: Page, live: str) -> None:
    spoken = page.locator("#live")
    driller = Driller(page)
    driller.start("speed")
    driller.go()
    page.keyboard.press("h")
    expect(spoken).to_have_text(re.compile("(.+; ){3}.+"))
    page.keyboard.press("t")
    expect(spoken).to_have_text("The total is 0.")

    driller.choose()
    page.keyboard.press("t")
    expect(spoken).to_have_text(page.locator("[data-sum-says]").inner_text())
    page.locator(".drill-menu summary").click()
    page.get_by_role("button", name="Say my hand").click()
    expect(spoken).to_have_text(re.compile("(.+; ){3}.+"))
    page.get_by_role("button", name="Keys T, H repeat things").click()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_function("() => !document.querySelector('.drill-menu').open")
    expect(spoken).to_have_text(re.compile("(.+; ){3}.+"))


def test_without_javascript_the_page_says_what_it_needs(page: Page, live: str) -> None:
    Driller(page).start("flash")
    shown = page.request.get(f"/drills/{drill().slug}/").text()
    said, rest = re.search(r"<noscript>(.*?)</noscript>(.*)", shown, re.S).groups()  # type: ignore[union-attr]
    assert "Drills need JavaScript" in said
    assert re.search(r'<section id="drill"[^>]* hidden ', rest)


def test_how_fast_somebody_types(page: Page, live: str) -> None:
    sign_in(page, live, bob())
    page.goto("/drills/typing/")
    page.locator("#typing").evaluate("root => { root.dataset.seconds = 8; }")
    page.get_by_role("button", name="Go!").press("Enter")
    box = page.get_by_role("textbox", name="The number that is shown")
    for _number in range(4):
        box.press_sequentially(page.locator("[data-number]").inner_text(), delay=250)
        box.press("Enter")
    expect(page.locator("[data-says]")).to_contain_text("s for a number", timeout=20_000)
    page.reload()
    page.get_by_role("button", name="Forget it").press("Enter")
    expect(page).to_have_url(re.compile("/drills/$"))
