"""Whole numbers in plain digits."""

from __future__ import annotations

import pytest

from simulator.words.numbers import LARGEST_ID, whole_number


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), (str(LARGEST_ID), LARGEST_ID)])
def test_plain_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", "1.0", "1_000", " 1", "²", "٣", "x", str(LARGEST_ID + 1), "9" * 5000])
def test_anything_else_is_none(text: str) -> None:
    assert whole_number(text) is None


def test_a_number_beyond_the_largest_is_none() -> None:
    assert (whole_number("1000", 1000), whole_number("1001", 1000)) == (1000, None)
