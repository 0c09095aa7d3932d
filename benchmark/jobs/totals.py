"""Counts the cells of a sweep by status, for `pare benchmark`. The database does the counting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, Sum

from benchmark.jobs.spending import used_before
from benchmark.jobs.sweep_configurations import configurations_of_sweep
from benchmark.models import Cell, Sweep
from simulator.models import State
from simulator.models.episode import OVER

WAITING, UNDER_WAY, GIVEN_UP, STOPPED = "waiting", "under way", "failed", "stopped"
SUCCESS, UNDECIDED, MISS = "success", "undecided", "miss"
_STATES = {State.FAILED: GIVEN_UP, State.STOPPED: STOPPED, State.ABANDONED: STOPPED}
_GROUPED = ("configuration", "from_cache", "episode__state", "episode__success", "episode__undecided")


@dataclass
class SweepTotals:
    """Counts, tokens and cost of a configuration or a whole sweep."""

    label: str = ""
    counts: Counter[str] = field(default_factory=Counter)
    """Number of cells by status, such as WAITING."""
    from_cache: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0
    """US dollars for the played runs, including earlier attempts; runs from the cache cost nothing."""

    @property
    def cells(self) -> int:
        return self.counts.total()

    @property
    def over(self) -> int:
        return self.cells - self.counts[WAITING] - self.counts[UNDER_WAY]

    @property
    def successes(self) -> int:
        return self.counts[SUCCESS]

    @property
    def undecided(self) -> int:
        return self.counts[UNDECIDED]

    @property
    def not_played(self) -> int:
        return self.counts[GIVEN_UP] + self.counts[STOPPED]


def totals_of(sweep: Sweep) -> list[SweepTotals]:
    """Return the totals of each configuration, in the order of the sweep's configurations."""
    found = [SweepTotals(setting.configuration.label) for setting in configurations_of_sweep(sweep)]
    groups = Cell.objects.filter(sweep=sweep).order_by().values_list(*_GROUPED)
    sums = (Sum("episode__tokens_in"), Sum("episode__tokens_out"), Sum("episode__cost"))
    for configuration, cached, state, success, undecided, count, in_, out, cost in groups.annotate(Count("pk"), *sums):
        one = found[configuration]
        one.counts[_status(state, success, undecided)] += count
        if cached:
            one.from_cache += count
        else:
            one.tokens_in, one.tokens_out = one.tokens_in + (in_ or 0), one.tokens_out + (out or 0)
            one.cost += cost or 0.0
    for (_, configuration), used in used_before([sweep.pk]).items():
        one = found[configuration]
        one.tokens_in, one.tokens_out = one.tokens_in + used.tokens_in, one.tokens_out + used.tokens_out
        one.cost += used.cost or 0.0
    return found


def total_of(totals: list[SweepTotals]) -> SweepTotals:
    """Return the sum of the totals of several configurations, without a label."""
    whole = SweepTotals()
    for one in totals:
        whole.counts += one.counts
        whole.from_cache += one.from_cache
        whole.tokens_in, whole.tokens_out = whole.tokens_in + one.tokens_in, whole.tokens_out + one.tokens_out
        whole.cost += one.cost
    return whole


def _status(state: str | None, success: bool | None, undecided: bool | None) -> str:
    if state is None:
        return WAITING
    if state == State.FINISHED:
        return UNDECIDED if undecided else SUCCESS if success else MISS
    return _STATES[State(state)] if state in OVER else UNDER_WAY
