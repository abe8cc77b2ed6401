"""Screens that follow a lesson: the teacher's page and the board, each as the script of such a page does."""

import asyncio
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from time import monotonic
from typing import Any

from .client import Browser, Lost
from .live import Times

CALM = 0.7
"""Seconds that such a page waits after each look."""
AGAIN = 0.5


@dataclass
class Measured:
    """What all lessons see together."""

    moves: Times = field(default_factory=Times)
    told: Times = field(default_factory=Times)
    shown: Times = field(default_factory=Times)
    fetches: Times = field(default_factory=Times)
    failed: list[str] = field(default_factory=list)

    def begin(self) -> None:
        """Forget what has been measured so far, but for what failed."""
        for times in (self.moves, self.told, self.shown, self.fetches):
            times.all.clear()

    def report(self) -> dict[str, Any]:
        """Return what was measured."""
        return {
            "turn": self.moves.report(),
            "room_told_after": self.told.report(),
            "live_view_shows_after": self.shown.report(),
            "live_view": self.fetches.report(),
        }


@dataclass
class Screen:
    """A page that is fetched anew when its room has told of something, and not at once again."""

    browser: Browser
    address: str
    measured: Measured
    pending: list[int] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    page: str = ""

    async def act(self, action: str, **data: str) -> None:
        """Press a button."""
        try:
            reply = await self.browser.post(f"{self.address}{action}/", data)
        except Lost:
            self.measured.failed.append(f"{action}: no reply")
            return
        if reply.status != 200:
            self.measured.failed.append(f"{action}: {reply.status}")

    async def look(self) -> None:
        """Fetch the page, and note what it shows for the first time."""
        began = monotonic()
        try:
            reply = await self.browser.get(self.address)
        except Lost:
            self.measured.failed.append("a page of a lesson was lost")
            return
        self.measured.fetches.all.append(monotonic() - began)
        if reply.status != 200:
            self.measured.failed.append(f"a page of a lesson: {reply.status}")
            return
        self.page = reply.text
        shown, now = int(attribute(reply.text, "version")), moment()
        self.measured.shown.all += [(now - told) / 1000 for told in self.pending if told <= shown]
        self.pending = [told for told in self.pending if told > shown]

    async def listen(self) -> None:
        """Note when the room tells of something, over one stream after the other as browsers do."""
        while True:
            try:
                versions = self.browser.versions(attribute(self.page, "stream"))
                await anext(versions)
                async for version in versions:
                    self.measured.told.all.append((moment() - version) / 1000)
                    self.pending.append(version)
                    self.news.set()
            except (Lost, StopAsyncIteration):
                self.measured.failed.append("a stream of a room was lost")
            await asyncio.sleep(AGAIN)

    async def follow(self) -> None:
        """Look again and again."""
        while True:
            await self.news.wait()
            self.news.clear()
            await self.look()
            await asyncio.sleep(CALM)


def moment() -> int:
    """Return this moment as a room numbers it."""
    now: int = import_module("ninety.selectors").moment_of(datetime.now(UTC))
    return now


def attribute(text: str, name: str) -> str:
    """Return what the root of a live page says."""
    found = re.search(rf'data-{name}="([^"]+)"', text)
    assert found, text[:500]
    return found[1]
