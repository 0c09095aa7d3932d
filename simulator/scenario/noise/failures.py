"""Tool calls that break down: by chance, or because the config wants a certain write to fail."""

from __future__ import annotations

from typing import Literal

from simulator.config import EpisodeConfig
from simulator.phone.actions import Action
from simulator.phone.keyed import keyed
from simulator.phone.perform import assistant_tools
from simulator.phone.world import World
from simulator.trace.ledger import Ledger

BREAKDOWN = "The app had an internal error and did nothing."


def breakdown_of(
    asked: str, config: EpisodeConfig, world: World, ledger: Ledger, writes: int
) -> Literal["", "noise", "ordered"]:
    """Why the next call of the assistant breaks down, if it does. `writes`: how many it has tried before."""
    if not config.failing_writes and not config.tool_failure_probability:
        return ""
    tool = assistant_tools(world).get(config.naming.published(asked) or "")
    if tool is None:
        return ""
    if _by_chance(tool, config, ledger):
        return "noise"
    return "ordered" if tool.write and writes in config.failing_writes else ""


def _by_chance(tool: Action, config: EpisodeConfig, ledger: Ledger) -> bool:
    """Keyed by the tool and how often it was called: two assistants that call alike meet the same failures, and
    whatever fails also fails at a higher probability."""
    if not config.tool_failure_probability:
        return False
    calls = sum(1 for act in ledger.assistant_acts if act.app == tool.app and act.name == tool.name)
    chance = keyed(config.env_events_seed, f"noise.failure.{tool.full_name}", calls)
    return chance.random() < config.tool_failure_probability
