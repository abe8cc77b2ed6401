"""A small browser for many people at once: one kept connection, cookies, pages, forms and a stream of versions."""

import asyncio
import json
import re
import secrets
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import urlencode

PATIENCE = 30
"""Seconds that a reply may take before it counts as lost."""
KEPT = 4
"""Seconds after which a connection that was not used is taken for closed, a little before the server closes it."""
HTMX = {"HX-Request": "true"}
LOST = (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError, ValueError)


class Lost(Exception):
    """No reply came: the request may have been carried out, or not."""


@dataclass(frozen=True)
class Reply:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    text: str


@dataclass
class Connection:
    """One connection to a server."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    used_at: float = 0

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> None:
        """Write a request."""
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        self.writer.write("\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode() + body)

    async def head(self) -> tuple[int, dict[str, str]]:
        """Read the status and the headers of a reply."""
        text = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = text.rstrip().split("\r\n")
        named = (line.split(": ", 1) for line in lines)
        return int(first.split()[1]), {name.lower(): value for name, value in named}

    async def reply(self) -> Reply:
        """Read a whole reply."""
        status, headers = await self.head()
        if headers.get("transfer-encoding") == "chunked":
            body = b"".join([piece async for piece in self.pieces()])
        else:
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return Reply(status, headers, body.decode())

    async def pieces(self) -> AsyncGenerator[bytes, None]:
        """Read the pieces of a chunked reply."""
        while size := int(await self.reader.readline(), 16):
            yield await self.reader.readexactly(size)
            await self.reader.readexactly(2)
        await self.reader.readexactly(2)

    def close(self) -> None:
        """Cut the connection."""
        self.writer.close()


@dataclass
class Browser:
    """Asks a server for pages with the cookies of one session; requests at once get connections of their own."""

    port: int
    session: str
    csrf: str = field(default_factory=lambda: secrets.token_hex(16))
    free: list[Connection] = field(default_factory=list)
    asked: int = 0

    async def connect(self) -> Connection:
        """Open a connection. Raises Lost."""
        try:
            async with asyncio.timeout(PATIENCE):
                return Connection(*await asyncio.open_connection("127.0.0.1", self.port))
        except LOST as lost:
            raise Lost from lost

    def headers(self) -> dict[str, str]:
        """Return what every request says."""
        cookies = f"ninety_session={self.session}; ninety_csrf={self.csrf}"
        return {"Host": f"127.0.0.1:{self.port}", "Cookie": cookies}

    async def get(self, path: str) -> Reply:
        """Ask for a fragment of a page. Raises Lost."""
        return await self._ask("GET", path, HTMX)

    async def post(self, path: str, data: dict[str, str]) -> Reply:
        """Send a form. Raises Lost."""
        body = urlencode({**data, "csrfmiddlewaretoken": self.csrf}).encode()
        return await self._ask("POST", path, HTMX | {"Content-Type": "application/x-www-form-urlencoded"}, body)

    async def post_json(self, path: str, data: object) -> Reply:
        """Send JSON, as a script of a page does. Raises Lost."""
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.csrf}
        return await self._ask("POST", path, headers, json.dumps(data).encode())

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Reply:
        self.asked += 1
        connection = self._kept() or await self.connect()
        try:
            async with asyncio.timeout(PATIENCE):
                connection.send(method, path, self.headers() | headers, body)
                reply = await connection.reply()
        except LOST as lost:
            connection.close()
            raise Lost from lost
        except asyncio.CancelledError:
            connection.close()
            raise
        if reply.headers.get("connection") == "close":
            connection.close()
        else:
            connection.used_at = monotonic()
            self.free.append(connection)
        return reply

    def _kept(self) -> Connection | None:
        while self.free:
            connection = self.free.pop()
            if monotonic() - connection.used_at < KEPT:
                return connection
            connection.close()
        return None

    async def versions(self, path: str) -> AsyncGenerator[int, None]:
        """Follow a stream and yield the version of each event, until it ends. Raises Lost."""
        connection = await self.connect()
        try:
            connection.send("GET", path, self.headers())
            status, _headers = await connection.head()
            if status != 200:
                raise Lost
            async with aclosing(_lines(connection)) as lines:
                async for line in lines:
                    if found := re.fullmatch(r"data: (\d+)", line):
                        yield int(found[1])
        except LOST as lost:
            raise Lost from lost
        finally:
            connection.close()

    def close(self) -> None:
        """Cut all connections."""
        with suppress(RuntimeError):
            while self.free:
                self.free.pop().close()


async def _lines(connection: Connection) -> AsyncGenerator[str, None]:
    async with aclosing(connection.pieces()) as pieces:
        async for piece in pieces:
            for line in piece.decode().splitlines():
                yield line
