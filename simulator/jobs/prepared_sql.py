"""SQL statements compiled before a transaction starts, so that the transaction is short.

SQLite lets one process write at a time, and Django takes longer to compile a statement than SQLite takes to run it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db import connection, models
from django.db.models.sql import InsertQuery, UpdateQuery

_Row = TypeVar("_Row", bound=models.Model)


class Statement(NamedTuple):
    sql: str
    values: Sequence[Any]

    def run(self) -> int:
        """Execute the statement, and return how many rows it changed or added."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.values)
            return int(cursor.rowcount)


def updating(rows: models.QuerySet[_Row], changes: Mapping[str, Any]) -> Statement:
    """Prepare an UPDATE of these rows."""
    query: Any = rows.query.chain(UpdateQuery)
    query.add_update_values(dict(changes))
    return Statement(*query.get_compiler(connection=connection).as_sql())


def adding(rows: Sequence[models.Model]) -> list[Statement]:
    """Prepare INSERTs of these rows of one model. The database assigns the keys, which are not read back."""
    return [statement for part in _parts(rows) for statement in _adding(part)]


def _parts(rows: Sequence[models.Model]) -> Iterator[Sequence[models.Model]]:
    """Yield the rows in parts, so that no statement has more values than the database allows."""
    if not rows:
        return
    size = max(1, connection.ops.bulk_batch_size(_fields(rows[0]), list(rows)))
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def _adding(rows: Sequence[models.Model]) -> Iterator[Statement]:
    query = InsertQuery(type(rows[0]))
    query.insert_values(_fields(rows[0]), list(rows))
    for sql, values in query.get_compiler(connection=connection).as_sql():
        yield Statement(sql, values)


def _fields(row: models.Model) -> list[models.Field[Any, Any]]:
    return [field for field in row._meta.local_concrete_fields if not isinstance(field, models.AutoField)]
