"""A person who knows only what the page says: plays by keyboard, and at times says a total that is not right."""

import re
from itertools import cycle

from playwright.sync_api import Locator, Page, expect

MOST_STEPS = 2000


class Player:
    """Plays the match on a page to its end; `wrong` says in turn which totals to say wrongly at the first try."""

    def __init__(self, page: Page, wrong: tuple[bool, ...] = (False,)) -> None:
        self.page = page
        self.wrong = cycle(wrong)
        self.said: list[int] = []
        self.refused = 0

    @property
    def total_box(self) -> Locator:
        return self.page.get_by_role("textbox", name=re.compile("New total"))

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("group", name="Your hand").get_by_role("radio")

    def play_to_the_end(self) -> None:
        for _step in range(MOST_STEPS):
            if self.page.get_by_role("button", name="Play again").is_visible():
                return
            self.take_step()
        raise AssertionError("the match did not end")

    def take_step(self) -> None:
        """Do what the page asks for at this moment, or wait until it asks for something."""
        # Both at one moment: a table that changes between two questions would be played twice.
        place = self.page.locator("#answering")
        before, tries, step = place.evaluate("({dataset}) => [dataset.version, dataset.tries, dataset.step]")
        if step == "announce":
            self.announce()
        elif step == "choose":
            self.choose()
        elif step == "explain":
            self.page.get_by_role("button", name="Go on").press("Enter")
        expect(
            self.page.locator(f"#answering[data-version='{before}'][data-tries='{tries}'].step-{step}")
        ).to_have_count(0)

    def choose(self) -> None:
        for number in range(self.hand.count()):
            card = self.hand.nth(number)
            name = card.evaluate("radio => radio.labels[0].innerText")
            if "does not fit" in name:
                continue
            card.focus()
            card.press(" ")
            values = self.page.get_by_role("button", name=re.compile("Lay it as"))
            shown = [values.nth(place) for place in range(values.count()) if values.nth(place).is_visible()]
            if shown:
                shown[self.refused % len(shown)].press("Enter")
            else:
                card.press("Enter")
            self.refused += 1
            return
        self.page.get_by_role("button", name="I can’t play").press("Enter")

    def announce(self) -> None:
        again = self.page.locator("#total-error").is_visible()
        label = self.total_box.evaluate("box => box.labels[0].innerText")
        found = re.search(r"New total: (−?\d+) ([+−→]) (\d+)", label)
        assert found, label
        prior, amount = int(found[1].replace("−", "-")), int(found[3])
        total = {"+": prior + amount, "−": prior - amount, "→": amount}[found[2]]
        if not again and next(self.wrong):
            total += 10
        if not again:
            self.said.append(total)
        self.total_box.press_sequentially(str(total))
        self.total_box.press("Enter")
