"""Rows of results tell what the runs say, also of cells that are not played yet."""

from __future__ import annotations

import pytest

from benchmark.jobs.cell_feeder import feed_workers
from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.jobs.totals import total_of, totals_of
from benchmark.result_row import ResultRow
from simulator.jobs.leases import claim, fail
from simulator.jobs.play_job import drain
from simulator.models import Episode, Failure
from tests.benchmark.jobs.planned import begun

pytestmark = pytest.mark.django_db


def row_of(rows: list[ResultRow], scenario: str, configuration: str) -> ResultRow:
    (found,) = [row for row in rows if (row.base_scenario_id, row.configuration) == (scenario, configuration)]
    return found


def test_rows_say_what_came_of_the_runs() -> None:
    sweep = begun()
    drain("batch")
    sweep.refresh_from_db()
    rows = rows_of_sweep(sweep)
    assert len(rows) == 4
    helped, silent = row_of(rows, "dentist", "oracle"), row_of(rows, "dentist", "silent")
    assert (helped.status, helped.success_bool, helped.success_numeric) == ("success", True, 1.0)
    assert (helped.goals_met, helped.clean, helped.consented, helped.in_time) == (True, True, True, True)
    assert (helped.unneeded_offers, helped.collateral_writes, helped.consent_refusals) == (0, 0, 0)
    assert helped.proposal_count == helped.acceptance_count > 0
    assert helped.write_actions > 0
    assert (silent.status, silent.success_bool, silent.goals_met) == ("failed", False, False)
    assert (silent.blame, silent.has_exception, silent.exception_type) == ("assistant", False, None)
    assert silent.rationale
    for row in rows:
        assert row.episode is not None
        episode = Episode.objects.get(pk=row.episode)
        assert row.content_hash == episode.content_hash
        assert row.moments == episode.moment_count
        assert (row.run_number, row.run, row.attempts, row.from_cache) == (None, 1, 1, False)
        assert row.scenario_hash == episode.version.content_hash
        assert row.run_duration is not None
        assert row.job_duration is not None


def test_cells_that_wait_and_runs_that_failed_have_no_success() -> None:
    sweep = begun(seeds=[3, 4])
    assert feed_workers("batch", 1) == 1
    made = Episode.objects.get()
    lease = claim(made.pk, "somebody")
    assert lease is not None
    fail(lease, "It was not over after 5 seconds.", Failure.DEADLINE)
    rows = rows_of_sweep(sweep)
    assert len(rows) == 8
    given_up = rows[0]
    assert (given_up.status, given_up.success_bool, given_up.success_numeric) == ("exception", None, None)
    assert (given_up.failure, given_up.exception_type) == ("deadline", "ScenarioTimeoutError")
    assert (given_up.blame, given_up.run_number) == ("undetermined", 1)
    assert {row.status for row in rows[1:]} == {"no_validation"}
    assert {row.run_number for row in rows} == {1, 2}
    assert [row.attempts for row in rows] == [1, *[0] * 7]


def test_totals_add_up() -> None:
    sweep = begun(runs=2)
    assert total_of(totals_of(sweep)).counts == {"waiting": 8}
    drain("batch")
    oracle, silent = totals_of(sweep)
    assert (oracle.label, oracle.counts, oracle.from_cache, oracle.over) == ("oracle", {"success": 4}, 2, 4)
    assert (silent.label, silent.counts) == ("silent", {"miss": 4})
    assert total_of([oracle, silent]).cells == 8
