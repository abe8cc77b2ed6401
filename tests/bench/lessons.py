"""Measure many lessons at once on one process: `python -m tests.bench.lessons --help`; prints JSON.

Each class has a teacher's page that follows the room as browsers do, and scripted pupils who play with wrong totals and
bad manners among the rest. Meanwhile the bell rings: pupils of other classes sign in. The log is compared with what all
have said at the end.
"""

import argparse
import asyncio
import json
import os
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, connections

from ninety.server import lay_out_static

from . import sign_in
from .client import Browser, Lost, Reply
from .live import Times
from .people import Diary, Habits
from .pupils import Pupil
from .servers import Server, own_database

CALM = 0.7
"""Seconds that a teacher's page waits after each look."""
UNTIDY = Habits(thinks=(0.5, 2.5), reload=0.02, cut=0.01, sleep=0.002, sleeps=(2, 6), double=0.05, switch=0)


@dataclass
class Measured:
    """What all lessons see together."""

    moves: Times = field(default_factory=Times)
    told: Times = field(default_factory=Times)
    shown: Times = field(default_factory=Times)
    fetches: Times = field(default_factory=Times)
    failed: list[str] = field(default_factory=list)


@dataclass
class TimedBrowser(Browser):
    """A pupil's browser, which notes how long its moves take."""

    measured: Measured = field(default_factory=Measured)

    async def post(self, path: str, data: dict[str, str]) -> Reply:
        """Send a form. Raises Lost."""
        began = monotonic()
        reply = await super().post(path, data)
        self.measured.moves.all.append(monotonic() - began)
        return reply


@dataclass
class Teacher:
    """The page of a lesson: it is fetched anew when its room has told of something, and not at once again."""

    browser: Browser
    lesson: str
    measured: Measured
    pending: list[int] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    page: str = ""

    async def act(self, action: str, **data: str) -> None:
        """Press a button."""
        reply = await self.browser.post(f"/lessons/{self.lesson}/{action}/", data)
        if reply.status != 200:
            self.measured.failed.append(f"{action}: {reply.status}")

    async def look(self) -> None:
        """Fetch the page, and note what it shows for the first time."""
        began = monotonic()
        reply = await self.browser.get(f"/lessons/{self.lesson}/")
        self.measured.fetches.all.append(monotonic() - began)
        if reply.status != 200:
            self.measured.failed.append(f"lesson: {reply.status}")
            return
        self.page = reply.text
        shown, now = int(_attribute(reply.text, "version")), _now()
        self.measured.shown.all += [(now - moment) / 1000 for moment in self.pending if moment <= shown]
        self.pending = [moment for moment in self.pending if moment > shown]

    async def listen(self) -> None:
        """Note when the room tells of something."""
        versions = self.browser.versions(_attribute(self.page, "stream"))
        await anext(versions)
        try:
            async for version in versions:
                self.measured.told.all.append((_now() - version) / 1000)
                self.pending.append(version)
                self.news.set()
        except Lost:
            self.measured.failed.append("a stream of a room was lost")

    async def follow(self) -> None:
        """Look again and again."""
        while True:
            await self.news.wait()
            self.news.clear()
            await self.look()
            await asyncio.sleep(CALM)


def _now() -> int:
    """Return this moment as a room numbers it."""
    moment: int = import_module("ninety.selectors").moment_of(datetime.now(UTC))
    return moment


def _attribute(text: str, name: str) -> str:
    found = re.search(rf'data-{name}="([^"]+)"', text)
    assert found, text[:500]
    return found[1]


@dataclass
class School:
    """Classes that have lessons at once on one server."""

    options: argparse.Namespace
    server: Server
    dice: Random
    classes: Any
    matches: Any
    measured: Measured = field(default_factory=Measured)
    diary: Diary = field(default_factory=Diary)
    users: dict[int, Any] = field(default_factory=dict)
    pupils: list[Pupil] = field(default_factory=list)
    teachers: list[Teacher] = field(default_factory=list)

    async def run(self, lessons: Sequence[tuple[Any, Sequence[Any]]], bell: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Give all lessons, and report."""
        for lesson, people in lessons:
            teacher = Browser(self.server.port, await self.session_of(lesson.teacher))
            self.teachers.append(Teacher(teacher, lesson.slug, self.measured))
            for person in people:
                number, browser = len(self.pupils), TimedBrowser(self.server.port, await self.session_of(person))
                browser.measured, self.users[number] = self.measured, person
                self.pupils.append(Pupil(number, [browser], Random(self.dice.random()), self.diary, UNTIDY))
        attending = [asyncio.create_task(pupil.attend()) for pupil in self.pupils]
        await self.until_all_are_there()
        for teacher_page in self.teachers:
            await teacher_page.act("seat-all", size="4", order="random")
            await teacher_page.act("deal")
        following = [asyncio.create_task(work) for each in self.teachers for work in (each.listen(), each.follow())]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            seconds = 60 * self.options.minutes
            ringing = asyncio.get_running_loop().run_in_executor(pool, ring, self.server.port, bell, seconds)
            figures = await self.play(seconds)
            figures["bell"] = await ringing
        for task in following:
            task.cancel()
        raised = await asyncio.gather(*following, return_exceptions=True)
        raised += await self.end(attending)
        faults = [repr(each) for each in raised if isinstance(each, Exception)]
        return figures | await asyncio.to_thread(self.report, faults)

    async def session_of(self, person: Any) -> str:
        """Sign somebody in."""
        key: str = await asyncio.to_thread(self.matches.session_of, person)
        return key

    async def until_all_are_there(self) -> None:
        """Wait until the teachers see everybody in their lobbies."""
        async with asyncio.timeout(120):
            for teacher in self.teachers:
                while teacher.page.count('id="pupil-') < self.options.pupils:
                    await teacher.look()
                    await asyncio.sleep(0.2)
        self.measured.fetches.all.clear()

    async def play(self, seconds: float) -> dict[str, Any]:
        """Let all play for a while, and measure."""
        await asyncio.sleep(min(3, seconds / 4))
        for times in (self.measured.moves, self.measured.told, self.measured.shown, self.measured.fetches):
            times.all.clear()
        used, began, turns = self.server.processor_time(), monotonic(), await asyncio.to_thread(self.classes.turns)
        await asyncio.sleep(seconds)
        took = monotonic() - began
        return {
            "turns_per_second": round((await asyncio.to_thread(self.classes.turns) - turns) / took, 1),
            "moves_per_second": round(len(self.measured.moves.all) / took, 1),
            "processor_per_second": round((self.server.processor_time() - used) / took, 2),
            "memory_mb": round(self.server.memory() / 2**20, 1),
            "turn": self.measured.moves.report(),
            "room_told_after": self.measured.told.report(),
            "live_view_shows_after": self.measured.shown.report(),
            "live_view": self.measured.fetches.report(),
        }

    async def end(self, attending: "list[asyncio.Task[None]]") -> list[Any]:
        """End all lessons, with the turns that stand; return what went wrong among the pupils."""
        for teacher in self.teachers:
            await teacher.browser.post(f"/lessons/{teacher.lesson}/end/", {})
        _done, late = await asyncio.wait(attending, timeout=self.options.patience)
        for pupil in self.pupils:
            pupil.go()
        if late:
            await asyncio.wait(late, timeout=40)
        results = await asyncio.gather(*(task for task in attending if task.done()), return_exceptions=True)
        for browser in (*(pupil.browser for pupil in self.pupils), *(teacher.browser for teacher in self.teachers)):
            browser.close()
        return list(results)

    def report(self, raised: list[str]) -> dict[str, Any]:
        """Say what was lost, and what went wrong."""
        found, slugs = self.matches.compare(self.diary.said, self.users), self.classes.slugs()
        ended = sum(version is None for version in self.matches.versions(slugs).values())
        faults = {
            "answers_missing": found.pop("missing"),
            "answers_unexplained": found.pop("unexplained"),
            "replies": self.diary.faults + self.measured.failed,
            "records": self.matches.faults_of_records(slugs),
            "servers": self.server.faults(),
            "people": raised,
            "matches_not_ended": len(slugs) - ended,
        }
        statuses = {str(status): count for status, count in sorted(self.diary.statuses.items())}
        return {"matches": len(slugs), **found, "statuses": statuses, "faults": {k: v for k, v in faults.items() if v}}


def ring(port: int, pupils: Sequence[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Let pupils sign in within a while."""
    with ThreadPoolExecutor(max(1, len(pupils))) as pool:
        coming = [pool.submit(sign_in.sign_in, port, pupil, seconds, at) for at, pupil in enumerate(pupils)]
        done = [each.result() for each in coming]
    times = [time for each in done for time in each["times"]]
    return {"pupils": len(done), "in": sum(each["is_in"] for each in done)} | (
        {"requests_ms": sign_in.ranked(times)} if times else {}
    )


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lessons", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--lessons", type=int, default=10)
    parser.add_argument("--pupils", type=int, default=30, help="in each lesson")
    parser.add_argument("--bell", type=int, default=150, help="pupils of other classes who sign in meanwhile")
    parser.add_argument("--patience", type=float, default=60, help="seconds within which all turns are finished")
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run on a database and a server of its own."""
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        lay_out_static()
        classes, matches = import_module("tests.bench.classes"), import_module("tests.bench.matches")
        bell = sign_in.prepare(options.bell, 0.2)
        lessons = [classes.begin(number, options.pupils) for number in range(options.lessons)]
        try:
            with Server() as server:
                figures = asyncio.run(
                    School(options, server, Random(options.seed), classes, matches).run(lessons, bell)
                )
            return {"database": connection.vendor, "load_average": os.getloadavg(), **figures}
        finally:
            connections.close_all()


if __name__ == "__main__":
    report = measure(options_of(sys.argv[1:]))
    print(json.dumps(report, indent=2))  # noqa: T201
    sys.exit(bool(report["faults"]))
