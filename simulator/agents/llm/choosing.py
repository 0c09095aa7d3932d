"""Puts language models into the config of an episode."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simulator.agents.llm.aliases import choose
from simulator.config import EpisodeConfig
from simulator.trace.exchange import ReplyFormat


def with_models(
    config: EpisodeConfig,
    *,
    user: str | None = None,
    observe: str | None = None,
    execute: str | None = None,
    endpoint: str = "",
    reply_format: ReplyFormat | None = None,
    prompts: Path | None = None,
) -> EpisodeConfig:
    """The config with these models as players, by alias. An assistant with one model uses it for both stages.

    Raises UnknownModel, or what `read_folder` raises for a folder of prompts.
    """
    from simulator.agents.llm import prompting

    if observe or execute:
        observe = observe or (None if config.observe_model else execute)
        execute = execute or (None if config.execute_model else observe)
    changes: dict[str, Any] = {}
    routes = dict(config.model_routes)
    for stage, alias in (("user", user), ("observe", observe), ("execute", execute)):
        if alias:
            choice, routes[alias] = choose(alias, endpoint=endpoint, reply_format=reply_format)
            changes[f"{stage}_model"] = choice
            changes["user" if stage == "user" else "assistant"] = "llm"
    texts = dict(config.prompt_texts) if prompts is None else dict(prompting.read_folder(prompts))
    if "llm" in (changes.get("user", config.user), changes.get("assistant", config.assistant)):
        changes |= {"model_routes": routes, "prompt_texts": texts, "prompt_set": prompting.effective(texts).hash}
    return EpisodeConfig.model_validate({**dict(config), **changes})
