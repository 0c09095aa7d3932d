"""Runs of the original PARE in the store: shown like ours, counted as none of ours, and marked so in our files too."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from replay.jobs.importing import import_file
from simulator.jobs.serialization import trace_bytes_of
from simulator.models import Episode, Part, Scenario, State
from simulator.models.current_blame import BLAMED_ON, current_blame
from simulator.rendering.run_histories import history_of
from simulator.trace.header import TraceError
from simulator.views.scenario_filter import tallies_of
from tests.replay.foreign.runs import evening

pytestmark = pytest.mark.django_db


def _file(**annotation: Any) -> bytes:
    data = evening().data()
    data["metadata"]["annotation"] = {"validation_decision": "Invalid", "date": 1769525910.9, **annotation}
    return json.dumps(data).encode()


def test_it_becomes_a_finished_run_that_is_neither_success_nor_miss() -> None:
    row, is_new = import_file(_file(), "kiln_evening_run_1.json")
    assert is_new
    assert row.is_foreign
    assert (row.state, row.success) == (State.FINISHED, None)
    assert row.reason == "The original validator judged this run as Invalid."
    assert row.ended_at == datetime.fromtimestamp(1769525910.9, UTC)
    assert row.imported is not None
    assert (row.imported["format"], row.imported["file"]) == ("hf", "kiln_evening_run_1.json")
    assert row.imported["said"]["validation_decision"] == "Invalid"
    assert row.moment_count == row.moments.count() > 10
    assert row.turn and row.simulated and row.summary


def test_it_has_decision_points_and_what_models_were_told() -> None:
    row = import_file(_file(), "a.json").row
    assert {"offer"} <= set(row.decision_points.values_list("kind", flat=True))
    assert set(row.decision_points.values_list("final", flat=True)) >= {"accepted", "rejected"}
    assert Part.objects.exists()


def test_every_step_of_it_can_be_shown() -> None:
    row = import_file(_file(), "a.json").row
    shared = history_of(row)
    assert not shared.history.broken
    assert len(shared.history) == row.moment_count
    assert all(shared.phone(n) for n in range(len(shared.history)))


def test_nobody_is_blamed_for_it_and_no_tally_judges_it() -> None:
    row = import_file(_file(), "a.json").row
    assert current_blame(row) is None
    assert not Episode.objects.alias(on=BLAMED_ON).exclude(on="").exists()
    (tally,) = tallies_of(Episode.objects.all()).values()
    assert tuple(tally) == (1, 0, 0, 0)


def test_its_scenario_cannot_be_started() -> None:
    import_file(_file(), "a.json")
    scenario = Scenario.objects.get()
    assert scenario.slug == "imported_kiln_evening"
    assert scenario.removed_at is not None


def test_the_same_file_gives_the_same_run() -> None:
    first = import_file(_file(), "a.json").row
    for same in (_file(), _file() + b"\n"):
        assert import_file(same, "a copy.json") == (first, False)


def test_our_own_file_of_it_is_still_of_the_other_system() -> None:
    row = import_file(_file(), "a.json").row
    trace, imported = trace_bytes_of(row), row.imported
    row.delete()
    back = import_file(trace, "a.jsonl").row
    assert back.is_foreign
    assert back.success is None
    assert imported is not None
    assert back.imported == {**imported, "file": "a.jsonl"}
    assert back.content_hash == row.content_hash


def test_our_own_file_of_it_gives_the_run_that_is_here() -> None:
    row = import_file(_file(), "a.json").row
    again = import_file(trace_bytes_of(row), "a.jsonl")
    assert (again.row, again.is_new) == (row, False)


@pytest.mark.parametrize("date", [None, "soon", 1e300, -1e300, True, 4e9])
def test_a_date_that_cannot_be_is_that_of_today(date: object) -> None:
    before = datetime.now(UTC)
    row = import_file(_file(date=date), "a.json").row
    assert row.ended_at is not None
    assert before <= row.ended_at <= datetime.now(UTC)


def test_nul_characters_do_no_harm() -> None:
    data = evening().data()
    data["metadata"]["annotation"] = {"validation_decision": "In\0valid"}
    data["metadata"]["simulation"]["model_id"] = "user:a\0b"
    row = import_file(json.dumps(data).encode(), "a.json").row
    assert "\0" not in json.dumps(row.imported, ensure_ascii=False) + row.reason


@pytest.mark.parametrize("place", ["completed_events", "apps", "metadata"])
@pytest.mark.parametrize("content", [3, "text", [[[]]], [{"a": {"b": [1]}}], None, {"definition": 7}])
def test_whatever_stands_in_a_foreign_file_nothing_breaks_down(place: str, content: object) -> None:
    data = evening().data()
    data[place] = content
    try:
        import_file(json.dumps(data).encode(), "a.json")
    except TraceError as error:
        assert error.problem and error.remedy
        assert not Episode.objects.exists()
