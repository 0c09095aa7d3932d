"""What the assistant can do with contacts."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.contacts import Contacts
from simulator.phone.apps.contacts.records import Contact
from simulator.phone.people import Rules
from tests.simulator.phone.apps.app_phone import id_in
from tests.simulator.phone.apps.contacts_phone import IN_ORDER, ContactsPhone, many
from tests.simulator.phone.small_phone import SmallPhone, everything, refusal

UNKNOWN_ID = (
    "unknown_record: There is no contact with the id 'contact_0'. "
    "Contacts__get_contacts and Contacts__search_contacts give the ids."
)
OPTIONAL = "gender, age, nationality, city_living, country, status, job, description, phone, email, address"


@pytest.fixture
def phone() -> ContactsPhone:
    return ContactsPhone()


@pytest.mark.parametrize(
    ("name", "usage", "write"),
    [
        ("get_contacts", "offset=0", False),
        ("get_contact", "contact_id", False),
        ("get_current_user_details", "none", False),
        ("add_new_contact", "first_name, last_name, " + OPTIONAL.replace(",", "=None,") + "=None", True),
        ("edit_contact", "contact_id, updates", True),
        ("delete_contact", "contact_id", True),
        ("search_contacts", "query", False),
    ],
)
def test_tools_and_their_arguments_are_as_published(name: str, usage: str, write: bool) -> None:
    action = Contacts().tools[name]
    assert (action.full_name, action.usage, action.write) == (f"Contacts__{name}", usage, write)


def test_there_are_no_other_tools_and_no_events() -> None:
    assert (len(Contacts().tools), Contacts().events) == (7, {})


def test_the_choices_stand_in_the_schema() -> None:
    properties = Contacts().tools["add_new_contact"].schema["properties"]
    assert properties["gender"]["anyOf"][0]["enum"] == ["Female", "Male", "Other", "Unknown"]
    assert properties["status"]["anyOf"][0]["enum"] == ["Student", "Employed", "Unemployed", "Retired", "Unknown"]


def test_contacts_come_in_pages_with_range_and_total() -> None:
    phone = ContactsPhone(many(12))
    first, second = phone.tool("get_contacts"), phone.tool("get_contacts", offset=10)
    assert first["metadata"] == {"range": [0, 10], "total": 13}
    assert second["metadata"] == {"range": [10, 13], "total": 13}
    listed = phone.row_labels([*first["contacts"], *second["contacts"]])
    assert listed == ["own", *(f"p{n:03d}" for n in range(12))]


def test_the_list_of_the_assistant_has_the_order_of_the_screen(phone: ContactsPhone) -> None:
    assert phone.row_labels(phone.tool("get_contacts")["contacts"]) == ["own", *IN_ORDER]


def test_a_contact_is_told_whole_and_what_is_not_noted_is_none(phone: ContactsPhone) -> None:
    assert phone.tool("get_contact", contact_id=phone.id("bo_card")) == {
        "contact_id": phone.id("bo_card"),
        "is_user": False,
        "first_name": "Bo",
        "last_name": "Ek",
        "gender": "Unknown",
        "age": None,
        "nationality": None,
        "city_living": "Bergen",
        "country": None,
        "status": "Unknown",
        "job": "Baker",
        "description": None,
        "phone": "+352 621 555 002",
        "email": "bo@ek.example",
        "address": None,
    }


def test_the_details_of_the_current_user_are_the_owners_card(phone: ContactsPhone) -> None:
    told = phone.tool("get_current_user_details")
    assert (told["contact_id"], told["is_user"], told["address"]) == (phone.own.id, True, "Mill Lane 3")


def test_a_phone_without_the_owners_card_says_so() -> None:
    phone = SmallPhone("contacts")
    assert "The owner has no card on this phone." in refusal(phone.asks("Contacts__get_current_user_details"))
    assert phone.calls("Contacts__get_contacts") == {"contacts": [], "metadata": {"range": [0, 0], "total": 0}}
    phone.opens("Contacts")
    assert phone.taps("list_contacts") == "There are no contacts."
    assert "no card" in refusal(phone.tries("view_current_user"))


def test_reading_changes_nothing(phone: ContactsPhone) -> None:
    before = everything(phone.world)
    state = phone.world.state_hash()
    phone.tool("get_contacts")
    phone.tool("get_contact", contact_id=phone.id("gym"))
    phone.tool("get_current_user_details")
    phone.tool("search_contacts", query="tomas")
    assert everything(phone.world) == before
    assert phone.world.state_hash() == state


@pytest.mark.parametrize(
    ("name", "args"), [("get_contact", {}), ("edit_contact", {"updates": {"job": "x"}}), ("delete_contact", {})]
)
def test_an_unknown_id_is_answered_with_where_ids_are_found(
    phone: ContactsPhone, name: str, args: dict[str, Any]
) -> None:
    before = everything(phone.world)
    assert phone.refuses(phone.tries_tool(name, contact_id="contact_0", **args), before) == UNKNOWN_ID


def test_an_added_contact_gives_its_id_and_keeps_every_field(phone: ContactsPhone) -> None:
    fields: dict[str, Any] = {
        "first_name": "Wanjiru",
        "last_name": "Kamau",
        "gender": "Female",
        "age": 52,
        "nationality": "Kenyan",
        "city_living": "Nairobi",
        "country": "Kenya",
        "status": "Employed",
        "job": "Auditor",
        "description": "Until ten only.\nBrings cake.",
        "phone": "+254 20 555 0101",
        "email": "wanjiru@kamau.example",
        "address": "Hill Road 4",
    }
    made = id_in(phone.tool("add_new_contact", **fields))
    assert phone.card(made) == Contact(id="contact_a1", **fields)


def test_spaces_around_and_within_a_line_are_tidied(phone: ContactsPhone) -> None:
    made = id_in(
        phone.tool("add_new_contact", first_name="  Mary  Ann ", last_name="\tLee\n", job=" ", description=" a\n b ")
    )
    card = phone.card(made)
    assert (card.name, card.job, card.description) == ("Mary Ann Lee", "", "a\n b")


def test_adding_touches_one_record_and_tells_nobody(phone: ContactsPhone) -> None:
    attempt = phone.tries_tool("add_new_contact", first_name="Al", last_name="Wu")
    assert [change.table for change in attempt.changes if not change.table.startswith("meta.")] == [Contact.table]
    assert phone.told("user") == phone.told("assistant") == []


@pytest.mark.parametrize("value", ["female", "FEMALE", " Female "])
def test_choices_are_taken_in_any_case(phone: ContactsPhone, value: str) -> None:
    assert (
        phone.card(id_in(phone.tool("add_new_contact", first_name="Al", last_name="Wu", gender=value))).gender
        == "Female"
    )
    phone.tool("edit_contact", contact_id=phone.id("gym"), updates={"gender": value, "status": "ReTired"})
    assert (phone.card("gym").gender, phone.card("gym").status) == ("Female", "Retired")


def test_an_empty_choice_is_unknown(phone: ContactsPhone) -> None:
    made = id_in(phone.tool("add_new_contact", first_name="Al", last_name="Wu", gender="", status=" "))
    assert (phone.card(made).gender, phone.card(made).status) == ("Unknown", "Unknown")


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"gender": "F"}, "'Female', 'Male', 'Other' or 'Unknown'"),
        ({"status": "busy"}, "'Student', 'Employed', 'Unemployed', 'Retired' or 'Unknown'"),
        ({"age": 0}, "age cannot be 0. Give a whole number from 1 to 100"),
        ({"age": 101}, "age cannot be 101."),
        ({"phone": "soon"}, "'soon' is not a phone number. Write it like +352 621 555 014."),
        ({"email": "al at wu"}, "'al at wu' is not an e-mail address. Write it like name@place.example."),
        ({"first_name": " ", "last_name": ""}, "The contact has no name. Give a first_name or a last_name."),
        ({"nickname": "Al"}, "Contacts__add_new_contact has no argument 'nickname'."),
        ({"job": 7}, "The argument 'job' of Contacts__add_new_contact is wrong"),
    ],
)
def test_a_contact_that_cannot_be_is_refused_with_a_remedy(
    phone: ContactsPhone, fields: dict[str, Any], says: str
) -> None:
    before = everything(phone.world)
    attempt = phone.tries_tool("add_new_contact", **{"first_name": "Al", "last_name": "Wu", **fields})
    said = phone.refuses(attempt, before)
    assert said.startswith("bad_argument: ")
    assert says in said


@pytest.mark.parametrize("last_name", ["", "Wu"])
def test_one_of_the_two_names_is_enough(phone: ContactsPhone, last_name: str) -> None:
    first_name = "" if last_name else "Al"
    made = id_in(phone.tool("add_new_contact", first_name=first_name, last_name=last_name))
    assert phone.card(made).name == first_name + last_name


def test_deleting_a_contact_takes_the_card(phone: ContactsPhone) -> None:
    gym = phone.id("gym")
    assert phone.tool("delete_contact", contact_id=gym) == f"Contact {gym}, Tomas Berg, is deleted."
    assert gym not in phone.cards
    assert phone.refuses(phone.tries_tool("get_contact", contact_id=gym), everything(phone.world))


def test_the_owners_card_is_edited_instead_of_deleted(phone: ContactsPhone) -> None:
    before = everything(phone.world)
    said = phone.refuses(phone.tries_tool("delete_contact", contact_id=phone.own.id), before)
    assert said == (
        "not_allowed: The owner's own card cannot be deleted. Change what it says with Contacts__edit_contact."
    )
    phone.tool("edit_contact", contact_id=phone.own.id, updates={"job": "Nurse"})
    assert (phone.own.job, phone.own.is_user) == ("Nurse", True)


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("add_new_contact", {"first_name": "Al", "last_name": "Wu"}),
        ("edit_contact", {"contact_id": "x", "updates": {}}),
        ("delete_contact", {"contact_id": "x"}),
    ],
)
def test_writing_needs_consent(name: str, args: dict[str, Any]) -> None:
    phone = SmallPhone("contacts", rules=Rules())
    assert refusal(phone.asks(f"Contacts__{name}", **args)).startswith("no_consent")
