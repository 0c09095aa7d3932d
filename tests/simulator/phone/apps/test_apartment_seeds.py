"""Apartments in a scenario file, and what the app makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.apartment import Apartment
from simulator.phone.apps.apartment.seeds import ApartmentSeed
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.apartment_phone import FLATS, ApartmentPhone

LEAST: dict[str, Any] = {"label": "flat", "name": "Quayside", "location": "Docks", "price": 900, "bedrooms": 1}


def planted(**fields: Any) -> Apartment:
    return ApartmentPhone([{**LEAST, **fields}]).flat("flat")


def test_name_location_price_and_bedrooms_are_enough() -> None:
    flat = planted()
    assert flat == Apartment(id=flat.id, name="Quayside", location="Docks", price=900.0, bedrooms=1)
    assert (flat.bathrooms, flat.zip_code, flat.square_footage, flat.amenities, flat.saved) == (1, "", 0, (), False)
    assert isinstance(flat.price, float)


def test_every_field_of_a_seed_is_planted() -> None:
    flat = ApartmentPhone().flat("alder")
    for name, value in FLATS[0].items():
        if name != "label":
            assert getattr(flat, name) == (tuple(value) if name == "amenities" else value), name


def test_every_field_of_a_listing_can_be_seeded() -> None:
    assert set(ApartmentSeed.model_fields) - {"label"} == set(Apartment.__struct_fields__) - {"id"}


@pytest.mark.parametrize("missing", ["name", "location", "price", "bedrooms"])
def test_a_seed_without_a_required_field_is_refused(missing: str) -> None:
    with pytest.raises(ValidationError, match=missing):
        ApartmentPhone([{name: value for name, value in LEAST.items() if name != missing}])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("location", ""),
        ("price", -1),
        ("price", float("inf")),
        ("price", float("nan")),
        ("bedrooms", -1),
        ("bathrooms", 1000),
        ("square_footage", -5),
        ("amenities", "Balcony"),
        ("rooms", 2),
    ],
)
def test_an_impossible_seed_is_refused(field: str, value: Any) -> None:
    with pytest.raises(ValidationError, match=field):
        planted(**{field: value})


@pytest.mark.parametrize("number", [4021, 40.5])
def test_a_zip_code_without_quotes_is_refused_with_the_remedy(number: float) -> None:
    with pytest.raises(ValidationError, match='write a zip code in quotes, as in "04021"'):
        planted(zip_code=number)


def test_a_floor_may_be_written_as_a_number() -> None:
    assert planted(floor_level=4).floor_level == "4"


def test_amenities_are_planted_once_and_without_blanks() -> None:
    assert planted(amenities=["Lift", "", "Lift", " Gym"]).amenities == ("Lift", "Gym")


def test_a_price_of_minus_nothing_is_a_price_of_nothing() -> None:
    assert str(planted(price=-0.0).price) == "0.0"


def test_a_label_is_used_once() -> None:
    with pytest.raises(SeedError, match="used twice"):
        ApartmentPhone([LEAST, LEAST])


def test_ids_say_nothing_and_are_the_same_each_time() -> None:
    ids = [ApartmentPhone().id(str(flat["label"])) for flat in FLATS]
    assert len(set(ids)) == len(FLATS)
    assert all(one.startswith("apt_") for one in ids)
    assert ids == [ApartmentPhone().id(str(flat["label"])) for flat in FLATS]
