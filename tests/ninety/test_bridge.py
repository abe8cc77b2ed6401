"""Requests and answers cross between the event loop and the threads whole, as long as they are short."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any

import pytest

from ninety.bridge import AT_ONCE, Pages

language: ContextVar[str] = ContextVar("language", default="en")
SHORT, LONG = b"x" * (AT_ONCE - 1), b"y" * (AT_ONCE + 1)


class Client:
    """Sends a request in parts, and keeps what comes back; `asked` counts how often the server wanted more."""

    def __init__(self, *parts: bytes, length: int | None = None, leaves: bool = False) -> None:
        self.parts, self.leaves, self.asked = list(parts), leaves, 0
        self.sent: list[dict[str, Any]] = []
        length = sum(map(len, parts)) if length is None else length
        self.scope: Any = {
            "type": "http",
            "method": "POST",
            "path": "/match/é/",
            "query_string": b"seen=3",
            "http_version": "1.1",
            "headers": [(b"content-length", str(length).encode()), (b"cookie", b"a=1"), (b"cookie", b"b=2")],
        }

    async def receive(self) -> Any:
        self.asked += 1
        if self.leaves and not self.parts:
            return {"type": "http.disconnect"}
        part = self.parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or self.leaves}

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def answered(client: Client, application: Callable[[Any, Any], Iterable[bytes]]) -> Client:
    """Have a request answered by an application in a thread."""
    with ThreadPoolExecutor(1) as pool:
        asyncio.run(Pages(application, pool)(client.scope, client.receive, client.send))
    return client


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    start("200 OK", [("X-Path", environ["PATH_INFO"]), ("X-Cookie", environ["HTTP_COOKIE"])])
    return [environ["wsgi.input"].read()]


def test_a_short_answer_goes_out_in_one_piece() -> None:
    client = answered(Client(b"total=", b"47"), echo)
    headers = [(b"x-path", "/match/é/".encode()), (b"x-cookie", b"a=1,b=2")]
    assert client.sent == [
        {"type": "http.response.start", "status": 200, "headers": headers},
        {"type": "http.response.body", "body": b"total=47", "more_body": False},
    ]


def test_an_answer_without_a_body_is_whole() -> None:
    def nothing_new(_environ: object, start: Callable[..., Any]) -> list[bytes]:
        start("204 No Content", [])
        return []

    assert answered(Client(), nothing_new).sent == [
        {"type": "http.response.start", "status": 204, "headers": []},
        {"type": "http.response.body", "body": b"", "more_body": False},
    ]


@pytest.mark.parametrize(("body", "asked"), [(SHORT, 1), (LONG, 0)], ids=["short", "long"])
def test_a_short_request_has_come_before_a_thread_is_taken(body: bytes, asked: int) -> None:
    client, found = Client(body), []

    def look(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        found.append(client.asked)
        return echo(environ, start)

    assert answered(client, look).body == body
    assert found == [asked]


def test_what_comes_without_a_length_is_not_read() -> None:
    client = answered(Client(b"47", length=0), echo)
    assert (client.asked, client.body) == (0, b"")


def test_nobody_works_for_a_client_who_has_gone() -> None:
    def fail(_environ: object, _start: object) -> list[bytes]:
        raise AssertionError

    assert answered(Client(b"tot", length=8, leaves=True), fail).sent == []


def test_a_long_answer_goes_out_while_it_is_made() -> None:
    client, had = Client(), []

    def file(_environ: object, start: Callable[..., Any]) -> Iterator[bytes]:
        start("200 OK", [])
        for part in (SHORT, SHORT, b"end"):
            had.append(len(client.body))
            yield part

    assert answered(client, file).body == SHORT + SHORT + b"end"
    assert had == [0, 0, 2 * len(SHORT)]
    assert [message.get("more_body") for message in client.sent] == [None, True, False]


def test_what_a_request_sets_ends_with_it() -> None:
    seen = []

    def speak(_environ: object, start: Callable[..., Any]) -> list[bytes]:
        start("200 OK", [])
        seen.append((language.get(), threading.current_thread()))
        language.set("nl")
        return []

    async def two(pages: Pages) -> None:
        for client in (Client(), Client()):
            await pages(client.scope, client.receive, client.send)

    with ThreadPoolExecutor(1) as pool:
        asyncio.run(two(Pages(speak, pool)))
    (first, thread), (second, same) = seen
    assert (first, second) == ("en", "en")
    assert thread is same


class Parts:
    """The body of an answer that fails half way."""

    is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"half"
        raise OSError("no more")

    def close(self) -> None:
        self.is_closed = True


def test_a_failure_half_way_sends_nothing_and_lets_go() -> None:
    client, parts = Client(), Parts()

    def fail(_environ: object, start: Callable[..., Any]) -> Parts:
        start("200 OK", [])
        return parts

    with pytest.raises(OSError, match=r"^no more$"):
        answered(client, fail)
    assert (client.sent, parts.is_closed) == ([], True)


def test_what_an_application_tells_of_is_raised() -> None:
    def fail(_environ: object, start: Callable[..., Any]) -> list[bytes]:
        error = ValueError("wrong")
        start("500 Internal Server Error", [], (ValueError, error, None))
        return []

    with pytest.raises(ValueError, match=r"^wrong$"):
        answered(Client(), fail)
