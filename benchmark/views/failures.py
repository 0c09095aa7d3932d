"""Failed runs of a sweep, grouped by cause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, Min

from benchmark.models import Cell, Sweep
from benchmark.views.matrix_data import columns_of
from simulator.blame.rules import PARTIES, Party, blame_of, failure_finding, under_flag
from simulator.models import Episode, Failure, State

# Messages of one cause often differ only in numbers, such as the seconds to wait.
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_FACTS = (
    "configuration",
    "episode__failure",
    "episode__reason",
    "episode__overruled_fault",
    "episode__version__flagged_at",
)


@dataclass
class Cause:
    """The failed runs with the same party to blame and the same message, except for numbers in the message."""

    reason: str
    failure: str
    party: Party
    count: int = 0
    where: dict[str, None] = field(default_factory=dict)
    """Labels of the configurations as keys: a dict keeps their order and drops repeats."""
    first: int = 0
    run: Episode | None = None
    """The first failed run."""

    @property
    def word(self) -> str:
        return PARTIES[self.party]

    @property
    def kind(self) -> str:
        return Failure(self.failure or Failure.ENGINE).label


def causes_of(sweep: Sweep) -> Sequence[Cause]:
    """Return the causes of failed runs, most frequent first."""
    labels = [column.label for column in columns_of(sweep)]
    failed = Cell.objects.filter(sweep=sweep, episode__state=State.FAILED).order_by()
    groups: dict[tuple[str, str, str], Cause] = {}
    for number, failure, reason, overruled, flagged, count, first in failed.values_list(*_FACTS).annotate(
        count=Count("pk"), first=Min("episode")
    ):
        party = _party(failure, reason, overruled, "" if flagged is not None else None)
        # The blamed party is part of the key: a failure whose blame was overruled is a separate cause.
        kind = (failure, party, _NUMBER.sub("0", reason))
        cause = groups.setdefault(kind, Cause(reason, failure, party, first=first))
        cause.count += count
        cause.where[labels[number]] = None
        if first < cause.first:
            cause.first, cause.reason = first, reason
    found = sorted(groups.values(), key=lambda cause: (-cause.count, cause.first))
    # One query for the first runs of all causes.
    runs = Episode.objects.select_related("version").defer("version__source").in_bulk([one.first for one in found])
    for cause in found:
        cause.run = runs.get(cause.first)
    return found


def stopped_in(sweep: Sweep) -> int:
    """Return how many runs were stopped or abandoned; a retry plays them again too."""
    return Cell.objects.filter(sweep=sweep, episode__state__in=(State.STOPPED, State.ABANDONED)).count()


def _party(failure: str, reason: str, overruled: str, flag: str | None) -> Party:
    by_hand = next((party for party in PARTIES if party == overruled), None)
    return by_hand or under_flag(blame_of([failure_finding(failure or Failure.ENGINE, reason)]), flag).party
