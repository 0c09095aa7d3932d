"""Phones laid out from foreign states, and what is on them."""

from __future__ import annotations

from typing import Any

from replay.foreign.states import Built, scenario_of
from simulator.phone.store import R
from tests.replay.foreign.foreign_states import START, app


def built(*apps: dict[str, Any]) -> Built:
    return scenario_of(list(apps), "kiln_evening", START)


def phone(name: str, class_name: str, state: Any) -> Built:
    return built(app(name, class_name, state))


def all_of(found: Built, cls: type[R]) -> list[R]:
    return list(found.story.blank.store.all(cls).values())


def the(found: Built, cls: type[R], foreign: str) -> R:
    ours = found.ids.get((cls.table, foreign))
    assert ours is not None
    record = found.story.blank.store.get(cls, ours)
    assert record is not None
    return record
