"""Other players for a config: who stays keeps everything, who comes is chosen anew, who goes leaves nothing."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.agents.llm.aliases import UnknownModel, choose
from simulator.agents.llm.prompting import PromptError, effective
from simulator.agents.llm.recasting import recast
from simulator.config import EpisodeConfig
from simulator.language_models import ModelChoice, ModelRoute

NAMES = {"user": "scripted", "assistant": "oracle"}
WARM = ModelChoice(alias="gpt-5", name="gpt-5", parameters={"temperature": 1.5})
OWN = ModelRoute(provider="hosted_vllm", endpoint="http://127.0.0.1:9/v1")


def played_by_models(**more: Any) -> EpisodeConfig:
    models = {"assistant": "llm", "observe_model": WARM, "execute_model": WARM, "model_routes": {"gpt-5": OWN}}
    return EpisodeConfig(**{**models, "prompt_set": effective({}).hash, **more})


def test_without_models_the_sides_are_played_by_name() -> None:
    config = recast(EpisodeConfig(seed=4), players={**NAMES, "assistant": "eager"}, models={})
    assert config == EpisodeConfig(seed=4, assistant="eager")


def test_what_stays_the_same_stays_as_it_is() -> None:
    config = played_by_models(seed=3)
    models = {"observe": "gpt-5", "execute": "gpt-5"}
    assert recast(config, players=NAMES, models=models) == config  # type: ignore[arg-type]


def test_whoever_leaves_leaves_nothing_behind() -> None:
    config = played_by_models(prompt_texts={"user_strict.txt": "Be hard to convince."})
    assert recast(config, players=NAMES, models={}) == EpisodeConfig()


def test_another_model_is_taken_from_the_list() -> None:
    config = recast(played_by_models(), players=NAMES, models={"observe": "gpt-5", "execute": "gpt-5-mini"})
    assert (config.observe_model, config.execute_model) == (WARM, choose("gpt-5-mini")[0])
    assert config.model_routes == {"gpt-5": OWN, "gpt-5-mini": choose("gpt-5-mini")[1]}


def test_the_same_model_for_the_other_side_is_another_choice() -> None:
    config = recast(played_by_models(), players=NAMES, models={"user": "gpt-5"})
    assert (config.user, config.user_model, config.assistant) == ("llm", choose("gpt-5")[0], "oracle")


def test_a_model_can_be_asked_in_another_format() -> None:
    config = recast(
        played_by_models(), players=NAMES, models={"observe": "gpt-5", "execute": "gpt-5"}, reply_format="text"
    )
    assert config.observe_model == WARM.model_copy(update={"reply_format": "text"})


def test_own_prompts_stay_and_those_that_cannot_be_used_are_told() -> None:
    texts = {"user_strict.txt": "Be hard to convince."}
    config = recast(played_by_models(prompt_texts=texts), players=NAMES, models={"user": "gpt-5"})
    assert (config.prompt_texts, config.prompt_set) == (texts, effective(texts).hash)
    with pytest.raises(PromptError, match="poem"):
        recast(played_by_models(prompt_texts={"poem.txt": "x"}), players=NAMES, models={"user": "gpt-5"})


def test_a_model_that_nobody_knows_is_told() -> None:
    with pytest.raises(UnknownModel, match="Unknown model 'gtp'"):
        recast(EpisodeConfig(), players=NAMES, models={"user": "gtp"})
