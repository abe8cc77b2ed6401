"""What holds of every table: it is there, its constraints are in effect, and no row points to one that is not there."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.db import connection
from django.db.models import CheckConstraint, Exists, ForeignKey, Model, OuterRef, UniqueConstraint

from ninety.health import why_not_ready
from ninety.keeping.invariants import Fault, of_all


def models() -> list[type[Model]]:
    """Return every model that has a table of its own."""
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.can_migrate(connection)]


@of_all
def is_up_to_date() -> Iterator[Fault]:
    """Check that every migration has been applied."""
    if fault := why_not_ready():
        yield Fault("database", fault)


@of_all
def file_is_sound() -> Iterator[Fault]:
    """Ask SQLite whether its file is whole and every row keeps the constraints; PostgreSQL looks after that itself."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(20)")
        for (says,) in cursor.fetchall():
            if says != "ok":
                yield Fault("file", says.partition("\n")[0])


@of_all
def constraints_are_in_effect() -> Iterator[Fault]:
    """Check that the database has every constraint that the models ask for."""
    for model in models():
        table = model._meta.db_table
        there = (_of_sqlite if connection.vendor == "sqlite" else _of_postgresql)(table)
        for constraint in model._meta.constraints:
            if isinstance(constraint, CheckConstraint | UniqueConstraint) and constraint.name not in there.names:
                yield Fault(f"table {table}", f"its constraint {constraint.name} is not there")
        for own in model._meta.local_concrete_fields:
            if own.unique and own.column not in there.unique:
                yield Fault(f"table {table}", f"{own.column} may be there twice")
            if isinstance(own, ForeignKey) and own.column not in there.foreign:
                yield Fault(f"table {table}", f"{own.column} may point to nothing")


class Constraints(NamedTuple):
    """The names of a table's constraints, its columns that are unique by themselves, and those that point elsewhere."""

    names: set[str]
    unique: set[str]
    foreign: set[str]


def _of_sqlite(table: str) -> Constraints:
    """Read them from the table's own statement: Django's reading gives up on a long one."""
    with connection.cursor() as cursor:

        def rows(query: str, *given: str) -> list[tuple[Any, ...]]:
            cursor.execute(query, given)
            return list(cursor.fetchall())

        statements = " ".join(sql or "" for (sql,) in rows("SELECT sql FROM sqlite_master WHERE tbl_name = %s", table))
        indexes = rows("SELECT name, [unique] FROM pragma_index_list(%s)", table)
        columns = [[each[0] for each in rows("SELECT name FROM pragma_index_info(%s)", name)] for name, _ in indexes]
        alone = {names[0] for names, (_, unique) in zip(columns, indexes, strict=True) if unique and len(names) == 1}
        keys = rows("SELECT name FROM pragma_table_info(%s) WHERE pk = 1", table)
        foreign = rows("SELECT [from] FROM pragma_foreign_key_list(%s)", table)
        names = {*re.findall(r'CONSTRAINT "(\w+)"', statements), *(name for name, _ in indexes)}
    return Constraints(names, alone | {name for (name,) in keys}, {name for (name,) in foreign})


def _of_postgresql(table: str) -> Constraints:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
    alone = {each["columns"][0] for each in found.values() if each["unique"] and len(each["columns"]) == 1}
    foreign = {each["columns"][0] for each in found.values() if each["foreign_key"]}
    return Constraints(set(found), alone, foreign)


@of_all
def nothing_is_orphaned() -> Iterator[Fault]:
    """Check that whatever points to a row points to one that is there."""
    for model in models():
        for own in model._meta.local_concrete_fields:
            if not isinstance(own, ForeignKey):
                continue
            there = own.related_model._base_manager.filter(**{own.target_field.name: OuterRef(own.attname)})
            orphans = model._base_manager.filter(~Exists(there), **{f"{own.name}__isnull": False})
            if count := orphans.count():
                where = f"table {model._meta.db_table}"
                yield Fault(where, f"{count} rows point by {own.column} to what is not there")
