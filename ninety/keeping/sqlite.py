"""Copy a SQLite database that is in use, and bring a copy back."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from django.db import OperationalError, connection

from ninety.keeping.copies import CannotCopy, Copied, bring_up_to_date, drafted, instead, is_empty, looked_at, stamp
from ninety.locks import AlreadyServed, serving


def back_up(file: Path) -> Copied:
    """Copy the database as it is at one moment, while others write, and look at the copy. Raises CannotCopy."""
    with drafted(file) as draft, said():
        connection.ensure_connection()
        with closing(sqlite3.connect(draft)) as copy:
            # All in one step: SQLite would begin anew after each write of somebody else.
            connection.connection.backup(copy)
        with instead(str(draft)):
            copied = looked_at()
        make_single(draft)
    return copied


def bring_back(file: Path, *, replace: bool, despite_faults: bool) -> Copied:
    """Put a copy in the place of the database, after bringing it up to date and looking at it. Raises CannotCopy.

    What was there is kept beside it. Nobody may serve it meanwhile.
    """
    target = Path(connection.settings_dict["NAME"])
    if not file.is_file():
        raise CannotCopy(f"There is no file {file}.")
    if not is_empty() and not replace:
        raise CannotCopy("There are people or matches in the database. With --replace it is set aside for the backup.")
    connection.close()
    draft = target.with_name(f"{target.name}.restoring")
    try:
        with serving(), said(str(file)):
            draft.unlink(missing_ok=True)
            source = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
            with closing(source), closing(sqlite3.connect(draft)) as copy:
                source.backup(copy)
            with instead(str(draft)):
                bring_up_to_date()
                copied = looked_at()
            if copied.faults and not despite_faults:
                return copied
            make_single(draft)
            aside = target.with_name(f"{target.name}.before-{stamp()}")
            make_single(target)
            target.rename(aside)
            os.replace(draft, target)  # noqa: PTH105 - the same word on every system
            return Copied(copied.matches, copied.faults, str(aside))
    except AlreadyServed as error:
        raise CannotCopy("A server uses the database: stop it first.") from error
    finally:
        draft.unlink(missing_ok=True)


def write_home() -> None:
    """Write what lies in the journal into the database, and empty the journal: it still holds what has been erased."""
    # Where somebody is in the middle of something, the next time does it.
    with suppress(OperationalError), connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def make_single(file: Path) -> None:
    """Write what lies in the journal beside a database into its file."""
    with closing(sqlite3.connect(file)) as single:
        single.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def said(name: str = "The database") -> Iterator[None]:
    """Say in a sentence what SQLite could not do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise CannotCopy(f"{name} cannot be copied: {error}.") from error
