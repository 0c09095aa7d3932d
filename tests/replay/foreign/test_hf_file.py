"""What is no exported trace is refused with its place and a remedy, never with a breakdown."""

from __future__ import annotations

import json
from typing import Any

import pytest

from replay.foreign import hf_file
from replay.foreign.brought import ForeignError
from replay.foreign.reading import read_hf
from tests.replay.foreign.runs import evening


def _refused(data: bytes) -> ForeignError:
    with pytest.raises(ForeignError) as refused:
        read_hf(data, "run.json")
    assert refused.value.problem
    assert refused.value.remedy
    return refused.value


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "This is not JSON"),
        (b"\xff\x00\x01", "This is not JSON"),
        (b"[]", "This is not a JSON object."),
        (b"null", "This is not a JSON object."),
        (b"{}", "The file has no list 'completed_events'."),
        (b'{"completed_events": {}}', "The file has no list 'completed_events'."),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"completed_events": [' + b"9" * 9000 + b"]}", "This is not JSON"),
    ],
)
def test_what_is_no_trace_at_all(data: bytes, says: str) -> None:
    assert says in _refused(data).problem


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"completed_events": [1]}, "completed_events[0]"),
        ({"world_logs": {}}, "world_logs"),
        ({"world_logs": "x"}, "world_logs"),
        ({"apps": {}}, "apps"),
        ({"apps": [1]}, "apps[0]"),
        ({"metadata": []}, "metadata"),
        ({"metadata": {"definition": "x"}}, "metadata.definition"),
        ({"metadata": {"definition": {"seed": "x"}}}, "metadata.definition.seed"),
        ({"metadata": {"definition": {"start_time": 1e300}}}, "metadata.definition.start_time"),
        ({"metadata": {"definition": {"scenario_id": 5}}}, "metadata.definition.scenario_id"),
        ({"metadata": {"simulation": {"model_id": []}}}, "metadata.simulation.model_id"),
        ({"version": 1}, "version"),
    ],
)
def test_what_is_of_the_wrong_kind(changes: dict[str, Any], place: str) -> None:
    assert _refused(json.dumps(evening().data() | changes).encode()).place == place


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = evening().bytes()
    for name in ("MOST_EVENTS", "MOST_MOMENTS", "MOST_LOGS"):
        with monkeypatch.context() as patched:
            patched.setattr(hf_file, name, 5)
            assert "Import a smaller file" in _refused(data).remedy


def test_a_file_with_a_mark_before_it_is_read() -> None:
    assert read_hf(b"\xef\xbb\xbf" + evening().bytes(), "run.json").trace.moments
