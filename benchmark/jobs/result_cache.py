"""The result cache: finished runs, found by a hash of everything their outcome depends on.

The key is a column of the run, so the cache needs no table. `invalidate` clears keys and keeps the runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum
from django.db.models.functions import Length

from benchmark.models import Cell
from benchmark.plan.result_keys import material_of
from simulator.jobs.serialization import config_of
from simulator.models import Episode, Moment, State
from simulator.models.episode import TO_BE_PLAYED, EpisodeQuerySet
from simulator.showing.config_words import cast_of
from simulator.trace.hashing import json_hash

# Keys per query: older builds of SQLite allow 999 parameters.
_AT_ONCE = 500


def cached_runs() -> EpisodeQuerySet:
    """Return the finished runs that have a key, except forks and imported runs. Sweeps may reuse them.

    Runs from the shared cache folder are included: `shared_cache` does not mark them as imported.
    """
    return Episode.objects.filter(state=State.FINISHED, parent=None, imported__isnull=True).exclude(result_key="")


def runs_by_key(keys: Iterable[str]) -> dict[str, int]:
    """Return the id of the oldest cached run of each key. Keys without a cached run are left out."""
    wanted = sorted(set(keys))
    found: dict[str, int] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        # Newest first: of several runs with one key, the dict keeps the last, which is the oldest.
        rows = cached_runs().filter(result_key__in=wanted[start : start + _AT_ONCE]).order_by("-pk")
        found |= dict(rows.values_list("result_key", "pk"))
    return found


def keys_under_way() -> set[str]:
    """Return the keys of queued, interrupted and running runs. Paused runs are left out, because they may never end."""
    states = (*TO_BE_PLAYED, State.RUNNING)
    rows = Episode.objects.filter(state__in=states).exclude(result_key="")
    return set(rows.values_list("result_key", flat=True))


class CacheStatus(NamedTuple):
    """Size of the cache, and the number of its runs by engine, scenario and players."""

    entries: int
    """Number of distinct keys."""
    runs: int
    bytes: int
    """Approximate size: the number of characters in the stored moments of all cached runs."""
    by_engine: dict[str, int]
    by_scenario: dict[str, int]
    by_players: dict[str, int]
    """In each `by_` field: number of runs by name, most frequent first."""


class CacheEntry(NamedTuple):
    """A key, its runs, and the values (`material`) that are hashed into the key."""

    key: str
    runs: list[int]
    scenario: str
    material: dict[str, Any]
    is_current: bool
    """False if the engine or a policy has changed since the run. Sweeps then no longer use the key."""


def status() -> CacheStatus:
    # order_by() drops the default ordering, whose columns would become part of the DISTINCT below.
    rows = cached_runs().order_by()
    sizes = Moment.objects.filter(episode__in=rows.values("pk")).order_by()
    players = rows.values_list(
        "user_player",
        "assistant_player",
        "config__user_model__alias",
        "config__observe_model__alias",
        "config__execute_model__alias",
    )
    by_players: dict[str, int] = {}
    for user, assistant, *aliases, count in players.annotate(count=Count("pk")):
        by_players[_cast(user, assistant, *aliases)] = by_players.get(_cast(user, assistant, *aliases), 0) + count
    return CacheStatus(
        entries=rows.values("result_key").distinct().count(),
        runs=rows.count(),
        bytes=sizes.aggregate(total=Sum(Length("line")))["total"] or 0,
        by_engine=_counted(rows, "engine"),
        by_scenario=_counted(rows, "version__scenario__slug"),
        by_players=dict(sorted(by_players.items(), key=lambda item: (-item[1], item[0]))),
    )


def invalidate(*, scenario: str = "", model: str = "") -> int:
    """Clear the keys of all runs, and return how many were cleared.

    `scenario` limits this to one scenario, and `model` to runs with this model alias or player.
    """
    rows = Episode.objects.exclude(result_key="")
    if scenario:
        rows = rows.filter(version__scenario__slug=scenario)
    if model:
        roles = ("user_model", "observe_model", "execute_model")
        named = Q(user_player=model) | Q(assistant_player=model)
        for role in roles:
            named |= Q(**{f"config__{role}__alias": model})
        rows = rows.filter(named)
    # In small transactions, so that workers never wait long for the lock.
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), _AT_ONCE):
        Episode.objects.filter(pk__in=keys[start : start + _AT_ONCE]).update(result_key="")
    return len(keys)


def inspect(key: str) -> CacheEntry | None:
    """Return the cache entry of the oldest run whose key starts with `key`, or None if there is none."""
    row = cached_runs().select_related("version__scenario").filter(result_key__startswith=key).order_by("pk").first()
    if row is None:
        return None
    # The repeat number is stored in the cell; a run outside a sweep has repeat number 1.
    cell = Cell.objects.filter(episode=row, from_cache=False).first()
    material = material_of(row.version.content_hash, config_of(row), 1 if cell is None else cell.run)
    runs = cached_runs().filter(result_key=row.result_key).order_by("pk").values_list("pk", flat=True)
    is_current = json_hash(material) == row.result_key
    return CacheEntry(row.result_key, list(runs), row.version.scenario.slug, material, is_current)


def _counted(rows: EpisodeQuerySet, name: str) -> dict[str, int]:
    found = rows.values_list(name).annotate(count=Count("pk")).order_by("-count", name)
    return dict(found)


def _cast(user: str, assistant: str, *aliases: str | None) -> str:
    models = [None if alias is None else {"alias": alias} for alias in aliases]
    played = dict(zip(("user_model", "observe_model", "execute_model"), models, strict=True))
    cast = cast_of({"user": user, "assistant": assistant, **played})
    return f"{cast.assistant}, user {cast.user}"
