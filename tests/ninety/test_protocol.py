"""The server reads what comes over a line, and keeps no more of it than a request may need."""

import asyncio
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from ninety import server
from ninety.protocol import HEAD, Protocol

PATIENCE = 5


async def counting(_scope: Any, receive: Any, send: Any) -> None:
    """Answer with the number of bytes of the body."""
    size, goes_on = 0, True
    while goes_on:
        message = await receive()
        size, goes_on = size + len(message["body"]), message["more_body"]
    body = str(size).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def answered(*pieces: bytes) -> list[str]:
    """Send pieces over one line, and return the first and the last line of all that comes back."""
    config = uvicorn.Config(counting, lifespan="off", log_config=None)
    config.load()
    state, loop = ServerState(), asyncio.get_running_loop()
    async with (
        asyncio.timeout(PATIENCE),
        await loop.create_server(lambda: Protocol(config, state, {}), "127.0.0.1") as line,
    ):
        reader, writer = await asyncio.open_connection(*line.sockets[0].getsockname())
        for piece in pieces:
            writer.write(piece)
            await asyncio.sleep(0)
        lines = (await reader.read()).decode().split("\r\n")
        writer.close()
    return [lines[0], lines[-1]]


def test_ninety_is_served_by_it() -> None:
    config = server.config()
    config.load()
    assert config.http_protocol_class is Protocol


def test_a_head_that_does_not_end_is_refused() -> None:
    pieces = [b"x" * 1024] * (HEAD // 1024 + 1)
    assert asyncio.run(answered(b"GET / HTTP/1.1\r\nEndless: ", *pieces)) == [
        "HTTP/1.1 400 Bad Request",
        "The head of this request is too long.",
    ]


@pytest.mark.parametrize("size", [0, 3 * HEAD])
def test_a_body_may_be_longer_and_comes_in_pieces(size: int) -> None:
    head = b"POST / HTTP/1.1\r\nHost: ninety\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % size
    pieces = [b"x" * 1024] * (size // 1024)
    assert asyncio.run(answered(head[:20], head[20:], *pieces)) == ["HTTP/1.1 200 OK", str(size)]


def test_the_head_of_each_request_is_counted_anew() -> None:
    kept = b"GET / HTTP/1.1\r\nHost: ninety\r\nLong: %s\r\n\r\n" % (b"x" * (HEAD // 2))
    last = kept.replace(b"Long", b"Connection: close\r\nLong")
    assert asyncio.run(answered(kept, kept, last)) == ["HTTP/1.1 200 OK", "0"]
