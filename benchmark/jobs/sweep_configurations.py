"""The configurations of a stored sweep, with the queue, expected cost and cache keys of their runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from benchmark.models import Sweep
from benchmark.plan.configurations import Configuration, configuration_from
from benchmark.plan.result_keys import hash_key, is_cacheable, shared_material
from simulator.agents.registry import waits_outside
from simulator.config import EpisodeConfig
from simulator.models import Queue

# Limit on sweeps whose parsed configurations stay in memory: they are needed whenever a worker is free.
_SWEEPS_KEPT = 32
_PLAYED_KEPT = 4096


class SweepConfiguration:
    """One configuration of a sweep, with its queue, expected cost and cache keys."""

    def __init__(self, configuration: Configuration, expected_cost: float | None) -> None:
        self.configuration = configuration
        self.config = configuration.config
        # Expected cost of one run in US dollars, as estimated when the sweep started.
        self.expected_cost = expected_cost
        self.queue = Queue.MODELS if waits_outside(self.config) else Queue.BATCH
        self.is_cacheable = is_cacheable(self.config)
        self.is_free = not _models_in(self.config)
        self._has_own_policies = bool(shared_material(self.config, 1)["policies"])
        # A cache per object, so that its memory is freed together with the sweep's configurations.
        self._seeded = lru_cache(maxsize=_PLAYED_KEPT)(self._seeded_anew)
        self._played = lru_cache(maxsize=_PLAYED_KEPT)(self._played_anew)

    def seeded(self, seed: int) -> SeededConfig:
        return self._seeded(seed)

    def key(self, scenario_hash: str, seed: int, run: int) -> str:
        """Return the cache key of a cell for the current engine and policies."""
        # The code of an installed policy can change while this process runs, so its version is read each time.
        played = self._played_anew(seed, run) if self._has_own_policies else self._played(seed, run)
        return hash_key(scenario_hash, played)

    def _played_anew(self, seed: int, run: int) -> dict[str, Any]:
        return shared_material(self.seeded(seed).config, run)

    def _seeded_anew(self, seed: int) -> SeededConfig:
        config = self.config.model_copy(update={"seed": seed})
        return SeededConfig(config, config.model_dump(mode="json"), config.config_hash)


class SeededConfig(NamedTuple):
    """The config of a run with its seed: as an object, as plain data, and as a hash."""

    config: EpisodeConfig
    plain: dict[str, Any]
    config_hash: str


def configurations_of_sweep(sweep: Sweep) -> Sequence[SweepConfiguration]:
    """Return the configurations of a sweep; `Cell.configuration` is an index into them."""
    # Deferred fields are read only on a cache miss. The creation time tells apart sweeps that got the same number,
    # for example after a database was restored.
    return _settings(_Known(sweep, sweep.pk, sweep.created_at))


class _Known:
    """The key of a sweep for `lru_cache`. Keys are equal if the sweeps have the same number and creation time."""

    def __init__(self, sweep: Sweep, key: int, created: datetime) -> None:
        self.sweep = sweep
        self._mark = (key, created)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._mark == other._mark

    def __hash__(self) -> int:
        return hash(self._mark)


@lru_cache(maxsize=_SWEEPS_KEPT)
def _settings(known: _Known) -> tuple[SweepConfiguration, ...]:
    sweep = known.sweep
    costs = dict(enumerate(sweep.expected_costs))
    kept = enumerate(sweep.configurations)
    return tuple(SweepConfiguration(configuration_from(plain), costs.get(number)) for number, plain in kept)


def _models_in(config: EpisodeConfig) -> bool:
    return any((config.user_model, config.observe_model, config.execute_model))
