"""A database that people play on is copied, looked at, and brought back whole; a damaged copy changes nothing."""

import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from ninety import locks, server
from ninety.keeping import postgresql
from ninety.keeping.copies import instead
from ninety.keeping.invariants import Verification
from ninety.models import Match, User
from ninety.selectors import state_of
from ninety.services import TableSettings, open_match, play_bots_to_the_end
from tests.factories import bob, seated_match
from trainer.models import Answer
from trainer.services import announce_total, commit_play

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = ["8H KS TD", "7H 8S 2D"]
IS_SQLITE = not os.environ.get("DATABASE_URL", "").startswith("postgres")
ON_SQLITE = pytest.mark.skipif(not IS_SQLITE, reason="about a file")
ON_POSTGRESQL = pytest.mark.skipif(IS_SQLITE, reason="about a server")


def run_sql(statement: str) -> None:
    """Carry out a statement about databases."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(statement)


def databases(prefix: str) -> list[str]:
    """Give the names of the databases of the server that begin alike."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as admin:
        rows = admin.execute("SELECT datname FROM pg_database WHERE datname LIKE %s ORDER BY 1", [f"{prefix}%"])
        return [row[0] for row in rows]


@pytest.fixture
def school(tmp_path: Path) -> Iterator[str]:
    """Let a database of its own, up to date and empty, stand in for that of the tests; give its name."""
    name = str(tmp_path / "school.sqlite3") if IS_SQLITE else f"school_{os.getpid()}"
    of_the_tests = str(connection.settings_dict["NAME"])
    if IS_SQLITE:
        connection.ensure_connection()
        with closing(sqlite3.connect(name)) as copy:
            connection.connection.backup(copy)
    else:
        connection.close()
        run_sql(f"CREATE DATABASE {name} TEMPLATE {of_the_tests}")
    try:
        with instead(name):
            yield name
    finally:
        if not IS_SQLITE:
            for each in databases(name):
                run_sql(f"DROP DATABASE {each} WITH (FORCE)")


def answered(person: User | None = None) -> Match:
    """Play one turn of a person, Bob unless said otherwise, so that there is something to lose."""
    person = person or bob()
    match = seated_match(person, HANDS, total=48)
    seat = match.seats.get(user=person)
    commit_play(seat, state_of(match).hands[0][0], None, version=0, key="a")
    announce_total(seat, 56, version=1, key="b")
    return match


def asides(school: str) -> list[str]:
    """Give what was set aside."""
    if IS_SQLITE:
        return [path.name for path in Path(school).parent.glob("*.before-*")]
    return databases(f"{school}_before")


def test_a_backup_brings_back_what_was_there(school: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, match = tmp_path / "friday", answered()
    call_command("backup", str(file))
    assert capsys.readouterr().out == f"{file} is written, with 1 matches and no fault.\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if "friday" in path.name] == ["friday"]
    Answer.objects.all().delete()
    call_command("restore", str(file), "--replace")
    assert list(Answer.objects.values_list("match__slug", "announced")) == [(match.slug, 56)]
    assert list(Verification().faults()) == []
    said = capsys.readouterr().out.splitlines()
    (aside,) = asides(school)
    assert said[0] == "The backup is in place, with 1 matches and 0 faults."
    assert said[1].endswith(f"{aside}.")


def test_what_was_set_aside_is_whole(school: str, tmp_path: Path) -> None:
    answered()
    call_command("backup", str(tmp_path / "friday"))
    User.objects.create_user("newcomer")
    call_command("restore", str(tmp_path / "friday"), "--replace")
    assert not User.objects.filter(username="newcomer").exists()
    (aside,) = asides(school)
    with instead(str(Path(school).with_name(aside)) if IS_SQLITE else aside):
        assert User.objects.filter(username="newcomer").exists()


def test_a_database_with_people_is_replaced_only_when_told(school: str, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "friday"))
    User.objects.create_user("newcomer")
    with pytest.raises(CommandError, match=r"^There are people or matches in the database\. With --replace "):
        call_command("restore", str(tmp_path / "friday"))
    assert User.objects.filter(username="newcomer").exists()


def test_an_empty_database_needs_no_leave(school: str, tmp_path: Path) -> None:
    answered()
    call_command("backup", str(tmp_path / "friday"))
    call_command("flush", interactive=False, verbosity=0)
    call_command("restore", str(tmp_path / "friday"))
    assert Answer.objects.count() == 1


def test_a_file_that_is_there_is_left_alone(school: str, tmp_path: Path) -> None:
    (tmp_path / "friday").write_text("mine")
    with pytest.raises(CommandError, match=r"friday is there already, and is left as it is\.$"):
        call_command("backup", str(tmp_path / "friday"))
    assert (tmp_path / "friday").read_text() == "mine"


def test_a_folder_that_is_not_there_is_said(school: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"friday cannot be written: No such file or directory\.$"):
        call_command("backup", str(tmp_path / "none" / "friday"))


def test_a_backup_that_is_not_there_is_said(school: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^There is no file .*friday\.$"):
        call_command("restore", str(tmp_path / "friday"))


@pytest.mark.parametrize("damage", ["no backup", "half a backup"])
def test_what_is_no_whole_backup_changes_nothing(school: str, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "friday"
    answered()
    call_command("backup", str(file))
    whole = file.read_bytes()
    file.write_bytes(b"nothing of the kind" if damage == "no backup" else whole[: len(whole) // 2])
    with pytest.raises(CommandError):
        call_command("restore", str(file), "--replace")
    assert Answer.objects.count() == 1
    assert asides(school) == []
    left = [path.name for path in tmp_path.iterdir()] if IS_SQLITE else databases(school)
    assert [name for name in left if "restoring" in name] == []


def test_a_database_with_faults_is_copied_and_brought_back_only_when_told(
    school: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, match = tmp_path / "friday", answered()
    Answer.objects.all().delete()
    fault = f"match {match.pk}: the total announced at play 1 is not in the log\n"
    with pytest.raises(CommandError, match=r"friday is written, and the database has 1 faults\.$"):
        call_command("backup", str(file))
    assert capsys.readouterr().out == fault
    with pytest.raises(CommandError, match=r"^The backup has 1 faults; nothing was changed\. See --despite-faults\.$"):
        call_command("restore", str(file), "--replace")
    assert (capsys.readouterr().out, asides(school)) == (fault, [])
    call_command("restore", str(file), "--replace", "--despite-faults")
    assert "with 1 matches and 1 faults" in capsys.readouterr().out


def test_a_backup_of_a_newer_release_is_refused(school: str, tmp_path: Path) -> None:
    MigrationRecorder(connection).record_applied("ninety", "9999_from_the_future")
    call_command("backup", str(tmp_path / "friday"))
    with pytest.raises(CommandError, match=r"release of Ninety, which has 9999_from_the_future: upgrade first\.$"):
        call_command("restore", str(tmp_path / "friday"))
    assert MigrationRecorder(connection).migration_qs.filter(name="9999_from_the_future").exists()


def test_people_play_on_while_a_backup_is_made(school: str, tmp_path: Path) -> None:
    """Each copy holds what was written before it began, and no match half a step further than its log."""
    stop, written = threading.Event(), list[str]()

    def write() -> None:
        try:
            with instead(school):
                while not stop.is_set():
                    written.append(answered(User.objects.create_visitor()).slug)
        finally:
            connection.close()

    writers = [threading.Thread(target=write) for _ in range(3)]
    for writer in writers:
        writer.start()
    try:
        for number in range(3):
            before = len(written)
            while len(written) < before + 2 and all(writer.is_alive() for writer in writers):
                stop.wait(0.01)
            had = set(written)
            call_command("backup", str(tmp_path / f"copy-{number}"))
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    call_command("restore", str(tmp_path / "copy-2"), "--replace")
    assert had <= set(Answer.objects.values_list("match__slug", flat=True))
    assert list(Verification().faults()) == []


@ON_SQLITE
def test_a_backup_is_one_file_that_needs_no_journal(school: str, tmp_path: Path) -> None:
    answered()
    call_command("backup", str(tmp_path / "friday"))
    with closing(sqlite3.connect(f"file:{tmp_path / 'friday'}?mode=ro", uri=True)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT count(*) FROM trainer_answer").fetchone() == (1,)


@ON_SQLITE
def test_nothing_is_brought_back_under_a_server(school: str, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "friday"))
    with locks.serving(), pytest.raises(CommandError, match=r"^A server uses the database: stop it first\.$"):
        call_command("restore", str(tmp_path / "friday"))


@ON_SQLITE
def test_a_second_server_is_refused(school: str) -> None:
    with (
        locks.serving(),
        pytest.raises(CommandError, match=r"^Another process serves this database\. Several processes need PostgreSQL"),
    ):
        server.serve(port=0)


@ON_SQLITE
def test_a_disk_that_is_full_leaves_no_half_a_backup(
    school: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(sqlite3.Connection):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.execute("PRAGMA max_page_count = 5")

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **options: connect(*args, **options, factory=Full))
    with pytest.raises(CommandError, match=r"^The database cannot be copied: database or disk is full\.$"):
        call_command("backup", str(tmp_path / "friday"))
    assert [path.name for path in tmp_path.iterdir() if "friday" in path.name] == []


@ON_SQLITE
def test_a_file_with_a_broken_page_is_found(school: str, tmp_path: Path) -> None:
    for _ in range(5):
        play_bots_to_the_end(open_match(TableSettings({"preset": "ninety-eight"})))
    call_command("backup", str(tmp_path / "friday"))
    whole = bytearray((tmp_path / "friday").read_bytes())
    page = len(whole) // 4096 * 3 // 4 * 4096
    whole[page : page + 2048] = os.urandom(2048)
    (tmp_path / "saturday").write_bytes(whole)
    with pytest.raises(CommandError):
        call_command("restore", str(tmp_path / "saturday"), "--replace")
    assert Match.objects.count() == 5


@ON_POSTGRESQL
def test_nothing_is_brought_back_while_others_are_connected(school: str, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "friday"))
    other = psycopg.connect(os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{school}")
    with closing(other), pytest.raises(CommandError, match=r"^Others are connected to the database \(1\): stop all"):
        call_command("restore", str(tmp_path / "friday"))


@ON_POSTGRESQL
def test_a_program_that_is_missing_or_too_old_is_said(
    school: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "pg_dump"
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(old))
    with pytest.raises(CommandError, match=r"^pg_dump of PostgreSQL 9 cannot read a server of \d+: install \d+\.$"):
        call_command("backup", str(tmp_path / "friday"))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CommandError, match=r"^pg_dump is not on this machine: install the client programs"):
        call_command("backup", str(tmp_path / "friday"))


@ON_POSTGRESQL
def test_a_user_who_may_make_no_databases_is_told(school: str, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "friday"))
    role = f"clerk_{os.getpid()}"
    run_sql(f"CREATE ROLE {role} LOGIN")
    run_sql(f"GRANT pg_read_all_data TO {role}")
    run_sql(f"ALTER DATABASE {school} OWNER TO {role}")
    try:
        connection.close()
        connection.settings_dict["USER"] = role
        with pytest.raises(CommandError, match=r"^The database's user needs the right to make databases: ALTER ROLE"):
            postgresql.bring_back(tmp_path / "friday", replace=True, despite_faults=False)
    finally:
        connection.close()
        run_sql(f"ALTER DATABASE {school} OWNER TO postgres")
        run_sql(f"DROP ROLE {role}")


def test_the_programs_are_found(school: str) -> None:
    if not IS_SQLITE:
        assert postgresql.program("pg_dump") == shutil.which("pg_dump")
