"""The list of contacts: order, pages, search, and what opens from it."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.contacts import Contact
from simulator.phone.apps.contacts.screens import ContactRow, ContactsView, ContactView
from tests.simulator.phone.apps.contacts_phone import IN_ORDER, ContactsPhone, many
from tests.simulator.phone.small_phone import everything, refusal


@pytest.fixture
def phone() -> ContactsPhone:
    return ContactsPhone().opens_book()


def test_the_list_shows_my_card_first_and_then_everyone_by_last_name(phone: ContactsPhone) -> None:
    assert isinstance(phone.view, ContactsView)
    assert phone.row_labels(phone.view.rows) == ["own", *IN_ORDER]
    assert (phone.view.title, phone.view.total, phone.view.people) == ("Contacts", 5, 4)
    assert [row.letter for row in phone.view.rows] == ["", "B", "E", "N", "O"]


def test_a_row_has_what_a_list_needs(phone: ContactsPhone) -> None:
    own, gym, bo, *_ = phone.view.rows
    assert own == ContactRow(phone.own.id, "Ada Maria Lind", "AL", "My card", is_user=True)
    assert bo == ContactRow(phone.id("bo_card"), "Bo Ek", "BE", "Baker, Bergen", "E")
    assert gym.about == "+352 (621) 555-090"


def test_cards_of_one_name_keep_one_order() -> None:
    twins = tuple({"label": f"t{n}", "first_name": "Farid", "last_name": "Aziz", "job": f"Job {n}"} for n in range(5))
    phone = ContactsPhone(twins).opens_book()
    assert [row.id for row in phone.view.rows[1:]] == sorted(phone.id(f"t{n}") for n in range(5))


def test_who_has_no_last_name_stands_under_the_first_name() -> None:
    seeds: tuple[dict[str, Any], ...] = (
        {"label": "zoe", "first_name": "Zoë"},
        {"label": "kim", "first_name": "Zara", "last_name": "Kim"},
        {"label": "taxi", "first_name": "24h Taxi"},
    )
    phone = ContactsPhone(seeds).opens_book()
    rows = phone.view.rows[1:]
    assert phone.row_labels(rows) == ["taxi", "kim", "zoe"]
    assert [(row.letter, row.initials) for row in rows] == [("#", "2"), ("K", "ZK"), ("Z", "Z")]


def test_a_page_has_ten_cards_and_another_page_replaces_it() -> None:
    phone = ContactsPhone(many(24)).opens_book()
    assert len(phone.view.rows) == 10
    assert phone.taps("list_contacts", offset=20) == "Contacts 21 to 25 of 25 are shown."
    assert (len(phone.view.rows), phone.view.offset, phone.view.total) == (5, 20, 25)
    assert phone.stack == ["ContactsList"]
    phone.taps("list_contacts")
    assert phone.view.rows[0].is_user


def test_a_page_that_has_emptied_meanwhile_shows_the_last_one() -> None:
    phone = ContactsPhone(many(10)).opens_book()
    phone.taps("list_contacts", offset=10)
    phone.tool("delete_contact", contact_id=phone.id("p003"))
    assert (phone.view.offset, len(phone.view.rows), phone.view.total) == (0, 10, 10)


@pytest.mark.parametrize(
    ("offset", "says"),
    [
        (-1, "The offset is negative. Give 0 for the first page."),
        (5, "The list ends after 5 contacts. Give a smaller offset."),
        (10**18, "The list ends after 5 contacts."),
    ],
)
def test_a_page_that_is_not_there_is_refused(phone: ContactsPhone, offset: int, says: str) -> None:
    before = everything(phone.world)
    assert says in phone.refuses(phone.tries("list_contacts", offset=offset), before)
    assert says in phone.refuses(phone.tries_tool("get_contacts", offset=offset), before)


def test_a_search_replaces_the_list_and_keeps_its_words(phone: ContactsPhone) -> None:
    assert phone.taps("search_contacts", query=" tomas ") == "Contacts 1 to 2 of 2 are shown."
    assert phone.row_labels(phone.view.rows) == ["gym", "tomas"]
    assert (phone.view.query, phone.view.total, phone.view.people) == ("tomas", 2, 4)
    assert phone.stack == ["ContactsList"]


def test_a_search_without_a_hit_says_so_and_an_empty_one_shows_everyone(phone: ContactsPhone) -> None:
    assert phone.taps("search_contacts", query="Zed") == "No contact matches 'Zed'."
    assert phone.view.rows == ()
    phone.taps("search_contacts", query="")
    assert len(phone.view.rows) == 5


def test_the_pages_of_a_search_stay_within_it() -> None:
    phone = ContactsPhone((*many(15), {"first_name": "Quo", "last_name": "Vadis"})).opens_book()
    phone.taps("search_contacts", query="p0")
    assert phone.taps("list_contacts", offset=10) == "Contacts 11 to 15 of 15 are shown."
    assert (phone.view.query, len(phone.view.rows)) == ("p0", 5)
    phone.taps("search_contacts", query="p01")
    assert phone.view.offset == 0


def test_opening_a_contact_puts_its_card_on_top(phone: ContactsPhone) -> None:
    assert phone.taps("open_contact", contact_id=phone.id("tomas")) == "Tomáš Novák is open."
    assert phone.stack == ["ContactsList", "ContactDetail"]
    assert phone.view.title == "Tomáš Novák"
    phone.taps("go_back")
    assert phone.stack == ["ContactsList"]


def test_opening_an_unknown_contact_moves_nowhere(phone: ContactsPhone) -> None:
    before = everything(phone.world)
    said = phone.refuses(phone.tries("open_contact", contact_id="contact_0"), before)
    assert said == "unknown_record: There is no contact with the id 'contact_0'. Pick one from the list."


def test_my_own_card_opens_from_the_list(phone: ContactsPhone) -> None:
    phone.taps("view_current_user")
    assert isinstance(phone.view, ContactView)
    assert (phone.view.id, phone.view.is_user) == (phone.own.id, True)
    assert phone.stack == ["ContactsList", "ContactDetail"]


def test_a_new_contact_is_saved_and_shown(phone: ContactsPhone) -> None:
    said = phone.taps("create_contact", first_name=" Wanjiru", last_name="Kamau ", email="w@kamau.example", age=37)
    assert said == "Wanjiru Kamau is saved."
    assert phone.stack == ["ContactsList", "ContactDetail"]
    assert phone.card(phone.view.id) == Contact(
        id="contact_u1", first_name="Wanjiru", last_name="Kamau", email="w@kamau.example", age=37
    )
    phone.taps("go_back")
    assert phone.view.total == 6


def test_a_contact_that_cannot_be_saved_moves_nowhere(phone: ContactsPhone) -> None:
    before = everything(phone.world)
    attempt = phone.tries("create_contact", first_name="Al", last_name="Wu", phone="call me")
    assert "'call me' is not a phone number." in phone.refuses(attempt, before)
    assert phone.stack == ["ContactsList"]


def test_the_owner_is_told_which_card_to_open_instead_of_making_a_second(phone: ContactsPhone) -> None:
    said = refusal(phone.tries("create_contact", first_name="Bo", last_name="Ek"))
    assert f"with open_contact and start_edit_contact, id {phone.id('bo_card')}," in said


def test_a_result_does_not_repeat_a_very_long_name(phone: ContactsPhone) -> None:
    assert len(phone.taps("create_contact", first_name="x" * 5000, last_name="")) < 100
    phone.taps("go_back")
    assert len(phone.taps("search_contacts", query="y" * 5000)) < 100


def test_looking_around_in_the_list_changes_no_card(phone: ContactsPhone) -> None:
    before = dict(phone.cards)
    for name, args in (
        ("list_contacts", {}),
        ("search_contacts", {"query": "bo"}),
        ("open_contact", {"contact_id": phone.id("gym")}),
    ):
        phone.taps(name, **args)
    assert phone.cards == before
