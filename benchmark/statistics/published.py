"""Computes the metrics of the original benchmark by its own formulas and under its own names.

These metrics differ from our figures. A rate with nothing to divide by is 0, except the success rate, which is null.
The spread is the sample standard deviation of one value per run number. The sums include runs that failed before their
end. A run is validated if it has a success value, and k is the highest number of validated runs of a scenario. Runs
that have not been played are ignored, because they have no row in the original.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from statistics import fmean, stdev
from typing import Any

import msgspec

from benchmark.result_row import ResultRow, share
from benchmark.statistics.table import was_made

Rows = Sequence[ResultRow]


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """The original benchmark's metrics of one configuration. Field names are those of the original's JSON."""

    total_runs: int
    validated_runs: int
    success_runs: int
    failed_runs: int
    exception_runs: int
    no_validation_runs: int
    success_rate: float | None
    """Percentage of validated rows; None without validated rows."""
    success_rate_std: float
    success_rate_sem: float
    k: int
    total_scenarios: int
    pass_at_k: int
    pass_at_k_percent: float
    pass_k: int
    pass_k_percent: float
    avg_run_duration: float | None
    avg_run_duration_std: float
    job_duration: float | None
    total_proposals: int
    total_acceptances: int
    total_turns: int
    total_read_only_actions: int
    total_write_actions: int
    aggregate_proposal_rate: float
    aggregate_proposal_rate_std: float
    aggregate_proposal_rate_sem: float
    aggregate_acceptance_rate: float
    aggregate_acceptance_rate_std: float
    aggregate_acceptance_rate_sem: float
    avg_read_only_actions: float
    avg_read_only_actions_std: float
    avg_read_only_actions_sem: float
    avg_write_actions: float
    avg_write_actions_std: float
    avg_write_actions_sem: float


def published(rows: Rows) -> Published:
    """Return the metrics of one configuration's rows."""
    # Sorted, because floating-point sums depend on the order, and equal rows must give equal bytes.
    rows = sorted(filter(was_made, rows), key=lambda row: (row.base_scenario_id, row.run_number or 0, row.status))
    status = Counter(row.status for row in rows)
    derived: dict[str, Any] = {**_durations(rows), **_by_scenario(rows), **_by_run(rows)}
    return Published(
        total_runs=len(rows),
        validated_runs=sum(row.success_numeric is not None for row in rows),
        success_runs=status["success"],
        failed_runs=status["failed"],
        exception_runs=status["exception"],
        no_validation_runs=status["no_validation"],
        total_proposals=_sum(rows, "proposal_count"),
        total_acceptances=_sum(rows, "acceptance_count"),
        total_turns=_sum(rows, "number_of_turns"),
        total_read_only_actions=_sum(rows, "read_only_actions"),
        total_write_actions=_sum(rows, "write_actions"),
        **derived,
    )


def _by_run(rows: Rows) -> dict[str, float | None]:
    """Return the metrics whose spread is computed from one value per run number."""
    runs: defaultdict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row.run_number is not None:
            runs[row.run_number].append(row)
    found: dict[str, float | None] = {}
    for name, metric in _METRICS.items():
        values = [value for _, run in sorted(runs.items()) if (value := metric(run)) is not None]
        spread = stdev(values) if len(values) > 1 else 0.0
        found |= {name: metric(rows), f"{name}_std": spread, f"{name}_sem": spread / math.sqrt(max(len(values), 1))}
    # The original writes 0 for a rate without a denominator; only its success rate may be null.
    return {name: 0.0 if value is None and name.startswith("aggregate") else value for name, value in found.items()}


def _by_scenario(rows: Rows) -> dict[str, float]:
    scenarios: defaultdict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        scenarios[row.base_scenario_id].append(row)
    means = [_success(runs) for runs in scenarios.values()]
    some = sum(mean is not None and mean > 0 for mean in means)
    # `==` is safe here: for n successes in n runs, `_success` computes exactly 100 * n / n.
    every = sum(mean == 100 for mean in means)
    return {
        "total_scenarios": len(scenarios),
        "k": max((sum(run.success_numeric is not None for run in runs) for runs in scenarios.values()), default=0),
        "pass_at_k": some,
        "pass_at_k_percent": 100 * share(some, len(means)),
        "pass_k": every,
        "pass_k_percent": 100 * share(every, len(means)),
    }


def _durations(rows: Rows) -> dict[str, float | None]:
    runs = [row.run_duration for row in rows if row.run_duration is not None]
    jobs = [row.job_duration for row in rows if row.job_duration is not None]
    return {
        "avg_run_duration": fmean(runs) if runs else None,
        "avg_run_duration_std": stdev(runs) if len(runs) > 1 else 0.0,
        "job_duration": fmean(jobs) if jobs else None,
    }


def _success(rows: Rows) -> float | None:
    validated = [row.success_numeric for row in rows if row.success_numeric is not None]
    return 100 * math.fsum(validated) / len(validated) if validated else None


def _sum(rows: Rows, column: str) -> int:
    return sum(getattr(row, column) for row in rows)


def _ratio(part: str, whole: str) -> Callable[[Rows], float | None]:
    """Return a function that divides two sums.

    It returns None if the divisor is 0; then this run number is left out of the spread.
    """

    def ratio(rows: Rows) -> float | None:
        divisor = _sum(rows, whole)
        return _sum(rows, part) / divisor if divisor else None

    return ratio


def _average(column: str) -> Callable[[Rows], float | None]:
    return lambda rows: _sum(rows, column) / max(len(rows), 1)


_METRICS: dict[str, Callable[[Rows], float | None]] = {
    "success_rate": _success,
    "aggregate_proposal_rate": _ratio("proposal_count", "number_of_turns"),
    "aggregate_acceptance_rate": _ratio("acceptance_count", "proposal_count"),
    "avg_read_only_actions": _average("read_only_actions"),
    "avg_write_actions": _average("write_actions"),
}
