"""The records of the apartment app: listings, their limits, and how their values are normalized."""

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
    """A flat to rent. Empty texts and an area of 0 mean that the listing does not say.

    `saved` is a field of the listing, not a record of its own, so a deleted listing leaves no favourite behind.
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
    """Return the number, with 0.0 for -0.0."""
    # The two are equal but are written differently, so equal phones would get different hashes.
    return number + 0.0


def distinct(amenities: Iterable[str]) -> tuple[str, ...]:
    """Return the amenities without duplicates, surrounding blanks and empty texts."""
    return tuple(dict.fromkeys(stripped for amenity in amenities if (stripped := amenity.strip())))
