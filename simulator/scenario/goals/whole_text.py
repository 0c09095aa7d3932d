"""The field `text` that every record has for claims: all that one reads in it, in whichever field it stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from simulator.phone.app import App
from simulator.phone.registry import app_of_table
from simulator.phone.roles import Text
from simulator.phone.store import Record
from simulator.scenario.goals.evidence import Evidence

WHOLE_TEXT = "text"


def is_whole_text(record: type[Record] | Record, name: str) -> bool:
    """A record's own field of that name comes first."""
    return name == WHOLE_TEXT and WHOLE_TEXT not in record.__struct_fields__


def value_of(record: Record, name: str, evidence: Evidence) -> Any:
    if not is_whole_text(record, name):
        return getattr(record, name)
    return evidence.world.apps[app_of_table(record.table)].readable(evidence.world.store, record)


def fields_behind(names: Iterable[str], table: str, evidence: Evidence) -> frozenset[str]:
    """The real fields: for `text` those into which free text is written."""
    record, app = evidence.world.store.type_of(table), evidence.world.apps[app_of_table(table)]
    meant = ((free_texts(app) if is_whole_text(record, name) else (name,)) for name in names)
    return frozenset(field for fields in meant for field in fields)


@cache
def free_texts(app: App) -> frozenset[str]:
    tools = app.tools.values()
    return frozenset(name for tool in tools for name, param in tool.params.items() if isinstance(param.role, Text))
