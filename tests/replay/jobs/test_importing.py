"""Files become runs: whole or not at all, once however often they are sent, and just as they were written."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User

from replay.jobs import importing
from replay.jobs.importing import import_file
from simulator.config import outcome_fields
from simulator.engine_version import ENGINE_VERSION
from simulator.jobs import run_import
from simulator.jobs.play_job import run_episode
from simulator.jobs.scenario_sync import sync_scenarios
from simulator.jobs.serialization import trace_bytes_of
from simulator.models import DecisionPoint, Episode, Failure, Moment, Part, Scenario, ScenarioVersion, State
from simulator.models.current_blame import BLAMED_ON
from simulator.scenario.library import Library
from simulator.trace.hashing import json_hash
from simulator.trace.header import TraceError
from simulator.trace.metrics import metrics
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import dump, trace_bytes
from tests.replay.files import NOT_TRACES, changed, cut, own
from tests.simulator.jobs.background import assert_whole, started, undisturbed
from tests.simulator.jobs.players import Clumsy
from tests.simulator.stories import shelf
from tests.simulator.stories.shelf import fresh

pytestmark = pytest.mark.django_db


def _nothing_is_there() -> bool:
    return not any(
        model.objects.exists() for model in (Episode, Moment, Part, DecisionPoint, Scenario, ScenarioVersion)
    )


def test_a_trace_becomes_the_run_that_it_tells_of() -> None:
    row, is_new = import_file(own(), "dentist.jsonl")
    assert is_new
    assert_whole(row)
    assert (row.state, row.success, row.seed, row.engine) == (State.FINISHED, True, 0, ENGINE_VERSION)
    assert (row.user_player, row.assistant_player) == ("scripted", "oracle")
    assert row.turn and row.turn_limit and row.simulated and row.summary
    assert row.ended_at is not None
    assert row.imported == {"format": "pare.trace", "file": "dentist.jsonl", "said": {}, "warnings": []}
    assert row.import_hash == hashlib.sha256(own()).hexdigest()
    assert not row.is_foreign
    assert trace_bytes_of(row) == own()


def test_it_has_the_rows_that_a_run_played_here_has() -> None:
    played = started("dentist")
    run_episode(played.pk)
    here = _rows(played)
    played.delete()
    assert _rows(import_file(own(), "dentist.jsonl").row) == here


def _rows(row: Episode) -> list[object]:
    row.refresh_from_db()
    columns = ("state", "success", "result", "reason", "fault", "content_hash", "turn", "turn_limit", "simulated")
    more = ("summary", "moment_count", "tokens_in", "cost", "config", "config_hash", "failure")
    points = row.decision_points.values_list("number", "kind", "moment", "turn", "final", "body")
    moments = row.moments.values_list("number", "line", "chain")
    return [[getattr(row, name) for name in columns + more], list(points), list(moments)]


def test_a_miss_is_blamed_as_if_it_were_played_here() -> None:
    row = import_file(own(plays="silent"), "silent.jsonl").row
    assert row.success is False
    assert row.reason
    assert row.fault == "assistant"


def test_a_run_that_was_stopped_or_broke_down_stays_so() -> None:
    stopped = fresh("dentist")
    next(stopped.play())
    stopped.stop()
    assert import_file(trace_bytes(stopped.run()), "a").row.state == State.STOPPED
    broken = fresh("dentist", assistant=lambda *_: Clumsy()).run()
    row = import_file(trace_bytes(broken), "b").row
    assert (row.state, row.success, row.failure) == (State.FAILED, None, Failure.ENGINE)
    assert "it has slipped" in row.reason
    assert not row.is_resumable


def test_the_same_file_gives_the_same_run() -> None:
    first = import_file(own(), "one.jsonl")
    second = import_file(own(), "another name.jsonl")
    assert (first.is_new, second.is_new) == (True, False)
    assert first.row == second.row
    assert Episode.objects.count() == 1


def test_the_trace_of_a_run_that_was_played_here_gives_that_run() -> None:
    row = started("dentist")
    run_episode(row.pk)
    found = import_file(own(), "dentist.jsonl")
    assert (found.row, found.is_new) == (row, False)
    assert Episode.objects.get().imported is None


def test_a_run_with_the_same_content_but_other_thoughts_is_another_run() -> None:
    import_file(own(), "a.jsonl")
    trace = parse_trace(own())
    moments = [msgspec.structs.replace(moment, envelope=Envelope(thought="Hm.")) for moment in trace.moments]
    other = import_file(dump(trace.header, moments, trace.result), "b.jsonl")
    assert other.is_new
    assert other.row.content_hash == Episode.objects.earliest("pk").content_hash


def test_once_deleted_it_can_be_imported_again() -> None:
    import_file(own(), "a").row.delete()
    assert import_file(own(), "a").is_new


@pytest.mark.parametrize("data", [*(data for data, _ in NOT_TRACES.values()), cut(own()), changed(own())])
def test_a_file_that_is_refused_changes_nothing(data: bytes) -> None:
    with pytest.raises(TraceError):
        import_file(data, "file")
    assert _nothing_is_there()


def test_a_breakdown_in_the_middle_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(run_import, "keep_parts", full)
    with pytest.raises(OSError, match="disk full"):
        import_file(own(), "a")
    assert _nothing_is_there()


def test_a_run_that_is_too_long_to_be_shown_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "MOST_MOMENTS", 5)
    with pytest.raises(TraceError, match="at most 5 can be shown"):
        import_file(own(), "a")
    assert _nothing_is_there()


def test_a_scenario_without_a_file_here_can_be_seen_but_not_started() -> None:
    import_file(own(), "a")
    scenario = Scenario.objects.get()
    assert scenario.current is not None
    assert scenario.removed_at is not None


def test_a_scenario_that_has_a_file_stays_as_it_is() -> None:
    sync_scenarios(Library([Path(shelf.__file__).parent]))
    before = Scenario.objects.values().get(slug="dentist")
    import_file(own(), "a")
    assert Scenario.objects.values().get(slug="dentist") == before


def test_it_belongs_to_whoever_brought_it() -> None:
    ann = User.objects.create_user("ann")
    assert import_file(own(), "a", ann).row.started_by == ann


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("C:\\runs\\a.jsonl", "a.jsonl"),
        ("../../etc/passwd", "passwd"),
        ("x" * 300, "x" * 120),
        ("", "(file without a name)"),
        ("a\0b\nc\u202e.jsonl", "a\ufffdb\ufffdc\ufffd.jsonl"),
        ("<b>.jsonl", "<b>.jsonl"),
    ],
)
def test_a_name_is_kept_without_its_folders_and_without_what_cannot_be_shown(given: str, kept: str) -> None:
    row = import_file(own(), given).row
    assert row.imported is not None and row.imported["file"] == kept


def test_blame_finds_imported_runs_of_ours() -> None:
    import_file(own(plays="silent"), "a")
    assert Episode.objects.alias(on=BLAMED_ON).filter(on="assistant").count() == 1


def test_what_the_store_holds_afterwards_is_what_a_run_would_have_left() -> None:
    row = import_file(trace_bytes(undisturbed("late_train").episode), "a").row
    assert trace_bytes_of(row) == trace_bytes(undisturbed("late_train").episode)


@pytest.mark.parametrize("turn", [2**40, 2**70])
def test_a_trace_with_numbers_that_no_run_has_does_no_harm(turn: int) -> None:
    """What one database still holds is too large for another, and for both in the end."""
    trace = parse_trace(own())
    moments = [*trace.moments[:-1], msgspec.structs.replace(trace.moments[-1], turn=turn)]
    assert trace.result is not None
    result = msgspec.structs.replace(trace.result, metrics=metrics(moments))
    try:
        assert import_file(dump(trace.header, moments, result), "a").row.turn == turn
    except TraceError as error:
        assert "too large" in error.problem
        assert _nothing_is_there()


def test_a_name_that_is_too_long_is_cut_or_refused() -> None:
    trace = parse_trace(own())
    long = msgspec.structs.replace(trace.header, engine="x" * 5000)
    row = import_file(dump(long, trace.moments, trace.result), "a").row
    assert row.engine == "x" * 40


@pytest.mark.parametrize("name", ["env_events_per_minute", "seed"])
def test_a_number_in_quotation_marks_is_refused_before_a_page_stumbles_over_it(name: str) -> None:
    trace = parse_trace(own())
    config = {**trace.header.config, name: "0"}
    header = msgspec.structs.replace(
        trace.header, config=config, config_hash=json_hash({one: config[one] for one in outcome_fields()})
    )
    with pytest.raises(TraceError, match=f"{name} is not a number"):
        import_file(dump(header, trace.moments, trace.result), "a")
    assert _nothing_is_there()
