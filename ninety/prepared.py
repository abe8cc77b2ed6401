"""Queries that every request asks, written as SQL once.

Django writes the SQL of a query anew each time it is asked. For the small queries of a turn that takes ten times as
long as the database needs to answer, and half the time of a request. So the few that are asked with nearly every
request are written once for each thread, with places for the values, and asked again and again. Nothing of what the
database answers is kept.
"""

import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import DateTimeField, Field, IntegerField, QuerySet, TextField
from django.db.models.expressions import Expression
from django.db.models.sql import Query
from django.db.models.sql.compiler import SQLCompiler

type Value = int | str | datetime


class Place(Expression):
    """Where in a query a value goes that is given when it is asked."""

    def __init__(self, name: str, output_field: "Field[Any, Any]") -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG002
        """Stand for the value in the SQL."""
        return "%s", (self,)

    def sent(self, value: Value, connection: Any) -> Any:  # noqa: ARG002
        """Return a value as the database takes it."""
        return value


class Number(Place):
    """A place for a whole number, such as a primary key."""

    def __init__(self, name: str) -> None:
        super().__init__(name, IntegerField())


class Text(Place):
    """A place for a text."""

    def __init__(self, name: str) -> None:
        super().__init__(name, TextField())


class Moment(Place):
    """A place for a moment."""

    def __init__(self, name: str) -> None:
        super().__init__(name, DateTimeField())

    def sent(self, value: Value, connection: Any) -> Any:
        """Return a moment as the database takes it: SQLite knows texts alone."""
        return connection.ops.adapt_datetimefield_value(value)


class _Compiler(SQLCompiler):
    """Writes SQL the first time, and from then on puts the values of the moment into their places."""

    written: str = ""
    places: tuple[Any, ...] = ()
    values: dict[str, Value]
    converters: dict[int, Any] | None = None

    def as_sql(self, with_limits: bool = True, with_col_aliases: bool = False) -> tuple[str, tuple[Any, ...]]:
        """Return the SQL, and the values in the order of their places."""
        if not self.written:
            self.written, self.places = super().as_sql(with_limits, with_col_aliases)
        return self.written, tuple(
            at.sent(self.values[at.name], self.connection) if isinstance(at, Place) else at for at in self.places
        )

    def get_converters(self, expressions: Any) -> dict[int, Any]:
        """Return how what the database answers is read, which is the same each time."""
        if self.converters is None:
            self.converters = super().get_converters(expressions)
        return self.converters


class _Query(Query):
    """A query that is compiled by one compiler each time."""

    kept: _Compiler

    def get_compiler(self, *_using: Any, **_options: Any) -> _Compiler:
        return self.kept


class Prepared[Row]:
    """A query with places for values, such as `Prepared(lambda: Seat.objects.filter(match=Number("match")))`.

    Calling it with a value for each place returns a list of what it finds. A value is never None, which SQL compares
    in another way.
    """

    def __init__(self, queryset: Callable[[], QuerySet[Any, Row]]) -> None:
        self._queryset = queryset
        self._of_thread = threading.local()

    def __call__(self, **values: Value) -> list[Row]:
        """Ask the database."""
        rows, compiler = self._written()
        compiler.values = values
        return list(rows)

    def first(self, **values: Value) -> Row | None:
        """Ask for what is found first, None where that is nothing."""
        return next(iter(self(**values)), None)

    def _written(self) -> tuple[Iterable[Row], _Compiler]:
        """Return what reads the rows in this thread, and what writes the SQL for it."""
        kept, connection = self._of_thread, connections[DEFAULT_DB_ALIAS]
        if getattr(kept, "connection", None) is not connection:
            queryset: Any = self._queryset()
            query, reads = queryset.query.chain(klass=_Query), queryset._iterable_class
            query.kept = kept.compiler = _Compiler(query, connection, DEFAULT_DB_ALIAS)
            queryset.query = query
            kept.rows, kept.connection = reads(queryset), connection
        return kept.rows, kept.compiler
