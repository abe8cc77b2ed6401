"""Measure the streams of people who play, on servers of their own: `python -m tests.bench.streams --help`; JSON.

"idle" opens many streams on a server where nothing happens, and gives what each costs: bytes of memory, threads,
database connections, processor time. "notices" opens some on a server that publishes versions at a rate, and gives
the milliseconds from just before a commit until the event is read, at all streams that follow the match. "stop" is
how long the server takes to end with the latter open, and how many of them it closed in good order.
"""

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, connections

from .client import LOST, Browser, Connection
from .publishing import TICKS
from .servers import Server, own_database

PEOPLE = 4
"""People at a match, each with one stream."""
CALM = 11
"""Seconds of quiet in which two heartbeats come."""
BUSY = 15
"""Seconds of notices."""
AT_ONCE = 32
"""Streams that are opened at the same moment."""


@dataclass
class Listener:
    """One open stream, and how long each version took to reach it."""

    connection: Connection
    pieces: AsyncIterator[bytes]
    delays: list[float] = field(default_factory=list)
    beats: int = 0
    is_ended: bool = False

    async def read(self) -> None:
        """Take all that comes until the stream ends."""
        with suppress(*LOST):
            async for piece in self.pieces:
                now = monotonic()
                for line in piece.decode().splitlines():
                    if line.startswith("data: ") and int(line[6:]) > TICKS:
                        self.delays.append((now - int(line[6:]) / TICKS) * 1000)
                    self.beats += line == "event: beat"
            self.is_ended = True


async def opened(addresses: list[tuple[str, str]], port: int) -> list[Listener]:
    """Open a stream for each session and slug, some at a time, and wait for the first event of each."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def open_one(session: str, slug: str) -> Listener:
        async with gate:
            browser = Browser(port, session)
            line = await browser.connect()
            line.send("GET", f"/match/{slug}/stream/", browser.headers())
            status, _headers = await line.head()
            if status != 200:
                raise RuntimeError(f"A stream was refused with {status}.")
            pieces = line.pieces()
            while "event: version" not in (await anext(pieces)).decode():
                pass
            return Listener(line, pieces)

    return await asyncio.gather(*(open_one(*address) for address in addresses))


def held(server: Server) -> dict[str, int]:
    """Return what a server holds now: memory, threads, and connections to the database."""
    assert server.process is not None
    folder = Path(f"/proc/{server.process.pid}")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()")
            kept = cursor.fetchone()[0]
        connection.close()
    else:
        kept = sum(file.readlink().suffix == ".sqlite3" for file in (folder / "fd").iterdir() if file.is_symlink())
    return {"memory": server.memory(), "threads": len(list((folder / "task").iterdir())), "connections": kept}


async def idle(addresses: list[tuple[str, str]]) -> dict[str, float]:
    """Measure what streams cost that nothing happens on."""
    with Server() as server:
        for listener in await opened(addresses[: 2 * AT_ONCE], server.port):
            listener.connection.close()
        await asyncio.sleep(1)
        before = await asyncio.to_thread(held, server)
        began, opening = monotonic(), server.processor_time()
        listeners = await opened(addresses, server.port)
        took, opening = monotonic() - began, server.processor_time() - opening
        reading = [asyncio.create_task(listener.read()) for listener in listeners]
        used = server.processor_time()
        await asyncio.sleep(CALM)
        used = server.processor_time() - used
        after = await asyncio.to_thread(held, server)
        for listener in listeners:
            listener.connection.close()
        await asyncio.gather(*reading)
    return {
        "streams": len(listeners),
        "bytes each": round((after["memory"] - before["memory"]) / len(listeners)),
        "threads more": after["threads"] - before["threads"],
        "threads": after["threads"],
        "connections more": after["connections"] - before["connections"],
        "connections": after["connections"],
        "opened a second": round(len(listeners) / took),
        "processor ms to open": round(opening / len(listeners) * 1000, 2),
        "heartbeats": sum(listener.beats for listener in listeners),
        "processor share": round(used / CALM, 3),
    }


async def notices(addresses: list[tuple[str, str]], rate: float) -> dict[str, dict[str, float]]:
    """Measure how long notices take to open streams, and how long the server takes to stop."""
    asked = {"PUBLISHING_RATE": str(rate), "PUBLISHING_MATCHES": str(len(addresses) // PEOPLE)}
    with Server(("-m", "tests.bench.publishing"), environment=asked) as server:
        listeners = await opened(addresses, server.port)
        reading = [asyncio.create_task(listener.read()) for listener in listeners]
        await asyncio.sleep(1)
        for listener in listeners:
            listener.delays.clear()
        used = server.processor_time()
        await asyncio.sleep(BUSY)
        used = server.processor_time() - used
        delays = [delay for listener in listeners for delay in listener.delays]
        began = monotonic()
        await asyncio.to_thread(server.end, signal.SIGTERM)
        took = monotonic() - began
        await asyncio.gather(*reading)
        faults = server.faults()
        if not delays:
            raise RuntimeError(f"Nothing was heard: {faults}")
        for listener in listeners:
            listener.connection.close()
    cuts = quantiles(delays, n=100)
    ended = sum(listener.is_ended for listener in listeners)
    return {
        "notices": {
            "streams": len(listeners),
            "versions a second": round(len(delays) / PEOPLE / BUSY, 1),
            "p50": round(cuts[49], 2),
            "p95": round(cuts[94], 2),
            "p99": round(cuts[98], 2),
            "processor share": round(used / BUSY, 3),
        },
        "stop": {"seconds": round(took, 2), "in good order": ended, "faults": len(faults)},
    }


def prepared(streams: int) -> list[tuple[str, str]]:
    """Fill the database with matches; return a session and a slug for each stream."""
    matches = import_module("tests.bench.matches")
    call_command("migrate", verbosity=0)
    people = [matches.new_person(number) for number in range(-(-streams // PEOPLE) * PEOPLE)]
    addresses = []
    for first in range(0, len(people), PEOPLE):
        seated = people[first : first + PEOPLE]
        slug = matches.deal(seated, Random(first))
        addresses += [(matches.session_of(person), slug) for person in seated]
    connections.close_all()
    return addresses[:streams]


def main(arguments: list[str]) -> Any:
    """Measure, and return a report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--open", type=int, default=300)
    parser.add_argument("--rate", type=float, default=60, help="Versions a second.")
    parser.add_argument("--database", default="", help="The URL of a PostgreSQL server; without it, SQLite.")
    asked = parser.parse_args(arguments)
    with own_database(asked.database):
        django.setup()
        addresses = prepared(max(asked.idle, asked.open))
        return {
            "database": connection.vendor,
            "idle": asyncio.run(idle(addresses[: asked.idle])),
            **asyncio.run(notices(addresses[: asked.open], asked.rate)),
        }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), indent=2))  # noqa: T201
