"""Pupils in Chromium: each taps and types what the own page asks for, and all that the page sends is noted."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.async_api import Error, Page, Request

from .client import Reply
from .people import ROLES, Diary, Habits, Said, is_taken

SENT = re.compile(r"/match/([-\w]+)/(announce|check|disagree)/")
SUM = re.compile(r"(−?\d+) ([+−→]) (\d+)")
READ = """() => {
  const place = document.getElementById("answering");
  if (!place) return null;
  const label = document.querySelector(".total-input")?.labels[0].innerText ?? "";
  return { ...place.dataset, label, isPaused: Boolean(document.querySelector(".standstill")) };
}"""
A_LOOK = 0.2
"""Seconds between two looks at a page that asks for nothing."""


@dataclass
class Tablet:
    """A pupil with a page in Chromium."""

    number: int
    name: str
    page: Page
    dice: Random
    diary: Diary
    habits: Habits
    gone: bool = False
    noting: "set[asyncio.Task[None]]" = field(default_factory=set)

    async def attend(self) -> None:
        """Play wherever the lesson leads, until it is over."""
        self.page.on("request", self.sent)
        await self.page.goto("/lesson/")
        while not self.gone:
            # A page that leads elsewhere in the midst of a step is looked at again.
            with suppress(Error):
                await self.step()
        await asyncio.gather(*self.noting)

    def sent(self, request: Request) -> None:
        """Note a total that the page sends, and what comes back."""
        found = SENT.fullmatch(urlsplit(request.url).path)
        if request.method == "POST" and found:
            task = asyncio.ensure_future(self.note(request, found[1], ROLES[found[2]]))
            self.noting.add(task)
            task.add_done_callback(self.noting.discard)

    async def note(self, request: Request, match: str, role: str) -> None:
        """Keep what was said, and whether it counts by what came back."""
        data = parse_qs(request.post_data or "")
        taken = None
        with suppress(Error):
            response = await request.response()
            if response is not None:
                self.diary.statuses[response.status] += 1
                taken = is_taken(Reply(response.status, response.headers, await response.text()))
        total = int(data["total"][0])
        self.diary.said.append(Said(match, self.number, int(data["play"][0]), role, total, taken))

    async def step(self) -> None:
        """Do what the page asks for at this moment, or wait a little."""
        asks: dict[str, Any] | None = await self.page.evaluate(READ)
        act = None if asks is None or asks["isPaused"] else getattr(self, f"do_{asks['step']}", None)
        if act is not None:
            await asyncio.sleep(self.dice.uniform(*self.habits.thinks))
            await act(asks)
            self.diary.did["tapped"] += 1
            await self.settle(asks)
        elif asks is None:
            await self.linger()
        else:
            await asyncio.sleep(A_LOOK)

    async def settle(self, asked: Any) -> None:
        """Wait until the page asks for something else, or for a while."""
        for _look in range(20):
            await asyncio.sleep(A_LOOK / 2)
            asks = await self.page.evaluate(READ)
            if asks is None or any(asks[name] != asked[name] for name in ("version", "tries", "step")):
                return

    async def linger(self) -> None:
        """Wait in the lobby, and press what it offers."""
        again = self.page.get_by_role("button", name="Play another match at this table")
        if urlsplit(self.page.url).path.startswith("/home"):
            self.gone = True
        elif await again.is_visible():
            await again.click()
        else:
            await asyncio.sleep(A_LOOK)

    async def do_choose(self, _asks: Any) -> None:
        """Lay a card by two taps, or say that none fits once all were refused."""
        cards = self.page.locator("#hand .slot:not(.is-refused)")
        count = await cards.count()
        if not count:
            await self.page.get_by_role("button", name="I can’t play").click()
            return
        card = cards.nth(self.dice.randrange(count))
        await card.locator("label").click()
        values = card.locator(".values button")
        if offered := await values.count():
            await values.nth(self.dice.randrange(offered)).click()
        else:
            await card.locator("label").click()

    async def do_announce(self, asks: Any) -> None:
        """Type the total, now and then a wrong one."""
        found = SUM.search(asks["label"])
        if found is None:
            return
        prior, amount = int(found[1].replace("−", "-")), int(found[3])
        total = {"+": prior + amount, "−": prior - amount, "→": amount}[found[2]]
        if self.dice.random() < self.habits.wrong:
            total += self.dice.choice([-1, 1, 10])
        await self.page.locator(".total-input").fill(str(total), timeout=2000)
        await self.page.locator(".total-input").press("Enter", timeout=2000)

    do_check = do_announce

    async def do_explain(self, _asks: Any) -> None:
        """Read the working, and go on."""
        await self.page.get_by_role("button", name="Go on").click(timeout=2000)

    async def do_over(self, _asks: Any) -> None:
        """Go back to the lobby."""
        await self.page.goto("/lesson/")

    def go(self) -> None:
        """Go home once what is being done is done."""
        self.gone = True
