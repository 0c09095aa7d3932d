"""The records that a moment changed, in words: each field with its value before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from simulator.phone.registry import app_of_table, record_words, words_of
from simulator.phone.store import Change, Record
from simulator.phone.words import RecordWords
from simulator.showing.moment_context import MomentContext
from simulator.showing.record_names import is_id, name_of, named_by_id, noun_of
from simulator.showing.sentence_parts import Parts, plain, strong
from simulator.words import times

How = Literal["made", "changed", "gone"]
_UNSHOWN_TABLES = ("meta.", "phone.stack", "phone.inbox_user", "phone.inbox_assistant", "phone.phone", "phone.card")
_LONGEST_FACT = 60
_LONGEST_COLUMN = 40
_MOST_FACTS = 3
# Shown for a missing value in both columns of the table.
NOTHING = "–"


class FieldRow(NamedTuple):
    """One field of a record before and after a moment."""

    field: str
    old: str
    new: str

    @property
    def is_long(self) -> bool:
        """Return True if the old or the new value is too long to show both side by side."""
        return max(len(self.old), len(self.new)) > _LONGEST_COLUMN


class RecordDiff(NamedTuple):
    """One record that a moment made, changed or deleted."""

    noun: str
    name: str
    how: How
    rows: tuple[FieldRow, ...]
    unchanged: tuple[FieldRow, ...]


def diffs(context: MomentContext) -> list[RecordDiff]:
    """Return the records with changed fields, including offers, without screens, inboxes, card lines and counters."""
    shown = [_diff(context, change) for change in context.changes if not change.table.startswith(_UNSHOWN_TABLES)]
    return [diff for diff in shown if diff.rows]


def facts(context: MomentContext) -> tuple[Parts, ...]:
    """Return notes about the first three changed fields with short values: `location: Terrace → Library`."""
    rows: list[FieldRow] = []
    for change in context.own_changes:
        if change.old is not None and change.new is not None:
            # The moment's sentence already has some fields: "moves the mail to Trash" needs no note about the folder.
            told = record_words(type(change.new)).told
            fields = [name for name in _fields(change.old, change.new) if name not in told]
            rows += [row for name in fields if _is_short(row := _row(context, change, name))]
    return tuple((plain(f"{row.field}: {row.old} → "), strong(row.new)) for row in rows[:_MOST_FACTS])


def called(cls: type[Record], field: str) -> str:
    """Return a field's name for people: `start_location` → `start location`."""
    known = record_words(cls).labels.get(field)
    return known or ("time" if field == "at" else field.removesuffix("_at").replace("_", " "))


def _diff(context: MomentContext, change: Change) -> RecordDiff:
    known = change.new or change.old
    assert known is not None, "a change has a record before or after it"
    how: How = "made" if change.old is None else "gone" if change.new is None else "changed"
    rows = [_row(context, change, name) for name in _fields(change.old, change.new)]
    changed = [row for row in rows if row.old != row.new]
    unchanged = [row for row in rows if row.old == row.new and row.new != NOTHING]
    # Use the record's old name, which people know from earlier steps.
    name = name_of(context.look, change.old or known)
    return RecordDiff(noun_of(type(known)), name, how, tuple(changed), tuple(unchanged))


def _row(context: MomentContext, change: Change, field: str) -> FieldRow:
    known = change.new or change.old
    assert known is not None, "a change has a record before or after it"
    old, new = (_value(context, record, field) for record in (change.old, change.new))
    return FieldRow(called(type(known), field), old, new)


def _is_short(row: FieldRow) -> bool:
    return row.old != row.new and len(row.old) + len(row.new) <= _LONGEST_FACT


def _fields(old: Record | None, new: Record | None) -> Sequence[str]:
    record = new or old
    assert record is not None
    hidden = {"id", *record.along, *record_words(type(record)).hidden}
    return [name for name in record.__struct_fields__ if name not in hidden]


def _value(context: MomentContext, record: Record | None, field: str) -> str:
    if record is None:
        return NOTHING
    words = record_words(type(record))
    if field in words.values:
        return words.values[field](context.look, record)
    codes = words_of(app_of_table(record.table)).codes
    return _in_words(context, field, getattr(record, field), words, codes)


def _in_words(context: MomentContext, field: str, value: Any, words: RecordWords, codes: Mapping[str, str]) -> str:
    """Return the value of a field in words; a dash if the value is empty."""
    look = context.look
    if value is None or value == "" or value == ():
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and (field in words.times or field == "at" or field.endswith("_at")):
        return times.spelled(look.show(value), look.show(look.now))
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, str):
        known = context.called(value) if is_id(value) else named_by_id(look, value) or codes.get(value)
        return known or value
    if isinstance(value, tuple | list):
        return ", ".join(_in_words(context, field, item, words, codes) for item in value)
    if isinstance(value, msgspec.Struct):
        inner = msgspec.structs.asdict(value).items()
        return " ".join(_in_words(context, name, item, words, codes) for name, item in inner)
    return str(value)
