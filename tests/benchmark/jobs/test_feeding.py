"""Cells become runs when there is room for them, each once."""

from __future__ import annotations

import pytest

from benchmark.jobs.feeding import feed, waits
from benchmark.models import Cell, SweepState
from simulator.jobs.running import drain
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
    assert waits("batch")
    assert not waits("models")
    assert feed("batch", 3) == 3
    assert feed("live", 3) == feed("models", 3) == feed("batch", 0) == 0
    assert feed("batch", 3) == 1
    assert feed("batch", 3) == 0
    assert not waits("batch")
    assert [cell.position for cell in sweep.cells.order_by("episode_id")] == [0, 1, 2, 3]
