"""Properties of every kind of fact: spans fit, replacing removes, and no text is too strange."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from simulator.reading.facts import parse_fact
from tests.simulator.reading.facts.cases import NOW

FACTS: list[Any] = [
    "late", "delay*", "second floor", "a", "a a", "1 2 1", "something*", "25 min*", "Straße", "ss", "…x", "👍", "i",
    {"name": "Tomáš Novák"}, {"name": "A B A"}, "a@b.example", "+352 621 555 014", "0000000", "€12.50", "$1,200",
    {"money": 5}, "09:00", "17:30", "12:25", "noon", "00:00", "2026-03-12", "5 March", "29 February", "today", 25,
    "16:00", "18:00", "06:00", "KSh 1,240", "R1,240", "1240 Ft", {"money": 1240}, {"amount": 1240}, {"amount": 12.5},
    "05:30", "2026-06-01", "2026-08-31", "2026-03-04", 15000, {"amount": 15000}, "15:00",
    16, 1240, 5, 0, 32, 3.5, -5, 100, {"number": 10, "within": 9}, {"number": 5, "within": 1000},
]  # fmt: skip
WITHOUT_CURRENCY = [raw for raw in FACTS if isinstance(raw, dict) and raw.keys() & {"money", "amount"}]
PIECES = [
    "a", "late", "delayed", "b", "1", "2", "5", "9", "12", "25", "30", "32", "100", "1,200", "12.50", "9.00",
    "09:00", "5:30", "€", "$", "EUR", "euros", "k", "am", "pm", "h", "min", "at", "from", "to", "and", "past",
    "half", "quarter", "five", "six", "noon", "midnight", "o'clock", "twenty", "hundred", "thousand", "March",
    "february", "Thu", "Thursday", "next", "last", "week", "today", "tomorrow", "the day after", "the", "12th",
    "2026", "2026-03-12", "12/03/2026", "12.03.", "of", "ß", "ss", "Tomáš", "Novák", "Straße", "Toma\u0301s\u030c",
    "ﬁ", "…", "…x", "👍", "İ", "½", "+352", "621", "555", "014", "a@b.example", "A", "B", "second", "floor",
    "16", "18", "16.00", "18.00", "16h", "16h30", "1600", "1800", "hrs", "hours", "Wednesday", "until", "between", "by",
    "every", "each", "morning", "long", "KSh", "R", "Ft", "/-", "won", "pesos", "240", "1 240", "1240", "4-6",
    "first", "the first of", "twenty-third of", "June", "June 1", "August 31", "31", "06/01/2026", "6/1", "or",
    "the end of", "last day of", "last night", "afternoon", "3", "three", "thirty", "sharp", "moved to", "slot", "15",
    "15k", "works", "good", "4-6 on", "through",
    "four to", "something", "else", "00", "minus", "evening", "in the", "(", ")",
]  # fmt: skip
GAPS = ["", " ", "  ", "\n", "-", "–", "—", ".", ",", ", ", ":", "/", "'", "’", "*", "_", "\u200b", "\u00a0", "\u0301"]
sentences = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(GAPS)), max_size=14).map(
    lambda parts: "".join(piece + gap for piece, gap in parts)
)
texts = st.one_of(sentences, st.text(max_size=60), st.text(alphabet="0123456789.,:-/' €$amph+", max_size=40))
facts = st.sampled_from(FACTS).map(parse_fact)


@settings(max_examples=1500)
@given(facts, texts)
@example(parse_fact("a a"), "a a a a a")
@example(parse_fact("1 2 1"), "1 1 2 1 2 1")
def test_a_replaced_fact_is_no_longer_found(fact: Any, text: str) -> None:
    replaced = fact.replaced(text, NOW)
    assert (replaced is None) == (not fact.found_in(text, NOW))
    assert replaced is None or not fact.found_in(replaced, NOW)


@settings(max_examples=500)
@given(facts, texts)
def test_spans_are_ordered_and_lie_within_the_text(fact: Any, text: str) -> None:
    spans = fact.spans(text, NOW)
    assert bool(spans) == fact.found_in(text, NOW)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(earlier[1] <= later[0] for earlier, later in pairwise(spans))


@settings(max_examples=500)
@given(texts)
def test_a_text_never_breaks_a_fact(text: str) -> None:
    for raw in FACTS:
        assert parse_fact(raw).found_in(text, NOW) in (True, False)


@given(st.text(max_size=30).filter(lambda raw: "*" not in raw))
def test_any_plain_text_is_a_fact_found_in_itself_or_refused_plainly(raw: str) -> None:
    try:
        fact = parse_fact(raw)
    except ValueError as refusal:
        assert str(refusal).endswith(".")
    else:
        assert fact.found_in(f"Well, {raw} it is.", NOW)


@given(st.sampled_from([raw for raw in FACTS if raw not in WITHOUT_CURRENCY]).map(parse_fact))
def test_the_wrong_value_is_of_the_same_kind(fact: Any) -> None:
    assert type(parse_fact(fact.wrong())) is type(fact)


def test_the_wrong_value_of_money_without_currency_is_an_amount() -> None:
    assert parse_fact({"money": 5}).wrong() == "12.35"


@given(st.dates(date(1950, 1, 1), date(2090, 12, 31)))
def test_a_date_is_never_found_in_its_wrong_value(day: date) -> None:
    fact = parse_fact(day.isoformat())
    assert not fact.found_in(fact.wrong(), NOW)
