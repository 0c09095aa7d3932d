"""What an office does: starts sweeps, looks at them, and compares them with what they are undisturbed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.jobs.sweep_start import start_sweep
from benchmark.jobs.totals import MISS, SUCCESS, total_of, totals_of
from benchmark.models import Cell, Sweep
from benchmark.plan.schema import SweepPlan
from simulator.episode.recording import record
from simulator.jobs.serialization import config_of, story_of
from simulator.jobs.worker_registry import workers_alive
from simulator.models import Episode, Moment, State
from simulator.models.episode import OVER
from tests.simulator.jobs.background import assert_whole


def start(plan: dict[str, Any]) -> dict[str, Any]:
    return {"sweep": start_sweep(SweepPlan.model_validate(plan)).pk}


def look(key: int) -> dict[str, Any]:
    sweep = Sweep.objects.get(pk=key)
    cells = Cell.objects.filter(sweep=sweep)
    playing = cells.filter(episode__state=State.RUNNING).values_list("episode__worker", flat=True)
    return {
        "state": sweep.state,
        "why": sweep.why,
        "cells": cells.count(),
        "finished": cells.filter(episode__state__in=OVER).count(),
        "playing": sorted(set(playing)),
    }


def alive() -> dict[str, Any]:
    return dict(workers_alive())


def audit(key: int) -> dict[str, Any]:
    sweep = Sweep.objects.get(pk=key)
    rows = [_played_once(cell) for cell in Cell.objects.filter(sweep=sweep).select_related("episode__version")]
    assert len({row.pk for row in rows}) == len(rows), "two cells share a run"
    made = Episode.objects.filter(note=sweep.name).count()
    assert made == len(rows), f"{made} runs were made for {len(rows)} cells"
    found, expected = Counter[str](), Counter[str]()
    for row in rows:
        assert_whole(row)
        told = record(story_of(row.version), config_of(row))
        assert told.outcome is not None and row.result is not None
        assert (row.content_hash, row.result["state_hash"]) == (told.content_hash, told.state_hash)
        assert told.outcome.success == row.success
        found += Counter(cells=1, moments=row.moment_count, successes=int(bool(row.success)))
        expected += Counter(cells=1, moments=len(told.episode.moments), successes=int(told.outcome.success))
    assert found == expected
    _assert_told(sweep, expected)
    stored = Moment.objects.filter(episode__note=sweep.name).count()
    assert stored == expected["moments"], f"{stored} moments are stored, {expected['moments']} were played"
    return {**found, "attempts": sum(row.attempt for row in rows), "state": sweep.state}


def _assert_told(sweep: Sweep, expected: Counter[str]) -> None:
    """What people see of a sweep says the same."""
    told = total_of(totals_of(sweep))
    assert (told.cells, told.over, told.from_cache) == (expected["cells"], expected["cells"], 0)
    assert told.counts[SUCCESS] == expected["successes"]
    assert told.counts[MISS] == expected["cells"] - expected["successes"]
    rows = rows_of_sweep(sweep)
    assert sum(row.moments or 0 for row in rows) == expected["moments"]
    assert {row.attempts for row in rows} == {1}


def _played_once(cell: Cell) -> Episode:
    row = cell.episode
    assert row is not None, f"{cell} was not played"
    assert row.state == State.FINISHED, f"{cell} is {row.state}: {row.reason}"
    assert not cell.from_cache and cell.earlier == [], f"{cell} was played otherwise than once"
    return row
