"""Models in the config of an episode."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulator.agents.llm.aliases import UnknownModel
from simulator.agents.llm.choosing import with_models
from simulator.agents.llm.prompting import PromptError, built_in
from simulator.config import EpisodeConfig


def test_models_become_players() -> None:
    config = with_models(EpisodeConfig(), user="gpt-5-mini", observe="gpt-5", execute="claude-4.5-sonnet")
    assert (config.user, config.assistant) == ("llm", "llm")
    assert [model and model.alias for model in (config.user_model, config.observe_model, config.execute_model)] == [
        "gpt-5-mini",
        "gpt-5",
        "claude-4.5-sonnet",
    ]
    assert config.model_routes.keys() == {"gpt-5-mini", "gpt-5", "claude-4.5-sonnet"}
    assert config.prompt_set == built_in().hash


@pytest.mark.parametrize("given", [{"observe": "gpt-5"}, {"execute": "gpt-5"}])
def test_one_model_of_the_assistant_is_enough(given: dict[str, str]) -> None:
    config = with_models(EpisodeConfig(), **given)  # type: ignore[arg-type]
    assert config.observe_model == config.execute_model is not None
    assert (config.user, config.user_model) == ("scripted", None)


def test_a_model_that_is_there_already_stays() -> None:
    before = with_models(EpisodeConfig(), observe="gpt-5", execute="gpt-5-mini")
    after = with_models(before, observe="claude-4.5-haiku")
    assert after.execute_model == before.execute_model
    assert after.observe_model is not None and after.observe_model.alias == "claude-4.5-haiku"


def test_without_models_nothing_changes() -> None:
    assert with_models(EpisodeConfig(seed=3)) == EpisodeConfig(seed=3)


def test_the_way_to_a_model_does_not_change_the_hash_and_the_reply_format_does() -> None:
    near = with_models(EpisodeConfig(), user="m", endpoint="http://127.0.0.1:1/v1")
    far = with_models(EpisodeConfig(), user="m", endpoint="http://127.0.0.1:2/v1")
    text = with_models(EpisodeConfig(), user="m", endpoint="http://127.0.0.1:1/v1", reply_format="text")
    assert near.config_hash == far.config_hash != text.config_hash


def test_prompts_of_a_folder_change_the_prompt_set(tmp_path: Path) -> None:
    name = next(iter(built_in().texts))
    (tmp_path / name).write_text("Do as you like.", encoding="utf-8")
    config = with_models(EpisodeConfig(), user="gpt-5", prompts=tmp_path)
    assert list(config.prompt_texts) == [name]
    assert config.prompt_set not in ("", built_in().hash)


def test_what_is_unknown_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownModel):
        with_models(EpisodeConfig(), user="gpt-five")
    with pytest.raises(PromptError):
        with_models(EpisodeConfig(), user="gpt-5", prompts=tmp_path / "none")


def test_a_config_with_models_survives_json() -> None:
    config = with_models(EpisodeConfig(), user="gpt-5", observe="gpt-5")
    assert EpisodeConfig.model_validate_json(config.model_dump_json()) == config
