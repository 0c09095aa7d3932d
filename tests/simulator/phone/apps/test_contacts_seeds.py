"""Cards of a scenario file on the phone, and the owner's own."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.contacts.records import Contact, split_name
from simulator.phone.people import Owner
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.contacts_phone import ContactsPhone


def planted(**seed: Any) -> Contact:
    return ContactsPhone(({"label": "x", **seed},)).card("x")


def test_the_owners_card_is_there_without_any_seed() -> None:
    phone = ContactsPhone(())
    assert phone.own == Contact(
        id=phone.own.id,
        first_name="Ada Maria",
        last_name="Lind",
        is_user=True,
        phone="+352 621 555 001",
        email="ada@lind.example",
        address="Mill Lane 3",
    )
    assert len(phone.cards) == 1


def test_an_owner_of_one_name_has_a_first_name() -> None:
    own = ContactsPhone((), owner=Owner(name="Zoë", email="zoe@x.example")).own
    assert (own.first_name, own.last_name, own.phone) == ("Zoë", "", "")


@pytest.mark.parametrize(
    ("name", "parts"),
    [("Ada Lind", ("Ada", "Lind")), (" Ada  Maria Lind ", ("Ada Maria", "Lind")), ("Zoë", ("Zoë", "")), ("", ("", ""))],
)
def test_a_name_is_split_at_its_last_space(name: str, parts: tuple[str, str]) -> None:
    assert split_name(name) == parts


def test_the_card_of_a_person_takes_name_address_and_number_from_the_person() -> None:
    card = planted(person="bo", job="Baker")
    assert (card.first_name, card.last_name, card.job) == ("Bo", "Ek", "Baker")
    assert (card.email, card.phone, card.is_user) == ("bo@ek.example", "+352 621 555 002", False)


def test_a_person_may_be_given_by_name() -> None:
    assert planted(person="Cy Roth").email == "cy@roth.example"


def test_a_field_that_is_written_goes_before_the_persons_own() -> None:
    card = planted(person="bo", phone="+352 621 555 999", last_name="Ek-Roth", email="")
    assert (card.name, card.phone, card.email) == ("Bo Ek-Roth", "+352 621 555 999", "")


def test_a_card_may_be_of_someone_who_has_no_other_part_in_the_story() -> None:
    assert planted(first_name="Odile", last_name="Marchand", gender="female", status="RETIRED", age=70) == Contact(
        id=ContactsPhone(({"label": "x", "first_name": "O"},)).id("x"),
        first_name="Odile",
        last_name="Marchand",
        gender="Female",
        status="Retired",
        age=70,
    )


def test_two_cards_of_one_name_are_fine() -> None:
    phone = ContactsPhone(({"label": "a", "person": "bo"}, {"label": "b", "person": "bo"}))
    assert phone.id("a") != phone.id("b")
    assert phone.card("a").name == phone.card("b").name


def test_the_owners_card_can_be_labelled_and_filled_in() -> None:
    for who in ("owner", "Ada Maria Lind"):
        phone = ContactsPhone(({"label": "me", "person": who, "job": "Nurse"},))
        assert phone.own == phone.card("me")
        assert (phone.own.job, phone.own.is_user, phone.own.email) == ("Nurse", True, "ada@lind.example")
        assert len(phone.cards) == 1


@pytest.mark.parametrize(
    ("seed", "field", "says"),
    [
        ({}, "first_name", "say whose card this is"),
        ({"first_name": " "}, "first_name", "say whose card this is"),
        ({"job": "Cook"}, "first_name", "person: <label>"),
        ({"person": "nobody"}, "person", "nobody is called 'nobody'"),
        ({"first_name": "Al", "phone": "soon"}, "phone", "'soon' is not a phone number."),
        ({"first_name": "Al", "email": "al"}, "email", "'al' is not an e-mail address."),
        ({"person": "bo", "first_name": "", "last_name": ""}, "first_name", "say whose card this is"),
    ],
)
def test_a_seed_that_cannot_be_planted_names_its_field(seed: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(SeedError, match=says) as refused:
        ContactsPhone((seed,))
    assert refused.value.field == field


@pytest.mark.parametrize(
    "seed",
    [
        {"first_name": "Al", "nickname": "A"},
        {"first_name": "Al", "age": 0},
        {"first_name": "Al", "age": 101},
        {"first_name": "Al", "gender": "x"},
        {"first_name": "Al", "status": "x"},
        {"first_name": "Al", "is_user": True},
        {"first_name": 7},
    ],
)
def test_a_misspelt_seed_is_refused(seed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ContactsPhone((seed,))


def test_planting_twice_gives_the_same_ids() -> None:
    assert ContactsPhone().world.state_hash() == ContactsPhone().world.state_hash()
