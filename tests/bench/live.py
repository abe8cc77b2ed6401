"""Measure live turns beside a bare Django view in the same run: `python -m tests.bench.live --help`; prints JSON.

One request is one move: a card that is laid, or a total that is said.
"""

import argparse
import asyncio
import json
import sys
from dataclasses import dataclass, field
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

import django
from django.core.management import call_command
from django.db import connection, connections

from ninety.server import lay_out_static

from .client import Browser, Lost
from .servers import Server, own_database

if TYPE_CHECKING:
    from collections.abc import Callable

BARE = "tests.bench.bare_settings"


@dataclass
class Times:
    """How long things took, in seconds."""

    all: list[float] = field(default_factory=list)

    def report(self) -> dict[str, float]:
        """Return how many there were, and p50, p95 and p99 in milliseconds."""
        ranked = sorted(self.all)
        parts = {f"p{part}_ms": ranked[len(ranked) * part // 100] * 1000 for part in (50, 95, 99)} if ranked else {}
        return {"count": len(ranked)} | {name: round(value, 2) for name, value in parts.items()}


@dataclass
class Measured:
    """What a run over HTTP sees."""

    moves: Times = field(default_factory=Times)
    events: Times = field(default_factory=Times)
    updates: Times = field(default_factory=Times)
    failures: list[str] = field(default_factory=list)


@dataclass
class LiveTable:
    """A table whose driver knows all cards, so that a move takes one request; each further seat has a screen."""

    dealt: Any
    browsers: list[Browser]
    measured: Measured
    fetching: bool = False
    waiting: dict[int, dict[int, float]] = field(default_factory=dict)
    streams: list["asyncio.Task[None]"] = field(default_factory=list)

    def open_streams(self) -> None:
        """Open a screen for every seat."""
        self.streams = [asyncio.create_task(self.follow(seat)) for seat in range(len(self.browsers))]

    async def follow(self, seat: int) -> None:
        """Note when a screen hears of a move and, where it fetches, when it shows it."""
        browser, path = self.browsers[seat], f"/match/{self.dealt.slug}/"
        try:
            async for version in browser.versions(path + "stream/"):
                began = self.waiting.get(version, {}).pop(seat, None)
                if began is not None:
                    self.measured.events.all.append(monotonic() - began)
                if began is not None and self.fetching:
                    await browser.get(path)
                    self.measured.updates.all.append(monotonic() - began)
        except Lost:
            self.measured.failures.append("a stream was lost")

    async def move(self) -> None:
        """Send the next move, and note how long its answer took."""
        seat, action, form = self.dealt.next_form()
        began = monotonic()
        others = [number for number in range(len(self.browsers)) if number != seat]
        self.waiting = {self.dealt.version + 1: dict.fromkeys(others, began)}
        try:
            reply = await self.browsers[seat].post(f"/match/{self.dealt.slug}/{action}/", form)
        except Lost:
            self.measured.failures.append("no reply")
            return
        self.measured.moves.all.append(monotonic() - began)
        if reply.status != 200:
            self.measured.failures.append(f"{action}: {reply.status}")
        self.dealt.moved()

    async def run(self, until: float, pause: float) -> None:
        """Move again and again, `pause` seconds apart or, at 0, as fast as answers come."""
        at = monotonic() + (id(self) % 97 / 97) * pause
        while self.dealt.goes_on and monotonic() < until:
            await asyncio.sleep(max(0, at - monotonic()))
            at += pause
            await self.move()

    async def close(self) -> None:
        """End all streams and connections."""
        for stream in self.streams:
            stream.cancel()
        await asyncio.gather(*self.streams, return_exceptions=True)
        for browser in self.browsers:
            browser.close()


async def play_over_http(
    server: Server, tables: list[LiveTable], seconds: float, pause: float, *, streams: bool
) -> dict[str, Any]:
    """Let all tables play for a while, and report."""
    measured = tables[0].measured
    if streams:
        for table in tables:
            table.open_streams()
        await asyncio.sleep(2)
    used, began = server.processor_time(), monotonic()
    await asyncio.gather(*(table.run(began + seconds, pause) for table in tables))
    took = monotonic() - began
    used = server.processor_time() - used
    if streams:
        await asyncio.sleep(1)
    figures = {
        "moves_per_second": round(len(measured.moves.all) / took, 1),
        "cpu_ms_per_move": round(used / max(1, len(measured.moves.all)) * 1000, 2),
        "move": measured.moves.report(),
        "event_on_other_screens": measured.events.report(),
        "update_on_other_screens": measured.updates.report(),
        "memory_mb": round(server.memory() / 2**20, 1),
        "database_connections": await asyncio.to_thread(connections_now),
        "failures": sorted(set(measured.failures))[:5],
        "failed": len(measured.failures),
    }
    for table in tables:
        await table.close()
    return {name: value for name, value in figures.items() if value not in ({"count": 0}, [], 0, None)}


def connections_now() -> int | None:
    """Return how many connections PostgreSQL has for this database besides the one that asks."""
    if connection.vendor != "postgresql":
        return None
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()")
            count: int = cursor.fetchone()[0]
            return count
    finally:
        connection.close()


def backends_now() -> list[int]:
    """Return the processes by which PostgreSQL serves this database."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
            return [pid for (pid,) in cursor.fetchall()]
    finally:
        connection.close()


def tables_on(server: Server, count: int, seats: int, *, fetching: bool = False) -> list[LiveTable]:
    """Deal matches of so many people for a server."""
    measured, turns = Measured(), import_module("tests.bench.turns")
    dealt = [turns.Dealt.deal(seats) for _ in range(count)]
    return [LiveTable(each, [Browser(server.port, key) for key in each.sessions], measured, fetching) for each in dealt]


def flat_out(seconds: float) -> dict[str, Any]:
    """Measure how many moves a second a server takes, beside the requests of the bare view."""
    figures: dict[str, Any] = {}
    for name, environment in (("ninety", {}), ("bare", {"DJANGO_SETTINGS_MODULE": BARE})):
        with Server(environment=environment) as server:
            # The first moves load what later ones find loaded.
            for count, lasts in ((8, 2.0), (48, seconds)):
                playing = tables_on(server, count, 2)
                figures[name] = asyncio.run(play_over_http(server, playing, lasts, 0, streams=False))
    ninety, bare = figures["ninety"], figures["bare"]
    figures["ratio_of_rates"] = round(ninety["moves_per_second"] / bare["moves_per_second"], 3)
    figures["ratio_of_cpu"] = round(bare["cpu_ms_per_move"] / ninety["cpu_ms_per_move"], 3)
    return figures


def paced(seconds: float) -> dict[str, Any]:
    """Measure moves and what reaches the other screens, which only listen or fetch their fragment too."""
    figures: dict[str, Any] = {}
    for name, count, seats, pause in (("tables_50_a_move_a_second", 50, 4, 1.0), ("streams_300_turns_60", 60, 5, 0.5)):
        for fetching in (False, True):
            with Server() as server:
                playing = tables_on(server, count, seats, fetching=fetching)
                figures[name + "_fetching" * fetching] = asyncio.run(
                    play_over_http(server, playing, seconds, pause, streams=True)
                )
    return figures


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure what is asked for on a database of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.live", description=__doc__)
    parser.add_argument(
        "what", nargs="*", choices=["process", "http", "paced", "profile"], default=["process", "http", "paced"]
    )
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--seconds", type=float, default=10, help="how long each run over HTTP plays")
    parser.add_argument("--turns", type=int, default=60, help="turns in each of the runs in process")
    options = parser.parse_args(arguments)
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        lay_out_static()
        turns = import_module("tests.bench.turns")
        works: dict[str, Callable[[], Any]] = {
            "process": lambda: turns.in_process(options.turns),
            "http": lambda: flat_out(options.seconds),
            "paced": lambda: paced(options.seconds),
            "profile": lambda: turns.profile(options.turns),
        }
        try:
            return {"database": connection.vendor, **{what: works[what]() for what in options.what}}
        finally:
            connections.close_all()


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), indent=2))  # noqa: T201
