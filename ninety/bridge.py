"""Ordinary requests: Django answers them in a pool of threads, beside the event loop that receives and sends.

Each time a thread and the loop hand something to each other, the thread waits for the loop, and the loop for its share
of the processor. So what comes is read before a thread is taken, as long as it is short, and an answer goes back as a
whole with the end of its thread's work. Only what is long passes over in parts.
"""

import asyncio
import contextvars
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from io import BytesIO
from typing import Any

from a2wsgi.asgi_typing import HTTPScope, Receive, Send
from a2wsgi.wsgi import Body, build_environ

AT_ONCE = 64 * 1024
"""Bytes of a request, or of an answer, that are handed over as a whole."""

type Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Gone(Exception):
    """Whoever asked has gone before all of the request had come."""


class Answer:
    """One answer on its way from the thread that makes it to the client."""

    def __init__(self, send: Send) -> None:
        self._send, self._loop = send, asyncio.get_running_loop()
        self._start: Any = None
        self._parts: list[bytes] = []
        self._length = 0

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        """Take status and headers, as a WSGI server does; raise what went wrong where an application tells of it."""
        if exc_info is not None:
            raise exc_info[1]
        latin = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
        self._start = {"type": "http.response.start", "status": int(status[:3]), "headers": latin}
        return self.take

    def take(self, part: bytes) -> None:
        """Take a part of the body in a thread; one that is long by now goes out before the next part is made."""
        self._parts.append(part)
        self._length += len(part)
        if self._length >= AT_ONCE:
            asyncio.run_coroutine_threadsafe(self.go_out(more=True), self._loop).result()

    async def go_out(self, *, more: bool) -> None:
        """Send what has been taken."""
        if self._start is not None:
            await self._send(self._start)
        body = b"".join(self._parts)
        self._start, self._parts, self._length = None, [], 0
        await self._send({"type": "http.response.body", "body": body, "more_body": more})


class Pages:
    """An ASGI application that has a WSGI application answer in a pool of threads."""

    def __init__(self, application: Application, executor: Executor) -> None:
        self.application, self.executor = application, executor

    async def __call__(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer = Answer(send)
        try:
            environ: dict[str, Any] = {**build_environ(scope, await _body(scope, receive))}
        except Gone:
            return
        # What a request sets for its thread, such as the language, ends with it.
        work = contextvars.copy_context().run
        await asyncio.get_running_loop().run_in_executor(self.executor, work, self._make, environ, answer)
        await answer.go_out(more=False)

    def _make(self, environ: dict[str, Any], answer: Answer) -> None:
        parts = self.application(environ, answer.start)
        try:
            for part in parts:
                answer.take(part)
        finally:
            getattr(parts, "close", lambda: None)()


async def _body(scope: HTTPScope, receive: Receive) -> Any:
    """Return the body of a request as a file: a short one has come by then, a long one is read as it is asked for.

    Raises Gone where the client has gone before the end of a short one.
    """
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    # Without a length nothing is read, whatever is sent.
    if not length.isdigit() or int(length) == 0:
        return BytesIO()
    if int(length) > AT_ONCE:
        return Body(asyncio.get_running_loop(), receive)
    parts, more = [], True
    while more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        more = message.get("more_body", False)
    return BytesIO(b"".join(parts))
