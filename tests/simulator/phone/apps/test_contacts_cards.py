"""One contact on the screen: reading, editing and deleting it."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.contacts.records import EDITABLE
from simulator.phone.apps.contacts.screens import ContactView, EditContactView, EditField, Fact
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.contacts_phone import ContactsPhone
from tests.simulator.phone.small_phone import everything, refusal

FULL: dict[str, Any] = {
    "label": "jiwon",
    "first_name": "Ji-won",
    "last_name": "Park",
    "gender": "female",
    "age": 37,
    "nationality": "Korean",
    "city_living": "Busan",
    "country": "South Korea",
    "status": "employed",
    "job": "Architect",
    "description": "No shellfish.",
    "phone": "+82 51 555 0142",
    "email": "jiwon@atelier.example",
    "address": "Marigold Quay 18",
}


@pytest.fixture
def phone() -> ContactsPhone:
    return ContactsPhone()


def editing(label: str, *seeds: dict[str, Any]) -> ContactsPhone:
    phone = ContactsPhone(seeds) if seeds else ContactsPhone()
    phone.opens_card(label).taps("start_edit_contact")
    return phone


def test_a_full_card_shows_everything_that_is_on_it() -> None:
    phone = ContactsPhone((FULL,)).opens_card("jiwon")
    assert phone.view == ContactView(
        title="Ji-won Park",
        id=phone.id("jiwon"),
        initials="JP",
        summary="Architect, employed",
        facts=(
            Fact("Phone", "+82 51 555 0142"),
            Fact("Email", "jiwon@atelier.example"),
            Fact("Address", "Marigold Quay 18"),
            Fact("Lives in", "Busan, South Korea"),
            Fact("Nationality", "Korean"),
            Fact("Age", "37"),
            Fact("Gender", "Female"),
            Fact("About", "No shellfish."),
        ),
    )


@pytest.mark.parametrize(
    ("fields", "summary"),
    [({}, ""), ({"job": "Cook"}, "Cook"), ({"status": "Retired"}, "Retired"), ({"gender": "Unknown"}, "")],
)
def test_what_is_not_known_is_not_shown(fields: dict[str, Any], summary: str) -> None:
    phone = ContactsPhone(({"label": "x", "first_name": "Xi", **fields},)).opens_card("x")
    assert (phone.view.summary, phone.view.facts) == (summary, ())


def test_viewing_a_contact_stays_and_changes_nothing_but_what_was_told(phone: ContactsPhone) -> None:
    phone.opens_card("tomas")
    before = dict(phone.cards)
    assert phone.taps("view_contact") == "Tomáš Novák is shown."
    phone.taps("start_edit_contact")
    assert phone.taps("view_contact") == "Tomáš Novák is shown."
    assert phone.stack == ["ContactsList", "ContactDetail", "ContactEdit"]
    assert phone.cards == before


def test_the_edit_screen_shows_every_field_with_its_value_and_choices() -> None:
    phone = editing("jiwon", FULL)
    assert isinstance(phone.view, EditContactView)
    assert (phone.view.title, phone.view.name) == ("Edit contact", "Ji-won Park")
    assert tuple(field.name for field in phone.view.fields) == EDITABLE
    fields = {field.name: field for field in phone.view.fields}
    assert fields["gender"] == EditField("gender", "Gender", "Female", ("Female", "Male", "Other", "Unknown"))
    assert fields["age"] == EditField("age", "Age", "37")


def test_saving_returns_to_the_card_and_back_never_to_the_form() -> None:
    phone = editing("gym")
    assert phone.taps("update_contact", updates={"phone": "+352 621 555 099", "job": "Trainer"}) == (
        "Tomas Berg is saved."
    )
    assert phone.stack == ["ContactsList", "ContactDetail"]
    assert (phone.card("gym").phone, phone.card("gym").job) == ("+352 621 555 099", "Trainer")
    assert phone.view.facts[0] == Fact("Phone", "+352 621 555 099")
    phone.taps("go_back")
    assert phone.stack == ["ContactsList"]


def test_an_update_that_is_refused_stays_on_the_form() -> None:
    phone = editing("gym")
    before = everything(phone.world)
    attempt = phone.tries("update_contact", updates={"job": "Trainer", "age": 0})
    assert "age cannot be 0." in phone.refuses(attempt, before)
    assert phone.stack[-1] == "ContactEdit"


def test_leaving_the_form_by_back_saves_nothing() -> None:
    phone = editing("gym")
    before = dict(phone.cards)
    phone.taps("go_back")
    assert phone.cards == before
    assert phone.stack == ["ContactsList", "ContactDetail"]


def test_my_own_card_can_be_edited(phone: ContactsPhone) -> None:
    phone.opens_book()
    for name, args in (
        ("view_current_user", {}),
        ("start_edit_contact", {}),
        ("update_contact", {"updates": {"address": "Harbour Street 12"}}),
    ):
        phone.taps(name, **args)
    assert (phone.own.address, phone.own.is_user) == ("Harbour Street 12", True)


def test_deleting_returns_to_the_list_without_the_contact(phone: ContactsPhone) -> None:
    phone.opens_card("gym")
    assert phone.taps("delete_contact") == "Tomas Berg is deleted."
    assert phone.stack == ["ContactsList"]
    assert phone.id("gym") not in [row.id for row in phone.view.rows]
    assert phone.id("gym") not in phone.cards


def test_my_own_card_cannot_be_deleted(phone: ContactsPhone) -> None:
    phone.opens_book().taps("view_current_user")
    before = everything(phone.world)
    said = phone.refuses(phone.tries("delete_contact"), before)
    assert said == ("not_allowed: The owner's own card cannot be deleted. Change what it says with start_edit_contact.")


@pytest.mark.parametrize("on_form", [False, True])
def test_a_card_deleted_under_the_owners_feet_is_shown_as_gone(phone: ContactsPhone, on_form: bool) -> None:
    phone.opens_card("gym")
    if on_form:
        phone.taps("start_edit_contact")
    phone.tool("delete_contact", contact_id=phone.id("gym"))
    assert isinstance(phone.view, GoneView)
    taps: list[tuple[str, dict[str, Any]]] = [("view_contact", {})]
    taps += [("update_contact", {"updates": {"job": "x"}})] if on_form else [("start_edit_contact", {})]
    taps += [] if on_form else [("delete_contact", {})]
    for name, args in taps:
        said = refusal(phone.tries(name, **args))
        assert said.startswith("unknown_record: ") and said.endswith("It was deleted; go back.")
    phone.taps("go_back")


def test_a_card_changed_by_the_assistant_shows_the_change_at_once(phone: ContactsPhone) -> None:
    phone.opens_card("gym")
    phone.tool("edit_contact", contact_id=phone.id("gym"), updates={"last_name": "Bergen"})
    assert phone.view.title == "Tomas Bergen"
