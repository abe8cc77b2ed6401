"""A person who does a drill by keyboard and knows only what its page says; at times a total is not right."""

import re
from collections.abc import Iterable
from itertools import cycle
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

from trainer.models import Drill

BEGIN = """(digit) => {
  const box = document.querySelector(".total-input:enabled");
  if (box) box.value = digit;
  return Boolean(box);
}"""
STEPS = {"announce", "choose", "read"}
MOST_STEPS = 500
MOST_PRESSES = 100


class Driller:
    """Does the drill of a page; `wrong` says in turn which totals to say wrongly. `said` holds them all, in order.

    `pace` is the time between two keys in ms: the server charges 150 for each, so against the clock it takes as much.
    """

    def __init__(self, page: Page, wrong: Iterable[bool] = (False,), *, pace: int = 0) -> None:
        self.page, self.pace = page, pace
        self.wrong = cycle(wrong)
        self.said: list[int] = []
        self.right = 0
        self.busts = 0

    @property
    def step(self) -> str | None:
        """The step that the page is at, None on another page."""
        step: str | None = self.ask("() => document.getElementById('drill')?.dataset.step ?? null")
        return step

    def ask(self, question: str, *values: object) -> Any:
        """Ask the page something, once more where it was just leaving."""
        try:
            return self.page.evaluate(question, *values)
        except Error:
            self.page.wait_for_load_state()
            return self.page.evaluate(question, *values)

    @property
    def box(self) -> Locator:
        return self.page.get_by_role("textbox", name=re.compile("New total"))

    def start(self, kind: str) -> None:
        """Start a kind of drill with one key, up to its own page, which waits for "go"."""
        self.page.goto("/drills/")
        self.page.locator(f"button[name=kind][value={kind}]").press("Enter")
        expect(self.page.locator("#drill")).to_have_attribute("data-step", "ready")

    def go(self) -> None:
        expect(self.page.locator("#drill")).to_have_attribute("data-step", "ready")
        self.page.get_by_role("button", name=re.compile("Go")).press("Enter")
        expect(self.page.locator("#drill")).to_have_attribute("data-step", re.compile("choose|announce"))

    def sum(self) -> tuple[int, int]:
        """Return the total that the sum on the screen starts from, and the right one."""
        label = self.page.locator("[data-sum-says]").inner_text()
        found = re.fullmatch(r"(−?\d+) ([+−→]) (\d+)", label)
        assert found, label
        prior, amount = int(found[1].replace("−", "-")), int(found[3])
        return prior, {"+": prior + amount, "−": prior - amount, "→": amount}[found[2]]

    def is_rule(self) -> bool:
        """Tell whether the card on the screen sets the total or leaves it, which is no sum."""
        prior, total = self.sum()
        return prior == total or "→" in self.page.locator("[data-sum-says]").inner_text()

    def answer(self) -> None:
        """Say the total of the sum on the screen, unless time is up before the first digit."""
        _prior, total = self.sum()
        is_wrong, is_rule = next(self.wrong), self.is_rule()
        said = total + 10 if is_wrong else total
        if not self.ask(BEGIN, str(said)[0]):
            return
        for key in (*str(said)[1:], "Enter"):
            self.page.wait_for_timeout(self.pace)
            self.page.keyboard.press(key)
        self.said.append(said)
        self.right += not is_wrong and not is_rule

    def choose(self) -> None:
        """Lay the first card of the hand that fits, or say that none does."""
        hand = self.page.get_by_role("group", name="Your hand").get_by_role("radio")
        for number in range(hand.count()):
            card = hand.nth(number)
            if "does not fit" in card.evaluate("radio => radio.labels[0].innerText"):
                continue
            card.focus()
            card.press(" ")
            values = self.page.locator(".slot:has(:checked) .values button")
            if values.count():
                for button in values.all():
                    if self.step == "choose":
                        button.press("Enter")
            else:
                card.press("Enter")
            if self.step != "choose":
                return
        self.page.get_by_role("button", name="I can’t play").press("Enter")
        self.busts += 1

    def read(self) -> None:
        """Read what was not right, and go on."""
        for _press in range(MOST_PRESSES):
            if self.step != "read":
                return
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(20)
        raise AssertionError("there is no going on")

    def take_step(self) -> None:
        match self.step:
            case "announce":
                self.answer()
            case "choose":
                self.choose()
            case "read":
                self.read()

    def do(self, sums: int) -> None:
        """Answer some sums, and stand before the next."""
        whole = len(self.said) + sums
        while len(self.said) < whole or self.step == "read":
            assert self.step in STEPS
            self.take_step()

    def do_all(self) -> None:
        """Go on until the page says that it is over, at whatever moment that is."""
        self.page.set_default_timeout(2000)
        for _step in range(MOST_STEPS):
            if self.step not in STEPS:
                return
            try:
                self.take_step()
            except Error:
                assert self.step not in STEPS
        raise AssertionError("the drill did not end")

    def stop(self) -> None:
        self.page.locator(".drill-menu summary").press("Enter")
        self.page.get_by_role("button", name="Stop the drill").press("Enter")

    def see_result(self) -> None:
        expect(self.page).to_have_url(re.compile("/result/$"))

    def check(self, drill: Drill) -> None:
        """Check that every answer is in the log once, in order, and that the score is that of the person."""
        drill.refresh_from_db()
        logged = list(drill.answers.order_by("play_number").values_list("announced", flat=True))
        assert logged == self.said
        assert (drill.right, drill.busts) == (self.right, self.busts)
        assert drill.ended_at is not None
