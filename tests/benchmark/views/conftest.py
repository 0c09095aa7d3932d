"""Every test here has a Redis, and players that can be named."""

from __future__ import annotations

from tests.simulator.jobs.conftest import _players_can_be_named, _redis_is_there

__all__ = ["_players_can_be_named", "_redis_is_there"]
