"""What a flat must be like to be listed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec

from simulator.phone.apps.apartment.records import Apartment, distinct, positive_zero
from simulator.phone.apps.apartment.wording import price_text
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded_words

Test = Callable[[Apartment], bool]
_PART_OF = ("name", "location")
_SAME = ("zip_code", "property_type", "floor_level")
_SAME_IF_STATED = ("furnished_status", "pet_policy", "lease_term")
_EXACTLY = {"number_of_bedrooms": "bedrooms", "number_of_bathrooms": "bathrooms"}
_AT_LEAST = {"min_price": "price", "square_footage": "square_footage"}


class Filters(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is stated must hold. An empty text asks for nothing; a number counts as given, also 0."""

    name: str = ""
    location: str = ""
    zip_code: str = ""
    min_price: float | None = None
    max_price: float | None = None
    number_of_bedrooms: int | None = None
    number_of_bathrooms: int | None = None
    property_type: str = ""
    square_footage: int | None = None
    furnished_status: str = ""
    floor_level: str = ""
    pet_policy: str = ""
    lease_term: str = ""
    amenities: tuple[str, ...] = ()
    saved_only: bool = False


def stated(**given: Any) -> dict[str, Any]:
    """The filters that ask for something, as `Filters` keeps them."""
    kept = {name: _kept(value) for name, value in given.items()}
    asked = {name: value for name, value in kept.items() if value is not None}
    least, most = asked.get("min_price"), asked.get("max_price")
    if least is not None and most is not None and least > most:
        problem = f"No price is at least {price_text(least)} and at most {price_text(most)}."
        raise ActionError("bad_argument", problem, "Give the lower price as min_price, the higher as max_price.")
    return asked


def matching(flats: Iterable[Apartment], wanted: Filters) -> list[Apartment]:
    left = list(flats)
    for test in _tests(wanted):
        left = [flat for flat in left if test(flat)]
    return left


def _kept(value: Any) -> Any:
    """The value without blanks, or None if it asks for nothing."""
    if isinstance(value, str):
        return value.strip() if _compared(value) else None
    if isinstance(value, bool):
        return value or None
    if isinstance(value, list):
        return distinct(amenity for amenity in value if _compared(amenity)) or None
    return positive_zero(value) if isinstance(value, float) else value


@lru_cache(maxsize=1 << 16)
def _compared(text: str) -> str:
    """A text as it is compared: without case, accents and needless space."""
    return folded_words(text)


def _tests(wanted: Filters) -> Iterator[Test]:
    if wanted.saved_only:
        yield attrgetter("saved")
    yield from _number_tests(wanted)
    for name in _PART_OF:
        if text := _compared(getattr(wanted, name)):
            yield _contains(name, text)
    for name in (*_SAME, *_SAME_IF_STATED):
        if text := _compared(getattr(wanted, name)):
            yield _is(name, text, also_unstated=name in _SAME_IF_STATED)
    if amenities := frozenset(map(_compared, wanted.amenities)):
        yield lambda flat: amenities <= set(map(_compared, flat.amenities))


def _number_tests(wanted: Filters) -> Iterator[Test]:
    for name, field in _EXACTLY.items():
        if (number := getattr(wanted, name)) is not None:
            yield _equals(field, number)
    for name, field in _AT_LEAST.items():
        if (least := getattr(wanted, name)) is not None:
            yield _reaches(field, least)
    if (most := wanted.max_price) is not None:
        yield lambda flat: flat.price <= most


def _contains(field: str, text: str) -> Test:
    read = attrgetter(field)
    return lambda flat: text in _compared(read(flat))


def _is(field: str, text: str, also_unstated: bool) -> Test:
    read = attrgetter(field)
    accepted = (text, "") if also_unstated else (text,)
    return lambda flat: _compared(read(flat)) in accepted


def _equals(field: str, number: int) -> Test:
    read = attrgetter(field)
    return lambda flat: bool(read(flat) == number)


def _reaches(field: str, least: float) -> Test:
    read = attrgetter(field)
    return lambda flat: bool(read(flat) >= least)
