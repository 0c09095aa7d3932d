"""Compares values of fields, puts them into words, and resolves `text`, the name for all readable text of a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from simulator.phone import when
from simulator.phone.app import App
from simulator.phone.registry import app_of_table
from simulator.phone.roles import Text
from simulator.phone.store import Record
from simulator.reading.facts.folding import fold
from simulator.scenario.goals.evidence import Evidence

_EMPTY: tuple[Any, ...] = (None, "", (), [])


def equal(wanted: Any, value: Any, evidence: Evidence) -> bool:
    """Return True if a field's value equals the wanted value, which may be a label, a person, a time or `=name`.

    Case, accents and extra spaces do not matter.
    """
    wanted = evidence.value(wanted)
    if isinstance(value, msgspec.Struct):
        value = _identity(value)
    # Checked before numbers, because True equals 1 in Python.
    if isinstance(wanted, bool) or isinstance(value, bool):
        return wanted is value
    if wanted in _EMPTY:
        return value in _EMPTY
    if isinstance(wanted, int | float) and isinstance(value, int | float):
        # Sums of prices are floats: 0.1 + 0.2 should equal 0.3.
        return abs(wanted - value) < 1e-9
    if isinstance(wanted, str) and isinstance(value, int):
        # Scenario files write times as text; records store times in seconds.
        return is_time(wanted, evidence) and evidence.time(wanted) == value
    if isinstance(value, str) and isinstance(wanted, str | int | float):
        return _same_text(str(wanted), value, evidence)
    return bool(wanted == value)


@lru_cache(maxsize=1024)
def folded(text: str) -> str:
    """Return the text in lowercase, without accents and extra spaces."""
    return " ".join(fold(text).split())


def items_of(value: Any) -> list[Any]:
    """Return the entries of a field as a list: a single value is one entry, an empty value is none."""
    if value in _EMPTY:
        return []
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [value]
    return list(value)


def counts_of(value: Any) -> Counter[str]:
    """Return how often each item occurs in a field: in a mapping, a plain list, or a list of items with quantities."""
    counts: Counter[str] = Counter()
    if isinstance(value, Mapping):
        for key, entry in value.items():
            counts[str(key)] += entry if isinstance(entry, int) else _quantity(entry)
        return counts
    for entry in items_of(value):
        counts[_identity(entry)] += _quantity(entry)
    return counts


def wanted_counts(wanted: Mapping[str, int], have: Counter[str], evidence: Evidence) -> Counter[str]:
    """Return the wanted counts under the names that items have in `have`, because a file may name items by label."""
    counts: Counter[str] = Counter()
    for key, number in wanted.items():
        known = next((item for item in sorted(have) if equal(key, item, evidence)), id_of(key, evidence))
        counts[known] += number
    return counts


def id_of(label: str, evidence: Evidence) -> str:
    return evidence.labels[label][1] if label in evidence.labels else label


def shown_wanted(wanted: Any, value: Any, evidence: Evidence) -> str:
    wanted = evidence.value(wanted)
    if isinstance(wanted, str) and isinstance(value, int) and is_time(wanted, evidence):
        return evidence.world.show(evidence.time(wanted))
    person = evidence.people.get(wanted) if isinstance(wanted, str) else None
    return shown(wanted, evidence) if person is None else person.name


def shown_value(wanted: Any, value: Any, evidence: Evidence) -> str:
    if isinstance(wanted, str) and isinstance(value, int) and not isinstance(value, bool):
        return shown_time(value, evidence)
    return shown(value, evidence)


def shown(value: Any, evidence: Evidence) -> str:
    if value in _EMPTY:
        return "empty"
    if isinstance(value, list | tuple):
        return listed(value, evidence)
    if isinstance(value, msgspec.Struct):
        value = _identity(value)
    return evidence.record_label(value) if isinstance(value, str) else str(value)


def shown_time(value: Any, evidence: Evidence) -> str:
    is_time = isinstance(value, int) and not isinstance(value, bool)
    return evidence.world.show(value) if is_time else shown(value, evidence)


def shown_counts(counts: Counter[str], evidence: Evidence) -> str:
    parts = [f"{number} x {evidence.record_label(key)}" for key, number in sorted(counts.items()) if number]
    return ", ".join(parts) or "nothing"


def listed(values: Sequence[Any], evidence: Evidence) -> str:
    return ", ".join(shown(value, evidence) for value in values)


def _same_text(wanted: str, value: str, evidence: Evidence) -> bool:
    if value == id_of(wanted, evidence) or wanted == value:
        return True
    plain = folded(value)
    return any(folded(alias) == plain for alias in (wanted, *evidence.aliases(wanted)))


def is_time(text: str, evidence: Evidence) -> bool:
    try:
        evidence.time(text)
    except when.TimeError:
        return False
    return True


def _fields(entry: Any) -> Mapping[str, Any]:
    if isinstance(entry, Mapping):
        return entry
    return msgspec.structs.asdict(entry) if isinstance(entry, msgspec.Struct) else {}


def _quantity(entry: Any) -> int:
    number = _fields(entry).get("quantity", 1)
    return number if isinstance(number, int) else 1


def _identity(entry: Any) -> str:
    fields = _fields(entry)
    names = [name for name in fields if name == "id" or name.endswith("_id")]
    return str(fields[names[0]] if names else entry)


WHOLE_TEXT = "text"


def is_whole_text(record: type[Record] | Record, name: str) -> bool:
    """Return True if `name` is `text` and the record has no field `text`, so that all its readable text is meant."""
    return name == WHOLE_TEXT and WHOLE_TEXT not in record.__struct_fields__


def value_of(record: Record, name: str, evidence: Evidence) -> Any:
    if not is_whole_text(record, name):
        return getattr(record, name)
    return evidence.world.apps[app_of_table(record.table)].readable(evidence.world.store, record)


def fields_behind(names: Iterable[str], table: str, evidence: Evidence) -> frozenset[str]:
    """Return the fields that these names mean; `text` means all free-text fields if the record has no field `text`."""
    record, app = evidence.world.store.type_of(table), evidence.world.apps[app_of_table(table)]
    meant = ((free_texts(app) if is_whole_text(record, name) else (name,)) for name in names)
    return frozenset(field for fields in meant for field in fields)


@cache
def free_texts(app: App) -> frozenset[str]:
    tools = app.tools.values()
    return frozenset(name for tool in tools for name, param in tool.params.items() if isinstance(param.role, Text))
