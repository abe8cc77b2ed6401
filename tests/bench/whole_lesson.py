"""Give one whole lesson with all that happens in one: `python -m tests.bench.whole_lesson --help`; prints JSON.

The teacher's page, the board and some pupils are in Chromium, the rest of the pupils send what their pages would. Some
come late, some drop out and come back, one device loses its network; the teacher lets all stand still, sends a pupil
out and lets them back in, and goes on from another device. The teacher's figures are compared with those of a fresh
page again and again, and the log with what all have said at the end.
"""

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from time import monotonic
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, connections
from playwright.async_api import Browser as Chromium
from playwright.async_api import Page, async_playwright, expect

from ninety import chromium
from ninety.server import lay_out_static

from .client import Browser
from .people import Diary, Habits
from .pupils import Pupil
from .servers import Server, own_database
from .tablets import Tablet

UNTIDY = Habits(thinks=(0.4, 2.0), reload=0.05, cut=0.02, sleep=0.004, sleeps=(2, 5), double=0.1, switch=0)
ON_A_TABLET = Habits(wrong=0.2, thinks=(0.3, 1.2))
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run"]
OFFLINE = 3
"""Seconds without a network of the tablet that loses it."""
STANDS_STILL = 2
PATIENCE = 60
"""Seconds within which anything on a page happens, and after the end everybody goes home."""
LIVE_AND_FRESH = """async () => {
  const text = await (await fetch(location.pathname)).text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const words = (place) => place?.textContent.replace(/\\s+/g, " ").trim() ?? "";
  const read = (page) => [...page.querySelectorAll(".table-card, .lobby .people")].map((place) => [
    place.id, words(place.querySelector(".table-total")), ...[...place.querySelectorAll("li")].map((line) => [
      words(line.querySelector("bdi")), words(line.querySelector(".tally")), words(line.querySelector(".lives")),
    ]),
  ]);
  const version = (page) => page.querySelector("#lesson")?.dataset.version;
  return { isSame: version(document) === version(fresh), live: read(document), fresh: read(fresh) };
}"""


@dataclass
class WholeLesson:
    """A lesson and everybody who takes part in it."""

    options: argparse.Namespace
    server: Server
    lesson: Any
    matches: Any
    dice: Random
    chromium: Chromium
    diary: Diary = field(default_factory=Diary)
    users: dict[int, Any] = field(default_factory=dict)
    pupils: list[Pupil] = field(default_factory=list)
    tablets: list[Tablet] = field(default_factory=list)
    tasks: "list[asyncio.Task[None]]" = field(default_factory=list)
    did: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    compared: int = 0
    differs: list[str] = field(default_factory=list)

    async def run(self, people: Sequence[Any]) -> dict[str, Any]:
        """Give the lesson, and report."""
        late = max(1, self.options.pupils // 10)
        for number, person in enumerate(people):
            self.users[number] = person
            session, name = await asyncio.to_thread(self.matches.session_of, person), person.display_name
            if number < self.options.tablets:
                page, dice = await self.device(session), Random(self.dice.random())
                self.tablets.append(Tablet(number, name, page, dice, self.diary, ON_A_TABLET))
            else:
                browser = Browser(self.server.port, session)
                self.pupils.append(Pupil(number, [browser], Random(self.dice.random()), self.diary, UNTIDY))
        there: list[Tablet | Pupil] = [*self.tablets, *self.pupils[late:]]
        for pupil in there:
            self.attends(pupil)
        teacher = await self.device(await asyncio.to_thread(self.matches.session_of, self.lesson.teacher))
        board = await self.device("")
        await self.begin(teacher, board, len(people) - late)
        comparing = asyncio.create_task(self.compare(teacher))
        await self.drop_out_and_come_late(teacher, self.pupils[:late], self.pupils[late : 2 * late])
        await self.stand_still(teacher, board)
        await self.send_out_and_let_back(teacher)
        comparing.cancel()
        teacher = await self.switch_device(teacher)
        comparing = asyncio.create_task(self.compare(teacher))
        await asyncio.sleep(self.part)
        comparing.cancel()
        await self.end(teacher, board)
        return await asyncio.to_thread(self.report)

    @property
    def part(self) -> float:
        """Seconds between two events of the lesson."""
        return float(60 * self.options.minutes / 5)

    async def device(self, session: str) -> Page:
        """Open a page in a browser profile of its own, whose faults count."""
        address = f"http://127.0.0.1:{self.server.port}"
        context = await self.chromium.new_context(base_url=address, locale="en")
        context.set_default_timeout(1000 * PATIENCE)
        if session:
            await context.add_cookies([{"name": "ninety_session", "value": session, "url": address}])
        page = await context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        return page

    def attends(self, pupil: Tablet | Pupil) -> None:
        """Let somebody take part."""
        pupil.gone = False
        self.tasks.append(asyncio.create_task(pupil.attend()))

    async def begin(self, teacher: Page, board: Page, count: int) -> None:
        """See everybody in the lobby and on the board, seat them, and start."""
        await teacher.goto(f"/lessons/{self.lesson.slug}/")
        await board.goto(f"/board/{self.lesson.room.slug}/")
        await expect(teacher.locator(".lobby [data-pupil]")).to_have_count(count, timeout=1000 * PATIENCE)
        await expect(board.locator(".board-names bdi")).to_have_count(count, timeout=1000 * PATIENCE)
        await teacher.get_by_role("button", name="Seat everybody").click()
        tables = -(-count // 4)
        await expect(teacher.locator(".table-card")).to_have_count(tables, timeout=1000 * PATIENCE)
        await teacher.get_by_role("button", name="Start all tables").click()
        for screen, place in ((teacher, ".table-card.is-playing"), (board, ".board-table.is-playing")):
            await expect(screen.locator(place)).to_have_count(tables, timeout=1000 * PATIENCE)
        self.did["tables"] = tables
        await asyncio.sleep(self.part)

    async def drop_out_and_come_late(self, teacher: Page, late: Sequence[Pupil], dropping: Sequence[Pupil]) -> None:
        """Let some go home and come back, others come late, and a tablet lose its network for a while."""
        for pupil in dropping:
            pupil.go()
        for pupil in late:
            self.attends(pupil)
        if self.tablets:
            await self.tablets[-1].page.context.set_offline(True)
            await asyncio.sleep(OFFLINE)
            await self.tablets[-1].page.context.set_offline(False)
        for pupil in late:
            there = teacher.locator("[data-pupil]").filter(has=teacher.get_by_text(self.name(pupil), exact=True))
            await expect(there).to_have_count(1, timeout=1000 * PATIENCE)
        await asyncio.sleep(self.part)
        for pupil in dropping:
            self.attends(pupil)
        self.did |= {"late": len(late), "dropped_out": len(dropping)}

    def name(self, pupil: Tablet | Pupil) -> str:
        """Return what a pupil is called."""
        return str(self.users[pupil.number].display_name)

    async def stand_still(self, teacher: Page, board: Page) -> None:
        """Let all stand still, see that nothing moves, and go on."""
        await teacher.get_by_role("button", name="Eyes on me").click()
        await expect(board.get_by_role("heading", name="Eyes on your teacher")).to_be_visible(timeout=1000 * PATIENCE)
        for tablet in self.tablets:
            still = tablet.page.get_by_text("Everything stands still, and nothing is lost.")
            await expect(still).to_be_visible(timeout=1000 * PATIENCE)
        before = await asyncio.to_thread(self.matches.steps_played)
        await asyncio.sleep(STANDS_STILL)
        if await asyncio.to_thread(self.matches.steps_played) != before:
            self.faults.append("something moved while all stood still")
        await teacher.get_by_role("button", name="Go on").click()
        await expect(board.locator(".board-table.is-playing").first).to_be_visible(timeout=1000 * PATIENCE)
        self.did["stood_still"] = True

    async def send_out_and_let_back(self, teacher: Page) -> None:
        """Send a pupil with a tablet out of the lesson, and let them back in."""
        tablet = self.tablets[0]
        pupil = teacher.locator("[data-pupil]").filter(has=teacher.get_by_text(tablet.name, exact=True))
        await pupil.locator("summary").click()
        await pupil.get_by_role("button", name="Send out of the lesson").click()
        out = tablet.page.get_by_role("heading", name="You are not in this lesson at the moment")
        await expect(out).to_be_visible(timeout=1000 * PATIENCE)
        await teacher.locator(".sent-out").filter(has_text=tablet.name).get_by_role("button").click()
        await expect(out).to_have_count(0, timeout=1000 * PATIENCE)
        self.did["sent_out_and_let_back"] = True

    async def switch_device(self, teacher: Page) -> Page:
        """Go on from another device of the teacher's; the first is closed."""
        other = await self.device(await asyncio.to_thread(self.matches.session_of, self.lesson.teacher))
        await teacher.context.close()
        await other.goto(f"/lessons/{self.lesson.slug}/")
        await expect(other.locator(".table-card").first).to_be_visible(timeout=1000 * PATIENCE)
        self.did["switched_device"] = True
        return other

    async def compare(self, teacher: Page) -> None:
        """Compare what the teacher's page shows with a fresh one of the same version, again and again."""
        while True:
            found = await teacher.evaluate(LIVE_AND_FRESH)
            if found["isSame"]:
                self.compared += 1
                if found["live"] != found["fresh"]:
                    self.differs.append(json.dumps(found))
            await asyncio.sleep(0.3)

    async def end(self, teacher: Page, board: Page) -> None:
        """End the lesson with the turns that stand, and let everybody go home."""
        await teacher.get_by_text("End and rules").click()
        await teacher.get_by_role("button", name="End the lesson now").click()
        await expect(board.get_by_role("heading", name="The lesson is over")).to_be_visible(timeout=1000 * PATIENCE)
        until = monotonic() + PATIENCE
        while not all(task.done() for task in self.tasks) and monotonic() < until:
            await asyncio.sleep(0.2)
        everybody: list[Tablet | Pupil] = [*self.pupils, *self.tablets]
        for pupil in everybody:
            pupil.go()
        _done, left = await asyncio.wait(self.tasks, timeout=PATIENCE)
        for task in left:
            task.cancel()
        results = await asyncio.gather(*self.tasks, return_exceptions=True)
        self.faults += [repr(each) for each in results if isinstance(each, BaseException)]

    def report(self) -> dict[str, Any]:
        """Say what has happened, what was lost and what went wrong."""
        slugs = import_module("tests.bench.classes").slugs()
        found = self.matches.compare(self.diary.said, self.users)
        ended = sum(version is None for version in self.matches.versions(slugs).values())
        faults = {
            "answers_missing": found.pop("missing"),
            "answers_unexplained": found.pop("unexplained"),
            "replies": self.diary.faults,
            "records": self.matches.faults_of_records(slugs),
            "servers": self.server.faults(),
            "pages": self.faults,
            "live_figures_that_differ": self.differs[:2],
            "matches_not_ended": len(slugs) - ended,
        }
        return {
            "pupils": len(self.users),
            "in_chromium": len(self.tablets),
            **self.did,
            "did": dict(self.diary.did),
            "live_figures_compared": self.compared,
            "matches": len(slugs),
            **found,
            "statuses": {str(status): count for status, count in sorted(self.diary.statuses.items())},
            "faults": {name: value for name, value in faults.items() if value},
        }


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.whole_lesson", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3, help="of play, besides what is waited for")
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--tablets", type=int, default=4, help="pupils in Chromium, at least one")
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


async def give(options: argparse.Namespace, server: Server) -> dict[str, Any]:
    """Open Chromium, and give the lesson."""
    classes, matches = import_module("tests.bench.classes"), import_module("tests.bench.matches")
    lesson, people = await asyncio.to_thread(classes.begin, 0, options.pupils)
    async with async_playwright() as playwright:
        program = await asyncio.to_thread(chromium.find)
        opened = await playwright.chromium.launch(executable_path=program, args=FLAGS)
        lesson_given = WholeLesson(options, server, lesson, matches, Random(options.seed), opened)
        return await lesson_given.run(people)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run on a database and a server of its own."""
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        lay_out_static()
        began = monotonic()
        try:
            with Server() as server:
                figures = asyncio.run(give(options, server))
            return {"database": connection.vendor, "seconds": round(monotonic() - began), **figures}
        finally:
            connections.close_all()


if __name__ == "__main__":
    report = measure(options_of(sys.argv[1:]))
    print(json.dumps(report, indent=2))  # noqa: T201
    sys.exit(bool(report["faults"]))
