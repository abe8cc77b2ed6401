"""Take in all that an ASGI server hands over.

Ordinary requests go to Django's WSGI handler in a pool of threads: that costs half the CPU of Django's ASGI handler,
and one process serves everything.
"""

import asyncio
import contextlib
import threading
from concurrent.futures import wait
from typing import TYPE_CHECKING, cast

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import Receive, Scope, Send
from django.db import connections

from ninety.wsgi import application as django

if TYPE_CHECKING:
    from a2wsgi.wsgi_typing import WSGIApp

THREADS = 8
PATIENCE = 3

pages = WSGIMiddleware(cast("WSGIApp", django), workers=THREADS)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request, or follow the server's life; raise ValueError for anything that Ninety does not speak."""
    match scope["type"]:
        case "http":
            await pages(scope, receive, send)
        case "lifespan":
            await follow(receive, send)
        case other:
            raise ValueError(f"Ninety does not speak {other!r}.")


async def follow(receive: Receive, send: Send) -> None:
    """Tell the server that all is ready, and close the kept connections when it stops."""
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(close_connections)
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
