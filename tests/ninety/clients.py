"""People who follow streams, without a network between them and the streams."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.db import connection, connections

from ninety import broadcast, streams
from ninety.models import User
from tests.factories import signed_in

PATIENCE = 20


def cookie_of(person: User | None) -> str:
    """Sign a person in, and return what their browser sends."""
    if person is None:
        return ""
    browser = signed_in(person)
    return f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"


class Client:
    """Asks for a stream and keeps what comes; while `is_stuck`, it takes nothing."""

    def __init__(self, path: str, cookie: str = "", method: str = "GET", host: str = "localhost") -> None:
        headers = [(b"host", host.encode()), (b"cookie", cookie.encode())]
        self.scope: Any = {"type": "http", "method": method, "path": path, "headers": headers}
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.text = ""
        self.is_over = False
        self._changed = asyncio.Condition()
        self._gone = asyncio.Event()
        self._takes = asyncio.Event()
        self._takes.set()
        self._has_asked = False

    @property
    def is_stuck(self) -> bool:
        """Whether it takes nothing that it is sent."""
        return not self._takes.is_set()

    @is_stuck.setter
    def is_stuck(self, value: bool) -> None:
        (self._takes.clear if value else self._takes.set)()

    @property
    def versions(self) -> list[int]:
        """The versions that it was told."""
        events = self.text.split("\n\n")
        return [int(event.split("data: ")[1]) for event in events if event.startswith("event: version")]

    async def receive(self) -> Any:
        """Give what it sends: its request, and once it has gone that it has, as uvicorn does."""
        if not self._has_asked:
            self._has_asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """Take what it is sent."""
        await self._takes.wait()
        assert not self.is_over, "sent after the end"
        async with self._changed:
            if message["type"] == "http.response.start":
                self.status, self.headers = message["status"], dict(message["headers"])
            else:
                self.text += message["body"].decode()
                self.is_over = not message["more_body"]
                if self.is_over:
                    self._gone.set()
            self._changed.notify_all()

    def go(self) -> None:
        """Go away without a word."""
        self._gone.set()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until what has come makes something true."""
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(happened)

    async def until_told(self, *versions: int) -> None:
        """Wait until these are the versions that it was told."""
        await self.until(lambda: self.versions == list(versions))

    async def until_newest(self, version: int) -> None:
        """Wait until this is the last version that it was told."""
        await self.until(lambda: self.versions[-1] == version)

    async def until_over(self) -> None:
        """Wait until the stream is closed in good order."""
        await self.until(lambda: self.is_over)

    async def ask(self) -> int:
        """Ask, and return the status of a refusal, or of a stream once its first version has come."""
        self.task = asyncio.create_task(streams.stream(self.scope, self.receive, self.send))
        answered = asyncio.create_task(self.until(lambda: self.is_over or self.versions != []))
        await asyncio.wait([self.task, answered], return_when=asyncio.FIRST_COMPLETED)
        if self.task.done():
            self.task.result()
        await answered
        return self.status


@asynccontextmanager
async def served() -> AsyncIterator[None]:
    """Serve streams with one thread, and with notices from other processes where the database brings them.

    The thread keeps no connection: a stream that ends late may still ask for something when all others have gone.
    """
    with patch.dict(connections.settings["default"], CONN_MAX_AGE=0), ThreadPoolExecutor(1) as pool:
        streams.open_streams(pool)
        listening = None
        if connection.vendor == "postgresql":
            listening = asyncio.create_task(broadcast.listen())
            await until_listening()
        try:
            yield
        finally:
            await streams.end_streams()
            if listening is not None:
                listening.cancel()
                await asyncio.wait([listening])


async def until_listening() -> None:
    """Wait until this process listens to PostgreSQL: then all look again."""
    ready = asyncio.Event()
    follower: broadcast.Follower = lambda _notice: ready.set()  # noqa: E731
    broadcast.hub.follow("ready", follower)
    await asyncio.wait_for(ready.wait(), PATIENCE)
    broadcast.hub.unfollow("ready", follower)
