"""Take in all that an ASGI server hands over.

Ordinary requests go to Django's WSGI handler in a pool of threads: that costs half the CPU of Django's ASGI handler,
and one process serves everything. Streams stay in the event loop, and a thread beside does what is due at the tables.
"""

import asyncio
import contextlib
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, cast

from a2wsgi.asgi_typing import Receive, Scope, Send
from django.conf import settings
from django.db import connection, connections
from django.utils.module_loading import import_string

from ninety import broadcast, streams
from ninety.bridge import Pages
from ninety.driver import Daily, Driver
from ninety.keeping.pruning import tidy
from ninety.wsgi import application as django

THREADS = 8
SHARE = 0.001
"""Seconds that a thread works on while the loop, which tells of moves, waits for it; Python takes five times that."""
PATIENCE = 1
"""Seconds that a thread of the pool may take to come and close its connection."""

pages = Pages(django, ThreadPoolExecutor(THREADS, thread_name_prefix="pages"))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request, or follow the server's life; raise ValueError for anything that Ninety does not speak."""
    match scope["type"]:
        case "http" if streams.is_stream(scope["path"]):
            await streams.stream(scope, receive, send)  # type: ignore[arg-type]
        case "http":
            await pages(scope, receive, send)
        case "lifespan":
            await follow(scope, receive, send)
        case other:
            raise ValueError(f"Ninety does not speak {other!r}.")


async def follow(scope: Scope, receive: Receive, send: Send) -> None:
    """Do what goes on beside the requests as long as the server runs, and close the kept connections when it stops."""
    await receive()
    sys.setswitchinterval(SHARE)
    streams.open_streams(pages.executor)
    # A server waits for open responses before it says that it stops: ours is told how to end the streams.
    cast("dict[str, Any]", scope).setdefault("state", {})["end_streams"] = streams.end_streams
    beside = [streams.beat(), streams.keep_present()]
    if connection.vendor == "postgresql":
        beside.append(broadcast.listen())
    tasks = [asyncio.create_task(each) for each in beside]
    drivers = [Driver(import_string(settings.DUE_WORK))]
    if connection.vendor == "sqlite":
        # One process has the database for itself, and on one machine in a school nobody may have set a timer.
        drivers.append(Driver(Daily(tidy), pause=60.0))
    for driver in drivers:
        driver.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    for task in tasks:
        task.cancel()
    await streams.end_streams()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(asyncio.to_thread(driver.stop) for driver in drivers), asyncio.to_thread(close_connections))
    await send({"type": "lifespan.shutdown.complete"})


def close_connections() -> None:
    """Close the database connection that each thread of the pool keeps, which only the thread itself can do.

    The threads meet first, so that none does it for two; one that is busy for longer than `PATIENCE` seconds is left.
    """
    meeting = threading.Barrier(THREADS)

    def close() -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            meeting.wait(PATIENCE)
        connections.close_all()

    wait([pages.executor.submit(close) for _ in range(THREADS)], timeout=2 * PATIENCE)
