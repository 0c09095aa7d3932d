"""What a sweep has spent, and whether it may begin another run."""

from __future__ import annotations

from collections import defaultdict

from benchmark.jobs.settings import settings_of
from benchmark.models import Cell, Sweep
from simulator.models import Episode, State
from simulator.models.episode import OVER


def spent(sweep: Sweep) -> float:
    """US dollars for all attempts of all its cells; what was taken from the cache cost it nothing."""
    own = Cell.objects.filter(sweep=sweep, from_cache=False, episode__cost__isnull=False)
    before = Episode.objects.filter(pk__in=_earlier(sweep), cost__isnull=False)
    costs = (*own.values_list("episode__cost", flat=True), *before.values_list("cost", flat=True))
    return sum(cost for cost in costs if cost is not None)


def _earlier(sweep: Sweep) -> list[int]:
    attempts = Cell.objects.filter(sweep=sweep).exclude(earlier=[]).values_list("earlier", flat=True)
    return [episode for episodes in attempts for episode in episodes]


class Money:
    """Of a sweep whose row is locked; asked of each run that is to be begun."""

    def __init__(self, sweep: Sweep) -> None:
        self._limit = sweep.max_cost
        self._spent = self._reserved = 0.0
        self._in_flight = 0
        self._asked = 0.0
        self._means: dict[int, float] = {}
        if self._limit is not None:
            self._count(sweep)

    def suffices_for(self, configuration: int) -> bool:
        """Whether another run under this configuration can be paid; if so that much is laid aside."""
        if self._limit is None:
            return True
        self._asked = self._means.get(configuration, 0.0)
        if self._spent >= self._limit or self._spent + self._reserved + self._asked > self._limit:
            return False
        self._reserved += self._asked
        self._in_flight += 1
        return True

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing that costs is under way."""
        return not self._in_flight

    @property
    def why(self) -> str:
        """Why no more can be begun, and what to do."""
        return (
            f"Its runs have cost ${self._spent:,.2f}, and the next one may cost about ${self._asked:,.2f}: more than "
            f"the limit of ${self._limit or 0:,.2f} for the whole sweep. Raise the limit, then resume it."
        )

    def _count(self, sweep: Sweep) -> None:
        settings = settings_of(sweep)
        cells = Cell.objects.filter(sweep=sweep, from_cache=False, episode__isnull=False)
        costs = list(cells.values_list("configuration", "episode__state", "episode__cost"))
        over: dict[int, list[float]] = defaultdict(list)
        for configuration, state, cost in costs:
            if state == State.FINISHED and cost is not None:
                over[configuration].append(cost)
        everything = [cost for found in over.values() for cost in found]
        for number, setting in enumerate(settings):
            # Its own runs tell most, then what was expected, then what the others cost.
            known = over[number] or ([] if setting.expected_cost is None else [setting.expected_cost]) or everything
            self._means[number] = 0.0 if setting.is_free or not known else sum(known) / len(known)
        under_way = [(number, cost or 0.0) for number, state, cost in costs if state not in OVER]
        self._in_flight = sum(not settings[number].is_free for number, _ in under_way)
        self._reserved = sum(max(0.0, self._means[number] - cost) for number, cost in under_way)
        self._spent = spent(sweep)
