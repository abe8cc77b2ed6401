"""The server finds a port, lays out its files, serves streams, does what is due, and stops tidily."""

import asyncio
import http.client
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.conf import settings as project
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from ninety import asgi, server, streams
from ninety.locks import between_processes
from ninety.models import Match
from tests.factories import bob, live_match, seated_match
from tests.ninety.clients import cookie_of

PATIENCE = 20
HANDS = ["8H KS TD", "7H 8S 2D"]
# A fresh checkout has no static files laid out, which is no business of these tests.
SERVE = """
import django
from django.conf import settings
django.setup()
settings.STATIC_ROOT = settings.BASE_DIR / "static"
from ninety import server
server.serve(port=0, say=lambda text: print(text, flush=True))
"""


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Give a port that somebody listens on, as if it were the usual one."""
    with server.bind(port=0) as listener:
        port = listener.getsockname()[1]
        monkeypatch.setattr(server, "PORT", port)
        yield port


def test_the_next_free_port_is_used_and_said(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    said: list[str] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda _, sockets: served.extend(map(server.address, sockets)))
    server.serve(say=said.append)
    assert [
        f"Port {taken} is taken, so another one is used.",
        f"Ninety is open at {served[0]} (Ctrl+C stops it).",
    ] == said
    assert taken < int(served[0].split(":")[2].rstrip("/")) < taken + server.TRIES


@pytest.mark.django_db
def test_a_port_that_is_asked_for_is_the_only_one_tried(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lay_out_static", lambda: None)
    with pytest.raises(CommandError, match=f"^Port {taken} of 127.0.0.1 is not free.$"):
        call_command("serve", port=taken, skip_checks=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server is asked, not a file")
def test_a_database_that_cannot_be_written_is_not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict, "NAME", "/nowhere/ninety.sqlite3")
    says = "^The database cannot be written: ninety.sqlite3.serving cannot be opened: No such file or directory.$"
    with pytest.raises(CommandError, match=says), server.alone():
        pass


def test_it_gives_up_where_no_port_is_free(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TRIES", 1)
    with pytest.raises(server.PortTaken, match=f"^Ports {taken} to {taken} of 127.0.0.1 are not free.$"):
        server.bind()


@pytest.mark.parametrize(("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")])
def test_the_address_is_one_to_open_on_this_machine(host: str, shown: str) -> None:
    with server.bind(host, 0) as listener:
        assert server.address(listener) == f"http://{shown}:{listener.getsockname()[1]}/"


def test_an_answer_does_not_wait_until_the_other_side_has_taken_its_first_half() -> None:
    delays: list[int] = []

    class Protocol(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:
            accepted = transport.get_extra_info("socket")
            delays.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def take_one(listener: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        async with await loop.create_server(Protocol, sock=listener):
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            assert await reader.read() == b""
            writer.close()

    with server.bind(port=0) as listener:
        asyncio.run(take_one(listener))
    assert delays == [1]


def test_a_stop_waits_three_seconds_at_most() -> None:
    assert server.config().timeout_graceful_shutdown == 3


def test_static_files_are_laid_out_once_and_after_a_change(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "card.txt").write_text("7H")
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATIC_ROOT = tmp_path / "laid"
    settings.STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    assert server.is_static_stale()
    server.lay_out_static()
    assert not server.is_static_stale()
    assert staticfiles_storage.url("card.txt") == "/static/card.6f79e1c7cdbb.txt"


@pytest.mark.skipif(find_spec("fcntl") is None, reason="there is no flock")
def test_processes_that_start_together_lay_out_static_files_once(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.STATIC_ROOT = tmp_path / "laid"
    laid = list[str]()
    monkeypatch.setattr(server, "is_static_stale", lambda: not laid)
    monkeypatch.setattr(server, "call_command", lambda name, **_: laid.append(name))
    with between_processes(str(settings.STATIC_ROOT)):
        other = threading.Thread(target=server.lay_out_static)
        other.start()
        other.join(0.2)
        assert (other.is_alive(), laid) == (True, [])
        laid.append("by the first")
    other.join(PATIENCE)
    assert laid == ["by the first"]


def test_a_process_may_open_a_connection_for_each_stream() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < server.FILES:
        pytest.skip("the system allows fewer")
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, before[1]))
        server.open_many()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (server.FILES, before[1])
        assert server.FILES > streams.MOST
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def talk(scope: Any, *messages: str) -> list[str]:
    """Hand a scope and some messages to the application, and give the types of what it sends."""
    sent: list[str] = []
    waiting = list(messages)

    async def receive() -> Any:
        return {"type": waiting.pop(0)}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    asyncio.run(asgi.application(scope, receive, send))
    return sent


def test_it_says_when_it_is_ready_and_when_it_has_stopped() -> None:
    sent = talk({"type": "lifespan"}, "lifespan.startup", "lifespan.shutdown")
    assert sent == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


def test_it_refuses_what_it_does_not_speak() -> None:
    with pytest.raises(ValueError, match=r"^Ninety does not speak 'websocket'.$"):
        talk({"type": "websocket"})


def test_each_thread_closes_its_own_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[int] = []

    class Connections:
        def close_all(self) -> None:
            closed.append(1)

    monkeypatch.setattr(asgi, "connections", Connections())
    asgi.close_connections()
    assert len(closed) == asgi.THREADS


@dataclass
class Running:
    """A server in a process of its own, over the database of the tests."""

    process: "subprocess.Popen[str]"
    port: int
    lines: ExitStack

    def follow(self, path: str, cookie: str = "") -> http.client.HTTPResponse:
        """Ask for a stream."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.lines.enter_context(closing(line))
        line.request("GET", path, headers={"Cookie": cookie})
        return self.lines.enter_context(closing(line.getresponse()))

    def threads(self) -> int:
        """Return how many threads it has."""
        return len(list(Path(f"/proc/{self.process.pid}/task").iterdir()))


@contextmanager
def running() -> Iterator[Running]:
    """Run a server, and see that it says nothing but where it is."""
    address = (
        os.environ.get("DATABASE_URL", "").rpartition("/")[0] if connection.vendor == "postgresql" else "sqlite://"
    )
    its_own = {
        "DATABASE_URL": f"{address}/{connection.settings_dict['NAME']}",
        "DJANGO_SETTINGS_MODULE": "ninety.settings",
        "SECRET_KEY": project.SECRET_KEY,
    }
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE],
        cwd=project.BASE_DIR,
        env=os.environ | its_own,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process, ExitStack() as lines:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line.startswith("Ninety is open at http://127.0.0.1:"), process.communicate()[1]
            yield Running(process, int(line.split(":")[2].split("/")[0]), lines)
        finally:
            process.kill()


def event(stream: http.client.HTTPResponse) -> str:
    """Read the next event of a stream, without its empty line."""
    lines = iter(stream.readline, b"\n")
    return b"".join(lines).decode().rstrip("\n")


def end(server: Running) -> tuple[int, str]:
    """Stop a server as its operator would, and return how it ended and what it complained about."""
    server.process.send_signal(signal.SIGTERM)
    said = server.process.communicate(timeout=5)[1]
    return server.process.returncode, said


@pytest.mark.django_db(transaction=True)
def test_a_hundred_streams_cost_no_threads_and_end_in_good_order_within_five_seconds() -> None:
    match, cookie = live_match([bob()], HANDS, watching=True), cookie_of(bob())
    path = f"/match/{match.slug}/stream/"
    with running() as server:
        streams = [server.follow(path, cookie), *(server.follow(path) for _ in range(99))]
        assert [event(stream) for stream in streams] == ["retry: 1000"] * 100
        assert [event(stream) for stream in streams] == ["event: version\ndata: 0"] * 100
        assert server.threads() < asgi.THREADS + 5
        assert server.follow(f"/match/{match.slug}/?seen=0", cookie).status == 204
        assert end(server) == (-signal.SIGTERM, "")
        assert b"".join(stream.read() for stream in streams).replace(b"event: beat\ndata:\n\n", b"") == b""


@pytest.mark.django_db(transaction=True)
def test_what_is_due_is_done_by_itself_and_told() -> None:
    match, cookie = seated_match(bob(), HANDS, choosing_limit=5), cookie_of(bob())
    with running() as server:
        stream = server.follow(f"/match/{match.slug}/stream/", cookie)
        assert [event(stream), event(stream)] == ["retry: 1000", "event: version\ndata: 0"]
        now = timezone.now()
        Match.objects.update(step_since=now - timedelta(seconds=60), due_at=now)
        assert next(text for text in iter(lambda: event(stream), "") if "beat" not in text) == "event: version\ndata: 1"
        assert end(server) == (-signal.SIGTERM, "")
    match.refresh_from_db()
    assert match.committed is not None


@pytest.mark.django_db(transaction=True)
def test_refusals_leave_the_line_in_order() -> None:
    match = seated_match(bob(), HANDS)
    with running() as server, closing(http.client.HTTPConnection("127.0.0.1", server.port)) as line:
        statuses = []
        for method in ("GET", "HEAD", "POST", "GET"):
            line.request(method, f"/match/{match.slug}/stream/")
            with line.getresponse() as answer:
                statuses.append((answer.status, answer.read()))
        assert statuses == [(204, b""), (405, b""), (405, b""), (204, b"")]
        assert end(server) == (-signal.SIGTERM, "")
