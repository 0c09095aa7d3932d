"""Two cards of one name: when that is a mistake and when it is two people."""

from __future__ import annotations

from typing import Any

import pytest

from tests.simulator.phone.apps.contacts_phone import ContactsPhone
from tests.simulator.phone.small_phone import everything

FARID: dict[str, Any] = {"label": "farid", "first_name": "Farid", "last_name": "Aziz"}
EMAIL, PHONE = "farid@aziz.example", "+352 621 555 333"


def add(phone: ContactsPhone, /, **fields: Any) -> Any:
    return phone.tries_tool("add_new_contact", **{"first_name": "Farid", "last_name": "Aziz", **fields})


def test_a_second_card_without_anything_of_its_own_is_refused_with_the_id_of_the_first() -> None:
    phone = ContactsPhone((FARID,))
    before = everything(phone.world)
    assert phone.refuses(add(phone, job="Cook"), before) == (
        "not_allowed: There is a contact called 'Farid Aziz' already, and nothing tells the new one apart. "
        f"Change the one there is with Contacts__edit_contact, id {phone.id('farid')}, "
        "or give an e-mail or phone that is another person's."
    )


@pytest.mark.parametrize(("first", "last"), [("FARID", "aziz"), (" Farid ", "Aziz"), ("Farid Aziz", "")])
def test_case_and_spaces_do_not_make_another_name(first: str, last: str) -> None:
    assert add(ContactsPhone((FARID,)), first_name=first, last_name=last).error is not None


@pytest.mark.parametrize(("first", "last"), [("Farida", "Aziz"), ("Fárid", "Aziz"), ("Aziz", "Farid")])
def test_another_name_is_another_person(first: str, last: str) -> None:
    assert add(ContactsPhone((FARID,)), first_name=first, last_name=last).error is None


@pytest.mark.parametrize(
    ("known", "new", "allowed"),
    [
        ({}, {"email": EMAIL}, True),
        ({}, {"phone": PHONE}, True),
        ({"email": "other@aziz.example"}, {"email": EMAIL}, True),
        ({"phone": "+352 621 555 334"}, {"phone": PHONE}, True),
        ({"email": EMAIL, "phone": PHONE}, {"email": EMAIL, "phone": "+352 621 555 334"}, True),
        ({"email": EMAIL}, {"email": EMAIL.upper()}, False),
        ({"phone": PHONE}, {"phone": "+352 621-555-333"}, False),
        ({"email": EMAIL, "phone": PHONE}, {}, False),
        ({"email": EMAIL, "phone": PHONE}, {"phone": PHONE}, False),
    ],
)
def test_an_address_or_a_number_of_its_own_makes_it_another_person(
    known: dict[str, Any], new: dict[str, Any], allowed: bool
) -> None:
    phone = ContactsPhone(({**FARID, **known},))
    assert (add(phone, **new).error is None) is allowed


def test_the_new_card_must_differ_from_every_card_of_that_name() -> None:
    phone = ContactsPhone(({**FARID, "email": "other@aziz.example"}, {**FARID, "label": "second", "email": EMAIL}))
    attempt = add(phone, email=EMAIL)
    assert attempt.error is not None
    assert f"id {phone.id('second')}," in attempt.error.message


def test_a_name_is_free_again_once_its_card_is_deleted_or_renamed() -> None:
    phone = ContactsPhone((FARID,))
    phone.tool("edit_contact", contact_id=phone.id("farid"), updates={"first_name": "Fred"})
    assert add(phone).error is None
    phone.tool("delete_contact", contact_id="contact_a1")
    assert add(phone).error is None


def test_the_owners_own_name_is_a_name_like_others() -> None:
    phone = ContactsPhone(())
    attempt = add(phone, first_name="Ada Maria", last_name="Lind")
    assert attempt.error is not None
    assert phone.own.id in attempt.error.message


def test_one_of_two_equal_cards_can_still_be_edited() -> None:
    phone = ContactsPhone((FARID, {**FARID, "label": "second"}))
    phone.tool("edit_contact", contact_id=phone.id("second"), updates={"job": "Cook"})
    assert [phone.card(label).job for label in ("farid", "second")] == ["", "Cook"]
