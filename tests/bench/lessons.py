"""Measure many lessons at once: `python -m tests.bench.lessons --help`; prints JSON.

Each class has a teacher's page and a board that follow the room as browsers do, and scripted pupils who play with wrong
totals and bad manners among the rest. Meanwhile the bell rings: pupils of other classes sign in. The log is compared
with what all have said at the end. The processor time of the server is told for each request, beside that of a bare
Django view in the same run, since latency swings with whatever else the machine does.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib import import_module
from itertools import cycle
from multiprocessing import get_context
from random import Random
from time import monotonic, process_time
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, connections

from ninety.server import lay_out_static

from . import sign_in
from .client import Browser, Lost, Reply
from .live import BARE, backends_now, play_over_http, tables_on
from .people import Diary, Habits
from .pupils import Pupil
from .screens import Measured, Screen
from .servers import Server, own_database, processor_time_of

UNTIDY = Habits(
    thinks=(0.5, 2.5), reload=0.02, cut=0.01, sleep=0.002, sleeps=(2, 6), double=0.05, switch=0, patience=12
)
COMING = 120
"""Seconds within which everybody is in the lobby, or the lesson begins without the rest."""
GOING_HOME = 40
BARE_SECONDS = 3


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
class School:
    """Classes that have lessons at once on the processes of one server."""

    options: argparse.Namespace
    servers: Sequence[Server]
    dice: Random
    classes: Any
    matches: Any
    measured: Measured = field(default_factory=Measured)
    diary: Diary = field(default_factory=Diary)
    users: dict[int, Any] = field(default_factory=dict)
    pupils: list[Pupil] = field(default_factory=list)
    teachers: list[Screen] = field(default_factory=list)
    boards: list[Screen] = field(default_factory=list)

    async def run(self, lessons: Sequence[tuple[Any, Sequence[Any]]], bell: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Give all lessons, and report, however it went."""
        await self.gather_people(lessons)
        attending = [asyncio.create_task(pupil.attend()) for pupil in self.pupils]
        await self.until_all_are_there()
        for teacher in self.teachers:
            await teacher.act("seat-all", size="4", order="random")
            await teacher.act("deal")
        following = [
            asyncio.create_task(work)
            for screen in (*self.teachers, *self.boards)
            for work in (screen.listen(), screen.follow())
        ]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            seconds, ports = 60 * self.options.minutes, [server.port for server in self.servers]
            ringing = asyncio.get_running_loop().run_in_executor(pool, ring, ports, bell, seconds)
            figures = await self.play(seconds, ringing)
        for task in following:
            task.cancel()
        raised = await asyncio.gather(*following, return_exceptions=True)
        raised += await self.end(attending)
        faults = [repr(each) for each in raised if isinstance(each, Exception)]
        return figures | await asyncio.to_thread(self.report, faults)

    async def gather_people(self, lessons: Sequence[tuple[Any, Sequence[Any]]]) -> None:
        """Give everybody a browser; each asks one of the processes for all, as proxies have it."""
        ports = cycle(server.port for server in self.servers)
        for lesson, people in lessons:
            teacher, board = Browser(next(ports), await self.session_of(lesson.teacher)), Browser(next(ports), "")
            self.teachers.append(Screen(teacher, f"/lessons/{lesson.slug}/", self.measured))
            self.boards.append(Screen(board, f"/board/{lesson.room.slug}/", self.measured))
            for person in people:
                number, browser = len(self.pupils), TimedBrowser(next(ports), await self.session_of(person))
                browser.measured, self.users[number] = self.measured, person
                self.pupils.append(Pupil(number, [browser], Random(self.dice.random()), self.diary, UNTIDY))

    async def session_of(self, person: Any) -> str:
        """Sign somebody in."""
        key: str = await asyncio.to_thread(self.matches.session_of, person)
        return key

    async def until_all_are_there(self) -> None:
        """Wait until the teachers see everybody in their lobbies, though not for ever."""
        until = monotonic() + COMING
        for teacher in self.teachers:
            while teacher.page.count('id="pupil-') < self.options.pupils:
                if monotonic() > until:
                    self.measured.failed.append("a lesson begins before all have come")
                    break
                await teacher.look()
                await asyncio.sleep(0.2)
        for board in self.boards:
            await board.look()

    async def play(self, seconds: float, ringing: "asyncio.Future[dict[str, Any]]") -> dict[str, Any]:
        """Let all play for a while, and measure, until those whom the bell brings are in as well."""
        await asyncio.sleep(min(3, seconds / 4))
        self.measured.begin()
        servers, databases, own = self.processor_time(), await asyncio.to_thread(database_time), process_time()
        began, asked, turns = monotonic(), self.asked(), await asyncio.to_thread(self.classes.turns)
        await asyncio.sleep(seconds)
        bell = await ringing
        took, asked = monotonic() - began, self.asked() - asked + bell["requests"]
        turns = await asyncio.to_thread(self.classes.turns) - turns
        servers = self.processor_time() - servers
        databases = await asyncio.to_thread(database_time) - databases
        return {
            "turns_per_second": round(turns / took, 1),
            "moves_per_second": round(len(self.measured.moves.all) / took, 1),
            "requests_per_second": round(asked / took, 1),
            "cpu_ms_per_request": round(1000 * servers / max(1, asked), 2),
            "cpu_ms_per_turn": round(1000 * servers / max(1, turns), 1),
            "database_cpu_ms_per_request": round(1000 * databases / max(1, asked), 2),
            "processor_per_second": {
                "servers": round(servers / took, 2),
                "database": round(databases / took, 2),
                "driver": round((process_time() - own) / took, 2),
            },
            "memory_mb": [round(server.memory() / 2**20, 1) for server in self.servers],
            **self.measured.report(),
            "bell": bell,
        }

    def processor_time(self) -> float:
        """Return the seconds of processor time that all processes of the server have used."""
        return sum(server.processor_time() for server in self.servers)

    def asked(self) -> int:
        """Return how many requests all have sent, streams apart."""
        screens = (screen.browser for screen in (*self.teachers, *self.boards))
        return sum(browser.asked for browser in (*screens, *(pupil.browser for pupil in self.pupils)))

    async def end(self, attending: "list[asyncio.Task[None]]") -> list[Any]:
        """End all lessons, with the turns that stand; return what went wrong among the pupils."""
        for teacher in self.teachers:
            try:
                await teacher.browser.post(f"{teacher.address}end/", {})
            except Lost:
                self.measured.failed.append("a lesson could not be ended")
        _done, late = await asyncio.wait(attending, timeout=self.options.patience)
        for pupil in self.pupils:
            pupil.go()
        if late:
            _done, late = await asyncio.wait(late, timeout=GOING_HOME)
        for task in late:
            task.cancel()
        results = await asyncio.gather(*attending, return_exceptions=True)
        for browser in (*(pupil.browser for pupil in self.pupils), *(each.browser for each in self.teachers)):
            browser.close()
        return [*results, *(Exception("a pupil does not go home") for _task in late)]

    def report(self, raised: list[str]) -> dict[str, Any]:
        """Say what was lost, and what went wrong."""
        found, slugs = self.matches.compare(self.diary.said, self.users), self.classes.slugs()
        ended = sum(version is None for version in self.matches.versions(slugs).values())
        faults = {
            "answers_missing": found.pop("missing"),
            "answers_unexplained": found.pop("unexplained"),
            "replies": self.diary.faults + self.measured.failed,
            "records": self.matches.faults_of_records(slugs),
            "servers": [fault for server in self.servers for fault in server.faults()],
            "people": raised,
            "matches_not_ended": len(slugs) - ended,
        }
        statuses = {str(status): count for status, count in sorted(self.diary.statuses.items())}
        return {"matches": len(slugs), **found, "statuses": statuses, "faults": {k: v for k, v in faults.items() if v}}


def ring(ports: Sequence[int], pupils: Sequence[dict[str, Any]], seconds: float) -> dict[str, Any]:
    """Let pupils sign in within a while."""
    with ThreadPoolExecutor(max(1, len(pupils))) as pool:
        port = cycle(ports)
        coming = [pool.submit(sign_in.sign_in, next(port), pupil, seconds, at) for at, pupil in enumerate(pupils)]
        done = [each.result() for each in coming]
    times = [time for each in done for time in each["times"]]
    found = {"pupils": len(done), "in": sum(each["is_in"] for each in done), "requests": len(times)}
    return found | ({"requests_ms": sign_in.ranked(times)} if times else {})


def database_time() -> float:
    """Return the seconds of processor time that PostgreSQL has used for this database; SQLite works in the servers."""
    if connection.vendor != "postgresql":
        return 0
    pids = backends_now()
    return sum(map(processor_time_of, pids))


def bare_ms(seconds: float) -> float:
    """Return the milliseconds of processor time of a request of the bare view, sent as moves are."""
    with Server(environment={"DJANGO_SETTINGS_MODULE": BARE}) as server:
        figures = asyncio.run(play_over_http(server, tables_on(server, 8, 4), seconds, 0, streams=False))
    return float(figures["cpu_ms_per_move"])


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lessons", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--lessons", type=int, default=10)
    parser.add_argument("--pupils", type=int, default=30, help="in each lesson")
    parser.add_argument("--bell", type=int, default=150, help="pupils of other classes who sign in meanwhile")
    parser.add_argument("--patience", type=float, default=60, help="seconds within which all turns are finished")
    parser.add_argument("--processes", type=int, default=1, help="of the server; more than one need PostgreSQL")
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Run on a database and servers of its own."""
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        lay_out_static()
        classes, matches = import_module("tests.bench.classes"), import_module("tests.bench.matches")
        bell = sign_in.prepare(options.bell, 0.2)
        lessons = [classes.begin(number, options.pupils) for number in range(options.lessons)]
        try:
            with ExitStack() as stack:
                servers = [stack.enter_context(Server()) for _ in range(options.processes)]
                school = School(options, servers, Random(options.seed), classes, matches)
                figures = asyncio.run(school.run(lessons, bell))
            if options.minutes >= 1:
                figures["bare_cpu_ms_per_request"] = bare = bare_ms(BARE_SECONDS)
                figures["in_bare"] = round(figures["cpu_ms_per_request"] / bare, 2)
            return {"database": connection.vendor, "load_average": os.getloadavg(), **figures}
        finally:
            connections.close_all()


if __name__ == "__main__":
    report = measure(options_of(sys.argv[1:]))
    print(json.dumps(report, indent=2))  # noqa: T201
    sys.exit(bool(report["faults"]))
