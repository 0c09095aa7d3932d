"""The configurations of a sweep as its row keeps them, and as its cells are played by them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from benchmark.models import Sweep
from benchmark.plan.configurations import Configuration, configuration_from
from benchmark.plan.keys import is_cacheable, keyed, played_by
from simulator.agents.registry import waits_outside
from simulator.config import EpisodeConfig
from simulator.models import Queue

_SWEEPS_KEPT = 32
_PLAYED_KEPT = 4096


class Setting:
    """One configuration of a sweep."""

    def __init__(self, configuration: Configuration, expected_cost: float | None) -> None:
        self.configuration = configuration
        self.config = configuration.config
        self.expected_cost = expected_cost
        """US dollars that one run was expected to cost when the sweep was planned."""
        self.queue = Queue.MODELS if waits_outside(self.config) else Queue.BATCH
        self.is_cacheable = is_cacheable(self.config)
        self.is_free = not _models_in(self.config)
        self._has_own_policies = bool(played_by(self.config, 1)["policies"])
        self._seeded = lru_cache(maxsize=_PLAYED_KEPT)(self._seeded_anew)
        self._played = lru_cache(maxsize=_PLAYED_KEPT)(self._played_anew)

    def seeded(self, seed: int) -> Seeded:
        return self._seeded(seed)

    def key(self, scenario_hash: str, seed: int, run: int) -> str:
        """As of now: what an older engine or an older policy has played is known by another key."""
        # A policy that people bring along may change while this process lives; all else cannot.
        played = self._played_anew(seed, run) if self._has_own_policies else self._played(seed, run)
        return keyed(scenario_hash, played)

    def _played_anew(self, seed: int, run: int) -> dict[str, Any]:
        return played_by(self.seeded(seed).config, run)

    def _seeded_anew(self, seed: int) -> Seeded:
        config = self.config.model_copy(update={"seed": seed})
        return Seeded(config, config.model_dump(mode="json"), config.config_hash)


class Seeded(NamedTuple):
    """A configuration with the seed of a cell, as the rows of episodes have it."""

    config: EpisodeConfig
    plain: dict[str, Any]
    config_hash: str


def settings_of(sweep: Sweep) -> Sequence[Setting]:
    """By the number that cells have."""
    # A row that was deferred is read only if it is not known yet; the time tells sweeps of the same number apart.
    return _settings(_Known(sweep, sweep.pk, sweep.created_at))


class _Known:
    """Equal if they are of the same sweep."""

    def __init__(self, sweep: Sweep, key: int, created: datetime) -> None:
        self.sweep = sweep
        self._mark = (key, created)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self._mark == other._mark

    def __hash__(self) -> int:
        return hash(self._mark)


@lru_cache(maxsize=_SWEEPS_KEPT)
def _settings(known: _Known) -> tuple[Setting, ...]:
    sweep = known.sweep
    costs = dict(enumerate(sweep.expected_costs))
    kept = enumerate(sweep.configurations)
    return tuple(Setting(configuration_from(plain), costs.get(number)) for number, plain in kept)


def _models_in(config: EpisodeConfig) -> bool:
    return any((config.user_model, config.observe_model, config.execute_model))
