"""Arranges the result of a tool for people: as a table, as facts or as a text, whatever its JSON looks like."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from simulator.showing.record_names import is_id
from simulator.showing.sentence_parts import shortened
from simulator.words.english import counted, in_words

# More rows than any tool returns at once in a usual run; the JSON beside the table has all of them.
MOST_ROWS = 100
LONGEST_JSON = 100_000
LONGEST_ARGUMENT = 90
# Longer texts get a line of their own below the row.
LONGEST_CELL = 48


# A name of a field, as opposed to a name of a person or product that is used as a key.
_FIELD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


class Cell(NamedTuple):
    """One value as text, with the name of its column."""

    name: str
    text: str


class Row(NamedTuple):
    """A row of a table: short values in columns, and long values below them."""

    cells: tuple[Cell, ...]
    long: tuple[Cell, ...]


class Table(NamedTuple):
    """A list of records."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    left_out: int


class Readable(NamedTuple):
    """A result for people: a text, facts, and tables; any of them may be empty."""

    text: str
    facts: tuple[Cell, ...]
    tables: tuple[Table, ...]
    summary: str
    """The size of the result in a few words."""


def readable(value: Any) -> Readable:
    """Return a result of a tool, which is any JSON, in a form that people can read."""
    if isinstance(value, Mapping) and _is_by_id(value):
        value = list(value.values())
    if _is_records(value):
        table = _table("", value)
        return Readable("", (), (table,), _counted(len(value)))
    if isinstance(value, Mapping):
        return _of_mapping(value)
    if isinstance(value, list):
        return Readable(", ".join(map(text_of_value, value)) or "Nothing found.", (), (), _counted(len(value)))
    return Readable(text_of_value(value) or "Nothing found.", (), (), "")


def json_of(value: Any) -> str:
    """Return a result as indented JSON, cut if it is very long."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return (
        text if len(text) <= LONGEST_JSON else f"{text[:LONGEST_JSON]}\n… {len(text) - LONGEST_JSON:,} more characters"
    )


def arguments_text(args: Mapping[str, Any]) -> str:
    """Return the arguments of a call on one line: `query: Maitai, folder_name: INBOX`."""
    return ", ".join(f"{name}: {shortened(text_of_value(value), LONGEST_ARGUMENT)}" for name, value in args.items())


def _of_mapping(value: Mapping[str, Any]) -> Readable:
    facts: list[Cell] = []
    tables: list[Table] = []
    for name, one in value.items():
        if isinstance(one, Mapping) and _is_by_id(one):
            tables.append(_table(label_of(name), list(one.values())))
        elif _is_records(one):
            tables.append(_table(label_of(name), one))
        elif isinstance(one, Mapping) and len(one) > 1 and all(_is_short(each) for each in one.values()):
            tables.append(_pairs(label_of(name), one))
        else:
            facts.append(Cell(label_of(name), text_of_value(one)))
    rows = sum(len(table.rows) + table.left_out for table in tables)
    return Readable("", tuple(facts), tuple(tables), _counted(rows) if tables else "")


def _table(title: str, records: Sequence[Mapping[str, Any]]) -> Table:
    """Return records as a table. Columns in which all values are empty are left out."""
    shown = records[:MOST_ROWS]
    names = list(dict.fromkeys(name for record in shown for name in record))
    filled = [name for name in names if any(text_of_value(record.get(name)) for record in shown)]
    long = {name for name in filled if any(not _is_short(record.get(name)) for record in shown)}
    columns = [name for name in filled if name not in long]
    rows = tuple(
        Row(
            tuple(Cell(label_of(name), text_of_value(record.get(name))) for name in columns),
            tuple(
                Cell(label_of(name), text_of_value(record[name]))
                for name in filled
                if name in long and record.get(name)
            ),
        )
        for record in shown
    )
    return Table(title, tuple(map(label_of, columns)), rows, len(records) - len(shown))


def _pairs(title: str, values: Mapping[str, Any]) -> Table:
    """Return a mapping of short values, such as products and their ids, as a table with two columns."""
    shown = list(values.items())[:MOST_ROWS]
    rows = tuple(Row((Cell("Name", name), Cell("Value", text_of_value(value))), ()) for name, value in shown)
    return Table(title, ("Name", "Value"), rows, len(values) - len(shown))


def label_of(name: str) -> str:
    """Return a key as a label. Keys that are data, such as names of people, stay as they are."""
    return in_words(name) if _FIELD.fullmatch(name) else name


def _is_by_id(value: Mapping[str, Any]) -> bool:
    """Return True for records by their ids, as some tools return them; each record repeats its id."""
    return bool(value) and all(is_id(name) and isinstance(one, Mapping) for name, one in value.items())


def _is_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)


def _is_short(value: Any) -> bool:
    return len(text_of_value(value)) <= LONGEST_CELL


def text_of_value(value: Any) -> str:
    """Return a value as text; empty for values that say nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return _joined(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{label_of(name)}: {text}" for name, one in value.items() if (text := text_of_value(one)))
    return str(value)


def _joined(values: Sequence[Any]) -> str:
    nested = any(isinstance(one, Mapping) for one in values)
    return ("\n" if nested else ", ").join(filter(None, map(text_of_value, values)))


def _counted(number: int) -> str:
    return counted(number, "record")
