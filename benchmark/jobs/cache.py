"""The cache for people: what it holds, what a key stands for, and how to forget.

There is no other place for it than the runs themselves. To forget is to empty their keys; the runs stay.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum
from django.db.models.functions import Length

from benchmark.jobs.finding import usable
from benchmark.models import Cell
from benchmark.plan.keys import material_of
from simulator.jobs.stored import config_of
from simulator.models import Episode, Moment
from simulator.models.episode import EpisodeQuerySet
from simulator.showing.cast import cast_of
from simulator.trace.hashing import json_hash

_AT_ONCE = 500


class CacheStatus(NamedTuple):
    entries: int
    """Keys for which there is a run."""
    runs: int
    bytes: int
    """Of the moments of those runs."""
    by_engine: dict[str, int]
    by_scenario: dict[str, int]
    by_players: dict[str, int]
    """Each with the number of runs, by the most frequent first."""


class Entry(NamedTuple):
    """What a key stands for."""

    key: str
    runs: list[int]
    scenario: str
    material: dict[str, Any]
    is_current: bool
    """Whether the same would have the same key today; not if the engine or a policy is another one by now."""


def status() -> CacheStatus:
    rows = usable().order_by()
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
    """Forget all, or what was played in a scenario or with a model (its alias) only; gives the number of runs."""
    rows = Episode.objects.exclude(result_key="")
    if scenario:
        rows = rows.filter(version__scenario__slug=scenario)
    if model:
        roles = ("user_model", "observe_model", "execute_model")
        named = Q(user_player=model) | Q(assistant_player=model)
        for role in roles:
            named |= Q(**{f"config__{role}__alias": model})
        rows = rows.filter(named)
    # One by one in small groups, so that those who play need not wait long.
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), _AT_ONCE):
        Episode.objects.filter(pk__in=keys[start : start + _AT_ONCE]).update(result_key="")
    return len(keys)


def inspect(key: str) -> Entry | None:
    """By the whole key or its beginning; None if there is no such run."""
    row = usable().select_related("version__scenario").filter(result_key__startswith=key).order_by("pk").first()
    if row is None:
        return None
    cell = Cell.objects.filter(episode=row, from_cache=False).first()
    material = material_of(row.version.content_hash, config_of(row), 1 if cell is None else cell.run)
    runs = usable().filter(result_key=row.result_key).order_by("pk").values_list("pk", flat=True)
    is_current = json_hash(material) == row.result_key
    return Entry(row.result_key, list(runs), row.version.scenario.slug, material, is_current)


def _counted(rows: EpisodeQuerySet, name: str) -> dict[str, int]:
    found = rows.values_list(name).annotate(count=Count("pk")).order_by("-count", name)
    return dict(found)


def _cast(user: str, assistant: str, *aliases: str | None) -> str:
    models = [None if alias is None else {"alias": alias} for alias in aliases]
    played = dict(zip(("user_model", "observe_model", "execute_model"), models, strict=True))
    cast = cast_of({"user": user, "assistant": assistant, **played})
    return f"{cast.assistant}, user {cast.user}"
