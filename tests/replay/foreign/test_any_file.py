"""Whatever is wrong in a foreign file: a run comes of it that replays, or an error that names the place."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from replay.foreign.brought import ForeignError
from replay.foreign.reading import read_hf
from simulator.episode.need_points import points_of
from simulator.episode.rebuild import config_of, story_of
from simulator.episode.verify import verify
from simulator.showing.run_history import RunHistory
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import dump
from tests.replay.foreign.runs import evening, tour

_CALLS = ["accept_proposal", "send_message_to_user", "open_app", "go_back", "put_phone_down", "wait", "tool_call"]
_NAMES = ["USER", "AGENT", "ENV", "CONDITION", "execute", "Notes", "System", "int", "list", "dict"]
WORDS = st.sampled_from([*_CALLS, *_NAMES, "", " ", "[[", "-1", "\ud800"])
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats()
    | st.text(max_size=12)
    | WORDS
    | st.sampled_from([0, -1, 5, 1e300, 10**400, 1_763_456_410.5])
)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8
)
RELAXED = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@cache
def _files() -> dict[str, str]:
    small = tour()
    del small.events[40:], small.logs[400:]
    return {"evening": json.dumps(evening().data()), "tour": json.dumps(small.data())}


def _checked(data: bytes) -> None:
    try:
        brought = read_hf(data, "any.json")
    except ForeignError as error:
        assert error.problem
        assert error.remedy
        return
    trace = parse_trace(dump(brought.trace.header, brought.trace.moments, brought.trace.result))
    report = verify(trace)
    assert report.ok, str(report)
    history = RunHistory(story_of(trace), config_of(trace))
    history.feed(trace.moments)
    assert history.broken == ""
    assert all(history.picture(n) for n in range(len(history)))
    points_of(history.story, config_of(trace), trace.moments)
    json.dumps(brought.said)


def _places(value: Any) -> list[tuple[Any, Any]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: list[tuple[Any, Any]] = []
    for key, inner in list(inside):
        found += [(value, key), *_places(inner)]
    return found


@pytest.mark.all
@RELAXED
@given(st.data())
def test_files_with_something_wrong_in_them(data: st.DataObject) -> None:
    file = json.loads(data.draw(st.sampled_from(sorted(_files().values()))))
    places = _places({name: inner for name, inner in file.items() if name != "world_logs"})
    for _ in range(data.draw(st.integers(1, 6))):
        holder, key = data.draw(st.sampled_from(places))
        match data.draw(st.sampled_from(["other", "gone", "copied"])):
            case "other":
                holder[key] = data.draw(ANYTHING)
            case "gone" if isinstance(holder, dict):
                holder.pop(key, None)
            case _:
                donor, taken = data.draw(st.sampled_from(places))
                still_there = taken in donor if isinstance(donor, dict) else taken < len(donor)
                if still_there and (key in holder if isinstance(holder, dict) else key < len(holder)):
                    holder[key] = copy.deepcopy(donor[taken])
    _checked(json.dumps(file).encode())


@pytest.mark.all
@RELAXED
@given(st.data())
def test_files_with_events_in_any_order(data: st.DataObject) -> None:
    file = json.loads(data.draw(st.sampled_from(sorted(_files().values()))))
    events = file["completed_events"]
    file["completed_events"] = data.draw(st.lists(st.sampled_from(events), max_size=len(events)))
    if data.draw(st.booleans()):
        file["world_logs"] = []
    _checked(json.dumps(file).encode())


@pytest.mark.all
@RELAXED
@given(st.data())
def test_files_with_odd_logs(data: st.DataObject) -> None:
    file = json.loads(_files()["evening"])
    logs = [json.loads(entry) for entry in file["world_logs"]]
    places = _places(logs)
    for _ in range(data.draw(st.integers(1, 8))):
        holder, key = data.draw(st.sampled_from(places))
        if key in holder if isinstance(holder, dict) else key < len(holder):
            holder[key] = data.draw(ANYTHING)
    file["world_logs"] = [entry if isinstance(entry, str) else json.dumps(entry) for entry in logs]
    _checked(json.dumps(file).encode())


@RELAXED
@given(ANYTHING)
def test_anything_at_all(value: Any) -> None:
    _checked(json.dumps(value).encode())
    _checked(json.dumps({"completed_events": value, "world_logs": value, "apps": value, "metadata": value}).encode())
    _checked(json.dumps({"completed_events": [], "metadata": {"definition": value, "simulation": value}}).encode())
