"""Finding contacts by a piece of what is on the card."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.apps.contacts.actions import in_order, matching, same_name_key
from simulator.phone.apps.contacts.records import Contact
from simulator.phone.search_text import folded_words
from tests.simulator.phone.apps.contacts_phone import ContactsPhone

NAMES = st.text("aAbé øÅßıł'-", max_size=6)


@pytest.fixture
def phone() -> ContactsPhone:
    return ContactsPhone()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Tomáš", ["gym", "tomas"]),
        ("TOMAS", ["gym", "tomas"]),
        ("novak", ["tomas"]),
        ("Tomáš Novák", ["tomas"]),
        ("novak tomas", ["tomas"]),
        ("  tomas \n novak ", ["tomas"]),
        ("omas nov", ["tomas"]),
        ("soren ostergard", ["soren"]),
        ("SØREN", ["soren"]),
        ("orchard.EXAMPLE", ["tomas"]),
        ("+352 (621) 555-090", ["gym"]),
        ("621555090", ["gym"]),
        ("621 555-0", ["own", "gym", "bo_card"]),
        ("555 999", []),
        ("55 500 2", ["bo_card"]),
        ("ada", ["own"]),
        ("Baker", []),
        ("fish", []),
        ("zed", []),
        ("Ek Berg", []),
        ("", ["own", "gym", "bo_card", "tomas", "soren"]),
    ],
)
def test_a_search_looks_through_names_numbers_and_addresses(phone: ContactsPhone, query: str, found: list[str]) -> None:
    assert phone.row_labels(phone.tool("search_contacts", query=query)) == found


def test_a_changed_card_is_found_by_what_it_says_now(phone: ContactsPhone) -> None:
    assert phone.tool("search_contacts", query="berg")
    phone.tool("edit_contact", contact_id=phone.id("gym"), updates={"last_name": "Hill"})
    assert phone.tool("search_contacts", query="berg") == []
    assert phone.row_labels(phone.tool("search_contacts", query="hill")) == ["gym"]


def test_a_very_long_query_finds_nothing(phone: ContactsPhone) -> None:
    assert phone.tool("search_contacts", query="(a+)+$" * 5000) == []


@pytest.mark.parametrize("letter", ["ø", "Ł", "đ", "æ", "œ", "İ", "\u0131", "ß"])
def test_letters_with_a_stroke_are_found_without_it(letter: str) -> None:
    assert folded_words(letter).isascii()


def test_an_accent_tells_names_apart_but_spelling_of_the_same_letter_does_not() -> None:
    assert same_name_key("Tomáš") != same_name_key("Tomas")
    assert same_name_key("Tomáš  NOVÁK") == same_name_key("Toma\u0301s\u030c Nova\u0301k")


@settings(max_examples=60)
@given(
    names=st.lists(st.tuples(NAMES, NAMES).filter(lambda pair: any(map(str.strip, pair))), max_size=6), data=st.data()
)
def test_every_card_is_found_by_any_piece_of_its_name(names: list[tuple[str, str]], data: st.DataObject) -> None:
    phone = ContactsPhone(tuple({"first_name": first, "last_name": last} for first, last in names))
    order = list(in_order(phone.world))
    assert sorted(card.id for card in order) == sorted(phone.cards)
    for card in order:
        start = data.draw(st.integers(0, len(card.name) - 1))
        end = data.draw(st.integers(start + 1, len(card.name)))
        found = list(matching(phone.world, card.name[start:end]))
        assert card in found
        assert found == [one for one in order if one in found]


def test_thousands_of_cards_are_paged_through_once_each() -> None:
    phone = ContactsPhone(())
    phone.put(*(Contact(id=f"contact_{n}", first_name=f"N{n % 7}", last_name=f"L{n % 50}") for n in range(2000)))
    seen: list[str] = []
    while len(seen) < 2001:
        page = phone.tool("get_contacts", offset=len(seen))
        seen += [contact["contact_id"] for contact in page["contacts"]]
    assert (len(set(seen)), page["metadata"]) == (2001, {"range": [2000, 2001], "total": 2001})
