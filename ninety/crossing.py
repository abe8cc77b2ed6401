"""Hand requests from the server's event loop to Django in a pool of threads, and the answers back.

Each way between the loop and a thread costs both of them a wait for Python's lock. So a request crosses once, with all
of its form, and its answer once it is whole. Only what is long crosses piece by piece, no faster than the other side
takes it.
"""

import asyncio
import contextvars
import io
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from a2wsgi.wsgi import build_environ

GATHERED = 128 * 1024
"""Bytes of a request or an answer that are gathered; forms and pages are shorter."""

type Message = dict[str, Any]
type Application = Callable[..., Iterable[bytes]]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]


class Crossing:
    """An ASGI application that lets a WSGI application answer in a pool of threads."""

    def __init__(self, app: Application, threads: int) -> None:
        self.app = app
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="pages")

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer a request, unless its client goes away before its form is here."""
        loop, pieces = asyncio.get_running_loop(), list[bytes]()
        has_more = True
        while has_more and sum(map(len, pieces)) <= GATHERED:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            pieces.append(message.get("body", b""))
            has_more = message.get("more_body", False)
        body: Any = io.BytesIO(b"".join(pieces))
        if has_more:
            body = io.BufferedReader(Rest(body.getvalue(), lambda: _in_loop(loop, receive())))
        environ = build_environ(scope, body)
        answer = Answer(lambda told: _in_loop(loop, send(told)))
        context = contextvars.copy_context()
        for message in await loop.run_in_executor(self.executor, context.run, answer.make, self.app, environ):
            await send(message)


def _in_loop[Result](loop: asyncio.AbstractEventLoop, work: Awaitable[Result]) -> Result:
    """Let the loop do something, and wait for it in a thread."""

    async def do() -> Result:
        return await work

    return asyncio.run_coroutine_threadsafe(do(), loop).result()


class Rest(io.RawIOBase):
    """A long request as it comes. Raises ConnectionError where its client goes away meanwhile."""

    def __init__(self, first: bytes, receive: Callable[[], Message]) -> None:
        self.here, self.has_more, self.receive = first, True, receive

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer as far as what is here does; 0 at the end."""
        while not self.here and self.has_more:
            message = self.receive()
            if message["type"] == "http.disconnect":
                raise ConnectionResetError
            self.here, self.has_more = message.get("body", b""), message.get("more_body", False)
        size = min(len(buffer), len(self.here))
        buffer[:size], self.here = self.here[:size], self.here[size:]
        return size


class Answer:
    """One answer, made in a thread; `tell` sends a message from there."""

    def __init__(self, tell: Callable[[Message], None]) -> None:
        self.tell = tell
        self.start: list[Message] = []
        self.pieces: list[bytes] = []
        self.size = 0

    def make(self, app: Application, environ: Any) -> list[Message]:
        """Make the answer, and return what of it has not been told yet."""
        made = app(environ, self.begin)
        try:
            for piece in made:
                self.write(piece)
        finally:
            if (close := getattr(made, "close", None)) is not None:
                close()
        return self.taken(more=False)

    def begin(self, status: str, headers: Iterable[tuple[str, str]], _fault: object = None) -> Callable[[bytes], None]:
        """Take the status and the headers."""
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self.start = [{"type": "http.response.start", "status": int(status[:3]), "headers": named}]
        return self.write

    def write(self, piece: bytes) -> None:
        """Take a piece of the body; tell of what is here where that is long."""
        self.pieces.append(piece)
        self.size += len(piece)
        if self.size > GATHERED:
            for message in self.taken(more=True):
                self.tell(message)

    def taken(self, *, more: bool) -> list[Message]:
        """Return what is here as messages, and begin anew."""
        messages = [*self.start, {"type": "http.response.body", "body": b"".join(self.pieces), "more_body": more}]
        self.start, self.pieces, self.size = [], [], 0
        return messages
