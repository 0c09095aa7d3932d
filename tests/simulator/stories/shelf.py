"""The small stories that tests of whole episodes play."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.load import load_file
from simulator.scenario.story import Story
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import trace_bytes

NAMES = ("dentist", "empty_day", "late_train", "short_night")


@lru_cache
def story(name: str) -> Story:
    return load_file(Path(__file__).with_name(f"{name}.yaml"))


def fresh(name: str, user: UserMaker | None = None, assistant: AssistantMaker | None = None, **options: Any) -> Episode:
    """An episode that has not begun; options are those of the config, `plays` names the assistant."""
    plays = {"assistant": options.pop("plays")} if "plays" in options else {}
    return Episode(story(name), EpisodeConfig(**plays, **options), user, assistant)


def played(
    name: str, user: UserMaker | None = None, assistant: AssistantMaker | None = None, **options: Any
) -> Episode:
    return fresh(name, user, assistant, **options).run()


def trace_of(episode: Episode) -> Trace:
    return parse_trace(trace_bytes(episode))
