"""What a listing is, and in which order listings stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from simulator.phone.call import Look
from simulator.phone.store import Record

APP = "apartment"
PREFIX = "Apartment"
MOST_ROOMS = 100
LARGEST_AREA = 1_000_000
HIGHEST_PRICE = 1_000_000_000
FIND_IDS = "Apartment__list_all_apartments and Apartment__search_apartments give the ids."


class Apartment(Record, frozen=True):
    """A flat to rent. Whether the owner saved it stands on the listing itself, so a deleted one leaves nothing behind.

    Empty texts and an area of 0 mean that the listing does not say.
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


def by_name(look: Look) -> list[Apartment]:
    return look.store.derived(
        "apartment.by_name",
        Apartment,
        lambda: sorted(look.store.all(Apartment).values(), key=lambda flat: (flat.name.casefold(), flat.id)),
    )


def saved_by_name(look: Look) -> list[Apartment]:
    return look.store.derived("apartment.saved", Apartment, lambda: [flat for flat in by_name(look) if flat.saved])


def positive_zero(number: float) -> float:
    """-0.0 equals 0.0 but is written otherwise, so that a trace would not tell them apart."""
    return number + 0.0


def distinct(amenities: Iterable[str]) -> tuple[str, ...]:
    """Each once, without blank ones."""
    return tuple(dict.fromkeys(stripped for amenity in amenities if (stripped := amenity.strip())))
