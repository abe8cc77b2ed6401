"""A drill over a poor link, 300 ms late and losing one piece in twenty, that breaks at one of ten moments."""

import re
import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.devices import hide
from tests.browser.driller import Driller
from tests.browser.link import Link, link_to
from trainer.models import Drill

DELAY, LOSS = 0.3, 0.05
OUTAGE = 2.0
MOMENTS = (
    "before go",
    "the first sum stands",
    "a number is half typed",
    "an answer has just left",
    "its reply is on the way",
    "a mistake is read",
    "the page is hidden",
    "the page was loaded again",
    "the last answer has left",
    "the end has left",
)


class Outage:
    """Breaks a link when its moment comes, and mends it after a while."""

    def __init__(self, link: Link, moment: str) -> None:
        self.link, self.moment = link, moment
        self.is_over = threading.Event()

    def at(self, moment: str) -> None:
        if moment != self.moment:
            return
        if moment == "its reply is on the way":
            self.link.silence()
            threading.Timer(OUTAGE / 2, self.link.cut).start()
        else:
            self.link.cut()
        threading.Timer(OUTAGE, self.mend).start()

    def mend(self) -> None:
        self.link.speak()
        self.link.mend()
        self.is_over.set()


def do_a_drill(driller: Driller, at: Callable[[str], None], load_again: Callable[[], None]) -> None:
    """Do a drill to its end, and tell of every moment."""
    at("before go")
    driller.go()
    at("the first sum stands")
    driller.do(2)
    driller.box.press_sequentially("4")
    at("a number is half typed")
    driller.box.press("Backspace")
    driller.answer()
    at("an answer has just left")
    driller.do(1)
    at("its reply is on the way")
    driller.do(1)
    driller.answer()
    assert driller.step == "read"
    at("a mistake is read")
    driller.do(2)
    hide(driller.page, hidden=True)
    at("the page is hidden")
    hide(driller.page, hidden=False)
    driller.do(1)
    load_again()
    at("the page was loaded again")
    driller.go()
    driller.do(3)
    driller.answer()
    at("the last answer has left")
    driller.stop()
    at("the end has left")


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_answer_arrives_once(page: Page, live: str, faults: list[str], moment: str) -> None:
    driller = Driller(page, wrong=(False, False, False, False, False, True))
    with link_to(live) as link:
        outage = Outage(link, moment)

        def load_again() -> None:
            """Load the page over a link that carries whole pages."""
            if MOMENTS.index(moment) < MOMENTS.index("the page was loaded again"):
                outage.is_over.wait()
            link.worsen(delay=0, loss=0)
            page.reload()
            expect(page.locator("#drill")).to_have_attribute("data-step", "ready", timeout=30_000)
            link.worsen(delay=DELAY, loss=LOSS)

        page.goto(f"{link.address}/drills/")
        page.locator("button[value=flash]").press("Enter")
        expect(page.locator("#drill")).to_have_attribute("data-step", "ready")
        link.worsen(delay=DELAY, loss=LOSS)
        do_a_drill(driller, outage.at, load_again)
        outage.is_over.wait()
        expect(page.locator("[data-over]")).to_have_text("You have stopped.")
        link.worsen(delay=DELAY, loss=0)
        expect(page).to_have_url(re.compile("/result/$"), timeout=30_000)
        driller.check(Drill.objects.get())
    faults.clear()
