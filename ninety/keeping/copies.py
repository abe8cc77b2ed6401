"""What copies of both databases have in common: a draft that becomes the copy when all is well, and who looks at it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from ninety.health import known_migrations
from ninety.keeping.invariants import Fault, Verification
from ninety.models import Match, User


class CannotCopy(CommandError):
    """Say why nothing was copied or brought back; all is as it was before."""


@dataclass(frozen=True)
class Copied:
    """What was copied or brought back, where what was there before is now, and what is wrong with it."""

    matches: int
    faults: list[Fault]
    aside: str = ""


@contextmanager
def drafted(file: Path) -> Iterator[Path]:
    """Give a file to write to that only the owner may read, and give it its name once it is whole and on the disk."""
    if file.exists():
        raise CannotCopy(f"{file} is there already, and is left as it is.")
    draft = file.with_name(f"{file.name}.part")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)
        yield draft
        with draft.open("rb+") as written:
            os.fsync(written.fileno())
        draft.rename(file)
    except OSError as error:
        raise CannotCopy(f"{file} cannot be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


@contextmanager
def instead(name: str) -> Iterator[None]:
    """Let another database of the same kind stand in for the usual one, in this thread."""
    usual = connections[DEFAULT_DB_ALIAS]
    other = usual.copy()
    other.settings_dict["NAME"] = name
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = usual


def looked_at(aside: str = "") -> Copied:
    """Look for faults in the database that is open, and count."""
    verification = Verification()
    faults = list(verification.faults())
    return Copied(verification.matches, faults, aside)


def is_empty() -> bool:
    """Return whether nobody has played or signed up in the database that is open."""
    tables = connection.introspection.table_names()
    return not any(model._meta.db_table in tables and model.objects.exists() for model in (User, Match))


def bring_up_to_date() -> None:
    """Apply what migrations the database that is open lacks; one of a newer release is refused."""
    known, applied = known_migrations(), MigrationRecorder(connection).applied_migrations()
    ours = {app for app, _ in known}
    if newer := [name for app, name in applied if app in ours and (app, name) not in known]:
        raise CannotCopy(f"The backup is of a newer release of Ninety, which has {min(newer)}: upgrade first.")
    if not known <= applied.keys():
        call_command("migrate", interactive=False, verbosity=0)


def stamp() -> str:
    """Return this moment as part of a name."""
    return timezone.now().strftime("%Y%m%d_%H%M%S")
