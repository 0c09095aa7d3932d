"""US dollars as people read them."""

from __future__ import annotations

import pytest

from simulator.words.money import dollars


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "$0"),
        (5, "$5.00"),
        (1250.4, "$1,250.40"),
        (1.005, "$1.00"),
        (0.9996, "$1.00"),
        (0.5, "$0.50"),
        (0.118, "$0.118"),
        (0.0421349, "$0.0421"),
        (0.004, "$0.004"),
        (0.000021, "$0.000021"),
        (0.0000004, "under $0.000001"),
    ],
)
def test_whole_amounts_have_cents_and_small_ones_keep_three_digits(amount: float, text: str) -> None:
    assert dollars(amount) == text


def test_negative_amounts_have_a_minus_sign() -> None:
    assert (dollars(-5), dollars(-0.118)) == ("-$5.00", "-$0.118")
