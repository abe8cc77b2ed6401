"""A live connection is asked how SQLite is set up."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.checks import Error
from django.db import connection
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from ninety.checks import sqlite as checks

GOOD = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA secure_delete=ON",
}


def faults(folder: Path, blocker: DjangoDbBlocker, **options: Any) -> list[str]:
    """Give the ids of what is wrong with a database file of these options."""
    handler = ConnectionHandler(
        {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": folder / "some.sqlite3", "OPTIONS": options}}
    )
    with blocker.unblock():
        return [str(message.id) for message in checks.read_back(handler["default"])]


def test_the_options_of_the_settings_are_right(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    assert faults(tmp_path, django_db_blocker, **GOOD) == []


def test_what_django_does_by_itself_is_not_enough(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    # Some makers of SQLite let it overwrite what is erased by itself.
    found = [fault for fault in faults(tmp_path, django_db_blocker, timeout=0.1) if fault != "ninety.E005"]
    assert found == ["ninety.E001", "ninety.E002", "ninety.E004"]


def test_foreign_keys_must_be_checked(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    command = GOOD["init_command"]
    options = GOOD | {"init_command": f"{command}; PRAGMA foreign_keys=OFF"}
    assert faults(tmp_path, django_db_blocker, **options) == ["ninety.E003"]


def test_what_is_erased_must_be_overwritten(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    options = GOOD | {"init_command": "PRAGMA journal_mode=WAL; PRAGMA secure_delete=OFF"}
    assert faults(tmp_path, django_db_blocker, **options) == ["ninety.E005"]


def test_a_fault_is_said_in_a_sentence(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    handler = ConnectionHandler(
        {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": tmp_path / "some.sqlite3",
                "OPTIONS": GOOD | {"transaction_mode": "DEFERRED"},
            }
        }
    )
    with django_db_blocker.unblock():
        assert checks.read_back(handler["default"]) == [
            Error(
                "SQLite is not set up for Ninety: its transactions start with BEGIN DEFERRED, not BEGIN IMMEDIATE: "
                "writers would fail with 'database is locked'.",
                hint="See DATABASES in ninety/settings.py.",
                id="ninety.E004",
            )
        ]


@pytest.mark.django_db
def test_the_database_of_these_tests_is_set_up_well() -> None:
    assert checks.check_sqlite(databases=["default"]) == []
    if connection.vendor == "sqlite":
        assert checks.pragma(connection, "journal_mode") == "wal"
        assert settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_databases_that_are_not_named_are_left_alone() -> None:
    assert checks.check_sqlite() == []
