"""Tokens and money that a sweep has used, and its budget."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import Count, Sum

from benchmark.jobs.sweep_configurations import SweepConfiguration, configurations_of_sweep
from benchmark.models import Cell, Sweep
from simulator.models import Episode, State
from simulator.models.episode import OVER
from simulator.words.money import dollars

# Ids per query: older builds of SQLite allow 999 parameters.
_AT_ONCE = 500


class Usage(NamedTuple):
    """Number of runs, with their total tokens and their total cost in US dollars."""

    runs: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    """US dollars; None if no run has a known cost."""

    def and_also(self, other: Usage) -> Usage:
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.runs + other.runs,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            sum(known) if known else None,
        )


def used_before(sweeps: Iterable[int]) -> dict[tuple[int, int], Usage]:
    """Return the usage of earlier attempts, by sweep and configuration. Pairs without earlier attempts are left out."""
    cells = Cell.objects.filter(sweep__in=list(sweeps)).exclude(earlier=[]).order_by()
    attempts = list(cells.values_list("sweep_id", "configuration", "earlier"))
    used = used_by(run for *_, earlier in attempts for run in earlier)
    found: dict[tuple[int, int], Usage] = {}
    for sweep_id, configuration, earlier in attempts:
        before = found.get((sweep_id, configuration), Usage())
        found[sweep_id, configuration] = before.and_also(used_in(earlier, used))
    return found


def used_by(runs: Iterable[int]) -> dict[int, Usage]:
    """Return the usage of each run by its id. Deleted runs are left out."""
    wanted = sorted(set(runs))
    found: dict[int, Usage] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        rows = Episode.objects.filter(pk__in=wanted[start : start + _AT_ONCE]).order_by()
        for key, tokens_in, tokens_out, cost in rows.values_list("pk", "tokens_in", "tokens_out", "cost"):
            found[key] = Usage(1, tokens_in, tokens_out, cost)
    return found


def used_in(runs: Iterable[int], used: Mapping[int, Usage]) -> Usage:
    """Return the summed usage of these runs. Runs that are missing in `used` count as 0."""
    whole = Usage()
    for run in runs:
        whole = whole.and_also(used.get(run, Usage()))
    return whole


def spent(sweep: Sweep) -> float:
    """Return the cost in US dollars of all attempts of all cells of a sweep. Runs from the cache count as free."""
    own = Cell.objects.filter(sweep=sweep, from_cache=False).aggregate(cost=Sum("episode__cost"))
    return (own["cost"] or 0.0) + sum(used.cost or 0.0 for used in used_before([sweep.pk]).values())


class SweepBudget:
    """Checks the cost limit of a sweep before each of its runs starts. The sweep's row must be locked."""

    def __init__(self, sweep: Sweep) -> None:
        self._limit = sweep.max_cost
        self._spent = self._reserved = 0.0
        self._in_flight = 0
        self._asked = 0.0
        self._means: dict[int, float] = {}
        if self._limit is not None:
            self._count(sweep)

    def suffices_for(self, configuration: int) -> bool:
        """Return whether another run of this configuration fits the limit, and reserve its expected cost if so."""
        if self._limit is None:
            return True
        self._asked = self._means.get(configuration, 0.0)
        # Without a price the expected cost is 0, so runs start until the spent money itself reaches the limit.
        if self._spent >= self._limit or self._spent + self._reserved + self._asked > self._limit:
            return False
        self._reserved += self._asked
        self._in_flight += 1
        return True

    @property
    def is_at_rest(self) -> bool:
        """Return True if no run that costs money is in progress."""
        return not self._in_flight

    @property
    def why(self) -> str:
        """Return why no more runs can start, and what to do."""
        return (
            f"The runs have cost {dollars(self._spent)}, and the next run may cost about {dollars(self._asked)}: "
            f"more than the sweep's limit of {dollars(self._limit or 0)}. Raise the limit, then resume the sweep."
        )

    def _count(self, sweep: Sweep) -> None:
        settings = configurations_of_sweep(sweep)
        cells = Cell.objects.filter(sweep=sweep, from_cache=False, episode__isnull=False)
        over = cells.filter(episode__state=State.FINISHED, episode__cost__isnull=False).order_by()
        sums = over.values_list("configuration").annotate(Count("pk"), Sum("episode__cost"))
        found = {number: (count, cost) for number, count, cost in sums}
        count = sum(count for count, _ in found.values())
        # Configurations without runs and without an estimate use the mean over all configurations.
        everywhere = sum(cost for _, cost in found.values()) / count if count else 0.0
        for number, setting in enumerate(settings):
            self._means[number] = 0.0 if setting.is_free else _mean(found.get(number), setting, everywhere)
        under_way = cells.exclude(episode__state__in=OVER).values_list("configuration", "episode__cost")
        costs = [(number, cost or 0.0) for number, cost in under_way]
        self._in_flight = sum(not settings[number].is_free for number, _ in costs)
        # The cost so far of runs in progress is already in `_spent`; only the rest of their expected cost is reserved.
        self._reserved = sum(max(0.0, self._means[number] - cost) for number, cost in costs)
        self._spent = spent(sweep)


def _mean(own: tuple[int, float] | None, setting: SweepConfiguration, everywhere: float) -> float:
    """Return a configuration's cost per run: the mean of its own runs, else the estimate, else `everywhere`."""
    if own is not None:
        return own[1] / own[0]
    return everywhere if setting.expected_cost is None else setting.expected_cost
