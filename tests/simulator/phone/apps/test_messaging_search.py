"""Searching chats by words and by patterns, and what keeps a pattern from running for years."""

from __future__ import annotations

import re
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.messaging.patterns import LONGEST_TEXT, safe_pattern
from simulator.phone.apps.messaging.records import User, ids_by_name
from simulator.phone.errors import ActionError
from simulator.phone.search_text import folded
from tests.simulator.phone.apps.app_phone import refused_for
from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@pytest.fixture
def phone() -> MessagingPhone:
    return MessagingPhone()


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ("LUNCH", ["lunch"]),
        ("tomas", ["dinner"]),
        ("Tomáš", ["dinner"]),
        ("friday", ["dinner"]),
        ("odile", ["dinner", "lunch"]),
        ("user_od", ["dinner", "lunch"]),
        ("user_", []),
        ("Ada Lind", []),
        ("menu could", []),
        ("nothing like it", []),
    ],
)
def test_words_are_found_in_titles_people_and_messages(phone: MessagingPhone, query: str, labels: list[str]) -> None:
    assert phone.tool("search", query=query) == [phone.id(label) for label in labels]


def test_a_search_by_days_wants_the_words_said_then(phone: MessagingPhone) -> None:
    days = {"min_date": "2026-03-05 00:00", "max_date": "2026-03-05 07:00"}
    assert phone.tool("search", query="lunch", **days) == [phone.id("lunch")]
    assert phone.tool("search", query="noon", max_date="2026-03-05 06:00") == []


def test_a_search_by_days_finds_people_who_were_heard_of_then(phone: MessagingPhone) -> None:
    assert phone.tool("search", query="friday", max_date="2026-03-04 12:00") == [phone.id("dinner")]
    assert phone.tool("search", query="friday", max_date="2026-03-03 12:00") == []


def test_new_messages_and_titles_are_found_at_once(phone: MessagingPhone) -> None:
    assert phone.tool("search", query="heron") == []
    phone.tool("send_message", user_id="user_be", content="A heron!")
    assert len(phone.tool("search", query="heron")) == 1
    phone.tool("change_conversation_title", conversation_id=phone.id("dinner"), title="Heron club")
    assert len(phone.tool("search", query="heron")) == 2


@pytest.mark.parametrize("query", ["", "  ", "\u0301"])
def test_an_empty_search_is_refused(phone: MessagingPhone, query: str) -> None:
    refused_for(phone.tries_tool("search", query=query), "bad_argument", "empty")


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        (r"half\s+past", ["dinner"]),
        (r".*lunch.*", ["lunch"]),
        (r"(?i)FRIDAY|noon", ["dinner", "lunch"]),
        (r"^Odile", ["dinner", "lunch"]),
        (r"friday", []),
        (r"user_to", ["dinner"]),
        (r"(menu|book)s?\b", ["dinner", "lunch"]),
        (r".*", ["dinner", "lunch"]),
    ],
)
def test_patterns_are_found(phone: MessagingPhone, query: str, labels: list[str]) -> None:
    assert phone.tool("regex_search", query=query) == [phone.id(label) for label in labels]


def test_patterns_are_found_by_days(phone: MessagingPhone) -> None:
    assert phone.tool("regex_search", query="[Mm]enu", max_date="2026-03-04 12:00") == [phone.id("dinner")]
    assert phone.tool("regex_search", query="[Mm]enu", min_date="2026-03-04 12:00") == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "(",
        "[a",
        "a{99999999999999999999}",
        "x" * 201,
        "(a*)*b",
        "(a+)+$",
        "((ab)?c)*",
        "(a|aa)+b",
        "(?:a{2}){3}",
        "(?:){1000000}",
        "a*" * 4 + "b",
        "a?" * 7 + "b",
        "(a|b)" * 7,
        "(?x) a #",
        "(?#[)(a*)*(?#])",
        "(a)?(?(1)b|c)",
        "(?i-x:a)",
        r"(?P<n>a*)(?P=n)(x\)*)*",
        r"([\])]*)*",
    ],
)
def test_a_wrong_or_dangerous_pattern_is_refused(phone: MessagingPhone, query: str) -> None:
    refused_for(phone.tries_tool("regex_search", query=query), "bad_argument")


@pytest.mark.parametrize(
    "query", [r"a.*?b.*?c", r"[*+?|()]{2}", r"\(a\)\*+", r"(?P<n>a)b(?P=n)", r"(?<!x)y+?", r"(?:lunch|dinner)?", "a++"]
)
def test_a_harmless_pattern_is_taken(query: str) -> None:
    assert safe_pattern(query).pattern.pattern == query


def test_an_open_pattern_over_much_text_is_refused(phone: MessagingPhone) -> None:
    phone.tool("send_message", user_id="user_be", content="a" * 1_500)
    refused_for(phone.tries_tool("regex_search", query="a.*b.*c.*d"), "bad_argument", "min_date")
    assert phone.tool("regex_search", query="a.*b", min_date="2026-03-05 08:22") == []


def test_only_the_beginning_of_a_long_text_is_searched() -> None:
    assert not safe_pattern("needle").found_in("x" * LONGEST_TEXT + "needle")


PIECES = st.sampled_from([*"aab.()|[]?*+\\^$-,", "a*", ".*", "(a|", ")*", "{2}", "{1,}", "(?:", "[ab]", "b?", "(?="])


@given(st.lists(PIECES, max_size=30))
def test_whatever_pattern_is_taken_ends_soon(pieces: list[str]) -> None:
    texts = ["a" * 200, "ab" * 100]
    try:
        safe = safe_pattern("".join(pieces))
        safe.check_work(texts)
    except ActionError:
        return
    before = perf_counter()
    for text in texts:
        safe.found_in(text)
    assert perf_counter() - before < 30


@given(st.text("ab\n", max_size=12), st.sampled_from([".*ab.*", ".*?b", "a.*", ".*", ".*.*a|b.*"]))
def test_dots_around_a_pattern_change_nothing(text: str, query: str) -> None:
    assert safe_pattern(query).found_in(text) == (re.search(query, text) is not None)


@pytest.mark.parametrize(("text", "plain"), [("Tomáš NOVÁK", "tomas novak"), ("Straße", "strasse"), ("ﬁne", "fine")])
def test_texts_are_compared_without_case_and_accents(text: str, plain: str) -> None:
    assert folded(text) == plain


def test_people_who_share_name_and_number_are_told_apart_by_id() -> None:
    users = [User(id="user_1", name="Bo", phone="1"), User(id="user_2", name="Bo", phone="1")]
    other = User(id="user_3", name="Bo", phone="2")
    found = ids_by_name([*users, other])
    assert found == {"Bo (user_1)": "user_1", "Bo (user_2)": "user_2", "Bo (2)": "user_3"}
