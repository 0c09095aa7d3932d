"""Turns rows read by hand-written SQL into model instances, and runs SQL statements."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from django.db import connection, models

from simulator.jobs.prepared_sql import Statement

_Model = TypeVar("_Model", bound=models.Model)


class Columns(Generic[_Model]):
    """The named columns of a table, or all columns if no names are given."""

    def __init__(self, model: type[_Model], alias: str, *names: str) -> None:
        self._model = model
        self._fields = [field for field in model._meta.concrete_fields if not names or field.name in names]
        self._names = [field.attname for field in self._fields]
        self.sql = ", ".join(f'{alias}."{field.column}"' for field in self._fields)
        self.count = len(self._fields)
        self._converters: list[tuple[int, Any, Any]] | None = None

    def make(self, values: Sequence[Any]) -> _Model:
        """Return a model instance with these values, given in the order of the columns."""
        return self._model.from_db("default", self._names, self._converted(values))

    def refresh(self, row: _Model, values: Sequence[Any]) -> None:
        """Set the columns of an instance to these values, given in the order of the columns."""
        for name, value in zip(self._names, self._converted(values), strict=True):
            setattr(row, name, value)

    def _converted(self, values: Sequence[Any]) -> list[Any]:
        found = list(values)
        # The converters are looked up at first use, because they depend on the database.
        if self._converters is None:
            self._converters = self._needed()
        for at, convert, column in self._converters:
            found[at] = convert(found[at], column, connection)
        return found

    def _needed(self) -> list[tuple[int, Any, Any]]:
        """Return position, converter and column for each conversion that the driver leaves to Django.

        SQLite returns times as text, and both databases return JSON as text.
        """
        found: list[tuple[int, Any, Any]] = []
        for at, field in enumerate(self._fields):
            column = field.get_col(self._model._meta.db_table)
            both = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
            found += [(at, convert, column) for convert in both]
        return found


def one(statement: Statement) -> Sequence[Any] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.values)
        found: Sequence[Any] | None = cursor.fetchone()
        return found


def every(statement: Statement) -> list[Sequence[Any]]:
    with connection.cursor() as cursor:
        cursor.execute(statement.sql, statement.values)
        return list(cursor.fetchall())


def run(*statements: Statement) -> None:
    """Run the statements, on PostgreSQL in one round trip."""
    # psycopg sends several statements in one query; SQLite refuses that, and has no network to wait for.
    if connection.vendor == "postgresql":
        values = [value for statement in statements for value in statement.values]
        statements = (Statement("; ".join(statement.sql for statement in statements), values),)
    for statement in statements:
        statement.run()


def locking(of: str, how: str = "") -> str:
    return f" FOR NO KEY UPDATE OF {of}{how}" if connection.features.has_select_for_update else ""


def plain(value: Any) -> Any:
    """Return a time in the form that the database expects, and any other value unchanged."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
