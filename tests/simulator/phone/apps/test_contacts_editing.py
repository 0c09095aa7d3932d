"""Changing fields of a card: all of them or none, each in the shape it must have."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.phone.apps.contacts.records import EDITABLE
from tests.simulator.phone.apps.contacts_phone import ContactsPhone
from tests.simulator.phone.small_phone import everything

FIELDS = "first_name, last_name, gender, age, nationality, city_living, country, status, job, description, phone, "
FIELDS += "email, address."


@pytest.fixture
def phone() -> ContactsPhone:
    return ContactsPhone()


def edit(phone: ContactsPhone, label: str, /, **updates: Any) -> Any:
    return phone.tool("edit_contact", contact_id=phone.id(label), updates=updates)


def test_an_edit_changes_the_named_fields_and_no_other(phone: ContactsPhone) -> None:
    bo = phone.id("bo_card")
    attempt = phone.tries_tool("edit_contact", contact_id=bo, updates={"phone": "+352 621 555 777", "age": 30})
    changes = "phone is now '+352 621 555 777', age is now '30'"
    assert attempt.result == f"Contact {bo}, Bo Ek, is changed: {changes}."
    [change] = attempt.changes
    assert change.old is not None and change.new is not None
    changed = {name for name in EDITABLE if getattr(change.old, name) != getattr(change.new, name)}
    assert changed == {"phone", "age"}


def test_an_edit_without_a_difference_changes_nothing(phone: ContactsPhone) -> None:
    attempt = phone.tries_tool("edit_contact", contact_id=phone.id("bo_card"), updates={"job": " Baker"})
    assert (attempt.error, attempt.changes) == (None, [])


@pytest.mark.parametrize("nothing", ["", None, "  "])
def test_empty_text_or_null_clears_a_field(phone: ContactsPhone, nothing: str | None) -> None:
    edit(phone, "tomas", gender="male", status="student")
    edit(phone, "tomas", **dict.fromkeys(("email", "age", "gender", "status", "last_name", "description"), nothing))
    card = phone.card("tomas")
    assert (card.email, card.age, card.gender, card.status, card.name) == ("", None, "Unknown", "Unknown", "Tomáš")


@pytest.mark.parametrize("field", ["nickname", "is_user", "contact_id", "id", "First_Name", ""])
def test_an_unknown_field_is_refused_with_the_list_and_nothing_of_the_edit_stays(
    phone: ContactsPhone, field: str
) -> None:
    before = everything(phone.world)
    attempt = phone.tries_tool("edit_contact", contact_id=phone.id("gym"), updates={"job": "Trainer", field: "x"})
    assert phone.refuses(attempt, before) == (
        f"bad_argument: A contact has no field '{field}' to write. Fields: {FIELDS}"
    )


@pytest.mark.parametrize(
    ("updates", "says"),
    [
        ({}, f"The updates are empty. Give at least one of: {FIELDS}"),
        ({"first_name": "", "last_name": None}, "The contact has no name."),
        ({"gender": "x"}, "gender cannot be 'x'. Values: Female, Male, Other, Unknown."),
        ({"status": "x"}, "status cannot be 'x'. Values: Student, Employed, Unemployed, Retired, Unknown."),
        ({"gender": 1}, "gender must be text, not 1."),
        ({"job": ["Cook"]}, "job must be text, not ['Cook']. Give it in quotes; null or empty text clears the field."),
        ({"phone": 5550142}, "phone must be text, not 5550142."),
        ({"email": "bo@"}, "'bo@' is not an e-mail address."),
        ({"email": "bo ek@x.example"}, "is not an e-mail address."),
        ({"email": "a@b@c"}, "is not an e-mail address."),
    ],
)
def test_an_edit_that_cannot_be_is_refused_with_a_remedy(
    phone: ContactsPhone, updates: dict[str, Any], says: str
) -> None:
    before = everything(phone.world)
    attempt = phone.tries_tool("edit_contact", contact_id=phone.id("gym"), updates=updates)
    assert says in phone.refuses(attempt, before)


@pytest.mark.parametrize("age", [1, 100, "37", 37.0, " 8 "])
def test_an_age_is_a_whole_number_of_years(phone: ContactsPhone, age: Any) -> None:
    edit(phone, "gym", age=age)
    assert phone.card("gym").age == int(age)


@pytest.mark.parametrize(
    "age", [0, 101, -5, 37.5, True, "old", "1e1", "٣", "9" * 5000, 1e308, float("nan"), float("inf"), [], {}]
)
def test_an_impossible_age_is_refused(phone: ContactsPhone, age: Any) -> None:
    before = everything(phone.world)
    attempt = phone.tries_tool("edit_contact", contact_id=phone.id("gym"), updates={"age": age})
    assert "Give a whole number from 1 to 100, or null for none." in phone.refuses(attempt, before)


@pytest.mark.parametrize(
    "number", ["112", "+352 621 555 014", "(0)621-555.014", "(+352) 621", "00352/621 555", "555 0101 ext. 12", "555x7"]
)
def test_a_phone_number_may_be_written_in_many_ways(phone: ContactsPhone, number: str) -> None:
    edit(phone, "gym", phone=number)
    assert phone.card("gym").phone == number


@pytest.mark.parametrize(
    "number", ["12", "soon", "+", "555 call me", "+352 621 555 014X", "1" * 21, "٣٣٣٣", "++12345x"]
)
def test_what_nobody_can_dial_is_refused(phone: ContactsPhone, number: str) -> None:
    before = everything(phone.world)
    attempt = phone.tries_tool("edit_contact", contact_id=phone.id("gym"), updates={"phone": number})
    assert "is not a phone number. Write it like +352 621 555 014." in phone.refuses(attempt, before)


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(
    updates=st.dictionaries(
        st.sampled_from((*EDITABLE, "nickname")),
        st.one_of(
            st.none(), st.text(max_size=12), st.integers(), st.sampled_from(("Male", "a@b.example", "+1 555 01"))
        ),
        max_size=4,
    )
)
def test_an_edit_is_whole_or_nothing(updates: dict[str, Any]) -> None:
    phone = ContactsPhone()
    before = everything(phone.world)
    card = phone.card("gym")
    attempt = phone.tries_tool("edit_contact", contact_id=card.id, updates=updates)
    if attempt.error is not None:
        assert everything(phone.world) == before
        return
    assert updates and set(updates) <= set(EDITABLE)
    assert phone.card("gym").name
    untouched = set(EDITABLE) - set(updates)
    assert all(getattr(phone.card("gym"), name) == getattr(card, name) for name in untouched)
    again = phone.tries_tool("edit_contact", contact_id=card.id, updates=updates)
    assert (again.error, again.changes) == (None, [])
