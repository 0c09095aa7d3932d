"""Starts sweeps on the site whose settings are in the environment, and measures how fast they are played."""

from __future__ import annotations

import json
import sys
import time

PATIENCE = 300.0
SEEDS = 2


def main() -> None:
    from pare_site.django_setup import set_up

    set_up()
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    rates = [_rate(number) for number in range(first, first + count)]
    print(json.dumps({"sweep_episodes_per_s": rates}))


def _rate(number: int) -> float:
    """All scenarios with the four assistants that need no model; seeds of its own, so that nothing is there already."""
    from benchmark.jobs.sweep_start import start_sweep
    from benchmark.models import SweepState
    from benchmark.plan.schema import SweepPlan
    from simulator.models import Moment

    seeds = [number * SEEDS + seed for seed in range(SEEDS)]
    began = time.monotonic()
    sweep = start_sweep(SweepPlan(split="all", seeds=seeds, experiment_name=f"bench {number}"))
    while sweep.state == SweepState.RUNNING:
        assert time.monotonic() - began < PATIENCE, "the sweep does not come to its end"
        time.sleep(0.05)
        sweep.refresh_from_db(fields=["state", "why"])
    seconds = time.monotonic() - began
    cells = sweep.cells.count()
    runs = sweep.cells.values("episode")
    assert sweep.state == SweepState.FINISHED, sweep.why
    assert sweep.cells.filter(episode__state="finished", from_cache=False).count() == cells
    assert Moment.objects.filter(episode__in=runs).count() == sum(
        sweep.cells.values_list("episode__moment_count", flat=True)
    )
    return cells / seconds


if __name__ == "__main__":
    main()
