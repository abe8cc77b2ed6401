"""One writer at a time where the database knows no better.

SQLite lets one connection write, and those that wait for it try again at odd moments: some are served at once, others
after a second. Here they queue instead, first come first served within a process, and by a lock on a file between
processes. PostgreSQL needs none of this.
"""

import contextlib
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection, transaction

try:
    import fcntl
except ImportError:  # Windows: one process serves there, and SQLite's own lock holds off the commands beside it.
    fcntl = None  # type: ignore[assignment]


class Queue:
    """A lock that is handed on in the order in which it was asked for; a thread that has it may ask again."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._holder: int | None = None
        self._depth = 0

    @contextlib.contextmanager
    def turn(self) -> Iterator[bool]:
        """Wait for one's turn and keep it; yield whether it is new to this thread."""
        me = threading.get_ident()
        is_new = self._holder != me
        if is_new:
            self._wait()
            self._holder = me
        self._depth += 1
        try:
            yield is_new
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._pass_on()

    def _wait(self) -> None:
        with self._guard:
            if self._holder is None and not self._waiting:
                self._holder = threading.get_ident()
                return
            mine = threading.Event()
            self._waiting.append(mine)
        mine.wait()

    def _pass_on(self) -> None:
        with self._guard:
            self._holder = None
            if self._waiting:
                # Nobody may step in between: the lock is taken for the one who is woken.
                self._holder = -1
                self._waiting.popleft().set()


_queue = Queue()
_file: IO[bytes] | None = None


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that writes, as `transaction.atomic()` does, when it is one's turn to write."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    with _queue.turn() as is_new, _between_processes() if is_new else contextlib.nullcontext(), transaction.atomic():
        yield


@contextlib.contextmanager
def _between_processes() -> Iterator[None]:
    """Keep the writers of other processes out; only called by the thread that has the turn in this one."""
    global _file  # noqa: PLW0603
    name = str(connection.settings_dict["NAME"])
    if fcntl is None or name.startswith("file:") or ":memory:" in name:
        yield
        return
    path = Path(settings.BASE_DIR, f"{name}.lock")
    if _file is None or _file.name != str(path):
        _file = path.open("ab")
    fcntl.flock(_file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(_file, fcntl.LOCK_UN)
