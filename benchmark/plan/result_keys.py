"""Keys of the result cache: a hash of everything that can change the outcome of a run, and of nothing else."""

from __future__ import annotations

from typing import Any

from benchmark.plan.policy_versions import version_of
from simulator.agents.addresses import is_address
from simulator.agents.human import HUMAN
from simulator.agents.registry import ASSISTANTS, USERS, waits_outside
from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.trace.hashing import json_hash

# Increase this number when the structure of the hashed values changes, so that old keys match nothing.
FORM = 1


def key_of(scenario_hash: str, config: EpisodeConfig, run: int) -> str:
    """Return the key of a run. Runs with the same key differ only if a model or an installed policy acts at random."""
    return hash_key(scenario_hash, shared_material(config, run))


def material_of(scenario_hash: str, config: EpisodeConfig, run: int) -> dict[str, Any]:
    """Return the values that are hashed into a key, to explain why two keys differ."""
    return {"scenario": scenario_hash, **shared_material(config, run)}


def shared_material(config: EpisodeConfig, run: int) -> dict[str, Any]:
    """Return the hashed values that do not depend on the scenario."""
    return {
        "form": FORM,
        "engine": ENGINE_VERSION,
        "config": config.config_hash,
        "policies": {name: version_of(name) for name in _installed(config)},
        # Built-in players without a model play every repeat alike, so the key of such a run has no repeat number.
        "run": run if waits_outside(config) else None,
    }


def hash_key(scenario_hash: str, played: dict[str, Any]) -> str:
    return json_hash({"scenario": scenario_hash, **played})


def is_cacheable(config: EpisodeConfig) -> bool:
    """Return whether runs may be reused. Not if a person plays, or a server, which may change without notice."""
    return not any(is_address(name) or name == HUMAN for name in (config.user, config.assistant))


def _installed(config: EpisodeConfig) -> list[str]:
    sides = ((config.user, USERS.keys()), (config.assistant, ASSISTANTS.keys()))
    return sorted({name for name, ours in sides if name not in ours and not is_address(name)})
