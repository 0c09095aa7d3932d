"""Finds the parent of an imported fork, if the parent is stored here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulator.jobs.serialization import storable
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.models import ScenarioVersion
from simulator.trace.moments import Forked, Moment


def ancestry_of(
    version: ScenarioVersion, config_hash: str, moments: Sequence[Moment], chains: Sequence[str]
) -> dict[str, Any]:
    """Return the columns about the parent for the row of a fork; empty for other runs.

    `chains`: the content hash up to each moment.
    """
    fork = next((moment for moment in reversed(moments) if isinstance(moment, Forked)), None)
    if fork is None:
        return {}
    common = fork.n - 1
    parent = _parent(version, config_hash, fork, chains[common]) if common >= 0 else None
    return {"parent": parent, "parent_step": max(0, common), "forked_config": storable(fork.config)}


def _parent(version: ScenarioVersion, config_hash: str, fork: Forked, chain: str) -> EpisodeRow | None:
    """Return a stored run with the same moments up to the fork, or None."""
    # The parent's number in the file only breaks ties: the parent may have another number in this database.
    same_way = MomentRow.objects.filter(
        episode__version=version, episode__config_hash=config_hash, number=fork.n - 1, chain=chain
    )
    found = list(EpisodeRow.objects.filter(moments__in=same_way).order_by("pk"))
    return next((row for row in found if f"run {row.pk}" == fork.parent), found[0] if found else None)
