"""Finds the runs that a sample can be drawn from, and their players."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.apps import apps
from django.db.models import Count, Q

from simulator.models import Episode, State
from simulator.models.episode import EpisodeQuerySet
from simulator.showing.config_words import cast_of

MOST_SWEEPS = 50
# Benchmark is a sibling app that may not be installed, so its model is looked up by name.
SWEEPS = ("benchmark", "Sweep")
UNNAMED = "model without a name"
_ASSISTANT = ("observe", "execute")
_SAID_OF_NOISE = ("has_tool_augmentation", "has_env_events_augmentation")


class SweepChoice(NamedTuple):
    pk: int
    name: str
    runs: int
    """Number of finished runs."""


def finished_runs() -> EpisodeQuerySet:
    return Episode.objects.filter(state=State.FINISHED)


def sweeps_to_choose() -> list[SweepChoice]:
    """Return the newest sweeps that have finished runs, newest first, at most MOST_SWEEPS."""
    if not apps.is_installed(SWEEPS[0]):
        return []
    played = Count("cells__episode", filter=Q(cells__episode__state=State.FINISHED), distinct=True)
    rows = apps.get_model(*SWEEPS)._default_manager.annotate(played=played).filter(played__gt=0).order_by("-pk")
    return [SweepChoice(row.pk, row.name, row.played) for row in rows[:MOST_SWEEPS]]


def sweep_named(pk: int) -> str | None:
    """Return the name of a sweep; None if the sweep does not exist or the benchmark app is not installed."""
    if not apps.is_installed(SWEEPS[0]):
        return None
    found: Any = apps.get_model(*SWEEPS)._default_manager.filter(pk=pk).first()
    return None if found is None else str(found.name)


def runs_of_sweep(pk: int) -> list[int]:
    """Return the numbers of the finished runs of a sweep, including runs from the cache."""
    return _numbers(finished_runs().filter(cells__sweep=pk).distinct())


def runs_found(note: str = "", origin: str = "") -> list[int]:
    """Return the numbers of finished runs with `note` in their note; `origin` is "here", "imported" or "" for both."""
    runs = finished_runs()
    if note:
        runs = runs.filter(note__icontains=note)
    if origin:
        runs = runs.filter(imported__isnull=origin == "here")
    return _numbers(runs)


def scenarios_played() -> list[tuple[str, str]]:
    """Return slug and title of every scenario with a finished run, sorted by title."""
    rows = finished_runs().order_by().values_list("version__scenario__slug", "version__title").distinct()
    return sorted(dict(rows).items(), key=lambda pair: pair[1].casefold())


def _numbers(runs: EpisodeQuerySet) -> list[int]:
    return list(runs.order_by("pk").values_list("pk", flat=True))


def model_of(row: Episode) -> str:
    """Return the assistant's player: `oracle`, `llm (gpt-5 and gpt-5-mini)`, or the models named in a foreign file."""
    if not row.is_foreign:
        return cast_of(row.config_now).assistant
    named = (_said(row).get("models") or {}) if isinstance(_said(row).get("models"), dict) else {}
    names = dict.fromkeys(_short(str(named[stage])) for stage in _ASSISTANT if named.get(stage))
    return " and ".join(names) or UNNAMED


def is_noisy(row: Episode) -> bool:
    """Return whether the run had noise: unrelated events or failing tools."""
    if row.is_foreign:
        return any(_said(row).get(name) for name in _SAID_OF_NOISE)
    return any(
        config.get(name)
        for config in filter(None, (row.config, row.forked_config))
        for name in ("tool_failure_probability", "env_events_per_minute", "failing_writes")
    )


def _said(row: Episode) -> dict[str, Any]:
    said: dict[str, Any] = (row.imported or {}).get("said") or {}
    return said


def _short(name: str) -> str:
    """Return the last part of an Amazon Resource Name (ARN), which names the model; return other names unchanged."""
    return name.rpartition("/")[2] if name.startswith("arn:") else name
