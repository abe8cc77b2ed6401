"""Scripted people at live tables: each does what the own page asks for, as untidily as people are."""

import asyncio
import re
import secrets
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from .client import Browser, Lost, Reply

ROLES = {"announce": "player", "check": "checker", "disagree": "challenger"}
TOO_LATE = "The time was up before that."


@dataclass(frozen=True)
class Page:
    """What a person reads on the page of a table."""

    step: str
    fields: dict[str, str]
    hand: tuple[tuple[str, tuple[str, ...]], ...]
    prior: int | None
    change: str
    version: int
    text: str

    @classmethod
    def of(cls, reply: Reply) -> "Page":
        """Read a page, or the fragment of one."""
        text = reply.text
        step = re.search(r'data-step="([\w-]*)"', text)
        slots = re.findall(r'<li class="slot.*?</li>', text, re.DOTALL)
        hand = [
            (card[1], tuple(re.findall(r'name="choice" value="(-?\d+)"', slot)))
            for slot in slots
            if (card := re.search(r'name="card" value="(\w+)"', slot)) and "is-refused" not in slot
        ]
        prior = re.search(r'data-total="The total is ([−\d]+)"', text)
        version = re.search(r'data-version="(\d+)"', text)
        change = re.search(r'<span class="change">(?:<span class="sr"> </span>)?([^<]*)</span>', text)
        return cls(
            step="paused" if 'class="standstill"' in text else step[1] if step else "",
            fields=dict(re.findall(r'<input type="hidden" name="(version|tries|play|seat|key)" value="([^"]*)"', text)),
            hand=tuple(hand),
            prior=_number(prior[1]) if prior else None,
            change=change[1] if change else "",
            version=int(version[1]) if version else 0,
            text=text,
        )

    @property
    def total(self) -> int | None:
        """The total after the card on the table, None where the page hides what it takes to know it."""
        if self.change.startswith(("=", "→")):
            return _number(self.change[1:])
        return None if self.prior is None or not self.change else self.prior + _number(self.change)


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


@dataclass(frozen=True)
class Said:
    """A total that somebody has sent: for certain taken, for certain not, or None as no reply told."""

    match: str
    person: int
    play: int
    role: str
    announced: int
    taken: bool | None


@dataclass(frozen=True)
class Habits:
    """How untidy people are: chances of each mishap in a look at the page, and pauses in seconds.

    `patience` is how long a page that hears nothing waits before it looks by itself.
    """

    wrong: float = 0.2
    reload: float = 0.1
    cut: float = 0.03
    sleep: float = 0.003
    double: float = 0.15
    switch: float = 0.05
    false_stuck: float = 0.05
    thinks: tuple[float, float] = (0.05, 0.8)
    sleeps: tuple[float, float] = (21, 28)
    patience: float = 2


TIDY = Habits(wrong=0, reload=0, cut=0, sleep=0, double=0, switch=0, false_stuck=0)


@dataclass
class Diary:
    """What all people have seen together."""

    said: list[Said] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    did: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass
class Person:
    """Somebody who plays match after match in two tabs of sessions of their own."""

    number: int
    browsers: list[Browser]
    dice: Random
    diary: Diary
    habits: Habits = Habits()
    match: str = ""
    over: bool = False
    page: Page | None = None
    newest: int = 0
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def browser(self) -> Browser:
        return self.browsers[0]

    def chance(self, part: float) -> bool:
        """Throw the dice."""
        return self.dice.random() < part

    async def play(self, match: str) -> None:
        """Play a match to its end."""
        self.match, self.over, self.page, self.newest = match, False, None, 0
        following: asyncio.Task[None] | None = None
        try:
            while not self.over:
                if following is None or following.done():
                    following = asyncio.create_task(self.follow(self.browser))
                following = await self.mishap(following)
                try:
                    await self.turn()
                except Lost:
                    self.diary.did["lost"] += 1
                    await asyncio.sleep(0.2)
        finally:
            await _end(following)

    async def follow(self, browser: Browser) -> None:
        """Keep a stream open, again and again as browsers do."""
        while True:
            try:
                async for version in browser.versions(f"/match/{self.match}/stream/"):
                    self.newest = version
                    self.news.set()
            except Lost:
                self.diary.did["stream lost"] += 1
            await asyncio.sleep(0.5)

    async def mishap(self, following: asyncio.Task[None]) -> "asyncio.Task[None] | None":
        """Do what happens at real tables now and then; return the stream that is left."""
        habits = self.habits
        if self.chance(habits.reload):
            self.diary.did["reload"] += 1
            self.browser.close()
            self.page = None
            return following
        if self.chance(habits.cut):
            self.diary.did["cut"] += 1
            await _end(following)
            return None
        if self.chance(habits.sleep):
            self.diary.did["sleep"] += 1
            await _end(following)
            await asyncio.sleep(self.dice.uniform(*habits.sleeps))
            return None
        if self.chance(habits.switch):
            self.diary.did["switch"] += 1
            await _end(following)
            self.browsers.reverse()
            self.page = None
            return None
        return following

    async def turn(self) -> None:
        """Do what the page asks for, or wait for news; the page is asked for where none has come with a reply."""
        self.news.clear()
        page, self.page = self.page, None
        if page is None or page.version < self.newest:
            page = await self.look()
        if page is None:
            return
        act = getattr(self, f"do_{page.step}", None)
        if act is None:
            self.page = await self.wait(page)
        else:
            await asyncio.sleep(self.dice.uniform(*self.habits.thinks))
            self.page = await act(page)

    async def wait(self, page: Page) -> Page | None:
        """Wait for the stream to tell of a change, or for a while, as it may be dead; return what still stands."""
        try:
            async with asyncio.timeout(self.habits.patience):
                await self.news.wait()
        except TimeoutError:
            self.diary.did["waited in vain"] += 1
            return None
        return page

    async def look(self) -> Page | None:
        """Ask for the page as it stands."""
        reply = await self.browser.get(self.address())
        return self.read(reply)

    def address(self, action: str = "") -> str:
        return f"/match/{self.match}/{action}"

    def read(self, reply: Reply) -> Page | None:
        """Note what was answered, and read it where it is a table."""
        self.diary.statuses[reply.status] += 1
        if reply.status >= 500 or reply.status in {400, 403, 404}:
            self.diary.faults.append(f"{reply.status} at match {self.match}: {reply.text[:300]}")
            return None
        if "hx-redirect" in reply.headers:
            return None
        return Page.of(reply)

    async def send(self, page: Page, action: str, *, new_keys: bool = False, **data: str) -> Page | None:
        """Send a form, sometimes several times at once, and return the page that came back."""
        forms = [page.fields | data]
        if self.chance(self.habits.double):
            self.diary.did["double"] += 1
            forms += [forms[0] | ({"key": secrets.token_hex(8)} if new_keys else {}) for _ in range(2)]
        replies = await asyncio.gather(
            *(self.browser.post(self.address(action), form) for form in forms), return_exceptions=True
        )
        if (said := action.rstrip("/")) in ROLES:
            self.note(page, ROLES[said], int(data["total"]), replies)
        pages = [self.read(reply) for reply in replies if isinstance(reply, Reply)]
        if not pages:
            raise Lost
        # Of copies the one that was carried out shows the newest table.
        return max(filter(None, pages), key=lambda each: each.version, default=None)

    def note(self, page: Page, role: str, announced: int, replies: list["Reply | BaseException"]) -> None:
        """Keep what was said, and whether it counts by what came back."""
        takes = [is_taken(reply) for reply in replies]
        taken = True if True in takes else None if None in takes else False
        self.diary.said.append(Said(self.match, self.number, int(page.fields["play"]), role, announced, taken))

    def total(self, page: Page) -> str:
        """Say a total: mostly the right one."""
        right = page.total if page.total is not None else self.dice.randrange(10, 90)
        return str(right + self.dice.choice([-10, -2, -1, 1, 2, 10]) if self.chance(self.habits.wrong) else right)

    async def do_choose(self, page: Page) -> Page | None:
        """Lay a card of the hand, or say that none fits once all were refused."""
        if not page.hand or self.chance(self.habits.false_stuck):
            return await self.send(page, "stuck/")
        card, values = self.dice.choice(page.hand)
        value = {"choice": self.dice.choice(values)} if values else {}
        return await self.send(page, "play/", new_keys=self.chance(0.5), card=card, **value)

    async def do_announce(self, page: Page) -> Page | None:
        """Say the total."""
        return await self.send(page, "announce/", new_keys=self.chance(0.5), total=self.total(page))

    async def do_check(self, page: Page) -> Page | None:
        """Compute along."""
        return await self.send(page, "check/", total=self.total(page))

    async def do_agree(self, page: Page) -> Page | None:
        """Agree with what was said, or not."""
        if "/agree/" in page.text and self.chance(0.7):
            return await self.send(page, "agree/")
        if self.chance(0.3) or "/agree/" in page.text:
            return await self.send(page, "disagree/", total=self.total(page))
        return await self.wait(page)

    async def do_explain(self, page: Page) -> Page | None:
        """Read the working, and go on."""
        return await self.send(page, "go-on/")

    async def do_held(self, page: Page) -> Page | None:
        """Take the seat back."""
        return await self.send(page, "take-back/")

    async def do_over(self, page: Page) -> Page | None:
        """Stop."""
        self.over = True
        return page


def is_taken(reply: "Reply | BaseException") -> bool | None:
    """Tell from what came back whether an answer was taken; None where that cannot be seen.

    An answer that meets the end of a match, a pause or a time limit gets the table as it stands.
    """
    if not isinstance(reply, Reply):
        return None
    if reply.status != 200 or TOO_LATE in reply.text:
        return False
    return None if Page.of(reply).step in {"over", "held", "paused"} else True


async def _end(task: "asyncio.Task[None] | None") -> None:
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
