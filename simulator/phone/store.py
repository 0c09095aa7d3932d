"""The store: records of one phone in typed tables. Records never change in place, and writes can be undone."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

# Tables with this prefix hold cursors, id counters and the assistant's wait. The state hash leaves them out: two phones
# with the same data are in the same state, no matter which notices were read.
UNHASHED = "meta."
# Prefixes of the tables that do not belong to an app's data: screens, inboxes, offers and counters.
_PHONE_TABLES = ("phone.", "meta.")
_MODULUS = 1 << 256
_SCALARS = frozenset({str, int, float, bool, type(None)})


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One item of data on the phone. A changed record is a new object with the same id."""

    # gc=False: a run keeps thousands of records, and they cannot form cycles, so the garbage collector can skip them.

    table: ClassVar[str] = ""
    prefix: ClassVar[str] = ""
    along: ClassVar[tuple[str, ...]] = ()
    """Fields that change only together with other fields, such as the time of the last change."""
    details: ClassVar[tuple[str, ...]] = ()
    """Fields of a new record that the assistant may fill in without being asked, because they do not affect other
    people, such as a description or a folder. Made-up words in a text leave a run undecided. A made-up tag or folder
    makes the run unclean. See `simulator.scenario.new_details`."""

    id: str


R = TypeVar("R", bound=Record)
T = TypeVar("T")
K = TypeVar("K", bound=Hashable)


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One written record as a trace stores it: all fields of a new record, or the changed fields of an old one."""

    # Fields of a new record that have their default value are left out. The docstring is part of docs/schemas.

    op: Literal["add", "set", "drop"]
    table: str
    id: str
    fields: dict[str, Any] = {}


class Change(NamedTuple):
    """One written record before and after the change; `old` is None for a new record, `new` for a deleted record."""

    table: str
    id: str
    old: Record | None
    new: Record | None


class Store:
    """Tables of records. `begin` starts an action; `commit` makes its writes final, and `rollback` undoes them.

    A table has no order of its own, so code that lists records sorts them by their fields.
    """

    __slots__ = ("_digests", "_dirty", "_memo", "_sum", "_tables", "_types", "_undo", "_versions")

    def __init__(self, types: Mapping[str, type[Record]]) -> None:
        self._types = dict(types)
        self._tables: dict[str, dict[str, Record]] = {name: {} for name in types}
        self._versions: dict[str, int] = dict.fromkeys(types, 0)
        self._undo: dict[tuple[str, str], Record | None] = {}
        self._memo: dict[str, tuple[object, Any]] = {}
        self._digests: dict[tuple[str, str], int] = {}
        self._dirty: set[tuple[str, str]] = set()
        self._sum = 0

    def copy(self) -> Store:
        """Return an independent store with the same records."""
        # Only the tables are copied: the stores can share records, because records never change in place.
        twin = Store.__new__(Store)
        twin._types = self._types
        twin._tables = {name: dict(rows) for name, rows in self._tables.items()}
        twin._versions = dict(self._versions)
        twin._undo = {}
        twin._memo = dict(self._memo)
        twin._digests = dict(self._digests)
        twin._dirty = set(self._dirty)
        twin._sum = self._sum
        return twin

    def tables(self) -> Mapping[str, Mapping[str, Record]]:
        return self._tables

    def type_of(self, table: str) -> type[Record]:
        return self._types[table]

    def all(self, cls: type[R]) -> Mapping[str, R]:
        return self._tables[cls.table]  # type: ignore[return-value]  # a table holds records of its own class only

    def get(self, cls: type[R], record_id: str) -> R | None:
        return self._tables[cls.table].get(record_id)  # type: ignore[return-value]

    def put(self, record: Record) -> None:
        table, record_id = record.table, record.id
        rows = self._tables[table]
        key = (table, record_id)
        # Repeats the code of `_note` to save a function call: nearly every action puts several records.
        if key not in self._undo:
            self._undo[key] = rows.get(record_id)
        self._versions[table] += 1
        self._dirty.add(key)
        rows[record_id] = record

    def drop(self, cls: type[Record], record_id: str) -> None:
        self._note(cls.table, record_id)
        del self._tables[cls.table][record_id]

    @property
    def version(self) -> int:
        """Return a number that grows with every write, and grows again when writes are undone."""
        return sum(self._versions.values())

    def derived(self, key: str, cls: type[Record], build: Callable[[], T]) -> T:
        """Return the result of `build`, cached by `key` until the table of `cls` changes.

        The cache does not notice changes of other tables that `build` reads.
        """
        return self._kept(key, self._versions[cls.table], build)

    def derived_from_apps(self, key: str, build: Callable[[], T]) -> T:
        """Return the result of `build`, cached by `key` until a table of any app changes."""
        # The phone's own tables don't count, because screens and inboxes change with nearly every action.
        version = tuple([number for table, number in self._versions.items() if not table.startswith(_PHONE_TABLES)])
        return self._kept(key, version, build)

    def _kept(self, key: str, version: object, build: Callable[[], T]) -> T:
        """Return the cached value for a key; call `build` if no value of this version is cached."""
        kept = self._memo.get(key)
        if kept is not None and kept[0] == version:
            return kept[1]  # type: ignore[no-any-return]
        value = build()
        self._memo[key] = (version, value)
        return value

    def begin(self) -> None:
        """Start an action: earlier writes can no longer be undone."""
        self._undo = {}

    def changes(self) -> list[Change]:
        """Return the changes since `begin`, in order of the first write; unchanged records are left out."""
        changes = []
        for (table, record_id), old in self._undo.items():
            new = self._tables[table].get(record_id)
            if new is not old and new != old:
                changes.append(Change(table, record_id, old, new))
        return changes

    def commit(self) -> list[Change]:
        """Return the changes since `begin` and make them final: `rollback` no longer undoes them."""
        changes = self.changes()
        self._undo = {}
        return changes

    def rollback(self) -> None:
        """Undo all writes since `begin`."""
        for (table, record_id), old in self._undo.items():
            rows = self._tables[table]
            if old is None:
                rows.pop(record_id, None)
            else:
                rows[record_id] = old
            # Increased again, not set back: values cached during the failed action must not be found any more.
            self._versions[table] += 1
            self._dirty.add((table, record_id))
        self._undo = {}

    def apply(self, patches: Iterable[Patch]) -> list[Change]:
        """Apply patches from a trace and return the changes. If a patch fails, undo all of them and raise its error."""
        self.begin()
        try:
            for patch in patches:
                if patch.op == "drop":
                    self.drop(self._types[patch.table], patch.id)
                else:
                    self.put(self._patched(patch))
        except BaseException:
            self.rollback()
            raise
        return self.commit()

    def digest(self) -> str:
        """Return the hash of all records outside `meta.` tables, as 64 hexadecimal digits."""
        # A sum of hashes does not depend on the order of records, and only written records are hashed again.
        for key in self._dirty:
            table, record_id = key
            if table.startswith(UNHASHED):
                continue
            record = self._tables[table].get(record_id)
            before = self._digests.pop(key, 0)
            after = 0 if record is None else _record_digest(table, record)
            if after:
                self._digests[key] = after
            self._sum = (self._sum - before + after) % _MODULUS
        self._dirty.clear()
        return f"{self._sum:064x}"

    def _note(self, table: str, record_id: str) -> None:
        key = (table, record_id)
        if key not in self._undo:
            self._undo[key] = self._tables[table].get(record_id)
        self._versions[table] += 1
        self._dirty.add(key)

    def _patched(self, patch: Patch) -> Record:
        cls = self._types[patch.table]
        if patch.op == "add":
            return msgspec.convert({"id": patch.id, **patch.fields}, cls)
        old = self._tables[patch.table][patch.id]
        return msgspec.convert({**msgspec.to_builtins(old), **patch.fields}, cls)


def grouped(rows: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return the rows in one list for each key; each list keeps the order of the rows."""
    groups: dict[K, list[T]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def patch_of(change: Change) -> Patch:
    if change.new is None:
        return Patch("drop", change.table, change.id)
    if change.old is None:
        fields = _stated(change.new)
        del fields["id"]
        return Patch("add", change.table, change.id, fields)
    return Patch("set", change.table, change.id, changed_fields(change.old, change.new))


def changed_fields(old: Record, new: Record) -> dict[str, Any]:
    return {
        name: _stated(getattr(new, name)) for name in new.__struct_fields__ if getattr(old, name) != getattr(new, name)
    }


def _record_digest(table: str, record: Record) -> int:
    payload = table.encode() + b"\0" + msgspec.json.encode(_stated(record), order="deterministic")
    return int.from_bytes(hashlib.sha256(payload).digest(), "big")


def _stated(value: Any) -> Any:
    """Return a record or a field's value as JSON data, without the fields that have their default value."""
    # msgspec omits a field only if its value is the very same object as the default. A record rebuilt from a trace
    # holds equal values that are different objects, and both records must have the same hash.
    kind = type(value)
    if kind in _SCALARS:
        return value
    if kind is tuple or kind is list:
        return [_stated(item) for item in value]
    if kind is dict:
        return {key: item if type(item) in _SCALARS else _stated(item) for key, item in value.items()}
    plan = _PLANS.get(kind) or _planned(kind)
    stated = dict(plan.tag)
    for name, default in plan.defaults:
        field = getattr(value, name)
        if field is not default and field != default:
            stated[name] = field if type(field) in _SCALARS else _stated(field)
    return stated


class _Plan(NamedTuple):
    """A type of struct as `_stated` needs it: its tag as a dict, and the name and default of every field.

    The default of a required field is msgspec's `NODEFAULT`, which no value equals.
    """

    tag: dict[str, Any]
    defaults: tuple[tuple[str, Any], ...]


_PLANS: dict[type, _Plan] = {}


def _planned(cls: type[msgspec.Struct]) -> _Plan:
    config = cls.__struct_config__
    tag = {} if config.tag is None else {str(config.tag_field): config.tag}
    defaults = tuple(
        (field.name, field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory())
        for field in msgspec.structs.fields(cls)
    )
    _PLANS[cls] = _Plan(tag, defaults)
    return _PLANS[cls]
