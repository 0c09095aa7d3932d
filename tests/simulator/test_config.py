"""Options of an episode: each declared, and the hash covering just those that can change what happens."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import Field, ValidationError

from simulator.config import EpisodeConfig, changes_outcome, outcome_fields
from simulator.language_models import ModelChoice, ModelRoute

A_MODEL = ModelChoice(alias="tiny", name="tiny-1b")
OTHERS: dict[str, Any] = {
    "user": "someone",
    "assistant": "silent",
    "seed": 7,
    "max_turns": 3,
    "user_model": A_MODEL,
    "observe_model": A_MODEL,
    "execute_model": A_MODEL,
    "user_style": "lenient",
    "prompt_set": "ab" * 10,
    "user_context_tokens": 2000,
    "observe_context_tokens": 2000,
    "execute_context_tokens": 2000,
    "max_tokens": 9,
    "max_cost": 0.5,
    "user_iterations": 2,
    "user_retries": 0,
    "observe_iterations": 6,
    "execute_iterations": 11,
    "user_action_seconds": 11,
    "assistant_call_seconds": 1,
    "thinking": "fixed",
    "thinking_seconds": 2,
    "consent": "standing",
    "proposal_lifetime_seconds": 60,
    "failing_writes": (1,),
    "tool_failure_probability": 0.5,
    "env_events_per_minute": 6.0,
    "env_events_seed": 43,
    "env_events_horizon_seconds": 60,
    "env_events_weights": {"email": 2.0},
    "messages_per_conversation": 2,
    "items_per_product": 1,
    "noise_content": "ab" * 32,
    "tool_names": {"Emails__send_email": "Post__dispatch"},
    "tool_descriptions": {"Emails__send_email": "Hands a letter to the post."},
    "experiment_name": "another",
    "model_routes": {"tiny": ModelRoute(provider="ollama")},
    "prompt_texts": {"observe.txt": "Watch."},
    "call_timeout_seconds": 5.0,
    "call_retries": 1,
}
"""Another value than the default for every option."""


def test_every_option_is_declared_as_changing_the_outcome_or_not() -> None:
    for name in EpisodeConfig.model_fields:
        assert changes_outcome(name) in (True, False)


def test_an_option_that_is_not_declared_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    fields = {**EpisodeConfig.model_fields, "colour": Field("red")}
    monkeypatch.setattr(EpisodeConfig, "__pydantic_fields__", fields)
    with pytest.raises(TypeError, match=r"EpisodeConfig\.colour is declared neither relevant nor incidental"):
        EpisodeConfig().config_hash  # noqa: B018


def test_every_option_has_words_and_is_tried_here() -> None:
    assert all(field.description for field in EpisodeConfig.model_fields.values())
    assert set(OTHERS) == set(EpisodeConfig.model_fields)


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_the_hash_changes_with_an_option_exactly_if_the_outcome_can(name: str) -> None:
    other = EpisodeConfig(**{name: OTHERS[name]})
    assert getattr(other, name) != getattr(EpisodeConfig(), name)
    assert (other.config_hash != EpisodeConfig().config_hash) is changes_outcome(name)


def test_the_hash_covers_the_relevant_options_and_no_others() -> None:
    assert set(EpisodeConfig.model_fields) - set(outcome_fields()) == {
        "experiment_name",
        "model_routes",
        "prompt_texts",
        "call_timeout_seconds",
        "call_retries",
    }


def test_the_hash_does_not_depend_on_how_a_value_was_given() -> None:
    given = EpisodeConfig.model_validate({"seed": "0", "failing_writes": []})
    assert given.config_hash == EpisodeConfig().config_hash


def test_the_defaults_are_those_that_were_promised() -> None:
    config = EpisodeConfig()
    assert config.max_turns is None, "the scenario says, and it says 10 unless told otherwise"
    assert (config.user_iterations, config.observe_iterations, config.execute_iterations) == (1, 8, 15)
    assert (config.user_action_seconds, config.assistant_call_seconds, config.thinking) == (10, 0, "none")
    assert config.consent == "proposal"


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_turns": 0},
        {"user_iterations": 0},
        {"observe_iterations": 0},
        {"execute_iterations": 0},
        {"user_action_seconds": -1},
        {"thinking": "deep"},
        {"consent": "never"},
        {"proposal_lifetime_seconds": 0},
        {"proposal_lifetime_seconds": 10 * 365 * 86_400 + 1},
        {"failing_writes": [-1]},
        {"failing_writes": [0, 10_000]},
        {"failing_writes": [0] * 1001},
        {"seed": 2**63},
        {"colour": "red"},
        {"seed": "many"},
    ],
)
def test_an_impossible_value_or_an_unknown_option_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EpisodeConfig(**wrong)


def test_every_whole_number_has_a_lower_and_an_upper_limit() -> None:
    for name, schema in EpisodeConfig.model_json_schema()["properties"].items():
        for form in (schema, *schema.get("anyOf", ()), schema.get("items", {})):
            if form.get("type") == "integer":
                assert {"minimum", "maximum"} <= form.keys(), name


def test_a_config_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        EpisodeConfig().seed = 3  # type: ignore[misc]


def test_the_phone_obeys_the_rules_of_the_config() -> None:
    rules = EpisodeConfig(consent="standing", proposal_lifetime_seconds=60).rules
    assert (rules.standing_consent, rules.proposal_lifetime) == (True, 60)
    assert not EpisodeConfig().rules.standing_consent
