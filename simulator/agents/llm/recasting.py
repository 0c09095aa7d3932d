"""Changes the players of a configuration, by name or by a model's alias; models that stay keep their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulator.agents.llm.aliases import choose
from simulator.agents.llm.prompting import effective
from simulator.config import EpisodeConfig
from simulator.language_models import ModelChoice, ModelRoute
from simulator.trace.exchange import ReplyFormat, Stage

_STAGES: Mapping[str, tuple[Stage, ...]] = {"user": ("user",), "assistant": ("observe", "execute")}


def recast(
    config: EpisodeConfig,
    *,
    players: Mapping[str, str],
    models: Mapping[Stage, str],
    reply_format: ReplyFormat | None = None,
) -> EpisodeConfig:
    """Return the configuration with other players: `models` by stage for sides with a model, else `players` by side.

    A model that already plays its side keeps its parameters and its route. Raises UnknownModel, or PromptError if the
    prompts of the config can't be used any more.
    """
    changes: dict[str, Any] = {}
    routes: dict[str, ModelRoute] = {}
    for side, stages in _STAGES.items():
        changes[side] = "llm" if stages[0] in models else players[side]
        for stage in stages:
            changes[f"{stage}_model"] = None
            if stage in models:
                choice, route = _chosen(config, stages, stage, models[stage], reply_format)
                changes[f"{stage}_model"], routes[choice.alias] = choice, route
    texts = dict(config.prompt_texts) if models else {}
    prompts = effective(texts).hash if models else ""
    changes |= {"model_routes": routes, "prompt_texts": texts, "prompt_set": prompts}
    return EpisodeConfig.model_validate({**dict(config), **changes})


def _chosen(
    config: EpisodeConfig, stages: tuple[Stage, ...], stage: Stage, alias: str, reply_format: ReplyFormat | None
) -> tuple[ModelChoice, ModelRoute]:
    for before in (stage, *stages):
        kept: ModelChoice | None = getattr(config, f"{before}_model")
        if kept is not None and kept.alias == alias and alias in config.model_routes:
            changes = {"reply_format": reply_format} if reply_format else {}
            return kept.model_copy(update=changes), config.model_routes[alias]
    return choose(alias, reply_format=reply_format)
