"""The clock of a drill, and what a page holds before an answer: the person's own time, and never the right total."""

import json
import re
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import wait_until
from tests.browser.devices import hide
from tests.browser.driller import Driller
from trainer.models import Answer, Drill

LEFT = "() => document.querySelector('#drill progress').value"
SKEWED = """
window.skew = 0;
const RealDate = Date;
window.Date = class extends RealDate {
  constructor(...values) { super(...(values.length ? values : [RealDate.now() + window.skew])); }
  static now() { return RealDate.now() + window.skew; }
};
"""
PLACES = r"""(number) => {
  const holds = (text) => new RegExp(`(?<![\\d.])${number}(?![\\d.])`).test(text ?? "");
  const found = [];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const name = `${element.tagName}.${element.getAttribute("class") ?? ""}`;
      for (const { name: attribute, value } of element.attributes) {
        if (attribute !== "data-drill" && holds(value)) found.push(`${name}@${attribute}`);
      }
      for (const child of element.childNodes) if (child.nodeType === 3 && holds(child.data)) found.push(name);
      if ("value" in element && holds(String(element.value))) found.push(`${name}.value`);
      if (element instanceof HTMLTemplateElement) look(element.content);
    }
  };
  look(document);
  for (const storage of [localStorage, sessionStorage])
    for (const [key, value] of Object.entries(storage)) if (holds(key + value)) found.push("storage");
  if (holds(document.cookie)) found.push("cookie");
  return [...new Set(found)];
}"""
AT_ONCE = """() => {
  const box = document.querySelector(".total-input");
  const before = document.querySelector("[data-sum-says]").textContent;
  const [, prior, sign, amount] = /(\\d+) (.) (\\d+)/.exec(before);
  box.value = sign === "→" ? amount : String(Number(prior) + (sign === "+" ? 1 : -1) * Number(amount));
  document.getElementById("pad").requestSubmit();
  return [before, document.querySelector("[data-sum-says]").textContent, box.value];
}"""
UNTIL_DRAWN = """() => new Promise((done) => {
  const began = performance.now();
  const drawn = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
  (%s)();
  drawn();
})"""


def left(page: Page) -> float:
    """How many seconds the clock of a drill shows."""
    seconds: float = page.evaluate(LEFT)
    return seconds


@pytest.fixture
def driller(page: Page, live: str) -> Driller:
    """Stand before "go" at a flash drill of a minute."""
    driller = Driller(page, wrong=(True,))
    driller.start("flash")
    return driller


def shorten(driller: Driller, seconds: int) -> None:
    Drill.objects.update(seconds=seconds)
    driller.page.reload()


def test_seconds_begin_at_go_and_stand_while_a_mistake_is_read(driller: Driller, page: Page) -> None:
    page.wait_for_timeout(1500)
    driller.go()
    assert left(page) > 59
    page.wait_for_timeout(1000)
    driller.answer()
    assert driller.step == "read"
    page.wait_for_timeout(300)
    standing = left(page)
    assert standing < 59.1
    page.wait_for_timeout(1500)
    assert left(page) == standing
    driller.read()
    page.wait_for_timeout(1000)
    assert left(page) < standing - 0.7
    driller.stop()
    driller.see_result()
    assert Answer.objects.get().computing_ms < 2000


def test_a_hidden_page_takes_time_and_a_reload_gives_none_back(driller: Driller, page: Page) -> None:
    driller.go()
    hide(page, hidden=True)
    page.wait_for_timeout(2000)
    hide(page, hidden=False)
    assert left(page) < 58.3
    page.reload()
    expect(page.locator("#drill")).to_have_attribute("data-step", "ready")
    page.wait_for_timeout(1500)
    driller.go()
    assert 56 < left(page) < 58.3


@pytest.mark.parametrize("jump", [86_400_000, -86_400_000, 900_000, -900_000])
def test_a_device_whose_clock_is_changed_counts_as_any_other(page: Page, live: str, jump: int) -> None:
    page.add_init_script(SKEWED)
    driller = Driller(page, wrong=(False, True))
    driller.start("flash")
    driller.go()
    driller.do(2)
    page.evaluate("(jump) => { window.skew = jump; }", jump)
    driller.do(2)
    assert left(page) > 50
    page.reload()
    driller.go()
    driller.do(2)
    assert left(page) > 50
    driller.stop()
    driller.see_result()
    driller.check(Drill.objects.get())
    assert not Drill.objects.get().doubtful


def test_a_number_being_typed_when_time_is_up_may_be_finished(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("flash")
    shorten(driller, 2)
    driller.go()
    total = driller.sum()[1]
    driller.box.press_sequentially("0")
    expect(page.locator("#drill-says")).to_have_text("Time is up. Finish this number and press OK.")
    driller.box.press_sequentially(str(total))
    driller.box.press("Enter")
    driller.see_result()
    assert list(Answer.objects.values_list("announced", "right")) == [(total, True)]
    assert Drill.objects.get().why == Drill.Why.TIME


def test_what_is_not_finished_is_no_mistake(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("flash")
    shorten(driller, 2)
    driller.go()
    driller.box.press_sequentially("8")
    expect(page.locator("#drill-says")).to_have_text("Time is up. Finish this number and press OK.")
    driller.stop()
    driller.see_result()
    expect(page.get_by_text("You were typing 8 when it ended. It is no mistake and does not count.")).to_be_visible()
    assert Answer.objects.count() == 0


@pytest.mark.parametrize("erased", [False, True])
def test_an_empty_number_is_over_when_time_is_up(page: Page, live: str, erased: bool) -> None:
    driller = Driller(page)
    driller.start("flash")
    shorten(driller, 2)
    driller.go()
    if erased:
        driller.box.press_sequentially("8")
        expect(page.locator("#drill-says")).to_have_text("Time is up. Finish this number and press OK.")
        driller.box.press("Backspace")
    driller.see_result()
    expect(page.get_by_text("No sum was answered this time.")).to_be_visible()
    assert (Answer.objects.count(), Drill.objects.get().typing) == (0, "")


def test_what_came_after_the_end_by_the_servers_clock_is_said_with_what_counts(driller: Driller, page: Page) -> None:
    driller.go()
    driller.do(2)
    wait_until(lambda: Answer.objects.count() == 2)
    counted = Drill.objects.get().right
    Drill.objects.update(ended_at=timezone.now(), why="time")
    driller.do(1)
    expect(page.get_by_text("Some answers came after the end and do not count.")).to_be_visible()
    expect(page.locator("[data-over]")).to_have_text("Time is up.")
    expect(page.locator("[data-right-in-all]")).to_have_text(str(counted))


def test_a_goal_stands_beside_the_count_until_it_is_reached(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("flash")
    drill = Drill.objects.get()
    Drill.objects.update(settings=drill.settings | {"target": 2})
    page.reload()
    expect(page.get_by_text("Goal: 2 right totals").first).to_be_visible()
    driller.go()
    count = page.locator(".drill-bar .tag")
    expect(count).to_have_text("Right totals: 0 of 2")
    while driller.right < 2:
        expect(page.locator("[data-goal]")).to_be_visible()
        driller.do(1)
    expect(page.locator("[data-goal]")).to_be_hidden()


def test_the_clock_can_be_hidden(driller: Driller, page: Page) -> None:
    driller.go()
    clock = page.locator(".drill-bar progress")
    expect(clock).to_be_visible()
    page.locator(".drill-menu summary").press("Enter")
    page.get_by_role("button", name="Hide the clock").press("Enter")
    expect(clock).to_be_hidden()
    page.get_by_role("button", name="Hide the clock").press("Enter")
    expect(clock).to_be_visible()


@pytest.mark.parametrize("kind", ["flash", "practice", "speed"])
def test_nothing_holds_the_right_total_before_it_is_said(page: Page, live: str, kind: str) -> None:
    """A number may stand somewhere by chance; a place that holds the right one sum after sum gives it away."""
    driller = Driller(page)
    driller.start(kind)
    Drill.objects.update(seconds=0)
    page.reload()
    driller.go()
    places: list[set[str]] = []
    while len(places) < 6:
        while driller.step == "choose":
            driller.choose()
        # Where a card sets the total or leaves it, the page says the right one itself.
        if not driller.is_rule():
            places.append(set(page.evaluate(PLACES, driller.sum()[1])))
        driller.do(1)
    assert set.intersection(*places) == set()


def test_the_search_for_the_right_total_finds_it_once_it_is_shown(driller: Driller, page: Page) -> None:
    driller.go()
    places: list[set[str]] = []
    for _sum in range(3):
        total = driller.sum()[1]
        driller.answer()
        places.append(set(page.evaluate(PLACES, total)))
        driller.read()
    assert "STRONG.number" in set.intersection(*places)


def test_no_batch_holds_totals_to_come(page: Page, live: str) -> None:
    driller = Driller(page)
    driller.start("flash")
    batch: dict[str, Any] = json.loads(page.locator("#drill").get_attribute("data-drill") or "")
    cards = {name for card in batch["cards"] for name in card}
    ways = {name for card in batch["cards"] for way in card["choices"] for name in way}
    assert cards == {"number", "code", "rule", "start", "choices"}
    assert ways == {"choice", "change", "set", "label"}


def test_the_next_sum_stands_in_the_very_task_of_the_answer(page: Page, live: str, faults: list[str]) -> None:
    driller = Driller(page)
    driller.start("flash")
    driller.go()
    page.route(re.compile("/answers/$"), lambda route: route.abort())
    for _sum in range(10):
        before, after, typed = page.evaluate(AT_ONCE)
        assert before != after or typed == ""
        assert typed == ""
    wait_until(lambda: page.locator("[data-right]").inner_text() == "10")
    faults.clear()


def test_the_next_sum_is_drawn_soon(page: Page, live: str) -> None:
    """Compare the best of some tries with a page that changes but a word: a slow machine is slow at both."""
    driller = Driller(page)
    driller.start("flash")
    driller.go()
    bare = UNTIL_DRAWN % '() => { document.getElementById("drill-says").textContent = String(performance.now()); }'
    answered = min(page.evaluate(UNTIL_DRAWN % AT_ONCE) for _sum in range(15))
    changed = min(page.evaluate(bare) for _change in range(15))
    assert answered < changed + 50
