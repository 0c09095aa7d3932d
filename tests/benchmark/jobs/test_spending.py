"""A sweep stays within its limits: on money, what is under way included, and on runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.jobs import sweep_control
from benchmark.jobs.cell_feeder import feed_workers
from benchmark.jobs.spending import spent
from benchmark.jobs.sweep_control import SweepRefusal
from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.jobs.sweep_start import start_sweep
from benchmark.jobs.totals import total_of, totals_of
from benchmark.models import Cell, Sweep, SweepState
from benchmark.views.progress import progress_of
from simulator.models import Episode, Failure, State
from tests.benchmark.jobs.planned import STORIES, plan_of, shelve

pytestmark = pytest.mark.django_db
SEEDS = [0, 1, 2, 3, 4]


@pytest.fixture(autouse=True)
def _priced_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "models.yaml"
    priced = "dollars_per_million_in: 1, dollars_per_million_out: 1"
    file.write_text(
        f"cheap: {{provider: x, name: c, {priced}}}\nunpriced: {{provider: x, name: u}}\n", encoding="utf-8"
    )
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))


def begun(expected: float | None = 1.0, **fields: Any) -> Sweep:
    """Ten runs with a model, each thought to cost so much."""
    shelve(*STORIES)
    plan = plan_of(**{"observe_model": "cheap", "baselines": "none", "seeds": SEEDS, **fields})
    sweep = start_sweep(plan, keys=False)
    Sweep.objects.filter(pk=sweep.pk).update(expected_costs=[expected])
    return sweep


def end(cost: float | None, count: int | None = None, state: State = State.FINISHED) -> None:
    """So many of the runs under way are over, the first ones; all of them without a number."""
    keys = list(Episode.objects.filter(state=State.QUEUED).order_by("pk").values_list("pk", flat=True)[:count])
    Episode.objects.filter(pk__in=keys).update(state=state, cost=cost)


def test_no_more_is_begun_than_can_be_paid_and_the_sweep_says_why_it_pauses() -> None:
    sweep = begun(max_cost=3.5)
    assert feed_workers("models", 32) == 3
    assert feed_workers("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.RUNNING
    end(1.1)
    assert spent(sweep) == pytest.approx(3.3)
    assert feed_workers("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED
    assert "$3.30" in sweep.why
    assert "$3.50" in sweep.why
    assert sweep.why.endswith("Raise the limit, then resume the sweep.")


def test_runs_that_cost_less_than_was_thought_leave_room_for_more() -> None:
    sweep = begun(max_cost=3.5)
    feed_workers("models", 32)
    end(0.1)
    assert feed_workers("models", 32) == 7
    end(0.1)
    feed_workers("models", 32)
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert spent(sweep) == pytest.approx(1.0)


def test_a_sweep_with_a_higher_limit_goes_on_and_without_one_pauses_again() -> None:
    sweep = begun(max_cost=1.5)
    feed_workers("models", 32)
    end(1.0)
    feed_workers("models", 32)
    sweep.refresh_from_db()
    sweep_control.resume(sweep)
    assert feed_workers("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED
    sweep_control.set_limits(sweep, max_cost=3.0, at_once=None, deadline_seconds=None)
    sweep_control.resume(sweep)
    assert (sweep.state, sweep.why) == (SweepState.RUNNING, "")
    assert feed_workers("models", 32) == 2


def test_attempts_before_a_retry_have_cost_money_too() -> None:
    sweep = begun(max_cost=2.0)
    feed_workers("models", 1)
    end(0.75, state=State.STOPPED)
    sweep_control.retry_failed(sweep)
    assert spent(sweep) == pytest.approx(0.75)
    assert feed_workers("models", 32) == 1


def test_what_is_taken_from_the_cache_costs_nothing() -> None:
    begun()
    feed_workers("models", 32)
    end(5.0)
    other = begun(max_cost=1.0)
    assert other.state == SweepState.FINISHED
    assert spent(other) == 0


def test_baselines_are_played_though_the_money_is_spent() -> None:
    sweep = begun(max_cost=0.5, baselines="silent")
    assert feed_workers("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.RUNNING
    assert feed_workers("batch", 32) == 10
    feed_workers("models", 32)
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED


def test_without_a_price_runs_are_begun_until_money_is_known_to_be_spent() -> None:
    sweep = begun(None, observe_model="unpriced", max_cost=1.0)
    assert feed_workers("models", 2) == 2
    end(None)
    assert feed_workers("models", 2) == 2
    end(0.6)
    assert feed_workers("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED


def test_so_many_at_once_and_no_more() -> None:
    begun(max_concurrent=3)
    assert feed_workers("models", 32) == 3
    assert feed_workers("models", 32) == 0
    end(0.0, 1)
    assert feed_workers("models", 32) == 1
    assert Cell.objects.filter(episode__state=State.QUEUED).count() == 3


@pytest.mark.parametrize("failure", [Failure.PROVIDER, Failure.DEADLINE])
def test_nothing_that_costs_is_played_again_once_the_money_is_spent(failure: Failure) -> None:
    sweep = begun(max_cost=2.0)
    feed_workers("models", 2)
    end(0.5, 1)
    end(1.5, state=State.FAILED)
    Episode.objects.filter(state=State.FAILED).update(failure=failure)
    with pytest.raises(SweepRefusal, match=r"cost \$2\.00, and its limit is \$2\.00\. Raise the limit"):
        sweep_control.retry_failed(sweep)
    assert not Episode.objects.filter(state=State.QUEUED).exists()
    assert not Cell.objects.exclude(earlier=[]).exists()
    sweep_control.set_limits(sweep, max_cost=5.0, at_once=None, deadline_seconds=None)
    assert sweep_control.retry_failed(sweep) == 1


def test_baselines_are_played_again_though_the_money_is_spent() -> None:
    sweep = begun(max_cost=1.0, baselines="silent")
    feed_workers("models", 1)
    end(1.0)
    feed_workers("batch", 1)
    end(None, state=State.FAILED)
    assert sweep_control.retry_failed(sweep) == 1


def test_rows_totals_and_progress_tell_all_the_money_that_was_spent() -> None:
    sweep = begun()
    feed_workers("models", 2)
    end(0.75, 1, state=State.STOPPED)
    end(0.5)
    Episode.objects.update(tokens_in=100, tokens_out=10)
    sweep_control.retry_failed(sweep)
    assert [row.cost for row in rows_of_sweep(sweep)][:3] == [0.75, 0.5, None], "the first one waits again"
    feed_workers("models", 1)
    Episode.objects.filter(state=State.QUEUED).update(tokens_in=200, tokens_out=20)
    end(None, state=State.STOPPED)
    sweep_control.retry_failed(sweep)
    feed_workers("models", 1)
    Episode.objects.filter(state=State.QUEUED).update(tokens_in=400, tokens_out=40)
    end(1.0)
    Episode.objects.filter(state=State.FINISHED).update(success=True)
    first, second, *rest = rows_of_sweep(sweep)
    assert (first.attempts, first.cost, first.tokens_in, first.tokens_out) == (3, 1.75, 700, 70)
    assert (second.attempts, second.cost, second.tokens_in, second.tokens_out) == (1, 0.5, 100, 10)
    assert {(row.cost, row.tokens_in) for row in rest} == {(None, None)}
    whole, told = total_of(totals_of(sweep)), progress_of(sweep)
    assert (whole.cost, whole.tokens_in, whole.tokens_out) == (2.25, 800, 80)
    assert (told.all.cost, told.all.tokens, told.all.own) == (2.25, 880, 4)
    assert spent(sweep) == told.spent == told.by_column[0][1].cost == 2.25


def test_a_row_from_the_cache_keeps_the_cost_of_its_run() -> None:
    begun(seeds=[0])
    feed_workers("models", 32)
    end(5.0)
    other = begun(seeds=[0])
    assert [(row.from_cache, row.cost) for row in rows_of_sweep(other)] == [(True, 5.0)] * 2
    assert (spent(other), total_of(totals_of(other)).cost, progress_of(other).all.cost) == (0, 0, 0)
