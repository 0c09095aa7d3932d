"""Arguments come back as what they were before they were written as text, and nothing in them is ever run."""

from __future__ import annotations

from typing import Any

import pytest

from replay.foreign.brought import ForeignError
from replay.foreign.events import read_event, typed_value
from replay.foreign.node import Node


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("7", "int", 7),
        ("7", "str", "7"),
        ("1.5", "float", 1.5),
        ("True", "bool", True),
        ("false", "bool", False),
        ("None", "NoneType", None),
        ('["a", "b"]', "list", ["a", "b"]),
        ("['a', 'it''s']", "list", ["a", "its"]),
        ("('a', 2)", "tuple", ["a", 2]),
        ("{'b', 'a'}", "set", ["a", "b"]),
        ('{"CLAY10": 10.0}', "dict", {"CLAY10": 10.0}),
        ("{'phone': None}", "dict", {"phone": None}),
        ("Gender.FEMALE", "Gender", "FEMALE"),
        ("seven", "int", "seven"),
        ("nan", "float", "nan"),
        ("[1, 2", "list", "[1, 2"),
        ("__import__('os').system('true')", "list", "__import__('os').system('true')"),
        ("(" * 5000, "list", "(" * 5000),
        ("-" * 50_000 + "1", "dict", "-" * 50_000 + "1"),
        ("9" * 5000, "int", "9" * 5000),
        ("x", "", "x"),
        ("half \ud800", "str", "half \\ud800"),
    ],
)
def test_an_argument_by_its_kind(text: str, kind: str, value: Any) -> None:
    assert typed_value(text, kind) == value


@pytest.mark.parametrize("value", [None, 3, True, ["a"], {"a": 1}])
def test_what_is_no_text_stays_as_it_is(value: Any) -> None:
    assert typed_value(value, "str") == value


def _event(**changes: Any) -> dict[str, Any]:
    action = {"app": "Notes", "function": "open", "operation_type": "READ", "args": []}
    return {"event_id": "USER-1", "event_time": 5.25, "action": action, "metadata": {}, **changes}


def _read(raw: dict[str, Any]) -> Any:
    return read_event(Node(raw, "run.json", "completed_events[4]"), 4, "USER")


def test_what_is_missing_is_so_by_default() -> None:
    event = _read({"action": {"function": "open"}})
    assert (event.app, event.args, event.write, event.result, event.error) == ("", {}, False, None, None)
    assert (event.mode, event.turn, event.time) == ("", None, None)


def test_a_time_of_nothing_is_no_time() -> None:
    assert _read(_event(event_time=0)).time is None


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"action": []}, "completed_events[4].action"),
        ({"action": {"function": ""}}, "completed_events[4].action.function"),
        ({"action": {"function": "x", "args": {}}}, "completed_events[4].action.args"),
        ({"action": {"function": "x", "args": [{"value": 1}]}}, "completed_events[4].action.args[0].name"),
        ({"action": {"function": "x", "args": ["a"]}}, "completed_events[4].action.args[0]"),
        ({"event_time": "now"}, "completed_events[4].event_time"),
        ({"event_time": float("nan")}, "completed_events[4].event_time"),
        ({"event_time": 10**400}, "completed_events[4].event_time"),
        ({"event_time": -1}, "completed_events[4].event_time"),
        ({"event_time": True}, "completed_events[4].event_time"),
        ({"event_id": 7}, "completed_events[4].event_id"),
        ({"metadata": "x"}, "completed_events[4].metadata"),
        ({"metadata": {"turn_number": 1.5}}, "completed_events[4].metadata.turn_number"),
        ({"metadata": {"turn_number": 10**9}}, "completed_events[4].metadata.turn_number"),
        ({"metadata": {"exception": {}}}, "completed_events[4].metadata.exception"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(ForeignError) as refused:
        _read(_event(**changes))
    assert refused.value.place == place
    assert str(refused.value).startswith(f"run.json, at {place}: ")
    assert refused.value.remedy
