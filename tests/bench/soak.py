"""Let scripted people play for a while, and compare the log with what they saw: `python -m tests.bench.soak --help`."""

import argparse
import asyncio
import json
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib import import_module
from random import Random
from time import monotonic
from typing import Any

import django
from django.core.management import call_command
from django.db import connections

from .client import Browser
from .people import TIDY, Diary, Person
from .servers import Server, own_database

STUCK_AFTER = 45
"""Seconds without any mishap within which every table has to move or end."""


@dataclass
class Soak:
    """One run: people at tables, the servers that they play on, and what they see."""

    options: argparse.Namespace
    servers: list[Server]
    dice: Random
    matches: Any
    diary: Diary = field(default_factory=Diary)
    slugs: list[str] = field(default_factory=list)
    kills: int = 0
    stopping: bool = False
    # The database is asked in one thread beside the event loop.
    thread: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))

    async def in_thread(self, work: Any, *args: Any) -> Any:
        """Ask the database."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, work, *args)

    async def run(self) -> dict[str, Any]:
        """Play, and report."""
        users = {number: await self.in_thread(self.matches.new_person, number) for number in range(self.options.people)}
        people = [await self.person(number, user) for number, user in users.items()]
        killing = asyncio.create_task(self.kill())
        groups = [people[at :: self.options.tables] for at in range(self.options.tables)]
        tables = [asyncio.create_task(self.table(group, users)) for group in groups if group]
        await asyncio.sleep(60 * self.options.minutes)
        killing.cancel()
        await asyncio.gather(killing, return_exceptions=True)
        stuck = await self.see_all_move(people, tables)
        raised = await self.stop(people, tables)
        report: dict[str, Any] = await self.in_thread(self.report, users, stuck, raised)
        return report

    async def stop(self, people: list[Person], tables: list["asyncio.Task[None]"]) -> list[BaseException]:
        """Let everybody finish what they are doing; return what went wrong among the people themselves."""
        self.stopping = True
        for person in people:
            person.over = True
        _done, late = await asyncio.wait(tables, timeout=40)
        for table in late:
            table.cancel()
        results = await asyncio.gather(*tables, return_exceptions=True)
        for person in people:
            for browser in person.browsers:
                browser.close()
        return [each for each in results if isinstance(each, Exception)]

    async def person(self, number: int, user: Any) -> Person:
        """Give somebody two tabs, each in a session of its own, on either server."""
        ports = [server.port for server in self.servers]
        keys = [await self.in_thread(self.matches.session_of, user) for _tab in range(2)]
        browsers = [Browser(ports[(number + tab) % len(ports)], key) for tab, key in enumerate(keys)]
        return Person(number, browsers, Random(self.dice.random()), self.diary)

    async def table(self, people: list[Person], users: dict[int, Any]) -> None:
        """Let people play one match after the other."""
        dice = Random(self.dice.random())
        while not self.stopping:
            slug = await self.in_thread(self.matches.deal, [users[person.number] for person in people], dice)
            self.slugs.append(slug)
            async with asyncio.TaskGroup() as group:
                for person in people:
                    group.create_task(person.play(slug))

    async def kill(self) -> None:
        """End a server now and then at any moment, and start it again."""
        if not self.options.kill_every:
            return
        while True:
            await asyncio.sleep(self.options.kill_every * self.dice.uniform(0.8, 1.2))
            server = self.dice.choice(self.servers)
            self.kills += 1
            await asyncio.to_thread(server.end, signal.SIGKILL)
            await asyncio.shield(asyncio.ensure_future(asyncio.to_thread(server.start)))

    async def see_all_move(self, people: list[Person], tables: list["asyncio.Task[None]"]) -> list[str]:
        """Return the matches that neither go on nor end once all people behave."""
        for person in people:
            person.habits = replace(TIDY, thinks=(0, 0.1))
        before = await self.in_thread(self.matches.versions, list(self.slugs))
        waiting = {slug for slug, version in before.items() if version is not None}
        until = monotonic() + self.options.patience
        while waiting and monotonic() < until and not any(table.done() for table in tables):
            await asyncio.sleep(0.5)
            now = await self.in_thread(self.matches.versions, list(waiting))
            waiting = {slug for slug in waiting if now[slug] == before[slug]}
        return sorted(waiting)

    def report(self, users: dict[int, Any], stuck: list[str], raised: list[BaseException]) -> dict[str, Any]:
        """Say what was seen, and what is wrong."""
        found = self.matches.compare(self.diary.said, users)
        ended = sum(version is None for version in self.matches.versions(self.slugs).values())
        faults = {
            "answers_missing": found.pop("missing"),
            "answers_unexplained": found.pop("unexplained"),
            "replies": self.diary.faults,
            "records": self.matches.faults_of_records(self.slugs),
            "stuck": stuck,
            "servers": [fault for server in self.servers for fault in server.faults()],
            "people": [repr(each) for each in raised],
        }
        return {
            "matches": len(self.slugs),
            "ended": ended,
            "kills": self.kills,
            **found,
            "statuses": {str(status): count for status, count in sorted(self.diary.statuses.items())},
            "did": dict(sorted(self.diary.did.items())),
            "faults": {name: some for name, some in faults.items() if some},
        }


def options_of(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--kill-every", type=float, default=0, help="seconds between two ends of a server by SIGKILL")
    parser.add_argument("--processes", type=int, default=1, help="servers that people are spread over")
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--patience", type=float, default=STUCK_AFTER, help="seconds within which each table must move")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(arguments)


def soak(options: argparse.Namespace) -> dict[str, Any]:
    """Run on a database and servers of its own."""
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        servers = [Server() for _ in range(options.processes)]
        try:
            for server in servers:
                server.start()
            matches = import_module("tests.bench.matches")
            return asyncio.run(Soak(options, servers, Random(options.seed), matches).run())
        finally:
            for server in servers:
                server.end()
                server.log.unlink()
            connections.close_all()


if __name__ == "__main__":
    report = soak(options_of(sys.argv[1:]))
    print(json.dumps(report, indent=2))  # noqa: T201
    sys.exit(bool(report["faults"]))
