"""While the database is away, full or read-only, pages say so; afterwards all goes on, and nothing was lost."""

import errno
import http.client
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)
from django.test import Client
from django.utils.translation import gettext, override

from ninety import locks
from tests.factories import bob, seated_match
from tests.ninety import test_server
from tests.ninety.clients import cookie_of
from tests.ninety.test_server import event, running
from trainer.models import Answer

HANDS = ["8H KS TD", "7H 8S 2D"]
PATIENCE = 20
WITH_STATIC_FILES = """
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
from ninety import server
"""
ON_SQLITE = pytest.mark.skipif(
    os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="a file can be full or read-only"
)
ON_POSTGRESQL = pytest.mark.skipif(
    not os.environ.get("DATABASE_URL", "").startswith("postgres"), reason="a server can be away"
)


def caused_by(error: Exception, cause: Exception) -> Exception:
    """Give an exception of Django with the driver's behind it."""
    error.__cause__ = cause
    return error


def page_that_fails(monkeypatch: pytest.MonkeyPatch, error: Exception, **headers: str) -> Any:
    """Ask for the front page while what it reads fails."""

    def fail(*args: Any) -> None:
        raise error

    monkeypatch.setattr("ninety.views.pages.exhibition_matches", fail)
    return Client(raise_request_exception=False).get("/", headers=headers)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error",
    [
        OperationalError("database is locked"),
        OperationalError("database or disk is full"),
        OperationalError("attempt to write a readonly database"),
        OperationalError("no such table: ninety_match"),
        OperationalError("connection refused"),
        InterfaceError("the connection is closed"),
        DatabaseError("database disk image is malformed"),
        OSError(errno.ENOSPC, "No space left on device"),
        OSError(errno.EROFS, "Read-only file system"),
        caused_by(InternalError("read-only"), psycopg.errors.ReadOnlySqlTransaction()),
        caused_by(ProgrammingError("no table"), psycopg.errors.UndefinedTable()),
    ],
    ids=str,
)
def test_an_outage_is_said_and_when_to_ask_again(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    answer = page_that_fails(monkeypatch, error)
    assert (answer.status_code, answer.headers["Retry-After"], answer.headers["Cache-Control"]) == (
        503,
        "5",
        "no-store",
    )
    assert 'data-again="/health/"' in answer.text
    assert str(error) not in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error",
    [
        IntegrityError("a name twice"),
        ValueError("no number"),
        FileNotFoundError(errno.ENOENT, "no file"),
        caused_by(ProgrammingError("syntax"), psycopg.errors.SyntaxError()),
    ],
    ids=str,
)
def test_a_fault_of_ours_is_no_outage(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    assert page_that_fails(monkeypatch, error).status_code == 500


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "es", "pt", "nl"])
def test_it_is_said_in_each_language(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    answer = page_that_fails(monkeypatch, OperationalError("gone"), **{"accept-language": language})
    with override(language):
        says = gettext("One moment, please")
    assert re.findall(r'<html lang="(\w+)".*<h1>(.*?)</h1>', answer.text, re.DOTALL) == [(language, says)]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "says", "again"), [("get", "tries again by itself", 1), ("post", "Go back", 0)])
def test_what_was_sent_is_not_thrown_away(monkeypatch: pytest.MonkeyPatch, method: str, says: str, again: int) -> None:
    def fail(*args: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("ninety.views.tables.may_guess", fail)
    monkeypatch.setattr("ninety.views.pages.exhibition_matches", fail)
    browser = Client(raise_request_exception=False)
    answer = browser.get("/") if method == "get" else browser.post("/join/", {"code": "ABCDEF"})
    assert (answer.status_code, says in answer.text, answer.text.count("data-again")) == (503, True, again)


def test_a_lock_that_cannot_be_opened_is_an_outage() -> None:
    with (
        pytest.raises(OperationalError, match=r"^ninety.sqlite3.lock cannot be opened: No such file"),
        locks.between_processes("/nowhere/ninety.sqlite3"),
    ):
        pass


@contextmanager
def pragma(name: str, value: object, afterwards: object) -> Iterator[None]:
    """Set up the connection of this test otherwise for a while."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {afterwards}")


@contextmanager
def full() -> Iterator[None]:
    """Leave the database no room for an answer: SQLite then says what it says on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filler (data BLOB)")
        cursor.execute(
            "CREATE TRIGGER fill AFTER INSERT ON trainer_answer BEGIN INSERT INTO filler VALUES (zeroblob(1e6)); END"
        )
        cursor.execute("PRAGMA page_count")
        with pragma("max_page_count", cursor.fetchone()[0], 1073741823):
            yield
        cursor.execute("DROP TRIGGER fill")
        cursor.execute("DROP TABLE filler")


@ON_SQLITE
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("outage", [full, lambda: pragma("query_only", "ON", "OFF")], ids=["full disk", "read-only"])
def test_an_answer_that_could_not_be_written_is_taken_when_it_is_sent_again(outage: Any) -> None:
    match = seated_match(bob(), HANDS, total=48)
    browser = Client(raise_request_exception=False)
    browser.force_login(bob())
    browser.post(f"/match/{match.slug}/play/", {"version": 0, "key": "0" * 16, "card": "8H"})
    answer = {"version": 1, "key": "1" * 16, "total": "56"}
    with outage():
        statuses = [browser.post(f"/match/{match.slug}/announce/", answer).status_code for _ in range(2)]
    assert statuses == [503, 503]
    assert browser.post(f"/match/{match.slug}/announce/", answer).status_code == 302
    assert list(Answer.objects.values_list("announced", "right")) == [(56, True)]


class Forwarder:
    """Hands a port of this machine on to another, and can be cut."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.lines = list[socket.socket]()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self._open()

    def _open(self) -> None:
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self.target)
                self.lines += [near, far]
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Refuse connections, and end those that are open."""
        for line in [self.listener, *self.lines]:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()
        self.lines.clear()

    def mend(self) -> None:
        """Take connections again."""
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self._open()


@pytest.fixture
def _with_static_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve whole pages, in a fresh checkout too."""
    served = test_server.SERVE.replace("\nfrom ninety import server\n", WITH_STATIC_FILES)
    monkeypatch.setattr(test_server, "SERVE", served)


def status_of(port: int, path: str, cookie: str = "") -> int:
    """Ask a server for a page, and return the status."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
        line.request("GET", path, headers={"Cookie": cookie})
        return line.getresponse().status


def until(happens: Any) -> bool:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not happens() and time.monotonic() < end:
        time.sleep(0.1)
    return bool(happens())


@ON_POSTGRESQL
@pytest.mark.usefixtures("_with_static_files")
@pytest.mark.django_db(transaction=True)
def test_a_server_says_that_its_database_is_away_and_goes_on_once_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())
    address = urlsplit(os.environ["DATABASE_URL"])
    forwarder = Forwarder(address.hostname or "", address.port or 5432)
    monkeypatch.setenv("DATABASE_URL", f"postgres://{address.username}@127.0.0.1:{forwarder.port}/postgres")
    paths = ["/health/", "/", "/progress/", f"/match/{match.slug}/?seen=0", f"/match/{match.slug}/stream/"]
    fine, away = [200, 200, 200, 204, 200], [503] * 5
    with running() as server:
        assert [status_of(server.port, path, cookie) for path in paths] == fine
        # A page that only waits has nothing to ask: it learns from the end of its stream.
        stream, end = server.follow(paths[-1], cookie), time.monotonic() + PATIENCE
        assert [event(stream), event(stream)] == ["retry: 1000", "event: version\ndata: 0"]
        forwarder.cut()
        while stream.readline():
            assert time.monotonic() < end, "the stream goes on"
        assert [status_of(server.port, path, cookie) for path in paths] == away
        forwarder.mend()
        assert until(lambda: [status_of(server.port, path, cookie) for path in paths] == fine)
    forwarder.cut()


@ON_POSTGRESQL
@pytest.mark.usefixtures("_with_static_files")
@pytest.mark.django_db(transaction=True)
def test_a_server_outlives_a_restart_of_its_database() -> None:
    cookie = cookie_of(bob())
    with running() as server:
        for _ in range(3):
            assert status_of(server.port, "/progress/", cookie) == 200
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        assert status_of(server.port, "/progress/", cookie) == 200
