"""By what a result is known: a hash of all that can change the outcome of an episode, and of nothing else."""

from __future__ import annotations

from typing import Any

from benchmark.plan.policy_versions import version_of
from simulator import ENGINE_VERSION
from simulator.agents.addresses import is_address
from simulator.agents.registry import ASSISTANTS, USERS, waits_outside
from simulator.config import EpisodeConfig
from simulator.trace.hashing import json_hash

FORM = 1
"""Of the material; another form is another key."""


def key_of(scenario_hash: str, config: EpisodeConfig, run: int) -> str:
    """Two episodes with the same key would come out alike, or differ only by the chance of one and the same model."""
    return keyed(scenario_hash, played_by(config, run))


def material_of(scenario_hash: str, config: EpisodeConfig, run: int) -> dict[str, Any]:
    """What the key is a hash of, for people who want to know why two keys differ."""
    return {"scenario": scenario_hash, **played_by(config, run)}


def played_by(config: EpisodeConfig, run: int) -> dict[str, Any]:
    """The part of the material that is the same for every scenario."""
    return {
        "form": FORM,
        "engine": ENGINE_VERSION,
        "config": config.config_hash,
        "policies": {name: version_of(name) for name in _installed(config)},
        # Who decides by what is on the phone alone plays every run alike.
        "run": run if waits_outside(config) else None,
    }


def keyed(scenario_hash: str, played: dict[str, Any]) -> str:
    return json_hash({"scenario": scenario_hash, **played})


def is_cacheable(config: EpisodeConfig) -> bool:
    """Nobody can know what a server behind an address will be tomorrow, so its episodes are never taken again."""
    return not any(is_address(name) for name in (config.user, config.assistant))


def _installed(config: EpisodeConfig) -> list[str]:
    sides = ((config.user, USERS.keys()), (config.assistant, ASSISTANTS.keys()))
    return sorted({name for name, ours in sides if name not in ours and not is_address(name)})
