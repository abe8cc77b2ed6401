"""Scripted pupils of a lesson: each waits in its lobby, and plays wherever the teacher seats them."""

import asyncio
import re
from contextlib import aclosing, suppress
from dataclasses import dataclass

from .client import Lost, Reply
from .people import Page, Person

LOBBY = "/lesson/"
PATIENCE = 5
"""Seconds after which a pupil in the lobby looks again, whatever the stream has told."""


@dataclass
class Pupil(Person):
    """Somebody who is at a lesson until it ends, or until they go home."""

    gone: bool = False

    async def attend(self) -> None:
        """Wait in the lobby, and play each match that it leads to."""
        while not self.gone:
            try:
                await self.linger()
            except Lost:
                self.diary.did["lost"] += 1
                await asyncio.sleep(0.2)

    async def linger(self) -> None:
        """Look at the lobby, and go where it leads."""
        reply = await self.browser.get(LOBBY)
        self.read(reply)
        leads = reply.headers.get("hx-redirect", "")
        if found := re.fullmatch(r"/match/([-\w]+)/", leads):
            await self.play(found[1])
        elif leads:
            self.gone = True
        elif "/lesson/again/" in reply.text:
            await self.browser.post("/lesson/again/", {})
        elif reply.status == 200:
            await self.hear(reply.text)

    async def hear(self, text: str) -> None:
        """Wait until the stream of the lobby tells something newer than the page shows, or for a while."""
        shown, stream = (re.search(rf'data-{name}="([^"]+)"', text) for name in ("version", "stream"))
        assert shown, text
        assert stream, text
        with suppress(Lost, TimeoutError):
            async with asyncio.timeout(PATIENCE), aclosing(self.browser.versions(stream[1])) as versions:
                async for version in versions:
                    if version > int(shown[1]):
                        return

    def read(self, reply: Reply) -> Page | None:
        """Note what was answered; a table that leads elsewhere is left."""
        self.over = self.over or "hx-redirect" in reply.headers
        return super().read(reply)

    async def turn(self) -> None:
        """Do what the page asks for, or stand up where it is time to go home."""
        self.over = self.over or self.gone
        if not self.over:
            await super().turn()

    async def do_held(self, page: Page) -> Page | None:
        """Look on while a bot plays, as only the teacher gives the seat back."""
        return await self.wait(page)

    def go(self) -> None:
        """Go home once what is being done is done."""
        self.gone = True
