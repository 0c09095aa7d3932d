"""`--set key=value`: typed by people, checked before anything runs."""

from __future__ import annotations

import pytest

from pare_site.cli.exits import Trouble
from pare_site.cli.run_settings import allowed, read_settings, settings_help
from simulator.config import EpisodeConfig


def refusal(*pairs: str, **options: str) -> str:
    with pytest.raises(Trouble) as caught:
        read_settings(pairs, options)
    assert caught.value.code == 2
    return str(caught.value)


def test_values_become_what_the_option_holds() -> None:
    config = read_settings(["max_turns=20", "consent=standing", "failing_writes=0,2", "experiment_name=a=b"], {})
    assert (config.max_turns, config.consent) == (20, "standing")
    assert config.failing_writes == (0, 2)
    assert config.experiment_name == "a=b"


def test_nothing_can_be_given_as_none() -> None:
    config = read_settings(["max_turns=none", "failing_writes=none", "thinking=none"], {})
    assert (config.max_turns, config.failing_writes, config.thinking) == (None, (), "none")


def test_a_dash_in_a_name_is_as_good_as_an_underscore() -> None:
    assert read_settings(["max-turns=4"], {}).max_turns == 4


def test_options_of_their_own_count_like_settings() -> None:
    assert read_settings([], {"assistant": "silent", "seed": "3", "user": None}).seed == 3


def test_an_unknown_setting_lists_the_known_ones_with_the_closest() -> None:
    text = refusal("max_turn=3")
    assert "did you mean 'max_turns'" in text
    for name in EpisodeConfig.model_fields:
        assert name in text


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("max_turns=0", "a whole number from 1 to 10000 or none"),
        ("max_turns=soon", "max_turns"),
        ("user_iterations=true", "a whole number from 1 to 100"),
        ("user_iterations=1.5", "a whole number from 1 to 100"),
        ("thinking=deep", "none, fixed or measured"),
        ("proposal_lifetime_seconds=-1", "a whole number from 1 to 315360000"),
        ("proposal_lifetime_seconds=315360001", "a whole number from 1 to 315360000"),
        ("failing_writes=a", "whole numbers from 0 to 9999, with commas between them"),
        ("failing_writes=-1", "whole numbers from 0 to 9999, with commas between them"),
        ("failing_writes=0,10000", "whole numbers from 0 to 9999, with commas between them"),
        ("seed=", "a whole number"),
        ("seed=0-2", "a whole number"),
    ],
)
def test_a_value_that_does_not_fit_names_the_field_and_the_range(pair: str, said: str) -> None:
    text = refusal(pair)
    assert f"'{pair.partition('=')[0]}'" in text
    assert said in text


def test_a_setting_without_a_value_is_refused() -> None:
    assert "--set max_turns=VALUE" in refusal("max_turns")


def test_a_setting_given_twice_is_refused() -> None:
    assert "twice" in refusal("seed=1", "seed=2")
    assert "twice" in refusal("seed=1", seed="2")


@pytest.mark.parametrize("value", ["\udcff", "a\x1bb", "two\nlines"])
def test_text_that_cannot_be_shown_is_refused(value: str) -> None:
    assert "'experiment_name'" in refusal(f"experiment_name={value}")


@pytest.mark.parametrize("seed", [-(2**63), 2**63 - 1])
def test_a_seed_may_be_any_number_of_64_bits(seed: int) -> None:
    assert read_settings([f"seed={seed}"], {}).seed == seed


@pytest.mark.parametrize("seed", [str(-(2**63) - 1), str(2**63), "9" * 400, "9" * 5000])
def test_a_larger_seed_is_refused(seed: str) -> None:
    assert "'seed'" in refusal(f"seed={seed}")


def test_every_option_has_a_line_of_help_with_what_it_takes() -> None:
    text = " ".join(settings_help().split())
    for name in EpisodeConfig.model_fields:
        assert f" {name}=" in text
        assert f"Takes {allowed(name)}." in text
