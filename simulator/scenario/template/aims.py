"""A goal to start from: what would be true once the example of a write had been carried out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulator.phone.store import Change, Record
from simulator.scenario.base import TO_DO
from simulator.scenario.template.calls import Deed
from simulator.scenario.template.fillers import words
from simulator.scenario.template.stage import Stage

FACT = words("a fact that shows it")
_TOLD = {"told": {"all": [FACT]}}


def claim_after(deed: Deed | None, stage: Stage) -> dict[str, Any]:
    """The claim of a goal; without a deed that works, that the assistant tells the user something."""
    if deed is None or not deed.worked:
        return _TOLD
    claims = (_claim(change, deed, stage) for change in deed.tried.done.changes)
    return next((claim for claim in claims if claim is not None), _TOLD)


def _claim(change: Change, deed: Deed, stage: Stage) -> dict[str, Any] | None:
    app = stage.apps[deed.action.app]
    labels = {record_id: label for label, (_, record_id) in stage.names.labels.items()}
    if change.table not in {cls.table for cls in app.records}:
        return None
    if change.new is None:
        return {"absent": {"record": labels[change.id]}} if change.id in labels else None
    if change.old is None:
        if app.outgoing(deed.tried.world.store, change.new) is not None:
            return {"sent": {"to": [stage.person.label], "app": app.name, "mentions": {"all": [FACT]}}}
        kind = app.name if change.table == app.records[0].table else change.table
        where = _asked(_fields(change.new), labels)
        return {"exists": {"in": kind, **({"where": where} if where else {})}}
    before = _fields(change.old)
    wanted = _asked({name: value for name, value in _fields(change.new).items() if value != before[name]}, labels)
    return {"changed": {"record": labels[change.id], "to": wanted}} if wanted and change.id in labels else None


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__ if name != "id"}


def _asked(fields: dict[str, Any], labels: Mapping[str, str]) -> dict[str, Any]:
    """What a goal may ask of the first field that holds something of the example, not of the app's own making."""
    for name, value in fields.items():
        if isinstance(value, bool) and value:
            return {name: value}
        if isinstance(value, str) and value.startswith(TO_DO):
            return {name: {"mentions": [FACT]}}
        if isinstance(value, str) and value in labels:
            return {name: labels[value]}
    return {}
