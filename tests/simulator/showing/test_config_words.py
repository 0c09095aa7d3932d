"""Who plays a run."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.config import EpisodeConfig, outcome_fields
from simulator.language_models import ModelChoice
from simulator.showing.config_words import cast_of, config_changes, publicly
from tests.simulator.stories.noisy import CHANGES


def test_models_are_named_beside_the_players_they_are_behind() -> None:
    config = {"user": "llm", "assistant": "llm", "user_model": {"alias": "a"}}
    models = {"observe_model": {"alias": "b"}, "execute_model": {"alias": "c"}}
    assert cast_of({**config, **models}) == ("llm (a)", "llm (b and c)")
    assert cast_of({**config, **models, "execute_model": {"alias": "b"}}) == ("llm (a)", "llm (b)")


def test_a_config_of_older_times_knows_no_models() -> None:
    assert cast_of({"user": "scripted", "assistant": "oracle"}) == ("scripted", "oracle")


def test_where_a_server_stands_is_for_nobody_else() -> None:
    addresses = ("http://10.0.0.7:8765/", "https://agents.example/", "http:http://10.0.0.7/", "HTTP://10.0.0.7/")
    assert {publicly(address) for address in addresses} == {"http"}
    assert [publicly(name) for name in ("oracle", "llm", "http_agent")] == ["oracle", "llm", "http_agent"]


SMALL, LARGE = ModelChoice(alias="small", name="s"), ModelChoice(alias="large", name="l")
WARM = ModelChoice(alias="small", name="s", parameters={"temperature": 1})
MODELS: dict[str, Any] = {"assistant": "llm", "observe_model": SMALL, "execute_model": SMALL, "prompt_set": "a"}


def differs(before: dict[str, Any], after: dict[str, Any], private: bool = True) -> tuple[str, ...]:
    first, second = EpisodeConfig(**before), EpisodeConfig(**{**before, **after})
    return config_changes(first.model_dump(mode="json"), second.model_dump(mode="json"), private)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ({}, ()),
        ({"assistant": "silent"}, ("assistant silent",)),
        ({"seed": 7, "assistant": "eager"}, ("assistant eager", "seed 7")),
        ({"env_events_per_minute": 2}, ("noise 2 a minute",)),
        ({"tool_failure_probability": 0.25}, ("25 % of calls fail",)),
        ({"max_turns": 30}, ("30 turns",)),
        ({"max_cost": 0.5, "max_tokens": 20_000}, ("at most 20,000 tokens", "at most $0.50")),
        ({"user_iterations": 3}, ("different user iterations",)),
        ({"experiment_name": "x", "call_retries": 1}, ()),
        (MODELS, ("assistant llm (small)",)),
    ],
)
def test_a_change_is_said_in_a_few_words(after: dict[str, Any], words: tuple[str, ...]) -> None:
    assert differs({}, after) == words


def test_what_is_taken_away_is_said_too() -> None:
    before = {"env_events_per_minute": 2, "tool_failure_probability": 1, "max_turns": 3, "max_cost": 1}
    after = {"env_events_per_minute": 0, "tool_failure_probability": 0, "max_turns": None, "max_cost": None}
    assert differs(before, after) == ("the scenario’s turns", "no cost limit", "no call fails", "no noise")


def test_models_are_told_by_their_names() -> None:
    assert differs(MODELS, {"execute_model": LARGE}) == ("assistant llm (small and large)",)
    assert differs(MODELS, {"assistant": "oracle", "observe_model": None, "execute_model": None, "prompt_set": ""}) == (
        "assistant oracle",
    )
    assert differs(MODELS, {"observe_model": WARM}) == ("assistant llm (small), different model settings",)
    assert differs(MODELS, {"prompt_set": "b"}) == ("different prompts",)


def test_where_a_server_stands_is_told_only_to_those_who_may_know() -> None:
    after = {"assistant": "http://127.0.0.1:9/secret"}
    assert differs({}, after) == ("assistant http://127.0.0.1:9/secret",)
    assert differs({}, after, private=False) == ("assistant http",)


def test_every_option_that_can_change_what_happens_has_words() -> None:
    others: dict[str, Any] = {
        "consent": "standing",
        "thinking": "fixed",
        "user": "llm",
        "user_model": SMALL,
        "failing_writes": (1,),
        **CHANGES,
    }
    for name in outcome_fields():
        default = EpisodeConfig.model_fields[name].get_default(call_default_factory=True)
        value = others.get(name, default + 1 if isinstance(default, int) else default)
        if value != default:
            assert differs({}, {name: value}), name


def test_a_config_of_an_older_version_is_read_with_what_is_usual() -> None:
    assert config_changes({"seed": 1}, {"seed": 2, "consent": "proposal"}, private=True) == ("seed 2",)
