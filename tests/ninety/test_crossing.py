"""A request crosses to a thread and its answer comes back, each in one piece unless it is long."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any

import pytest

from ninety.crossing import GATHERED, Crossing, Message

SCOPE = {
    "type": "http", "method": "POST", "path": "/", "query_string": b"", "http_version": "1.1",
    "headers": [(b"content-type", b"text/plain")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2),
}  # fmt: skip
GONE = {"type": "http.disconnect"}
seen: ContextVar[str] = ContextVar("seen", default="nothing")


def asked(app: Callable[..., Iterable[bytes]], *arrives: Message) -> list[Message]:
    """Let an application answer what arrives, and return what it sends."""
    sent: list[Message] = []

    async def ask() -> None:
        waiting = iter(arrives)

        async def receive() -> Message:
            return next(waiting)

        async def send(message: Message) -> None:
            sent.append(message)

        await Crossing(app, 1)(SCOPE, receive, send)

    asyncio.run(ask())
    return sent


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def echo(environ: dict[str, Any], begin: Callable[..., Any]) -> Iterator[bytes]:
    begin("200 OK", [("X-Thread", threading.current_thread().name)])
    while piece := environ["wsgi.input"].read(10_000):
        yield piece


def test_a_form_and_its_answer_cross_in_one_piece() -> None:
    start, body = asked(echo, part(b"total=", more=True), part(b"5", more=True), part(b"6"))
    assert (start["type"], start["status"]) == ("http.response.start", 200)
    assert start["headers"] == [(b"x-thread", b"pages_0")]
    assert body == {"type": "http.response.body", "body": b"total=56", "more_body": False}


def test_half_a_form_is_nobodys() -> None:
    assert asked(lambda *_: pytest.fail("asked"), part(b"total=5", more=True), GONE) == []
    assert asked(lambda *_: pytest.fail("asked"), GONE) == []


def test_what_is_long_crosses_piece_by_piece() -> None:
    pieces = [bytes([at]) * (GATHERED // 2) for at in range(9)]
    sent = asked(echo, *(part(piece, more=at < 8) for at, piece in enumerate(pieces)))
    bodies = sent[1:]
    assert b"".join(message["body"] for message in bodies) == b"".join(pieces)
    assert [message["more_body"] for message in bodies] == [True] * (len(bodies) - 1) + [False]
    assert len(bodies) > 2
    assert max(len(message["body"]) for message in bodies) < 2 * GATHERED


def test_a_long_request_that_ends_too_soon_is_told_to_whoever_reads_it() -> None:
    def read(environ: dict[str, Any], begin: Callable[..., Any]) -> list[bytes]:
        with pytest.raises(ConnectionError):
            environ["wsgi.input"].read()
        begin("400 Bad Request", [])
        return [b"gone"]

    start, _body = asked(read, part(b"x" * GATHERED, more=True), part(b"x", more=True), GONE)
    assert start["status"] == 400


def test_a_long_answer_is_made_no_faster_than_it_is_taken() -> None:
    made: list[int] = []
    taken: list[int] = []

    def app(_environ: dict[str, Any], begin: Callable[..., Any]) -> Iterator[bytes]:
        begin("200 OK", [])
        for number in range(5):
            made.append(number)
            yield b"x" * (GATHERED + 1)

    async def ask() -> None:
        async def receive() -> Message:
            return part(b"")

        async def send(_message: Message) -> None:
            await asyncio.sleep(0)
            taken.append(len(made))

        await Crossing(app, 1)(SCOPE, receive, send)

    asyncio.run(ask())
    # The status comes before the first piece; what is left is the end, with nothing in it.
    assert taken == [1, 1, 2, 3, 4, 5, 5]


def test_what_was_opened_is_closed_and_a_fault_is_the_servers() -> None:
    class Broken:
        closed = False

        def __iter__(self) -> Iterator[bytes]:
            raise RuntimeError("broken")

        def close(self) -> None:
            Broken.closed = True

    with pytest.raises(RuntimeError, match="broken"):
        asked(lambda *_: Broken(), part(b""))
    assert Broken.closed


def test_nothing_of_one_request_is_left_for_the_next() -> None:
    found: list[str] = []

    def app(_environ: dict[str, Any], begin: Callable[..., Any]) -> list[bytes]:
        found.append(seen.get())
        seen.set("a secret")
        begin("204 No Content", [])
        return []

    async def ask() -> None:
        crossing = Crossing(app, 1)

        async def receive() -> Message:
            return part(b"")

        async def send(_message: Message) -> None:
            return

        await crossing(SCOPE, receive, send)
        await crossing(SCOPE, receive, send)

    asyncio.run(ask())
    assert found == ["nothing", "nothing"]
