"""What the assistant's apartment tools give, change and refuse."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.people import Rules
from simulator.phone.perform import assistant_does
from simulator.phone.world import World
from tests.simulator.phone.apps.apartment_phone import BY_NAME, ApartmentPhone
from tests.simulator.phone.apps.app_phone import refused_for

FILTERS = (
    "name=None, location=None, zip_code=None, min_price=None, max_price=None, number_of_bedrooms=None, "
    "number_of_bathrooms=None, property_type=None, square_footage=None, furnished_status=None, floor_level=None, "
    "pet_policy=None, lease_term=None, amenities=None"
)


@pytest.fixture
def phone() -> ApartmentPhone:
    return ApartmentPhone()


def test_every_published_tool_is_there_with_its_arguments(phone: ApartmentPhone) -> None:
    assert {name: (action.usage, action.write) for name, action in phone.app.tools.items()} == {
        "list_all_apartments": ("none", False),
        "get_apartment_details": ("apartment_id", False),
        "save_apartment": ("apartment_id", True),
        "remove_saved_apartment": ("apartment_id", True),
        "list_saved_apartments": ("none", False),
        "search_apartments": (f"{FILTERS}, saved_only=False", False),
    }


def test_reading_changes_nothing(phone: ApartmentPhone) -> None:
    reads: dict[str, dict[str, Any]] = {
        "list_all_apartments": {},
        "get_apartment_details": {"apartment_id": phone.id("loft")},
        "list_saved_apartments": {},
        "search_apartments": {"name": "court", "saved_only": True},
    }
    assert set(reads) == {name for name, action in phone.app.tools.items() if not action.write}
    before = phone.world.state_hash()
    for name, args in reads.items():
        phone.tool(name, **args)
        assert phone.world.state_hash() == before, name


def test_all_apartments_are_listed_by_id_in_order_of_names(phone: ApartmentPhone) -> None:
    listed = phone.tool("list_all_apartments")
    assert phone.labels(listed) == BY_NAME
    assert all(details["apartment_id"] == apartment_id for apartment_id, details in listed.items())


def test_equal_names_are_listed_in_order_of_ids() -> None:
    flat = {"name": "Twin", "location": "Fenside", "price": 1, "bedrooms": 1}
    listed = list(ApartmentPhone([flat] * 5).tool("list_all_apartments"))
    assert len(listed) == 5
    assert listed == sorted(listed)


def test_a_phone_without_listings_lists_none() -> None:
    phone = ApartmentPhone(flats=())
    assert phone.tool("list_all_apartments") == {}
    assert phone.tool("list_saved_apartments") == {}
    assert phone.tool("search_apartments") == {}


def test_details_have_every_field(phone: ApartmentPhone) -> None:
    assert phone.tool("get_apartment_details", apartment_id=phone.id("alder")) == {
        "apartment_id": phone.id("alder"),
        "name": "Alder Court 4B",
        "location": "Fen Road 6, Fenside",
        "zip_code": "40213",
        "price": 1380.0,
        "bedrooms": 2,
        "bathrooms": 1,
        "property_type": "Apartment",
        "square_footage": 730,
        "furnished_status": "Unfurnished",
        "floor_level": "4th",
        "pet_policy": "Cats allowed",
        "lease_term": "12 months",
        "amenities": ["Lift", "Balcony", "Bike store"],
        "saved": True,
    }


def test_lists_give_the_same_details(phone: ApartmentPhone) -> None:
    details = phone.tool("get_apartment_details", apartment_id=phone.id("row"))
    for name in ("list_all_apartments", "list_saved_apartments", "search_apartments"):
        assert phone.tool(name)[phone.id("row")] == details


@pytest.mark.parametrize("name", ["get_apartment_details", "save_apartment", "remove_saved_apartment"])
def test_an_unknown_id_is_refused_with_the_tools_that_give_ids(phone: ApartmentPhone, name: str) -> None:
    attempt = phone.tries_tool(name, apartment_id="apt_none")
    refused_for(attempt, "unknown_record", "apt_none", "Apartment__list_all_apartments", "Apartment__search_apartments")


def test_saved_apartments_are_listed(phone: ApartmentPhone) -> None:
    assert phone.labels(phone.tool("list_saved_apartments")) == ("alder", "row")


def test_saving_an_apartment_lists_it_among_the_saved(phone: ApartmentPhone) -> None:
    saved = phone.tool("save_apartment", apartment_id=phone.id("loft"))
    assert saved == f"'the Old Mill, loft 2' is saved. Apartment id: {phone.id('loft')}."
    assert phone.flat("loft").saved
    assert phone.labels(phone.tool("list_saved_apartments")) == ("alder", "loft", "row")


def test_saving_a_saved_apartment_changes_nothing_and_says_so(phone: ApartmentPhone) -> None:
    before = phone.world.state_hash()
    attempt = phone.tries_tool("save_apartment", apartment_id=phone.id("alder"))
    assert attempt.result.startswith("'Alder Court 4B' is saved already.")
    assert attempt.changes == []
    assert phone.world.state_hash() == before


def test_a_removed_apartment_is_listed_but_no_longer_saved(phone: ApartmentPhone) -> None:
    result = phone.tool("remove_saved_apartment", apartment_id=phone.id("alder"))
    assert result.startswith("'Alder Court 4B' is no longer saved.")
    assert phone.labels(phone.tool("list_saved_apartments")) == ("row",)
    assert phone.labels(phone.tool("list_all_apartments")) == BY_NAME


def test_what_is_not_saved_cannot_be_removed(phone: ApartmentPhone) -> None:
    attempt = phone.tries_tool("remove_saved_apartment", apartment_id=phone.id("loft"))
    refused_for(attempt, "not_saved", "'the Old Mill, loft 2' is not saved", "Apartment__list_saved_apartments")


def test_saving_and_removing_leaves_the_listing_as_it_was(phone: ApartmentPhone) -> None:
    before = phone.flat("loft")
    phone.tool("save_apartment", apartment_id=phone.id("loft"))
    phone.tool("remove_saved_apartment", apartment_id=phone.id("loft"))
    assert phone.flat("loft") == before


def test_saving_touches_one_record_and_tells_nobody(phone: ApartmentPhone) -> None:
    told = phone.told_both()
    attempt = phone.tries_tool("save_apartment", apartment_id=phone.id("loft"))
    assert [(change.table, change.id) for change in attempt.changes] == [("apartment.apartment", phone.id("loft"))]
    assert phone.told_both() == told


@pytest.mark.parametrize("name", ["save_apartment", "remove_saved_apartment"])
def test_writing_needs_consent(phone: ApartmentPhone, name: str) -> None:
    world = phone.world
    strict = World(world.store, world.now, world.tz, world.owner, world.apps, Rules())
    attempt = assistant_does(strict, f"Apartment__{name}", {"apartment_id": phone.id("alder")}, 1)
    refused_for(attempt, "no_consent")


def test_a_deleted_listing_is_in_no_list(phone: ApartmentPhone) -> None:
    phone.world_does("delete_apartment", apartment_id=phone.id("alder"))
    for name in ("list_all_apartments", "list_saved_apartments", "search_apartments"):
        assert phone.id("alder") not in phone.tool(name)
    refused_for(phone.tries_tool("get_apartment_details", apartment_id=phone.id("alder")), "unknown_record")
