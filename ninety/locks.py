"""One writer at a time where the database knows no better.

SQLite lets one connection write, and those that wait for it try again at odd moments: some are served at once, others
after a second. Here they queue instead, first come first served within a process, and by a lock on a file between
processes. PostgreSQL needs none of this but while it is brought up to date.
"""

import contextlib
import os
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

try:
    import fcntl
except ImportError:  # Windows: one process serves there, and SQLite's own lock holds off the commands beside it.
    fcntl = None  # type: ignore[assignment]

MIGRATING = 9099
"""The number of the lock that PostgreSQL gives to one migration at a time."""


class Queue:
    """A lock that is handed on in the order in which it was asked for."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    @property
    def length(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn, and keep it."""
        mine = threading.Event()
        with self._guard:
            if self._is_taken:
                self._waiting.append(mine)
            else:
                self._is_taken = True
                mine.set()
        try:
            mine.wait()
            yield
        finally:
            self._leave(mine)

    def _leave(self, mine: threading.Event) -> None:
        """Hand the lock to whoever is next, or give up waiting for it, as after Ctrl+C."""
        with self._guard:
            if not mine.is_set():
                self._waiting.remove(mine)
            elif self._waiting:
                # The lock stays taken, so that nobody steps in before the one who is woken.
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_queue = Queue()


def _begin_anew() -> None:
    """Forget who waited in the process that this one is a fork of."""
    global _queue  # noqa: PLW0603
    _queue = Queue()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that writes, as `transaction.atomic()` does, when it is one's turn to write.

    Inside an open transaction it does not wait: whoever has one writes already, and the others wait for it.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _queue.turn(), between_processes(str(connection.settings_dict["NAME"])), transaction.atomic():
        yield


@contextlib.contextmanager
def migrating(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Let one process at a time bring a PostgreSQL database up to date; a SQLite file is served by one alone."""
    if database.vendor != "postgresql":
        yield
        return
    # Held by a connection that does nothing else: whatever becomes of a migration, closing it lets go.
    own = database.copy()
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        yield
    finally:
        own.close()


class AlreadyServed(Exception):
    """Another process serves the same SQLite database: notices would not reach the pages of both."""


@contextlib.contextmanager
def serving() -> Iterator[None]:
    """Be the one process that serves a SQLite database, or that puts another in its place. Raises AlreadyServed."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or fcntl is None or name.startswith("file:") or ":memory:" in name:
        yield
        return
    with _opened(f"{name}.serving") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AlreadyServed from error
        yield


@contextlib.contextmanager
def between_processes(path: str) -> Iterator[None]:
    """Keep other processes that would write there out; the system lets go of the lock of one that dies."""
    if fcntl is None or path.startswith("file:") or ":memory:" in path:
        yield
        return
    # Opened each time, as a lock belongs to an opening: a fork would share it with its parent.
    with _opened(f"{path}.lock") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)


def _opened(path: str) -> BinaryIO:
    """Open a file to lock. Raises OperationalError where it cannot be written, as then nothing beside it can be."""
    try:
        return Path(path).open("ab")
    except OSError as error:
        raise OperationalError(f"{Path(path).name} cannot be opened: {error.strerror}") from error
