"""What the apartment screens show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from simulator.phone.apps.apartment.filters import Filters
from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.apps.apartment.wording import price_text
from simulator.phone.screens import View
from simulator.words.english import counted


class ApartmentRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    location: str
    price: float
    bedrooms: int
    bathrooms: int
    zip_code: str = ""
    square_footage: int = 0
    property_type: str = ""
    pet_policy: str = ""
    saved: bool = False


class ApartmentsPage(View, frozen=True):
    """A page of a list of apartments."""

    rows: tuple[ApartmentRow, ...]
    total: int
    """How many the whole list has."""
    offset: int
    limit: int
    saved: int
    """How many apartments are saved."""


class FilterChip(msgspec.Struct, frozen=True):
    """One filter that is set: its argument, its value as one would type it, and words for it."""

    field: str
    value: str
    text: str


class FilteredApartmentsPage(ApartmentsPage, frozen=True):
    """A page of those that fit the filters."""

    filters: tuple[FilterChip, ...]
    of: int
    """How many there are without the filters."""


class ApartmentPage(View, frozen=True):
    id: str
    name: str
    location: str
    price: float
    bedrooms: int
    bathrooms: int
    zip_code: str = ""
    property_type: str = ""
    square_footage: int = 0
    furnished_status: str = ""
    floor_level: str = ""
    pet_policy: str = ""
    lease_term: str = ""
    amenities: tuple[str, ...] = ()
    saved: bool = False


def apartment_rows(flats: Iterable[Apartment]) -> tuple[ApartmentRow, ...]:
    return tuple(
        ApartmentRow(
            id=flat.id,
            name=flat.name,
            location=flat.location,
            price=flat.price,
            bedrooms=flat.bedrooms,
            bathrooms=flat.bathrooms,
            zip_code=flat.zip_code,
            square_footage=flat.square_footage,
            property_type=flat.property_type,
            pet_policy=flat.pet_policy,
            saved=flat.saved,
        )
        for flat in flats
    )


def apartment_page(flat: Apartment) -> ApartmentPage:
    return ApartmentPage(title=flat.name, **msgspec.structs.asdict(flat))


def filter_chips(wanted: Filters) -> tuple[FilterChip, ...]:
    return (*_text_chips(wanted), *_number_chips(wanted), *_other_chips(wanted))


def _text_chips(wanted: Filters) -> Iterator[FilterChip]:
    words = {
        "name": f"named '{wanted.name}'",
        "location": f"in '{wanted.location}'",
        "zip_code": f"zip code {wanted.zip_code}",
        "property_type": wanted.property_type,
        "furnished_status": wanted.furnished_status,
        "floor_level": f"floor {wanted.floor_level}",
        "pet_policy": wanted.pet_policy,
        "lease_term": wanted.lease_term,
    }
    for field, text in words.items():
        if value := getattr(wanted, field):
            yield FilterChip(field, value, text)


def _number_chips(wanted: Filters) -> Iterator[FilterChip]:
    if wanted.min_price is not None:
        yield FilterChip("min_price", price_text(wanted.min_price), f"from {price_text(wanted.min_price)}")
    if wanted.max_price is not None:
        yield FilterChip("max_price", price_text(wanted.max_price), f"up to {price_text(wanted.max_price)}")
    for noun in ("bedroom", "bathroom"):
        field = f"number_of_{noun}s"
        number: int | None = getattr(wanted, field)
        if number is not None:
            yield FilterChip(field, str(number), counted(number, noun))
    if wanted.square_footage is not None:
        area = str(wanted.square_footage)
        yield FilterChip("square_footage", area, f"at least {area} square feet")


def _other_chips(wanted: Filters) -> Iterator[FilterChip]:
    for amenity in wanted.amenities:
        yield FilterChip("amenities", amenity, f"with {amenity}")
    if wanted.saved_only:
        yield FilterChip("saved_only", "true", "saved")
