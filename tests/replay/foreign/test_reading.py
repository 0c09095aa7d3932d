"""An exported trace of the original PARE becomes a run that replays here and says what the file says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay.foreign.brought import ForeignError
from replay.foreign.reading import read_hf
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.rebuild import config_of
from simulator.episode.verify import verify
from simulator.trace.moments import UNTOLD, Ended, Started
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import dump
from tests.replay.foreign.brought_runs import acted, answered, history_of, of, phone, read
from tests.replay.foreign.foreign_states import START
from tests.replay.foreign.log_points import log_points
from tests.replay.foreign.runs import evening

SHARED = Path(__file__).parents[4] / "shared" / "data" / "pare_traces"
REAL = {
    "add_missing_group_contacts_run_1.json": [("reject", "rejected")],
    "cancelled_meeting_note_cleanup_run_4.json": [("reject", "rejected"), ("gather_context", "accepted")],
}


@pytest.mark.parametrize("name", ["evening", "tour"])
def test_it_is_written_read_back_and_verified_like_ours(name: str) -> None:
    trace = read(name).trace
    again = parse_trace(dump(trace.header, trace.moments, trace.result))
    report = verify(again)
    assert report.ok, str(report)
    assert {check.name for check in report.checks if check.state == "left_out"} == {"calls", "loop", "outcome"}
    assert again.moments == trace.moments


@pytest.mark.parametrize("name", ["evening", "tour"])
def test_it_replays_to_its_end(name: str) -> None:
    history = history_of(read(name).trace)
    assert history.broken == ""
    assert len(history) == len(read(name).trace.moments)
    assert all(history.picture(n).view.title for n in range(len(history)))


def test_the_same_file_gives_the_same_run() -> None:
    assert read_hf(evening().bytes(), "evening.json") == read()


def test_every_call_of_the_tour_is_shown() -> None:
    assert [moment for moment in acted(read("tour")) if UNTOLD in moment.tags] == []
    assert not any("could not be shown" in warning for warning in read("tour").warnings)


def test_the_tour_goes_through_all_nine_apps() -> None:
    apps = {moment.app for moment in acted(read("tour")) if moment.write}
    assert apps >= {"contacts", "email", "messaging", "calendar", "note", "reminder", "shopping", "apartment", "cab"}


def test_it_keeps_what_the_file_says_of_itself() -> None:
    said = read().said
    assert said["scenario_id"] == "kiln_evening"
    assert said["run_number"] == 3
    assert said["seed"] == 7
    assert said["validation_decision"] == "Valid"
    assert said["agent_id"].startswith("user:PAREUserAgent")
    assert said["models"] == {"user": "tiny-user", "observe": "acme/big-one", "execute": "acme/big-one"}
    assert said["start_time"] == START
    assert "duration" not in said


def test_the_header_speaks_of_the_other_engine_and_of_its_models() -> None:
    header, config = read().trace.header, config_of(read().trace)
    assert header.engine == "are_simulation_v1"
    assert header.scenario["id"] == "imported_kiln_evening"
    assert header.seed == 7
    assert config.observe_model is not None
    assert (config.observe_model.alias, config.observe_model.name) == ("big-one", "acme/big-one")
    assert config.max_turns == 10


def test_a_file_that_calls_itself_ours_is_still_of_another_engine() -> None:
    data = evening().data() | {"version": ENGINE_VERSION}
    assert read_hf(json.dumps(data).encode(), "x").trace.header.engine != ENGINE_VERSION


def test_there_is_no_judgement_of_it() -> None:
    result = read().trace.result
    assert result is not None
    assert result.outcome is None
    assert result.ended == "unknown"
    assert result.state_hash == phone(read()).state_hash()
    assert (result.metrics.offers, result.metrics.accepted, result.metrics.rejected) == (4, 1, 1)


def test_a_run_that_broke_down_says_so() -> None:
    run = evening()
    run.definition = {"has_exception": True, "exception_type": "ValueError", "exception_message": "The kiln burst."}
    brought = of(run)
    last = brought.trace.moments[-1]
    assert isinstance(last, Ended)
    assert (last.reason, last.error) == ("crashed", "ValueError: The kiln burst.")
    assert brought.trace.result is not None
    assert brought.trace.result.ended == "crashed"


def test_a_file_in_which_nothing_happens_is_a_run() -> None:
    brought = read_hf(b'{"completed_events": []}', "empty.json")
    assert [type(moment) for moment in brought.trace.moments] == [Started, Ended]
    assert history_of(brought.trace).broken == ""


def test_logs_that_cannot_be_read_are_counted() -> None:
    data: dict[str, Any] = evening().data()
    data["world_logs"][3:3] = ["{", "7", 7, None, '{"log_type": 3}', "[" * 100_000]
    assert "6 entries of the logs can’t be read and are skipped." in read_hf(json.dumps(data).encode(), "x").warnings


def test_entries_of_the_logs_without_a_place_are_told() -> None:
    run = evening()
    for kind in ("plan", "plan", "final_answer"):
        run.logs.append({"timestamp": run.now, "agent_id": "x", "log_type": kind, "content": "First the kiln."})
    brought = of(run)
    assert "Log entries of unknown kinds are skipped: plan (2), final_answer (1)." in brought.warnings
    assert not any("have no place" in warning for warning in read().warnings)


def test_a_number_without_end_is_refused_in_words_for_people() -> None:
    with pytest.raises(ForeignError) as refused:
        read_hf(b'{"completed_events": [], "x": ' + b"9" * 5000 + b"}", "x.json")
    assert "Exceeds the limit (4300 digits)" in str(refused.value)
    assert "sys." not in str(refused.value)


def test_a_run_under_rate_limits_is_read_with_a_warning() -> None:
    run = evening()
    run.logs.append({"timestamp": run.now, "agent_id": "x", "log_type": "error", "exception": "RateLimitError: slow"})
    brought = of(run)
    assert answered(brought) == answered(read())
    assert any("RateLimitError" in warning for warning in brought.warnings)


def test_other_kinds_of_events_are_counted() -> None:
    data = evening().data()
    data["completed_events"] += [{"event_type": "STOP"}, {"event_type": "ENV", "action": None}, {}]
    warnings = read_hf(json.dumps(data).encode(), "x").warnings
    assert "Skipped events (STOP): 1." in warnings
    assert "Skipped events (without an action): 1." in warnings
    assert "Skipped events (without a kind): 1." in warnings


@pytest.mark.parametrize("name", REAL)
def test_a_real_trace_replays_and_gives_the_points_of_its_logs(name: str) -> None:
    file = SHARED / name
    if not file.is_file():
        pytest.skip(f"{name} lies in the folder shared/data/pare_traces beside the repository, which is not there")
    data = file.read_bytes()
    brought = read_hf(data, name)
    trace = brought.trace
    assert verify(parse_trace(dump(trace.header, trace.moments, trace.result))).ok
    assert history_of(trace).broken == ""
    assert answered(brought) == log_points(data)
    assert [(point.reaction, point.final) for point in answered(brought)] == REAL[name]
    assert {moment.name for moment in acted(brought) if UNTOLD in moment.tags} <= {"accept_proposal", "reject_proposal"}
