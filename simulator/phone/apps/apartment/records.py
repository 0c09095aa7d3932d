"""The records of the apartment app: listings, the limits of their values, and functions that normalize values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from simulator.phone.store import Record

APP = "apartment"
PREFIX = "Apartment"
MOST_ROOMS = 100
LARGEST_AREA = 1_000_000
HIGHEST_PRICE = 1_000_000_000


class Apartment(Record, frozen=True):
    """A flat to rent. An empty text, or an area of 0, means that the listing does not state the value.

    `saved` is a field of the listing, not a separate record, so that nothing stays saved after the listing is deleted.
    """

    table: ClassVar[str] = "apartment.apartment"
    prefix: ClassVar[str] = "apt"

    name: str
    location: str
    price: float
    bedrooms: int
    zip_code: str = ""
    bathrooms: int = 1
    property_type: str = ""
    square_footage: int = 0
    furnished_status: str = ""
    floor_level: str = ""
    pet_policy: str = ""
    lease_term: str = ""
    amenities: tuple[str, ...] = ()
    saved: bool = False


def positive_zero(number: float) -> float:
    """Return the number unchanged, except that -0.0 becomes 0.0."""
    # 0.0 and -0.0 are equal but have different JSON, so phones with equal data would get different hashes.
    return number + 0.0


def distinct(amenities: Iterable[str]) -> tuple[str, ...]:
    """Return the amenities in the given order, without duplicates, surrounding spaces or empty texts."""
    return tuple(dict.fromkeys(stripped for amenity in amenities if (stripped := amenity.strip())))
