"""Which apartments a search finds."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.simulator.phone.apps.apartment_phone import BY_NAME, FLATS, ApartmentPhone
from tests.simulator.phone.apps.app_phone import refused_for


@pytest.fixture
def phone() -> ApartmentPhone:
    return ApartmentPhone()


@cache
def shared() -> ApartmentPhone:
    """A phone that is only read."""
    return ApartmentPhone()


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"name": "court"}, ("alder",)),
        ({"name": "  OLD   mill "}, ("loft",)),
        ({"name": "cafe zoe"}, ("studio",)),
        ({"name": "CAFÉ"}, ("studio",)),
        ({"name": "Weaver's"}, ("row",)),
        ({"name": "Fenside"}, ()),
        ({"location": "fenside"}, ("alder", "loft", "row")),
        ({"location": "orleans"}, ("studio",)),
        ({"location": "40213"}, ()),
        ({"zip_code": "40213"}, ("alder",)),
        ({"zip_code": "4021"}, ()),
        ({"zip_code": "l-2163"}, ("studio",)),
        ({"min_price": 1450}, ("loft", "row")),
        ({"max_price": 1450}, ("alder", "studio", "row")),
        ({"min_price": 1450, "max_price": 1450}, ("row",)),
        ({"min_price": 1495.5}, ("loft",)),
        ({"min_price": 1495.51}, ()),
        ({"max_price": 0}, ("studio",)),
        ({"min_price": 0}, BY_NAME),
        ({"max_price": -1}, ()),
        ({"number_of_bedrooms": 2}, ("alder", "loft")),
        ({"number_of_bedrooms": 0}, ("studio",)),
        ({"number_of_bedrooms": 7}, ()),
        ({"number_of_bathrooms": 1}, ("alder", "studio", "row")),
        ({"number_of_bathrooms": 0}, ()),
        ({"property_type": "apartment"}, ("alder", "studio")),
        ({"property_type": "part"}, ()),
        ({"square_footage": 730}, ("alder", "loft")),
        ({"square_footage": 731}, ("loft",)),
        ({"square_footage": 0}, BY_NAME),
        ({"floor_level": "GROUND"}, ("studio",)),
        ({"floor_level": "4"}, ()),
    ],
)
def test_a_filter_finds(filters: dict[str, Any], found: tuple[str, ...]) -> None:
    assert shared().found(**filters) == found


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"furnished_status": "furnished"}, ("studio", "loft", "row")),
        ({"furnished_status": "UNFURNISHED"}, ("alder", "loft", "row")),
        ({"pet_policy": "cats allowed"}, ("alder", "studio", "row")),
        ({"pet_policy": "cats"}, ("studio", "row")),
        ({"lease_term": "6 Months"}, ("studio", "loft", "row")),
    ],
)
def test_what_a_listing_does_not_state_excludes_it_not(filters: dict[str, Any], found: tuple[str, ...]) -> None:
    assert shared().found(**filters) == found


@pytest.mark.parametrize(
    ("amenities", "found"),
    [
        (["balcony"], ("alder", "loft")),
        (["BALCONY", " lift "], ("alder",)),
        (["Balcony", "Balcony"], ("alder", "loft")),
        (["bike"], ()),
        (["Balcony", "Sauna"], ()),
        (["", "Lift"], ("alder",)),
    ],
)
def test_all_amenities_must_be_there(amenities: list[str], found: tuple[str, ...]) -> None:
    assert shared().found(amenities=amenities) == found


@pytest.mark.parametrize("nothing", [None, "", "  \n", "\u0301"])
@pytest.mark.parametrize(
    "name", ["name", "location", "zip_code", "property_type", "furnished_status", "floor_level", "pet_policy"]
)
def test_a_text_that_says_nothing_asks_for_nothing(name: str, nothing: str | None) -> None:
    assert shared().found(**{name: nothing}) == BY_NAME


@pytest.mark.parametrize("nothing", [None, [], [""], [" ", "\t"]])
def test_no_amenities_ask_for_nothing(nothing: list[str] | None) -> None:
    assert shared().found(amenities=nothing) == BY_NAME


def test_all_filters_must_hold() -> None:
    assert shared().found(location="fenside", number_of_bedrooms=2, max_price=1400) == ("alder",)
    assert shared().found(location="fenside", number_of_bedrooms=2, max_price=1300) == ()


def test_the_search_can_be_kept_to_saved_apartments() -> None:
    assert shared().found(saved_only=True) == ("alder", "row")
    assert shared().found(saved_only=True, number_of_bedrooms=2) == ("alder",)
    assert shared().found(saved_only=False) == BY_NAME


def test_prices_the_wrong_way_round_are_refused_with_the_remedy(phone: ApartmentPhone) -> None:
    attempt = phone.tries_tool("search_apartments", min_price=1_500_000, max_price=1000.5)
    refused_for(attempt, "bad_argument", "1500000", "1000.50", "lower price as min_price")


@pytest.mark.parametrize(
    "filters",
    [
        {"number_of_bedrooms": "two"},
        {"number_of_bedrooms": 1.5},
        {"min_price": "cheap"},
        {"max_price": float("nan")},
        {"amenities": "Balcony"},
        {"amenities": [1]},
        {"zip_code": 40213},
        {"saved_only": "maybe"},
        {"bedrooms": 2},
    ],
)
def test_an_argument_of_the_wrong_kind_is_refused(phone: ApartmentPhone, filters: dict[str, Any]) -> None:
    refused_for(phone.tries_tool("search_apartments", **filters), "bad_argument", next(iter(filters)))


FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "name": st.sampled_from(["", "court", "o", "zoe", "9"]) | st.text(max_size=3),
        "location": st.sampled_from([None, "fenside", "road", "é"]),
        "zip_code": st.sampled_from([None, "", "40213", "l-2163"]),
        "min_price": st.none() | st.sampled_from([0, 1380, 1400.5]),
        "max_price": st.none() | st.sampled_from([1450, 1495.5, 9000]),
        "number_of_bedrooms": st.none() | st.integers(0, 3),
        "number_of_bathrooms": st.none() | st.integers(0, 2),
        "property_type": st.sampled_from(["", "LOFT", "apartment"]),
        "square_footage": st.none() | st.integers(0, 900),
        "furnished_status": st.sampled_from([None, "furnished", "Unfurnished"]),
        "floor_level": st.sampled_from([None, "4TH", "ground"]),
        "pet_policy": st.sampled_from([None, "no pets"]),
        "lease_term": st.sampled_from(["", "6 months"]),
        "amenities": st.none() | st.lists(st.sampled_from(["lift", "balcony", "Sauna"]), max_size=2),
        "saved_only": st.booleans(),
    },
)


@given(filters=FILTERS)
def test_a_search_finds_what_each_filter_alone_finds(filters: dict[str, Any]) -> None:
    alone = [set(shared().found(**{name: value})) for name, value in filters.items()]
    expected = set(BY_NAME).intersection(*alone)
    assert shared().found(**filters) == tuple(label for label in BY_NAME if label in expected)


@pytest.mark.parametrize("flat", FLATS, ids=lambda flat: str(flat["label"]))
def test_an_apartment_is_found_by_all_that_it_says(flat: dict[str, Any]) -> None:
    renamed = {"bedrooms": "number_of_bedrooms", "bathrooms": "number_of_bathrooms"}
    filters = {renamed.get(name, name): value for name, value in flat.items() if name not in ("label", "saved")}
    filters |= {"min_price": flat["price"], "max_price": flat["price"]}
    del filters["price"]
    assert shared().found(**filters) == (flat["label"],)
