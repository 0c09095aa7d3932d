"""Makes the rows of all runs: single runs, forks, runs of sweeps, and imported runs."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, User

from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.models import Episode as EpisodeRow
from simulator.models import ScenarioVersion
from simulator.scenario.story import Story

# Longer values come only from files of other systems. PostgreSQL refuses such values; SQLite accepts them.
LONGEST_ENGINE = 40
LONGEST_PLAYER = 300
LONGEST_SUMMARY = 300


class StoredConfig(NamedTuple):
    """A config as a row stores it. For forks and imports, this is the config with which the first moment was played."""

    plain: dict[str, Any]
    config_hash: str
    engine: str = ""
    """Version of the engine that started the run; empty for the current version."""


def episode_row(
    version: ScenarioVersion,
    story: Story,
    config: EpisodeConfig,
    *,
    stored: StoredConfig | None = None,
    started_by: User | AnonymousUser | None = None,
    **columns: Any,
) -> EpisodeRow:
    """Return an unsaved row of a run that is played under `config` from now on.

    `stored`: the config to store in the row, if it differs from `config` or has been computed already.
    """
    stored = stored or StoredConfig(config.model_dump(mode="json"), config.config_hash)
    return EpisodeRow(
        version=version,
        config=stored.plain,
        config_hash=stored.config_hash,
        engine=(stored.engine or ENGINE_VERSION)[:LONGEST_ENGINE],
        user_player=config.user[:LONGEST_PLAYER],
        assistant_player=config.assistant[:LONGEST_PLAYER],
        seed=config.seed,
        turn_limit=story.turn_limit(config),
        started_by=started_by if isinstance(started_by, User) else None,
        **columns,
    )
