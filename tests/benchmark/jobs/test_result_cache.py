"""The cache gives what was played to its end under the very same conditions, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from benchmark.jobs import result_cache, sweep_configurations
from benchmark.jobs.cell_feeder import feed_workers, has_waiting_cells
from benchmark.jobs.sweep_start import preview, start_sweep
from benchmark.models import Cell, SweepState
from benchmark.plan import result_keys
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.play_job import drain
from simulator.jobs.scenario_sync import version_of as synced_version
from simulator.jobs.serialization import config_of, source_text
from simulator.models import Episode, Scenario, ScenarioVersion, State
from simulator.scenario.load import from_source
from tests.benchmark.jobs.planned import begun, plan_of
from tests.simulator.stories.shelf import story

pytestmark = pytest.mark.django_db


def played(**fields: Any) -> None:
    begun(**fields)
    drain("batch")


def test_what_was_played_once_is_finished_when_it_begins() -> None:
    played()
    seen = preview(plan_of())
    assert (len(seen.cells), len(seen.cached), seen.to_play) == (4, 4, [])
    again = begun()
    assert again.state == SweepState.FINISHED
    assert Cell.objects.filter(sweep=again, from_cache=True).count() == 4
    assert Episode.objects.count() == 4
    assert not has_waiting_cells("batch")


def test_repeats_of_those_who_play_alike_are_played_once() -> None:
    sweep = begun(runs=3)
    assert len(preview(plan_of(runs=3)).to_play) == 4
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert Episode.objects.count() == 4
    assert Cell.objects.filter(sweep=sweep, from_cache=True).count() == 8


def test_without_the_cache_all_is_played_and_can_be_used_by_others() -> None:
    played()
    sweep = begun(cache=False, runs=2)
    drain("batch")
    assert Cell.objects.filter(sweep=sweep, from_cache=False, episode__state=State.FINISHED).count() == 8
    assert Episode.objects.count() == 12
    assert result_cache.status().entries == 4


@pytest.mark.parametrize(
    "change",
    [
        {"state": State.FAILED},
        {"state": State.STOPPED},
        {"state": State.PAUSED},
        {"imported": {"format": "pare.trace"}},
        {"result_key": ""},
    ],
    ids=lambda change: "-".join(map(str, change.values()))[:20],
)
def test_what_did_not_come_to_its_end_here_is_never_taken(change: dict[str, Any]) -> None:
    played()
    Episode.objects.update(**change)
    assert preview(plan_of()).cached == {}


def test_a_fork_is_never_taken() -> None:
    played()
    run = Episode.objects.latest("pk")
    fork = fork_episode(run, 3, config_of(run))
    assert fork.result_key == ""
    result_cache.invalidate()
    Episode.objects.filter(pk=fork.pk).update(state=State.FINISHED, result_key=run.result_key)
    assert preview(plan_of()).cached == {}


def test_another_seed_another_limit_and_another_scenario_are_not_the_same() -> None:
    played(scenarios=["dentist"])
    for other in ({"seeds": [1]}, {"max_turns": 3}, {"tool_failure_probability": [0.5]}, {"scenarios": ["empty_day"]}):
        begun(**{"scenarios": ["dentist"], **other})
        assert preview(plan_of(**{"scenarios": ["dentist"], **other})).cached == {}, other
    same = {
        "scenarios": ["dentist"],
        "experiment_name": "other",
        "timeout": 99,
        "priority": "high",
        "max_concurrent": 1,
    }
    assert len(preview(plan_of(**same)).cached) == 2


def test_a_scenario_that_has_changed_is_played_and_a_sweep_keeps_to_what_was_planned() -> None:
    sweep = begun(scenarios=["dentist"])
    planned = ScenarioVersion.objects.get(scenario__slug="dentist")
    changed = from_source({**story("dentist").source, "title": "Another visit"})
    row = Scenario.objects.get(slug="dentist")
    Scenario.objects.filter(pk=row.pk).update(current=synced_version(row, changed), removed_at=None)
    drain("batch")
    assert {cell.episode.version_id for cell in sweep.cells.select_related("episode") if cell.episode} == {planned.pk}
    later = start_sweep(plan_of(scenarios=["dentist"]))
    assert later.state == SweepState.RUNNING
    assert {cell.version.source for cell in later.cells.select_related("version")} == {source_text(changed)}


def test_a_file_that_is_gone_changes_nothing_about_a_sweep() -> None:
    sweep = begun()
    Scenario.objects.update(removed_at="2026-01-01T00:00:00Z")
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED


def test_what_another_engine_has_played_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the engine becomes another one after the sweep was planned."""
    played()
    before = set(Episode.objects.values_list("result_key", flat=True))
    sweep = begun(seeds=[0, 1])
    monkeypatch.setattr(result_keys, "ENGINE_VERSION", "999.0")
    monkeypatch.setattr("simulator.jobs.episode_rows.ENGINE_VERSION", "999.0")
    monkeypatch.setattr("simulator.jobs.leases.ENGINE_VERSION", "999.0")
    sweep_configurations._settings.cache_clear()
    drain("batch")
    own = Cell.objects.filter(sweep=sweep, from_cache=False)
    assert own.count() == 4
    assert all(cell.episode and cell.episode.result_key == cell.key for cell in own.select_related("episode"))
    assert not before & set(own.values_list("key", flat=True))
    sweep_configurations._settings.cache_clear()


def test_a_twin_that_is_being_played_is_waited_for() -> None:
    first, second = begun(), begun()
    assert feed_workers("batch", 10) == 4
    assert feed_workers("batch", 10) == 0
    assert has_waiting_cells("batch")
    drain("batch")
    for sweep in (first, second):
        sweep.refresh_from_db()
        assert sweep.state == SweepState.FINISHED
    assert Episode.objects.count() == 4


def test_a_twin_that_somebody_has_paused_is_not_waited_for() -> None:
    begun()
    second = begun()
    feed_workers("batch", 10)
    Episode.objects.update(state=State.PAUSED)
    assert feed_workers("batch", 10) == 4
    assert Cell.objects.filter(sweep=second, episode__isnull=False).count() == 4


def test_a_twin_that_failed_is_played_anew() -> None:
    begun()
    second = begun()
    feed_workers("batch", 10)
    Episode.objects.update(state=State.FAILED)
    drain("batch")
    assert Cell.objects.filter(sweep=second, episode__state=State.FINISHED, from_cache=False).count() == 4


def test_the_cache_can_be_looked_at_and_forgotten() -> None:
    played()
    status = result_cache.status()
    assert (status.entries, status.runs, status.by_scenario) == (4, 4, {"dentist": 2, "late_train": 2})
    assert status.bytes > 1000
    assert status.by_players == {"oracle, user scripted": 2, "silent, user scripted": 2}
    run = Episode.objects.latest("pk")
    entry = result_cache.inspect(run.result_key[:12])
    assert entry is not None
    assert (entry.key, entry.runs, entry.is_current) == (run.result_key, [run.pk], True)
    assert entry.material["scenario"] == run.version.content_hash
    assert result_cache.inspect("nothing") is None
    assert result_cache.invalidate(scenario="nowhere") == 0
    assert result_cache.invalidate(scenario="dentist") == 2
    assert result_cache.invalidate(model="oracle") == 1
    assert result_cache.invalidate() == 1
    assert Episode.objects.filter(state=State.FINISHED).count() == 4
    assert preview(plan_of()).cached == {}
