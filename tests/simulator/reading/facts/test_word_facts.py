"""Facts that are words, names, addresses and phone numbers."""

from __future__ import annotations

import pytest

from simulator.reading.facts import Fact, FactError, WordsFact, parse_fact
from tests.simulator.reading.facts.cases import NOW

FOUND = [
    ("late", "I am LATE."),
    ("late", "late"),
    ("late", "_late_ and **late**"),
    ("Tomáš", "tomas knows"),
    ("Tomas", "Tomáš knows"),
    ("Tomáš", "Toma\u0301s\u030c knows"),
    ("Straße", "the STRASSE"),
    ("Søren Łukasz", "soren lukasz"),
    ("pick-up", "the pick\u2011up"),
    ("pick-up", "the pick up"),
    ("second floor", "on the second\n  floor"),
    ("don't", "I don’t know"),
    ('the "Blue Heron"', "at the “Blue Heron” tonight"),
    ("delay*", "delayed"),
    ("delay*", "a delay"),
    ("25 min*", "25 minutes late"),
    ("reschedul* meeting*", "rescheduling meetings"),
    ("Rue Erasme 9", "14 or Rue Erasme 9."),
    ("office", "the of\u00adfice"),
    ("office", "the o\ufb03ce"),
    ("👍", "ok 👍️"),
    ("C++", "in C++, say"),
    ("t.novak@orchardlane.example", "Mail T.Novak@OrchardLane.example."),
    ("t.novak@orchardlane.example", "<t.novak@orchardlane.example>"),
    ("+352 621 555 014", "call +352621555014"),
    ("+352 621 555 014", "call +352 (621) 555-014."),
    ("+352 621 555 014", "+352 621\u00a0555\u2011014"),
    ("+234 806 555 0177", "call 0806 555 0177"),
    ("+44 7700 900123", "07700-900123"),
    ("(555) 010-1234", "5550101234"),
    ("Thursday", "on Thursday"),
    ("0042", "code 0042"),
]

NOT_FOUND = [
    ("late", "plate"),
    ("late", "later"),
    ("late", "l ate"),
    ("delay", "delayed"),
    ("*delay".strip("*"), "undelayed"),
    ("second floor", "the floor, second"),
    ("second floor", "second, floor"),
    ("Rue Erasme 9", "Rue Erasme 95"),
    ("Rue Erasme 9", "Rue Erasme 9.5"),
    ("25 min", "125 min"),
    ("25 min", "1.25 min"),
    ("25 min", "25 minutes"),
    ("t.novak@orchardlane.example", "at.novak@orchardlane.example"),
    ("t.novak@orchardlane.example", "t.novak@orchardlane.example.org"),
    ("t.novak@orchardlane.example", "t novak@orchardlane.example"),
    ("+352 621 555 014", "621 555 014"),
    ("+352 621 555 014", "+352 621 555 0145"),
    ("+234 806 555 0177", "0806 555 0178"),
    ("+234 806 555 0177", "806 555 0177"),
    ("621 555 014", "+352 621 555 014"),
    ("0042", "42"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_words_are_found_whatever_their_dress(fact: str, text: str) -> None:
    assert isinstance(parse_fact(fact), WordsFact)
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_other_words_are_not_found(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


def named(name: str) -> Fact:
    return parse_fact({"name": name})


@pytest.mark.parametrize(
    "text", ["Tomáš Novák", "tomas novak's mail", "Novák, Tomáš", "TOMÁŠ NOVÁK’s", "for Tomas\u00a0Novak."]
)
def test_a_name_is_found_in_either_order_and_possessive(text: str) -> None:
    assert named("Tomáš Novák").found_in(text, NOW)
    assert named("Novák, Tomáš").found_in(text, NOW)


@pytest.mark.parametrize("text", ["Tomáš Berg", "Novák", "Tomášek Novák", "Tomáš and Novák"])
def test_another_name_is_not_found(text: str) -> None:
    assert not named("Tomáš Novák").found_in(text, NOW)


def test_a_name_of_several_words_turns_round_at_any_place() -> None:
    assert named("Ana María López Gil").found_in("López Gil, Ana María", NOW)


@pytest.mark.parametrize(
    ("fact", "text", "place"),
    [
        ("Tomáš", "An Toma\u0301s\u030c!", "Toma\u0301s\u030c"),
        ("Straße", "Die Straße dort", "Straße"),
        ("strasse", "Die große Straße dort", "Straße"),
        ("late", "ﬁne… but\u200b late", "late"),
        ("wait...", "so wait… now", "wait…"),
        ("pick up", "a pick\u2011up", "pick\u2011up"),
    ],
)
def test_the_span_lies_in_the_original_text(fact: str, text: str, place: str) -> None:
    assert [text[start:end] for start, end in parse_fact(fact).spans(text, NOW)] == [place]


def test_a_name_is_replaced_by_another_name() -> None:
    assert named("Tomáš Novák").replaced("Novák, Tomáš or Tomas Novak?", NOW) == "Ingrid Solheim or Ingrid Solheim?"


def test_the_wrong_value_is_never_the_fact_itself() -> None:
    for fact in (
        named("Ingrid"),
        named("Ingrid Solheim"),
        parse_fact("something*"),
        parse_fact("nobody@elsewhere.example"),
    ):
        assert not fact.found_in(fact.wrong(), NOW)


def test_a_number_among_words_changes_in_the_wrong_value() -> None:
    assert parse_fact("Rue Erasme 9").wrong() == "Rue Erasme 10"
    assert parse_fact("+352 621 555 019").wrong() == "+352 621 555 010"


def test_nothing_is_replaced_where_the_fact_does_not_stand() -> None:
    assert parse_fact("late").replaced("in time", NOW) is None


@pytest.mark.parametrize("raw", ["", "  ", "...", "-", "*", "de*lay", "no * here"])
def test_words_that_cannot_be_looked_for_are_refused(raw: str) -> None:
    with pytest.raises(FactError):
        parse_fact(raw)
