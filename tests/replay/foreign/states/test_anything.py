"""Whatever JSON stands where the apps should be: a phone comes of it, or an error that names the place."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.foreign.brought import ForeignError
from replay.foreign.states import Built, app_states, scenario_of
from replay.foreign.states.classes import APP_CLASSES
from simulator.scenario.load import from_source, load_file

SCENARIOS = Path(__file__).parents[4] / "benchmark" / "scenarios"
START = 1_763_456_400.0
TEXTS = st.text(max_size=20) | st.sampled_from(
    ["", " ", "owner", "start", "a@b", "2025-11-18 09:00:00", "INBOX", "\0", "a" * 300]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=True)
    | TEXTS
    | st.sampled_from([START, START + 10**6, -1, 0, 101, 1e300])
)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4), max_leaves=12
)
CLASSES = st.sampled_from([*APP_CLASSES.values(), "City", "", "EmailClientV2", "StatefulShoppingApp"])


def _checked(apps: Any, start: Any = START) -> Built | None:
    try:
        built = scenario_of(apps, "anything at all", start)
    except ForeignError as error:
        assert error.place
        assert error.remedy
        return None
    kept = json.loads(json.dumps(built.source))
    assert from_source(kept).blank.state_hash() == built.story.blank.state_hash()
    for (table, _), ours in built.ids.items():
        assert ours == "user_me" or ours in built.story.blank.store.tables()[table]
    return built


@pytest.mark.all
@given(ANYTHING)
def test_anything_instead_of_the_apps(apps: Any) -> None:
    _checked(apps)


@given(st.lists(st.fixed_dictionaries({"name": TEXTS, "class_name": CLASSES, "app_state": ANYTHING}), max_size=5))
def test_anything_instead_of_the_states(apps: Any) -> None:
    assert _checked(apps) is not None


@given(st.floats() | st.integers(-(10**30), 10**30) | st.none() | TEXTS)
def test_anything_instead_of_the_start(start: Any) -> None:
    _checked([], start)


@cache
def _phones() -> str:
    """Everything that phones of the benchmark hold, in the foreign shape."""
    return json.dumps([app_states(load_file(file).blank) for file in sorted(SCENARIOS.glob("*.yaml"))])


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a tree: the container, and the key or index in it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = []
    for key, inner in list(inside):
        found += [(value, key), *_places(inner)]
    return found


@pytest.mark.all
@settings(max_examples=150)
@given(st.data())
def test_phones_with_something_wrong_in_them(data: st.DataObject) -> None:
    apps = data.draw(st.sampled_from(json.loads(_phones())).map(copy.deepcopy))
    for _ in range(data.draw(st.integers(1, 12))):
        places = [place for app in apps for place in _places(app["app_state"])]
        holder, key = data.draw(st.sampled_from(places))
        if data.draw(st.booleans()):
            holder[key] = data.draw(ANYTHING)
        else:
            donor, taken = data.draw(st.sampled_from(places))
            holder[key] = copy.deepcopy(donor[taken])
    assert _checked(apps) is not None
