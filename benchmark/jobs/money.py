"""What a sweep has spent, and whether it may begin another run."""

from __future__ import annotations

from django.db.models import Count, Sum

from benchmark.jobs.attempts import used_before
from benchmark.jobs.settings import Setting, settings_of
from benchmark.models import Cell, Sweep
from simulator.models import State
from simulator.models.episode import OVER


def spent(sweep: Sweep) -> float:
    """US dollars for all attempts of all its cells; what was taken from the cache cost it nothing."""
    own = Cell.objects.filter(sweep=sweep, from_cache=False).aggregate(cost=Sum("episode__cost"))
    return (own["cost"] or 0.0) + sum(used.cost or 0.0 for used in used_before([sweep.pk]).values())


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
        over = cells.filter(episode__state=State.FINISHED, episode__cost__isnull=False).order_by()
        sums = over.values_list("configuration").annotate(Count("pk"), Sum("episode__cost"))
        found = {number: (count, cost) for number, count, cost in sums}
        count = sum(count for count, _ in found.values())
        everywhere = sum(cost for _, cost in found.values()) / count if count else 0.0
        for number, setting in enumerate(settings):
            self._means[number] = 0.0 if setting.is_free else _mean(found.get(number), setting, everywhere)
        under_way = cells.exclude(episode__state__in=OVER).values_list("configuration", "episode__cost")
        costs = [(number, cost or 0.0) for number, cost in under_way]
        self._in_flight = sum(not settings[number].is_free for number, _ in costs)
        self._reserved = sum(max(0.0, self._means[number] - cost) for number, cost in costs)
        self._spent = spent(sweep)


def _mean(own: tuple[int, float] | None, setting: Setting, everywhere: float) -> float:
    """Its own runs tell most, then what was expected, then what the others cost."""
    if own is not None:
        return own[1] / own[0]
    return everywhere if setting.expected_cost is None else setting.expected_cost
