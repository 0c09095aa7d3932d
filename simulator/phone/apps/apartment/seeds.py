"""Reads apartments from a scenario file and adds them to the phone."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, WithJsonSchema

from simulator.phone.app import Seed
from simulator.phone.apps.apartment.records import (
    HIGHEST_PRICE,
    LARGEST_AREA,
    MOST_ROOMS,
    Apartment,
    distinct,
    positive_zero,
)
from simulator.phone.plot import Plot


def _quoted(value: Any) -> Any:
    """Return the value. Raise ValueError for a number, because a zip code must be in quotes."""
    # YAML reads a zip code without quotes as a number, so the leading zeros are lost.
    if isinstance(value, int | float):
        raise ValueError('write a zip code in quotes, as in "04021"')
    return value


ZipCode = Annotated[str, BeforeValidator(_quoted), WithJsonSchema({"type": "string"})]
Rooms = Annotated[int, Field(ge=0, le=MOST_ROOMS)]


class ApartmentSeed(Seed):
    name: str = Field(min_length=1)
    location: str = Field(min_length=1, description="Street, district or town.")
    price: float = Field(ge=0, le=HIGHEST_PRICE, description="Price a month.")
    bedrooms: Rooms
    zip_code: ZipCode = ""
    bathrooms: Rooms = 1
    property_type: str = Field("", description="Type of property, such as Apartment or House.")
    square_footage: int = Field(0, ge=0, le=LARGEST_AREA, description="Area in square feet; 0 means not stated.")
    furnished_status: str = Field("", description="Furnishing as the listing states it, such as Unfurnished.")
    floor_level: str = Field("", coerce_numbers_to_str=True)
    pet_policy: str = ""
    lease_term: str = ""
    amenities: list[str] = Field([], description="Amenities of the apartment, such as Balcony.")
    saved: bool = Field(False, description="Whether the owner has saved the apartment.")


def plant_apartment(plot: Plot, seed: ApartmentSeed) -> None:
    fields = seed.model_dump(exclude={"label"})
    fields |= {"price": positive_zero(seed.price), "amenities": distinct(seed.amenities)}
    plot.add(Apartment(id=plot.new_id(Apartment), **fields), seed.label)
