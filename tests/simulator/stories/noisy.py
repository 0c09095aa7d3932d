"""Episodes with noise, and what tests ask of them."""

from __future__ import annotations

from typing import Any

from simulator.agents.policy import WAIT, AssistantView, Decision
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.trace.metrics import is_noise
from simulator.trace.moments import Acted, Forked

SEND, READ = "Messages__send_message", "Emails__list_emails"
NOISY: dict[str, Any] = {"env_events_per_minute": 20, "plays": "silent"}
DECLARED = {
    name for name, field in EpisodeConfig.model_fields.items() if (field.description or "").startswith("Noise:")
}
CHANGES: dict[str, Any] = {
    "tool_failure_probability": 1.0,
    "env_events_per_minute": 40.0,
    "env_events_seed": 43,
    "env_events_horizon_seconds": 20,
    "env_events_weights": {"shopping": 1},
    "messages_per_conversation": 1,
    "items_per_product": 1,
    "noise_content": "the hash of a file",
    "tool_names": {READ: "Post__pile"},
    "tool_descriptions": {READ: "Shows the pile."},
}
"""Another value for every option of noise."""


def acts(episode: Episode) -> list[Acted]:
    return [moment for moment in episode.moments if isinstance(moment, Acted)]


def noise(episode: Episode) -> list[Acted]:
    return [act for act in acts(episode) if is_noise(act)]


def told(act: Acted) -> tuple[Any, ...]:
    return act.event, act.app, act.name, act.args, act.tags


class Reader:
    """An assistant that reads the mail all the time, by whatever name, and notes what it was offered."""

    def __init__(self) -> None:
        self.offered: set[tuple[str, str]] = set()

    def decide(self, view: AssistantView) -> Decision:
        self.offered |= {(name, tool.about) for name, tool in view.tools.items()}
        return Decision(view.naming.shown(READ)) if len(view.own) % 2 == 0 else Decision(WAIT)


def forked(parent: Episode, count: int, **options: Any) -> Episode:
    """The same episode up to a moment, and then with other options."""
    fork = Episode(parent.story, parent.config)
    fork.replay(parent.moments[:count])
    last = fork.moments[-1]
    config = {**parent.config.model_dump(mode="json"), **options}
    stamp: dict[str, Any] = {"at": last.at, "local": last.local, "turn": last.turn}
    fork.replay([Forked(n=count, **stamp, parent="p", parent_moment=count - 1, config=config)])
    return fork.run()


def failures(episode: Episode) -> list[Acted]:
    return [act for act in acts(episode) if act.error is not None and act.error.code == "tool_failed"]
