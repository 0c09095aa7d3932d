"""Puts language models into the configuration of a run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulator.agents.llm.aliases import choose
from simulator.config import EpisodeConfig
from simulator.language_models import ModelChoice, ModelRoute
from simulator.trace.exchange import ReplyFormat, Stage

Chosen = tuple[ModelChoice, ModelRoute]


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
    """Return the configuration with these models, given by alias, as players.

    If only one stage of the assistant has a model, this model plays both stages.

    Raises UnknownModel, or PromptError if a prompt can't be used.
    """
    if observe or execute:
        observe = observe or (None if config.observe_model else execute)
        execute = execute or (None if config.execute_model else observe)
    named: dict[Stage, str | None] = {"user": user, "observe": observe, "execute": execute}
    chosen: dict[Stage, Chosen] = {
        stage: choose(alias, endpoint=endpoint, reply_format=reply_format) for stage, alias in named.items() if alias
    }
    return with_chosen(config, chosen, prompts)


def with_chosen(config: EpisodeConfig, chosen: Mapping[Stage, Chosen], prompts: Path | None = None) -> EpisodeConfig:
    """Return the configuration with these models by stage and, if given, with the prompts in the folder `prompts`.

    Raises PromptError if a prompt can't be used.
    """
    from simulator.agents.llm import prompting

    changes: dict[str, Any] = {}
    routes = dict(config.model_routes)
    for stage, (choice, route) in chosen.items():
        routes[choice.alias] = route
        changes[f"{stage}_model"] = choice
        changes["user" if stage == "user" else "assistant"] = "llm"
    texts = dict(config.prompt_texts) if prompts is None else dict(prompting.read_folder(prompts))
    if "llm" in (changes.get("user", config.user), changes.get("assistant", config.assistant)):
        changes |= {"model_routes": routes, "prompt_texts": texts, "prompt_set": prompting.effective(texts).hash}
    return EpisodeConfig.model_validate({**dict(config), **changes})
