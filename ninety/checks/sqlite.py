"""Read back from a live connection how SQLite is set up, for it says nothing when a setting is not taken."""

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

LEAST_TIMEOUT = 5000


@register(Tags.database)
def check_sqlite(
    app_configs: Sequence[AppConfig] | None = None, databases: Iterable[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Check every SQLite database among those named."""
    return [
        message
        for alias in databases or ()
        if connections[alias].vendor == "sqlite"
        for message in read_back(connections[alias])
    ]


def read_back(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    """Check a database through a connection of the check's own, as the given one may be in the middle of something."""
    own = connection.copy()
    try:
        journal, timeout, keys = (pragma(own, name) for name in ("journal_mode", "busy_timeout", "foreign_keys"))
        overwrites = pragma(own, "secure_delete")
        begins = first_statement(own)
    finally:
        own.close()
    found = {
        "E001": (
            journal in ("wal", "memory"),
            f"its journal mode is {journal}, not wal: readers and writers would wait",
        ),
        "E002": (timeout >= LEAST_TIMEOUT, f"it waits {timeout} ms for a lock, less than {LEAST_TIMEOUT}"),
        "E003": (keys == 1, "it does not check foreign keys"),
        "E004": (
            begins == "BEGIN IMMEDIATE",
            f"its transactions start with {begins}, not BEGIN IMMEDIATE: writers would fail with 'database is locked'",
        ),
        "E005": (overwrites == 1, "what is erased stays in its file until something else is written there"),
    }
    return [
        Error(
            f"SQLite is not set up for Ninety: {says}.",
            hint="See DATABASES in ninety/settings.py.",
            id=f"ninety.{code}",
        )
        for code, (good, says) in found.items()
        if not good
    ]


def pragma(connection: BaseDatabaseWrapper, name: str) -> Any:
    """Read one setting of a live SQLite connection."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name}")
        return cursor.fetchone()[0]


def first_statement(connection: BaseDatabaseWrapper) -> str:
    """Give the statement with which SQLite itself sees a transaction of Django begin; it need not wait for a lock."""
    seen: list[str] = []
    connection.ensure_connection()
    connection.connection.execute("PRAGMA busy_timeout = 0")
    connection.connection.set_trace_callback(seen.append)
    with contextlib.suppress(OperationalError):
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        connection.rollback()
    return seen[0] if seen else "nothing"
