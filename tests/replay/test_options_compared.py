"""The options in which two runs differ."""

from __future__ import annotations

from typing import Any

from replay.options_compared import OptionPair, options_that_differ
from simulator.config import EpisodeConfig

MODEL = {"alias": "novum", "name": "novum-70b"}


def config(**options: Any) -> dict[str, Any]:
    return EpisodeConfig(**options).model_dump(mode="json")


def test_only_what_differs_is_named_with_its_values_players_first() -> None:
    assert options_that_differ(config(), config()) == ()
    assert options_that_differ(config(seed=7), config(assistant="eager", seed=9)) == (
        OptionPair("assistant", "oracle", "eager"),
        OptionPair("seed", "7", "9"),
    )


def test_models_go_by_their_names_and_without_values_where_only_their_settings_differ() -> None:
    warm = {**MODEL, "parameters": {"temperature": 1}}
    assert options_that_differ(config(), config(observe_model=MODEL)) == (OptionPair("observe model", "none", "novum"),)
    assert options_that_differ(config(observe_model=MODEL), config(observe_model=warm)) == (
        OptionPair("observe model"),
    )


def test_what_cannot_change_the_outcome_does_not_count() -> None:
    assert options_that_differ(config(experiment_name="a"), config(experiment_name="b", call_retries=1)) == ()


def test_long_values_and_hashes_are_left_out() -> None:
    found = options_that_differ(
        config(), config(prompt_set="a" * 64, assistant="http://" + "x" * 99, failing_writes=(1,))
    )
    assert found == (OptionPair("assistant"), OptionPair("prompt set"), OptionPair("failing writes"))


def test_a_config_of_an_older_version_has_the_usual_values() -> None:
    assert options_that_differ({"seed": 0, "a_thing_of_the_past": 1}, config(max_cost=0.5)) == (
        OptionPair("max cost", "none", "0.5"),
    )
