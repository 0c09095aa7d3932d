"""Options of an episode one by one: from texts and from values of a file, and in words what each takes."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.config import EpisodeConfig
from simulator.options import BadOption, allowed, config_of, in_range, known_option, read_option


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("max_turns", "20", 20),
        ("max_turns", 20, 20),
        ("max_turns", "none", None),
        ("max_turns", None, None),
        ("failing_writes", "0,2", (0, 2)),
        ("failing_writes", [0, 2], (0, 2)),
        ("failing_writes", "none", ()),
        ("env_events_weights", '{"email": 2}', {"email": 2.0}),
        ("env_events_weights", {"email": 2}, {"email": 2.0}),
        ("max_cost", " 1.5 ", 1.5),
        ("max_cost", "1e2", 100.0),
        ("thinking", "none", "none"),
    ],
)
def test_a_value_is_read(name: str, value: Any, read: Any) -> None:
    assert read_option(name, value) == read


@pytest.mark.parametrize(
    ("name", "value"),
    [("seed", "0-2"), ("seed", True), ("max_cost", "1_0x"), ("max_cost", False), ("user_style", 3), ("max_turns", [3])],
)
def test_a_value_that_only_looks_right_is_refused_with_what_would_be(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        read_option(name, value)
    assert str(caught.value) == f"'{value}' does not fit the setting '{name}': write {allowed(name)}."


def test_names_may_have_dashes_and_unknown_ones_are_refused() -> None:
    assert known_option(" max-turns ") == "max_turns"
    with pytest.raises(BadOption, match="did you mean 'max_turns'"):
        known_option("max_turn")


def test_options_that_do_not_go_together_are_refused() -> None:
    assert config_of({"seed": 3}) == EpisodeConfig(seed=3)
    with pytest.raises(BadOption, match="The setting 'env_events_weights' does not fit"):
        config_of({"env_events_weights": {"email": 0.0}})


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, "a number above 0"),
        ({"type": "number", "exclusiveMinimum": 0, "maximum": 5}, "a number above 0, up to 5"),
        ({"type": "integer", "minimum": 1}, "a whole number of at least 1"),
        ({"type": "boolean"}, "true or false"),
        ({}, "a value"),
    ],
)
def test_a_range_is_told_in_words(schema: dict[str, Any], words: str) -> None:
    assert in_range(schema) == words
