"""What the housing market does to the phone, and what each side hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.apartment import Apartment
from simulator.phone.apps.apartment.records import HIGHEST_PRICE, LARGEST_AREA, MOST_ROOMS
from simulator.phone.apps.apartment.screens import ApartmentPage
from tests.simulator.phone.apps.apartment_phone import NEW_FLAT, ApartmentPhone
from tests.simulator.phone.apps.app_phone import refused_for

ALL_FIELDS: dict[str, Any] = {
    **NEW_FLAT,
    "price": 1290.5,
    "property_type": "Apartment",
    "furnished_status": "Furnished",
    "floor_level": "11th",
    "pet_policy": "No dogs",
    "lease_term": "12 months",
    "amenities": ["Gym", "Roof terrace"],
}


@pytest.fixture
def phone() -> ApartmentPhone:
    return ApartmentPhone()


def test_every_published_event_is_there_with_its_arguments(phone: ApartmentPhone) -> None:
    assert {name: action.usage for name, action in phone.app.events.items()} == {
        "add_new_apartment": "name, location, zip_code, price, number_of_bedrooms, number_of_bathrooms, "
        "square_footage, property_type='', furnished_status='', floor_level='', pet_policy='', lease_term='', "
        "amenities=None",
        "update_apartment": "apartment_id, new_price",
        "delete_apartment": "apartment_id",
    }


def test_a_new_apartment_has_all_that_was_given(phone: ApartmentPhone) -> None:
    apartment_id = phone.world_does("add_new_apartment", **ALL_FIELDS)
    assert phone.flat(apartment_id) == Apartment(
        id=apartment_id,
        name="Quayside 11",
        location="Fenside Docks",
        zip_code="40219",
        price=1290.5,
        bedrooms=2,
        bathrooms=1,
        property_type="Apartment",
        square_footage=635,
        furnished_status="Furnished",
        floor_level="11th",
        pet_policy="No dogs",
        lease_term="12 months",
        amenities=("Gym", "Roof terrace"),
    )


def test_a_new_apartment_may_say_little_and_is_not_saved(phone: ApartmentPhone) -> None:
    flat = phone.flat(phone.world_does("add_new_apartment", **NEW_FLAT))
    assert (flat.property_type, flat.pet_policy, flat.amenities, flat.saved) == ("", "", (), False)
    assert isinstance(flat.price, float)


def test_a_new_apartment_takes_the_id_that_the_scenario_reserved(phone: ApartmentPhone) -> None:
    done = phone.tries_world("add_new_apartment", ("apartment.apartment", "apt_77777"), **NEW_FLAT)
    assert done.result == "apt_77777"
    assert phone.flat("apt_77777").name == "Quayside 11"


def test_a_new_apartment_is_announced_by_name_place_and_price_to_the_user(phone: ApartmentPhone) -> None:
    apartment_id = phone.world_does("add_new_apartment", **ALL_FIELDS)
    notice, _ = phone.newest_told()
    assert (notice.app, notice.title) == ("apartment", "New apartment")
    assert notice.text == "Quayside 11, Fenside Docks: 1290.50 a month."
    assert notice.about == ("apartment.apartment", apartment_id)


def test_the_assistant_hears_all_about_a_new_apartment(phone: ApartmentPhone) -> None:
    apartment_id = phone.world_does("add_new_apartment", **ALL_FIELDS)
    _, notice = phone.newest_told()
    parts = ("Quayside 11", apartment_id, "Fenside Docks", "40219", "1290.50", "2 bedrooms", "1 bathroom", "635")
    for part in (*parts, "Apartment", "Furnished", "11th", "No dogs", "12 months", "Gym, Roof terrace"):
        assert part in notice.text
    assert notice.about == ("apartment.apartment", apartment_id)


def test_the_assistant_hears_nothing_of_what_a_listing_does_not_state(phone: ApartmentPhone) -> None:
    phone.world_does("add_new_apartment", **{**NEW_FLAT, "square_footage": 0})
    _, notice = phone.newest_told()
    for label in ("Pets", "Lease", "Floor", "Amenities", "Area"):
        assert label not in notice.text


def test_the_user_opens_a_new_apartment_from_its_notification(phone: ApartmentPhone) -> None:
    apartment_id = phone.world_does("add_new_apartment", **NEW_FLAT)
    phone.taps("go_home")
    phone.taps("open_notifications")
    phone.taps("open_notification", notification_id="1")
    assert phone.shows(ApartmentPage).id == apartment_id
    phone.taps("go_back")
    assert phone.screen_name == "ApartmentHome"


def test_amenities_are_kept_once_and_without_blanks(phone: ApartmentPhone) -> None:
    apartment_id = phone.world_does("add_new_apartment", **NEW_FLAT, amenities=["Gym", " ", "Gym ", "Lift"])
    assert phone.flat(apartment_id).amenities == ("Gym", "Lift")


@pytest.mark.parametrize(
    ("field", "value", "remedy"),
    [
        ("name", " ", "Give the apartment a name."),
        ("location", "", "Give the apartment a location."),
        ("price", -0.5, f"Give 0 to {HIGHEST_PRICE}."),
        ("price", HIGHEST_PRICE + 1, f"Give 0 to {HIGHEST_PRICE}."),
        ("number_of_bedrooms", -1, f"Give 0 to {MOST_ROOMS}."),
        ("number_of_bathrooms", MOST_ROOMS + 1, f"Give 0 to {MOST_ROOMS}."),
        ("square_footage", -1, f"Give 0 to {LARGEST_AREA}."),
    ],
)
def test_an_impossible_apartment_is_refused_and_nobody_is_told(
    phone: ApartmentPhone, field: str, value: Any, remedy: str
) -> None:
    before, told = phone.world.state_hash(), phone.told_both()
    refused_for(phone.tries_world("add_new_apartment", **{**NEW_FLAT, field: value}), "bad_argument", field, remedy)
    assert phone.world.state_hash() == before
    assert phone.told_both() == told


def test_a_new_price_is_set_and_nothing_else(phone: ApartmentPhone) -> None:
    before = phone.flat("alder")
    phone.world_does("update_apartment", apartment_id=before.id, new_price=1250)
    after = phone.flat("alder")
    assert after.price == 1250.0
    assert {name for name in after.__struct_fields__ if getattr(after, name) != getattr(before, name)} == {"price"}


def test_the_user_hears_of_a_new_price_by_name_and_the_assistant_with_the_id(phone: ApartmentPhone) -> None:
    phone.world_does("update_apartment", apartment_id=phone.id("alder"), new_price=1250)
    user, assistant = phone.newest_told()
    assert user.text == "Alder Court 4B now costs 1250 a month, before 1380."
    assert assistant.text == f"Alder Court 4B (apartment {phone.id('alder')}) now costs 1250 a month, before 1380."
    assert user.about == assistant.about == ("apartment.apartment", phone.id("alder"))


def test_the_same_price_is_no_news(phone: ApartmentPhone) -> None:
    told = phone.told_both()
    attempt = phone.tries_world("update_apartment", apartment_id=phone.id("alder"), new_price=1380)
    refused_for(attempt, "bad_argument", "Alder Court 4B", "Give another one.")
    assert phone.told_both() == told


@pytest.mark.parametrize("price", [-1, HIGHEST_PRICE * 2, float("inf")])
def test_an_impossible_new_price_is_refused(phone: ApartmentPhone, price: float) -> None:
    refused_for(phone.tries_world("update_apartment", apartment_id=phone.id("row"), new_price=price), "bad_argument")
    assert phone.flat("row").price == 1450


def test_a_deleted_apartment_leaves_nothing_behind(phone: ApartmentPhone) -> None:
    phone.world_does("delete_apartment", apartment_id=phone.id("alder"))
    assert phone.id("alder") not in phone.world.store.all(Apartment)
    assert phone.labels(phone.tool("list_saved_apartments")) == ("row",)


def test_the_user_hears_of_a_deletion_by_name_and_the_assistant_with_the_id(phone: ApartmentPhone) -> None:
    phone.world_does("delete_apartment", apartment_id=phone.id("loft"))
    user, assistant = phone.newest_told()
    assert user.text == "the Old Mill, loft 2 is no longer listed."
    assert assistant.text == f"the Old Mill, loft 2 (apartment {phone.id('loft')}) is no longer listed."


def test_the_assistant_hears_that_a_deleted_apartment_was_saved(phone: ApartmentPhone) -> None:
    phone.world_does("delete_apartment", apartment_id=phone.id("row"))
    user, assistant = phone.newest_told()
    assert assistant.text.endswith("The user had saved it.")
    assert phone.id("row") not in user.text


def test_the_notification_of_a_deletion_opens_the_app(phone: ApartmentPhone) -> None:
    phone.world_does("delete_apartment", apartment_id=phone.id("loft"))
    phone.taps("go_home")
    phone.taps("open_notifications")
    assert "no longer there" in phone.taps("open_notification", notification_id="1")
    assert phone.screen_name == "ApartmentHome"


@pytest.mark.parametrize(("event", "args"), [("update_apartment", {"new_price": 5}), ("delete_apartment", {})])
def test_an_event_about_an_unknown_apartment_fails_and_nobody_is_told(
    phone: ApartmentPhone, event: str, args: dict[str, Any]
) -> None:
    told = phone.told_both()
    attempt = phone.tries_world(event, apartment_id="apt_none", **args)
    refused_for(attempt, "unknown_record", "apt_none", "Apartment__list_all_apartments")
    assert phone.told_both() == told
