"""Facts about money in the currencies of many countries, with their own signs and separators."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import MoneyFact, parse_fact
from tests.simulator.reading.facts.cases import NOW

FOUND = {
    "KES 500": ["Sh 500", "500 shillings", "500/-", "five hundred shillings"],
    "KES 1240": ["KSh 1,240", "Ksh1240", "Ksh. 1240", "Kshs 1,240", "1240 KSh", "1,240/-", "KSh 1,240/-.", "1,240/="],
    "ZAR 1240": ["R1,240", "R1240", "R 1 240", "R1,240.00", "1240 rand", "R1,000-R1,240", "(R1240)"],
    "ZAR 1240.50": ["R 1 240,50", "R1,240.50", "R1\u202f240,50"],
    "HUF 1240": ["1240 Ft", "1 240 forint", "1.240 Ft", "1 240 Ft", "1240 forints"],
    "INR 2400": ["Rs 2,400", "Rs. 2400", "Rs.2400", "2400 rupees", "₹2,400", "₹ 2400/-", "Rs. 2,400/-"],
    "INR 2400.50": ["₹2,400.50"],
    "INR 120000": ["₹1,20,000", "₹1,20,000.00"],
    "MXN 1240": ["1240 pesos", "$1,240", "$1,240 MXN", "MX$1,240"],
    "CLP 12000": ["CLP 12.000", "$12.000", "12.000 pesos"],
    "PHP 500": ["₱500", "500 pesos"],
    "TWD 500": ["NT$500", "NT$ 500"],
    "AUD 500": ["A$500", "A$ 500"],
    "CAD 500": ["C$500", "C$ 500"],
    "PLN 500": ["500 zł", "500 zlotych"],
    "CZK 500": ["500 Kč", "500,- Kč", "500 korun"],
    "RON 500": ["500 lei"],
    "NGN 500": ["₦500", "500 naira"],
    "GHS 88400": ["GH₵88,400", "GH₵ 88,400.00", "₵88400", "GH¢88,400", "GHc 88400", "88,400 cedis", "88,400 GH₵"],
    "TRY 500": ["₺500", "500 TL"],
    "BRL 500": ["R$500", "R$ 500,00", "500 reais"],
    "JPY 1200": ["¥1200", "¥1,200", "1200 yen"],
    "KRW 12000": ["12,000 won", "₩12,000"],
    "SEK 500": ["500 kr.", "kr. 500", "500 kronor", "kr 500,-", "500:- kr"],
    "NOK 500": ["500 kroner", "500,- kr"],
    "CHF 12": ["CHF 12.-", "CHF 12.–", "CHF 12,-", "12 francs"],
    "EUR 12": ["EUR 12,-", "€ 12,-", "12,- €"],
    "CHF 1240.50": ["1'240.50", "CHF 1’240.50", "1\u2009240,50 CHF", "1 240,50"],
}

NOT_FOUND = [
    ("KES 500", "wash 500"),
    ("KES 500", "USD 500"),
    ("KES 500", "500/-5"),
    ("KES 500", "500/person"),
    ("KES 1240", "KSh 1,245"),
    ("KES 1240", "TSh 1,240"),
    ("KES 1240", "1,240 people"),
    ("ZAR 5", "room R5"),
    ("ZAR 12", "paper.R12"),
    ("ZAR 12", "R12B"),
    ("ZAR 17.10", "recall r 17.1"),
    ("ZAR 240", "R1 240"),
    ("ZAR 1240", "for 1240"),
    ("ZAR 1240", "R$1,240"),
    ("HUF 6", "6 ft"),
    ("HUF 6", "six ft"),
    ("HUF 1200", "1,200 ft above the sea"),
    ("HUF 1200", "a 1200-ft rope"),
    ("KRW 5", "Team 5 won"),
    ("KRW 2", "only two won"),
    ("USD 12", "12 pesos"),
    ("USD 12", "$12 MXN"),
    ("TWD 500", "US$500"),
    ("INR 2400", "hrs 2400"),
    ("INR 1200", "₹1,20,000"),
    ("RON 5", "5 leisure hours"),
    ("EUR 12", "12,-"),
    ("CHF 240.50", "1'240.50"),
    ("CHF 240.50", "1 240,50"),
    ("GHS 500", "NGN 500"),
    ("NGN 500", "GH₵500"),
    ("GHS 500", "500 GHcups"),
]


def money(raw: str) -> MoneyFact:
    currency, amount = raw.split()
    fact = parse_fact({"money": float(amount), "currency": currency})
    assert isinstance(fact, MoneyFact)
    return fact


@pytest.mark.parametrize(("fact", "text"), [(fact, text) for fact, texts in FOUND.items() for text in texts])
def test_money_is_found_as_people_of_that_country_write_it(fact: str, text: str) -> None:
    assert money(fact).found_in(f"It is {text} now", NOW)
    assert parse_fact({"money": float(fact.split()[1])}).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_something_else_is_not_taken_for_that_currency(fact: str, text: str) -> None:
    assert not money(fact).found_in(text, NOW)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Pay KSh 1,240/- now", "KSh 1,240/-"),
        ("Pay Ksh1240.", "Ksh1240"),
        ("Pay KSh 1 240", "KSh 1 240"),
        ("Pay 1,240 shillings", "1,240 shillings"),
    ],
)
def test_the_span_covers_the_sign_and_the_stroke(text: str, place: str) -> None:
    assert [text[start:end] for start, end in money("KES 1240").spans(text, NOW)] == [place]


def test_a_dollar_sign_of_an_author_means_dollars() -> None:
    assert parse_fact("$12").found_in("12 CAD", NOW)
    assert not parse_fact("$12").found_in("MXN 12", NOW)
    assert not parse_fact({"money": "$12"}).found_in("MXN 12", NOW)
    assert not parse_fact({"money": 12, "currency": "$"}).found_in("MXN 12", NOW)
    assert parse_fact({"money": "$12", "currency": "MXN"}).found_in("12 pesos", NOW)


@pytest.mark.parametrize(
    "raw", ["KSh 1,240", "R1,240.50", "1240 Ft", "1,240/-", "12,000 won", "NT$500", "500 zł", "GH₵500"]
)
def test_an_author_may_write_it_so_too(raw: str) -> None:
    assert isinstance(parse_fact(raw), MoneyFact)


@pytest.mark.parametrize("raw", ["6 ft", "R5", "2 won", "Sh", "room R5"])
def test_what_is_rather_no_money_stays_words(raw: str) -> None:
    assert not isinstance(parse_fact(raw), MoneyFact)


def grouped(whole: int, mark: str) -> str:
    return f"{whole:,}".replace(",", mark)


@given(st.integers(10, 9_999_999), st.integers(0, 99), st.sampled_from([" ", "\u00a0", "\u2009", "\u202f", "'", "’"]))
def test_spaces_and_apostrophes_part_thousands(whole: int, cents: int, mark: str) -> None:
    fact = money(f"ZAR {whole}.{cents:02}")
    assert fact.cents == whole * 100 + cents
    for text in (f"R{grouped(whole, mark)},{cents:02}", f"R {grouped(whole, mark)}.{cents:02} in all"):
        assert fact.found_in(text, NOW)
        assert not money(f"ZAR {whole + 1}.{cents:02}").found_in(text, NOW)
