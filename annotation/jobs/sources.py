"""Where the runs of a sample come from: all that are finished, those of a sweep, or those that a filter finds."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Count, Q

from simulator.models import Episode, State
from simulator.models.episode import EpisodeQuerySet

MOST_SWEEPS = 50
SWEEPS = ("benchmark", "Sweep")
"""Sweeps stand beside studies, not below them: their rows are asked for by name, and may not be there at all."""


class SweepChoice(NamedTuple):
    pk: int
    name: str
    runs: int
    """Those that are finished."""


def finished_runs() -> EpisodeQuerySet:
    return Episode.objects.filter(state=State.FINISHED)


def sweeps_to_choose() -> list[SweepChoice]:
    """The newest first, with something to draw from."""
    if not apps.is_installed(SWEEPS[0]):
        return []
    played = Count("cells__episode", filter=Q(cells__episode__state=State.FINISHED), distinct=True)
    rows = apps.get_model(*SWEEPS)._default_manager.annotate(played=played).filter(played__gt=0).order_by("-pk")
    return [SweepChoice(row.pk, row.name, row.played) for row in rows[:MOST_SWEEPS]]


def sweep_named(pk: int) -> str | None:
    """What a sweep is called; None if it is not there."""
    if not apps.is_installed(SWEEPS[0]):
        return None
    found: Any = apps.get_model(*SWEEPS)._default_manager.filter(pk=pk).first()
    return None if found is None else str(found.name)


def runs_of_sweep(pk: int) -> list[int]:
    """Also those that it took from the cache."""
    return _numbers(finished_runs().filter(cells__sweep=pk).distinct())


def runs_found(note: str = "", origin: str = "") -> list[int]:
    """`note`: words in their notes. `origin`: here, imported, or empty for both."""
    runs = finished_runs()
    if note:
        runs = runs.filter(note__icontains=note)
    if origin:
        runs = runs.filter(imported__isnull=origin == "here")
    return _numbers(runs)


def scenarios_played() -> list[tuple[str, str]]:
    """Slug and title of what was played to its end."""
    rows = finished_runs().order_by().values_list("version__scenario__slug", "version__title").distinct()
    return sorted(dict(rows).items(), key=lambda pair: pair[1].casefold())


def _numbers(runs: EpisodeQuerySet) -> list[int]:
    return list(runs.order_by("pk").values_list("pk", flat=True))
