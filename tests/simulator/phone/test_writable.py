"""Values that players hand over, made fit for a file."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.writable import DEEPEST, shortened, spelled, writable, writable_text

plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(plain_json)
def test_what_can_be_written_stays_as_it_is(value: Any) -> None:
    assert writable(value) == value


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("\ud800", "\\ud800"),
        ("naïve \U0001f600", "naïve \U0001f600"),
        (float("nan"), "nan"),
        (-float("inf"), "-inf"),
        ((1, "a"), [1, "a"]),
        ({5: 1}, {"5": 1}),
        ({"\ud800": "\udfff"}, {"\\ud800": "\\udfff"}),
        ([10**5000], ["a very large number"]),
        ([2**70], [2**70]),
        (object(), "object"),
        ({1, 2}, "set"),
    ],
)
def test_what_cannot_be_written_is_told_in_words(value: Any, kept: Any) -> None:
    assert writable(value) == kept
    assert json.loads(msgspec.json.encode(writable(value))) == kept


def test_what_is_too_deep_ends_in_dots() -> None:
    deep: Any = "bottom"
    for _ in range(100_000):
        deep = [deep]
    kept = writable(deep)
    assert json.dumps(kept) == "[" * (DEEPEST + 1) + '"..."' + "]" * (DEEPEST + 1)


def test_the_largest_number_that_is_kept_can_be_spelled() -> None:
    largest = 2 ** (4000 * 3 - 1) - 1
    assert writable(largest) == largest
    assert str(largest)


def test_text_is_shortened_to_its_length() -> None:
    assert shortened("abcdef", 6) == "abcdef"
    assert shortened("abcdefg", 6) == "abc..."


@pytest.mark.parametrize("value", ["x" * 1000, [10**5000], "\ud800", {"a": {"b": 1}}])
def test_a_value_is_spelled_shortly_and_without_fail(value: Any) -> None:
    text = spelled(value, 30)
    assert len(text) <= 30
    assert writable_text(text) == text
