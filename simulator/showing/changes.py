"""What a moment changed, for readers: which thing, and of each field the value before and after, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from simulator.phone.apps.cab.words import STATUS_WORDS
from simulator.phone.apps.email.records import FOLDER_TITLES
from simulator.phone.apps.messaging.records import OWNER_ID
from simulator.phone.apps.shopping.orders import in_full
from simulator.phone.apps.shopping.records import Order
from simulator.phone.state import Proposal
from simulator.phone.store import Change, Record
from simulator.showing import times
from simulator.showing.names import name_of, noun_of
from simulator.showing.parts import Parts, plain, strong
from simulator.showing.plain_words import is_id
from simulator.showing.scene import Scene

How = Literal["made", "changed", "gone"]
_TIMES = frozenset({"start", "end", "due", "at", "time_notified"})
_CALLED = {
    "at": "time",
    "attachment": "attachment",
    "by_assistant": "sent by the assistant",
    "closed": "closed because",
    "conversation_id": "chat",
    "created_by": "added by",
    "is_read": "read",
    "is_user": "the owner's own",
    "item_id": "item",
    "parent_id": "in reply to",
    "participant_ids": "people",
    "pickup_at": "pick-up",
    "product_id": "product",
    "rung": "times it rang",
    "sender_id": "from",
    "sender": "from",
    "time_notified": "last rang",
}
_UNSHOWN_TABLES = ("meta.", "phone.stack", "phone.inbox_user", "phone.inbox_assistant", "phone.phone", "phone.card")
_UNTOLD = frozenset(
    {"saved", "status", "folder", "pinned", "is_read", "read_to", "rung", "time_notified", "delay_history", "note"}
)
"""Fields that the sentence about a moment tells already, or nobody asks for."""
_WORDS: Mapping[str, str] = dict([*STATUS_WORDS.items(), *FOLDER_TITLES.items()])
_INNER = frozenset({"carried_out", "made_in", "made_at", "expires_at"})
"""Fields of a proposal that the story tells better."""
_LONGEST_FACT = 60
_LONGEST_BESIDE = 40
_MOST_FACTS = 3
NOTHING = "–"


class FieldRow(NamedTuple):
    field: str
    old: str
    new: str

    @property
    def is_long(self) -> bool:
        """Too long for two columns beside each other."""
        return max(len(self.old), len(self.new)) > _LONGEST_BESIDE


class RecordDiff(NamedTuple):
    """One record that a moment touched."""

    noun: str
    name: str
    how: How
    rows: tuple[FieldRow, ...]
    unchanged: tuple[FieldRow, ...]


def diffs(scene: Scene) -> list[RecordDiff]:
    """All records that matter to a reader; screens, inboxes and counters do not."""
    shown = [_diff(scene, change) for change in scene.changes if not change.table.startswith(_UNSHOWN_TABLES)]
    return [diff for diff in shown if diff.rows]


def facts(scene: Scene) -> tuple[Parts, ...]:
    """The changed fields in short, for the story: `location: Terrace → Library`."""
    rows: list[FieldRow] = []
    for change in scene.own_changes:
        if change.old is not None and change.new is not None:
            fields = [name for name in _fields(change.old, change.new) if name not in _UNTOLD]
            rows += [row for name in fields if _is_short(row := _row(scene, change, name))]
    return tuple((plain(f"{row.field}: {row.old} → "), strong(row.new)) for row in rows[:_MOST_FACTS])


def in_words(scene: Scene, field: str, value: Any) -> str:
    """A field's value as a reader takes it."""
    look = scene.look
    if value is None or value == "" or value == ():
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and (field in _TIMES or field.endswith("_at")):
        return times.spelled(look.show(value), look.show(look.now))
    if isinstance(value, float):
        return f"{value:,.2f}"
    if isinstance(value, str):
        known = scene.called(value) if is_id(value) or value == OWNER_ID else _WORDS.get(value)
        return known or value
    if isinstance(value, tuple | list):
        return ", ".join(in_words(scene, field, item) for item in value)
    if isinstance(value, msgspec.Struct):
        return " ".join(in_words(scene, name, item) for name, item in msgspec.structs.asdict(value).items())
    return str(value)


def called(field: str) -> str:
    """A field's name as people say it."""
    return _CALLED.get(field) or field.removesuffix("_at").replace("_", " ")


def _diff(scene: Scene, change: Change) -> RecordDiff:
    known = change.new or change.old
    assert known is not None, "a change has a record before or after it"
    how: How = "made" if change.old is None else "gone" if change.new is None else "changed"
    rows = [_row(scene, change, name) for name in _fields(change.old, change.new)]
    changed = [row for row in rows if row.old != row.new]
    unchanged = [row for row in rows if row.old == row.new and row.new != NOTHING]
    name = name_of(scene.look, change.old or known)
    return RecordDiff(noun_of(type(known)), name, how, tuple(changed), tuple(unchanged))


def _row(scene: Scene, change: Change, field: str) -> FieldRow:
    old, new = (_value(scene, record, field) for record in (change.old, change.new))
    return FieldRow(called(field), old, new)


def _is_short(row: FieldRow) -> bool:
    return row.old != row.new and len(row.old) + len(row.new) <= _LONGEST_FACT


def _fields(old: Record | None, new: Record | None) -> Sequence[str]:
    record = new or old
    assert record is not None
    hidden = {"id", *record.along, *(_INNER if isinstance(record, Proposal) else ())}
    return [name for name in record.__struct_fields__ if name not in hidden]


def _value(scene: Scene, record: Record | None, field: str) -> str:
    if record is None:
        return NOTHING
    if isinstance(record, Order) and field == "lines":
        return in_full(record)
    return in_words(scene, field, getattr(record, field))
