"""Pages that follow streams, as a server would connect them, and what happens beside them."""

import asyncio
from collections.abc import Callable
from typing import Any

from django.db import connections

from ninety import streams
from ninety.models import User
from tests.factories import signed_in
from tests.ninety.clients import served

PATIENCE = 20


class Page:
    """A page that follows a stream, as a server would connect it."""

    def __init__(self, path: str, person: User | None = None, method: str = "GET", host: str = "localhost") -> None:
        headers = [(b"host", host.encode()), (b"accept-encoding", b"gzip, br")]
        if person is not None:
            client = signed_in(person)
            headers.append((b"cookie", client.cookies.output(header="", sep=";").encode()))
        self.scope: Any = {"type": "http", "method": method, "path": path, "headers": headers}
        self.status, self.headers, self.body, self.is_over = 0, dict[bytes, bytes](), b"", False

    async def __aenter__(self) -> "Page":
        self._gone, self._news = asyncio.Event(), asyncio.Condition()
        self._blocked = asyncio.Event()
        self._blocked.set()
        self.task = asyncio.create_task(streams.stream(self.scope, self._receive, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await asyncio.wait_for(self.task, PATIENCE)

    async def _receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self._blocked.wait()
        assert not self.is_over, "sent after the end"
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message["body"]
            if not message["more_body"]:
                self.is_over = True
                self._gone.set()
        async with self._news:
            self._news.notify_all()

    async def until(self, happened: Callable[[], bool]) -> None:
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(happened), PATIENCE)

    @property
    def versions(self) -> list[int]:
        """The versions that it has been told."""
        events = [event.split("\n") for event in self.body.decode().split("\n\n")]
        return [int(lines[1].removeprefix("data: ")) for lines in events if lines[0] == "event: version"]

    async def hears(self, *versions: int) -> None:
        await self.until(lambda: len(self.versions) >= len(versions))
        assert self.versions == list(versions)


def run(scene: Callable[[], Any]) -> None:
    """Play a scene with the streams open, as a server has them."""

    async def play() -> None:
        async with served():
            await scene()

    asyncio.run(play())


async def do[R](work: Callable[[], R]) -> R:
    """Do something with the database in another thread, as another request does."""

    def closing() -> R:
        try:
            return work()
        finally:
            connections.close_all()

    return await asyncio.to_thread(closing)
