"""Tell what is no fault of the program: the database is away, full, read-only or not brought up to date."""

import errno

from django.db import DatabaseError, Error, InterfaceError, OperationalError

OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.EPERM})
OF_POSTGRESQL = frozenset({"25006", "42P01", "42703"})
"""Its states for a database that is read-only, and for a table or column that a migration has still to make."""
RETRY_AFTER = 5
"""Seconds after which it is worth asking again."""


def is_outage(error: BaseException | None) -> bool:
    """Return whether the same request may well succeed later, without any change of the program."""
    if isinstance(error, OSError):
        return error.errno in OF_THE_DISK
    # A damaged file of SQLite is a plain DatabaseError; what derives from it otherwise are faults of ours.
    if isinstance(error, OperationalError | InterfaceError) or type(error) is DatabaseError:
        return True
    return isinstance(error, Error) and getattr(error.__cause__, "sqlstate", None) in OF_POSTGRESQL
