"""Copy a PostgreSQL database that is in use, and bring a copy back, by the programs that PostgreSQL comes with."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.postgresql.client import DatabaseClient
from psycopg import sql

from ninety.keeping.copies import CannotCopy, Copied, bring_up_to_date, drafted, instead, is_empty, looked_at, stamp
from ninety.keeping.invariants import snapshot

LONGEST_NAME = 63


def back_up(file: Path) -> Copied:
    """Copy the database as it is at one moment, while others write, and look at that very moment. Raises CannotCopy."""
    dump, read = program("pg_dump"), program("pg_restore")
    with drafted(file) as draft:
        with snapshot(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_export_snapshot()")
            moment = cursor.fetchone()[0]
            run(dump, "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={moment}", f"--file={draft}")
            copied = looked_at()
        run(read, f"--file={os.devnull}", str(draft), database=None)
    return copied


def bring_back(file: Path, *, replace: bool, despite_faults: bool) -> Copied:
    """Put a copy in the place of the database, after bringing it up to date and looking at it. Raises CannotCopy.

    What was there is kept under another name. Nobody may be connected to it meanwhile.
    """
    read, name = program("pg_restore"), str(connection.settings_dict["NAME"])
    if not file.is_file():
        raise CannotCopy(f"There is no file {file}.")
    was_empty = is_empty()
    if not was_empty and not replace:
        raise CannotCopy("There are people or matches in the database. With --replace it is set aside for the backup.")
    draft, aside = f"{name[: LONGEST_NAME - 24]}_restoring", f"{name[: LONGEST_NAME - 24]}_before_{stamp()}"
    with administered() as server:
        others = server.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid <> %s",
            [name, connection.connection.info.backend_pid],
        ).fetchone()
        connection.close()
        if others and others[0]:
            raise CannotCopy(f"Others are connected to the database ({others[0]}): stop all servers first.")
        try:
            make_like(server, draft, name)
            run(read, "--exit-on-error", "--no-owner", "--no-privileges", str(file), database=draft)
            with instead(draft):
                bring_up_to_date()
                copied = looked_at()
            if copied.faults and not despite_faults:
                return copied
            execute(server, "ALTER DATABASE {} RENAME TO {}", name, aside)
            execute(server, "ALTER DATABASE {} RENAME TO {}", draft, name)
        finally:
            execute(server, "DROP DATABASE IF EXISTS {}", draft)
        if was_empty:
            execute(server, "DROP DATABASE {}", aside)
    return Copied(copied.matches, copied.faults, "" if was_empty else aside)


@contextmanager
def administered() -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
    """Connect to the server beside the database, with the right to make and rename databases."""
    asked = connection.get_connection_params() | {"dbname": "postgres"}
    given = {name: value for name, value in asked.items() if name not in {"context", "cursor_factory"}}
    try:
        with psycopg.connect(**given, autocommit=True) as server:
            yield server
    except psycopg.errors.InsufficientPrivilege as error:
        raise CannotCopy("The database's user needs the right to make databases: ALTER ROLE ... CREATEDB.") from error
    except psycopg.Error as error:
        raise CannotCopy(f"The server of the database refused: {str(error).partition('\n')[0]}.") from error


def make_like(server: "psycopg.Connection[tuple[Any, ...]]", name: str, other: str) -> None:
    """Make an empty database that sorts as another one does."""
    execute(server, "DROP DATABASE IF EXISTS {}", name)
    sorts = server.execute("SELECT datcollate, datctype FROM pg_database WHERE datname = %s", [other]).fetchone()
    assert sorts is not None
    server.execute(
        sql.SQL("CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE {} LC_CTYPE {}").format(
            sql.Identifier(name), *map(sql.Literal, sorts)
        )
    )


def execute(server: "psycopg.Connection[tuple[Any, ...]]", statement: str, *names: str) -> None:
    """Carry out a statement about databases."""
    server.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def program(name: str) -> str:
    """Find a program of PostgreSQL that is as new as the server. Raises CannotCopy."""
    found = shutil.which(name)
    if found is None:
        raise CannotCopy(f"{name} is not on this machine: install the client programs of PostgreSQL.")
    connection.ensure_connection()
    server = connection.connection.info.server_version // 10000
    says = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.search(r"\d+", says)
    if version is None or int(version[0]) < server:
        raise CannotCopy(
            f"{name} of PostgreSQL {version and version[0]} cannot read a server of {server}: install {server}."
        )
    return found


def run(*command: str, database: str | None = "") -> None:
    """Run a program on the database, another one, or none (None), as the settings say. Raises CannotCopy."""
    settings = connection.settings_dict | ({"NAME": database} if database else {})
    (_, *arguments), variables = DatabaseClient.settings_to_cmd_args_env(settings, [])
    if database is None:
        arguments = []
    elif arguments[-1] == settings["NAME"]:
        arguments[-1] = f"--dbname={settings['NAME']}"
    done = subprocess.run(
        [command[0], *arguments, *command[1:]],
        env=os.environ | (variables or {}),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["nothing"]
        raise CannotCopy(f"{Path(command[0]).name} failed: {said[0]}")
