"""Facts about money: however the amount is written, and only as money."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import MoneyFact, parse_fact
from tests.simulator.reading.facts.cases import NOW

FOUND = [
    ("€12.50", "The ride is €12.50."),
    ("€12.50", "The ride is € 12.50 now"),
    ("€12.50", "12.50 EUR"),
    ("€12.50", "12,50 €"),
    ("€12.50", "12,50€ please"),
    ("€12.50", "EUR 12.50"),
    ("€12.50", "EUR12.50"),
    ("€12.50", "12.5 euros"),
    ("€12.50", "It costs 12.50, as agreed"),
    ("€12.50", "(12,50)"),
    ("€12.50", "**€12.50**"),
    ("€12.50", "€12.50/person"),
    ("12.50 EUR", "€12.50 EUR"),
    ("€25", "twenty-five euros"),
    ("€25", "25 euros"),
    ("€25", "a 25-euro voucher"),
    ("€25", "€25.00"),
    ("€25", "25,-€"),
    ("€25", "€25,- each"),
    ("€25", "25.00"),
    ("CHF 25", "Fr. 25.–"),
    ("$1,200", "$1200"),
    ("$1,200", "1,200 USD"),
    ("$1,200", "USD 1.200,00"),
    ("$1,200", "US$1,200.00"),
    ("$1,200", "$1.2k"),
    ("$1,200", "1,200 dollars"),
    ("1,200 CAD", "$1,200"),
    ("1.200,50 €", "1,200.50 EUR"),
    ("1.200,50 €", "1 200,50 €"),
    ("1.200,50 €", "1\u202f200,50\u00a0€"),
    ("1'200 CHF", "CHF 1’200.00"),
    ("€2,000,000", "€2 million"),
    ("£9.99", "9.99 pounds"),
    ("£9.99", "GBP 9.99"),
    ("€0.50", "50 cents"),
    ("250 kr", "250 SEK"),
    ("300 Kč", "300 CZK"),
    ("¥500", "500 yen"),
    ("€12.50", "was €10.00, now €12.50."),
    ("€12.50", "10.00-12.50"),
    ("€12.50", "2x12.50"),
    ("€12.50", "2x12.50 EUR"),
    ("€12.50", "12.50 w/ a tip"),
]

NOT_FOUND = [
    ("€12.50", "€12.51"),
    ("€12.50", "€112.50"),
    ("€12.50", "€12.505"),
    ("€12.50", "$12.50"),
    ("€12.50", "12.50 USD"),
    ("€12.50", "£12.50"),
    ("€12.50", "12.50 kg"),
    ("€12.50", "12.50%"),
    ("€12.50", "at 12.50 pm"),
    ("€12.50", "version 12.50.1"),
    ("€12.50", "12.50 million"),
    ("€12.50", "€12.50k"),
    ("€12.50", "12:50"),
    ("€25", "25 minutes"),
    ("€25", "about 25"),
    ("€25", "€25.50"),
    ("€25", "€1,025"),
    ("€25", "€125"),
    ("€25", "€25 million"),
    ("€25", "five hundred and twenty-five euros"),
    ("€25", "25%"),
    ("€25", "Room 25, €30"),
    ("€5", "bring 5 €10 notes"),
    ("€25", "it costs 5 EUR 25 minutes away"),
    ("$1,200", "1,200 people"),
    ("$1,200", "$1.20"),
    ("€1.20", "€1.200"),
    ("€12.03", "12.03.2026"),
    ("€100", "five hundred euros"),
    ("€25", "try 25"),
    ("€12.50", "x12.50"),
    ("€12.50", "12.50 yrs"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_money_is_found_however_it_is_written(fact: str, text: str) -> None:
    assert isinstance(parse_fact(fact), MoneyFact)
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_money_is_not_found_in_something_else(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


def test_an_amount_without_currency_is_found_in_any_currency() -> None:
    fact = parse_fact({"money": 17.4})
    assert all(fact.found_in(text, NOW) for text in ("€17.40", "$17.40", "17,40", "17.40 CHF"))


def test_the_span_covers_amount_and_currency() -> None:
    assert parse_fact("€12.50").spans("Pay EUR 12,50 or 12.50 €.", NOW) == [(4, 13), (17, 24)]


def test_the_wrong_amount_keeps_the_currency() -> None:
    assert parse_fact("€12.50").replaced("It is €12.50 now", NOW) == "It is 19.85 EUR now"


def grouped(whole: int, mark: str) -> str:
    return f"{whole:,}".replace(",", mark)


STYLES: list[Callable[[int, int], str]] = [
    lambda whole, cents: f"€{whole}.{cents:02}",
    lambda whole, cents: f"€ {grouped(whole, ',')}.{cents:02}",
    lambda whole, cents: f"{grouped(whole, '.')},{cents:02} €",
    lambda whole, cents: f"{grouped(whole, ' ')},{cents:02} EUR",
    lambda whole, cents: f"EUR {grouped(whole, '’')}.{cents:02}",
    lambda whole, cents: f"{whole},{cents:02} euros",
    lambda whole, cents: f"{whole}.{cents:02}",
]


@given(st.integers(1, 9_999_999), st.integers(0, 99), st.sampled_from(STYLES), st.sampled_from(STYLES[:-1]))
def test_an_amount_in_one_style_is_found_in_every_other(
    whole: int, cents: int, style: Callable[[int, int], str], own_style: Callable[[int, int], str]
) -> None:
    fact = parse_fact(own_style(whole, cents))
    text = f"The price is {style(whole, cents)}, I think."
    assert isinstance(fact, MoneyFact)
    assert fact.cents == whole * 100 + cents
    assert fact.found_in(text, NOW)


@given(st.integers(1, 99_999), st.integers(1, 99_999), st.sampled_from(STYLES))
def test_another_amount_is_never_found(cents: int, other: int, style: Callable[[int, int], str]) -> None:
    text = f"The price is {style(*divmod(other, 100))}."
    assert parse_fact({"money": cents / 100, "currency": "EUR"}).found_in(text, NOW) == (cents == other)
