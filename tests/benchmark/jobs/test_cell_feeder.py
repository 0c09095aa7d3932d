"""Cells become runs when there is room for them, each once."""

from __future__ import annotations

import pytest

from benchmark.jobs.cell_feeder import feed_workers, has_waiting_cells
from benchmark.models import Cell, Sweep, SweepState
from simulator.jobs.play_job import drain
from simulator.models import Episode, State
from tests.benchmark.jobs.planned import begun

pytestmark = pytest.mark.django_db


def test_a_sweep_is_played_to_its_end_by_one_job() -> None:
    sweep = begun(seeds=[0, 1])
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert sweep.ended_at is not None
    assert Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED, from_cache=False).count() == 8
    assert Episode.objects.count() == 8


def test_rows_are_made_only_for_those_who_have_room() -> None:
    sweep = begun()
    assert Episode.objects.count() == 0
    assert has_waiting_cells("batch")
    assert not has_waiting_cells("models")
    assert feed_workers("batch", 3) == 3
    assert feed_workers("live", 3) == feed_workers("models", 3) == feed_workers("batch", 0) == 0
    assert feed_workers("batch", 3) == 1
    assert feed_workers("batch", 3) == 0
    assert not has_waiting_cells("batch")
    assert [cell.position for cell in sweep.cells.order_by("episode_id")] == [0, 1, 2, 3]


def test_a_sweep_that_cannot_be_read_pauses_and_the_others_go_on() -> None:
    broken, other = begun(priority="high"), begun(seeds=[5])
    spoiled = [{**kept, "config": {**kept["config"], "no_such_option": 1}} for kept in broken.configurations]
    Sweep.objects.filter(pk=broken.pk).update(configurations=spoiled, created_at="2026-01-01T00:00:00Z")
    drain("batch")
    broken.refresh_from_db()
    other.refresh_from_db()
    assert (broken.state, other.state) == (SweepState.PAUSED, SweepState.FINISHED)
    assert "no_such_option" in broken.why
    assert broken.why.endswith("Fix this, then resume the sweep.")


def test_of_sweeps_the_more_urgent_one_goes_first_and_then_the_older_one() -> None:
    first, second, urgent = begun(), begun(seeds=[1]), begun(seeds=[2], priority="high")
    feed_workers("batch", 12)
    made = Cell.objects.filter(episode__isnull=False).order_by("episode_id").values_list("sweep", flat=True)
    assert list(dict.fromkeys(made)) == [urgent.pk, first.pk, second.pk]


def test_partial_results_cover_everything_first() -> None:
    sweep = begun(seeds=[0, 1])
    feed_workers("batch", 4)
    begun_cells = sweep.cells.filter(episode__isnull=False)
    assert {cell.seed for cell in begun_cells} == {0}
    assert begun_cells.values("version", "configuration").distinct().count() == 4


def test_the_runs_say_what_they_are_of() -> None:
    sweep = begun(timeout=77, experiment_name="nightly", max_turns=4)
    feed_workers("batch", 1)
    row = Episode.objects.get()
    cell = sweep.cells.get(episode=row)
    assert (row.note, row.priority, row.deadline_seconds, row.turn_limit) == ("nightly", -20, 77, 4)
    assert (row.result_key, row.seed, row.queue) == (cell.key, cell.seed, "batch")
    assert row.config["seed"] == cell.seed
