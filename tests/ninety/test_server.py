"""The server finds a port, lays out its files, and stops tidily."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import CommandError, call_command
from pytest_django import Settings

from ninety import asgi, server


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


def test_it_gives_up_where_no_port_is_free(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "TRIES", 1)
    with pytest.raises(server.PortTaken, match=f"^Ports {taken} to {taken} of 127.0.0.1 are not free.$"):
        server.bind()


@pytest.mark.parametrize(("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "127.0.0.1")])
def test_the_address_is_one_to_open_on_this_machine(host: str, shown: str) -> None:
    with server.bind(host, 0) as listener:
        assert server.address(listener) == f"http://{shown}:{listener.getsockname()[1]}/"


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


def talk(scope: dict[str, Any], *messages: str) -> list[str]:
    """Hand a scope and some messages to the application, and give the types of what it sends."""
    sent: list[str] = []
    waiting = list(messages)

    async def receive() -> Any:
        return {"type": waiting.pop(0)}

    async def send(message: Any) -> None:
        sent.append(message["type"])

    asyncio.run(asgi.application(scope, receive, send))  # type: ignore[arg-type]
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
