"""The history of records: which effects caused a state, and how a record would be without some effects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from simulator.phone.store import Record
from simulator.trace.ledger import Effect

# Table and id of a record.
Key = tuple[str, str]
# Table, id and what was done: `+` made, `-` deleted, or the name of a changed field.
Touch = tuple[str, str, str]


class Net(NamedTuple):
    """The sum of some effects on one record; changes that undo each other cancel out."""

    effect: Effect
    """The last effect, with `old` replaced by the record before the first effect."""
    moments: frozenset[int]
    touches: tuple[Touch, ...]


def by_record(effects: Iterable[Effect]) -> dict[Key, list[Effect]]:
    found: dict[Key, list[Effect]] = {}
    for effect in effects:
        found.setdefault((effect.table, effect.id), []).append(effect)
    return found


def nets(effects: Iterable[Effect]) -> list[Net]:
    """Return the net effect per record, in order of first touch. Changes by other effects in between are ignored."""
    return [_net(rows) for rows in by_record(effects).values()]


def changed_names(effect: Effect) -> tuple[str, ...]:
    """Return the fields that changed, without those in `Record.along`; empty if the record was made or deleted."""
    old, new = effect.old, effect.new
    if old is None or new is None:
        return ()
    names = (name for name in new.__struct_fields__ if name not in new.along)
    return tuple(name for name in names if getattr(old, name) != getattr(new, name))


def touches_of(effect: Effect) -> tuple[Touch, ...]:
    """Return one touch if the effect made or deleted its record, otherwise one touch per changed field."""
    if effect.old is None or effect.new is None:
        return ((effect.table, effect.id, "+" if effect.old is None else "-"),)
    return tuple((effect.table, effect.id, name) for name in changed_names(effect))


def turning_point(effects: Sequence[Effect], fits: Callable[[Record | None], bool]) -> Effect | None:
    """Return the effect that gave `fits` its current value for a record; None if no effect changed the value.

    A change that the same actor undoes does not count.
    """
    turns: list[Effect] = []
    for effect in effects:
        if fits(effect.old) == fits(effect.new):
            continue
        if turns and turns[-1].actor == effect.actor:
            turns.pop()
        else:
            turns.append(effect)
    return turns[-1] if turns else None


def last_change(effects: Sequence[Effect], names: Collection[str]) -> Effect | None:
    """Return the last effect of the latest series by one actor that changed one of these fields or made the record.

    A series consists of consecutive effects by the same actor; changes that cancel out in a series do not count.
    If `names` is empty, any field counts, and so does a deletion. Return None if there is no such series.
    """
    runs: list[list[Effect]] = []
    for effect in effects:
        if runs and runs[-1][-1].actor == effect.actor:
            runs[-1].append(effect)
        else:
            runs.append([effect])
    for run in reversed(runs):
        touched = {touch[2] for touch in _net(run).touches}
        if touched and (not names or "+" in touched or touched & set(names)):
            return run[-1]
    return None


def without(effects: Iterable[Effect], left_out: Callable[[Effect], bool]) -> dict[Key, Record | None]:
    """Return each record that a left-out effect touched, as it would be without the left-out effects.

    The value is None if the record would not exist.
    """
    found: dict[Key, Record | None] = {}
    for key, rows in by_record(effects).items():
        if any(map(left_out, rows)):
            found[key] = rows[0].old
            for effect in rows:
                if not left_out(effect):
                    found[key] = _redone(found[key], effect)
    return found


def written_at(effects: Sequence[Effect], record: Record, names: Collection[str]) -> int | None:
    """Return the time when this version of a record got its values in these fields; None if they are from the start."""
    known = False
    for effect in reversed(effects):
        known = known or effect.new == record
        if known and (effect.old is None or not set(names).isdisjoint(changed_names(effect))):
            return effect.at
    return None


def with_changes(rows: Mapping[str, Record], table: str, changes: Mapping[Key, Record | None]) -> dict[str, Record]:
    """Return the rows of a table, updated with its records in `changes`. A record that is None there is left out."""
    changed = dict(rows)
    for (other, record_id), record in changes.items():
        if other == table and record is None:
            changed.pop(record_id, None)
        elif other == table and record is not None:
            changed[record_id] = record
    return changed


def _net(effects: list[Effect]) -> Net:
    first, last = effects[0].old, effects[-1].new
    net = effects[-1]._replace(old=first)
    moments = frozenset(effect.moment for effect in effects)
    if first is None and last is None:
        return Net(net, moments, ())
    if first is None or last is None:
        return Net(net, moments, touches_of(net))
    # Field by field, because others may have changed the record between these effects.
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    for effect in effects:
        for name in changed_names(effect):
            before.setdefault(name, getattr(effect.old, name))
            after[name] = getattr(effect.new, name)
    names = [name for name in last.__struct_fields__ if name in before and before[name] != after[name]]
    return Net(net, moments, tuple((net.table, net.id, name) for name in names))


def _redone(record: Record | None, effect: Effect) -> Record | None:
    """Apply the change of an effect to this version of its record; return None if no record is left."""
    if effect.old is None or effect.new is None:
        return effect.new
    if record is None:
        return None
    return replace(record, **{name: getattr(effect.new, name) for name in changed_names(effect)})
