"""Facts about amounts: money in any currency, or the bare number."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import AmountFact, FactError, parse_fact
from tests.simulator.reading.facts.cases import NOW


@pytest.mark.parametrize(
    "text",
    [
        "88,400 GHS",
        "GH₵88,400",
        "$88,400.00",
        "88.4k EUR",
        "Price in cedis: 88400",
        "Daybreak | 88,400 | 8",
        "88.400",
        "88,400.00",
        "eighty-eight thousand four hundred euros",
        "eighty-eight thousand four hundred",
    ],
)
def test_an_amount_is_found_as_money_or_as_a_bare_number(text: str) -> None:
    assert parse_fact({"amount": 88400}).found_in(text, NOW)
    assert parse_fact({"amount": "88,400"}).found_in(text, NOW)


@pytest.mark.parametrize("text", ["88,401", "€88,400.50", "188,400", "INV-88400", "88,400.5", "+88400 123 456"])
def test_another_number_is_not_that_amount(text: str) -> None:
    assert not parse_fact({"amount": 88400}).found_in(text, NOW)


@pytest.mark.parametrize("text", ["12.50", "12,5", "€12.50", "12.5 km"])
def test_cents_count(text: str) -> None:
    assert parse_fact({"amount": 12.5}).found_in(text, NOW)
    assert not parse_fact({"amount": 12}).found_in(text, NOW)


@pytest.mark.parametrize("text", ["at 12:50", "on 12 March", "12th"])
def test_a_time_or_a_date_is_no_amount(text: str) -> None:
    assert not parse_fact({"amount": 12}).found_in(text, NOW)


def test_the_wrong_amount_takes_the_currency_with_it() -> None:
    assert parse_fact({"amount": 25}).replaced("€25, that is 25 in all", NOW) == "32, that is 32 in all"


@pytest.mark.parametrize(
    ("raw", "remedy"),
    [
        ({"amount": "€25"}, "write the number alone, or money: for this currency"),
        ({"amount": "a lot"}, 'write it as 12.50 or "1,200"'),
        ({"amount": 1.234}, "with at most two decimals"),
        ({"amount": -5}, "is not an amount"),
        ({"amount": [25]}, "write it in quotes"),
        ({"amount": 25, "currency": "EUR"}, "has no key currency"),
    ],
)
def test_a_refusal_says_what_would_be_right(raw: Any, remedy: str) -> None:
    with pytest.raises(FactError) as refusal:
        parse_fact(raw)
    assert remedy in str(refusal.value)


@given(st.integers(1, 99_999_999), st.sampled_from(["", "€", "GH₵", "KSh ", "US$"]))
def test_every_amount_is_found_with_and_without_a_currency(cents: int, sign: str) -> None:
    fact = parse_fact({"amount": cents / 100})
    assert isinstance(fact, AmountFact)
    assert fact.found_in(f"It is {sign}{cents / 100:,.2f} now", NOW)
    assert not fact.found_in(f"It is {sign}{(cents + 1) / 100:,.2f} now", NOW)
