"""A sweep stays within its limits: on money, what is under way included, and on runs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmark.jobs import steering
from benchmark.jobs.feeding import feed
from benchmark.jobs.money import spent
from benchmark.jobs.planning import start_sweep
from benchmark.models import Cell, Sweep, SweepState
from simulator.models import Episode, State
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
    assert feed("models", 32) == 3
    assert feed("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.RUNNING
    end(1.1)
    assert spent(sweep) == pytest.approx(3.3)
    assert feed("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED
    assert "$3.30" in sweep.why
    assert "$3.50" in sweep.why
    assert sweep.why.endswith("Raise the limit, then resume it.")


def test_runs_that_cost_less_than_was_thought_leave_room_for_more() -> None:
    sweep = begun(max_cost=3.5)
    feed("models", 32)
    end(0.1)
    assert feed("models", 32) == 7
    end(0.1)
    feed("models", 32)
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert spent(sweep) == pytest.approx(1.0)


def test_a_sweep_with_a_higher_limit_goes_on_and_without_one_pauses_again() -> None:
    sweep = begun(max_cost=1.5)
    feed("models", 32)
    end(1.0)
    feed("models", 32)
    sweep.refresh_from_db()
    steering.resume(sweep)
    assert feed("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED
    steering.set_limits(sweep, max_cost=3.0, at_once=None)
    steering.resume(sweep)
    assert (sweep.state, sweep.why) == (SweepState.RUNNING, "")
    assert feed("models", 32) == 2


def test_attempts_before_a_retry_have_cost_money_too() -> None:
    sweep = begun(max_cost=2.0)
    feed("models", 1)
    end(0.75, state=State.STOPPED)
    steering.retry_failed(sweep)
    assert spent(sweep) == pytest.approx(0.75)
    assert feed("models", 32) == 1


def test_what_is_taken_from_the_cache_costs_nothing() -> None:
    begun()
    feed("models", 32)
    end(5.0)
    other = begun(max_cost=1.0)
    assert other.state == SweepState.FINISHED
    assert spent(other) == 0


def test_baselines_are_played_though_the_money_is_spent() -> None:
    sweep = begun(max_cost=0.5, baselines="silent")
    assert feed("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.RUNNING
    assert feed("batch", 32) == 10
    feed("models", 32)
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED


def test_without_a_price_runs_are_begun_until_money_is_known_to_be_spent() -> None:
    sweep = begun(None, observe_model="unpriced", max_cost=1.0)
    assert feed("models", 2) == 2
    end(None)
    assert feed("models", 2) == 2
    end(0.6)
    assert feed("models", 32) == 0
    sweep.refresh_from_db()
    assert sweep.state == SweepState.PAUSED


def test_so_many_at_once_and_no_more() -> None:
    begun(max_concurrent=3)
    assert feed("models", 32) == 3
    assert feed("models", 32) == 0
    end(0.0, 1)
    assert feed("models", 32) == 1
    assert Cell.objects.filter(episode__state=State.QUEUED).count() == 3
