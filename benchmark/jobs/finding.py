"""The cache: runs that came to their end, found by the hash of all that their outcome follows from."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.models import Episode, State
from simulator.models.episode import TO_BE_PLAYED, EpisodeQuerySet

_AT_ONCE = 500
"""Keys in one question; SQLite takes no more than so many values."""


def usable() -> EpisodeQuerySet:
    """Played here from the first moment to the last, by one config, to an end that was judged."""
    return Episode.objects.filter(state=State.FINISHED, parent=None, imported__isnull=True).exclude(result_key="")


def found_by_key(keys: Iterable[str]) -> dict[str, int]:
    """Those that there are: the run of each key, the first one if there are several."""
    wanted = sorted(set(keys))
    found: dict[str, int] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        rows = usable().filter(result_key__in=wanted[start : start + _AT_ONCE]).order_by("-pk")
        found |= dict(rows.values_list("result_key", "pk"))
    return found


def keys_under_way() -> set[str]:
    """Of runs that will come to an end by themselves: those that somebody has paused may never do."""
    states = (*TO_BE_PLAYED, State.RUNNING)
    rows = Episode.objects.filter(state__in=states).exclude(result_key="")
    return set(rows.values_list("result_key", flat=True))
