"""Actions on apartments: types of arguments, lookups, filters, and the writes that taps, tools and events share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Any

from msgspec.structs import asdict, replace

from simulator.phone.apps.apartment.records import (
    APP,
    HIGHEST_PRICE,
    LARGEST_AREA,
    MOST_ROOMS,
    Apartment,
    distinct,
    positive_zero,
)
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Amount, Code, Place, Plain, Ref, Text
from simulator.phone.search_text import folded_words
from simulator.words.english import counted

FIND_IDS = "Apartment__list_all_apartments and Apartment__search_apartments give the ids."

ApartmentId = Annotated[str, Ref("Id of the apartment.", Apartment.table)]
Offset = Annotated[int, Plain("How many of the list to skip.")]
NewPrice = Annotated[float, Amount("Price a month.")]

Test = Callable[[Apartment], bool]
# Filters by the kind of comparison: the listing's text must contain the filter, or be equal to it.
_PART_OF = ("name", "location")
_SAME = ("zip_code", "property_type", "floor_level")
# Here too the text must be equal to the filter, but a listing that does not state the field passes.
_SAME_IF_STATED = ("furnished_status", "pet_policy", "lease_term")
# Filters on numbers, with the fields that they are compared with.
_EXACTLY = {"number_of_bedrooms": "bedrooms", "number_of_bathrooms": "bathrooms"}
_AT_LEAST = {"min_price": "price", "square_footage": "square_footage"}


class ApartmentFilters(Arguments, frozen=True, kw_only=True):
    """The filters of a search; an apartment must pass every filter. An empty text is ignored, but the number 0 is not.

    The search screen inherits these fields, so their names are part of the frames in traces and must not change.
    """

    name: Annotated[str | None, Plain("Part of the name.")] = None
    location: Annotated[str | None, Plain("Part of the location.")] = None
    zip_code: Annotated[str | None, Plain("The whole zip code.")] = None
    min_price: Annotated[float | None, Plain("Lowest price a month.")] = None
    max_price: Annotated[float | None, Plain("Highest price a month.")] = None
    number_of_bedrooms: Annotated[int | None, Plain("Number of bedrooms, exactly.")] = None
    number_of_bathrooms: Annotated[int | None, Plain("Number of bathrooms, exactly.")] = None
    property_type: Annotated[str | None, Plain("Type of property, such as Apartment or House.")] = None
    square_footage: Annotated[int | None, Plain("Smallest area in square feet.")] = None
    furnished_status: Annotated[
        str | None, Plain("Whether furnished, in the listing's words, such as Furnished or Unfurnished.")
    ] = None
    floor_level: Annotated[str | None, Plain("The floor in the listing's words.")] = None
    pet_policy: Annotated[str | None, Plain("The rule on pets in the listing's words.")] = None
    lease_term: Annotated[str | None, Plain("The term of the lease in the listing's words.")] = None
    amenities: Annotated[list[str] | None, Plain("Amenities that must all be there.")] = None
    # Our addition: PARE's published search of the user does not have this filter.
    saved_only: Annotated[bool, Plain("Whether to look among the saved ones only.")] = False


class NewApartmentFields(Arguments, frozen=True, kw_only=True):
    """The fields of a new listing as arguments of the event `add_new_apartment`."""

    name: Annotated[str, Text("Name of the listing.")]
    location: Annotated[str, Place("Where it lies.")]
    zip_code: Annotated[str, Code("Zip code; may be empty.")]
    price: NewPrice
    number_of_bedrooms: Annotated[int, Amount("Number of bedrooms.")]
    number_of_bathrooms: Annotated[int, Amount("Number of bathrooms.")]
    square_footage: Annotated[int, Amount("Area in square feet; 0 if the listing does not say.")]
    property_type: Annotated[str, Code("Type of property, such as Apartment or House.")] = ""
    furnished_status: Annotated[str, Code("Whether furnished, such as Furnished or Unfurnished.")] = ""
    floor_level: Annotated[str, Code("The floor it is on.")] = ""
    pet_policy: Annotated[str, Code("The rule on pets.")] = ""
    lease_term: Annotated[str, Code("The term of the lease.")] = ""
    amenities: list[Annotated[str, Code("Something the flat offers, such as Balcony.")]] | None = None


def by_name(look: Look) -> list[Apartment]:
    return look.store.derived(
        "apartment.by_name",
        Apartment,
        lambda: sorted(look.store.all(Apartment).values(), key=lambda flat: (flat.name.casefold(), flat.id)),
    )


def saved_by_name(look: Look) -> list[Apartment]:
    return look.store.derived("apartment.saved", Apartment, lambda: [flat for flat in by_name(look) if flat.saved])


def find_apartment(look: Look, apartment_id: str, remedy: str = FIND_IDS) -> Apartment:
    return look.find(Apartment, apartment_id, "apartment", remedy)


def still_listed(look: Look, apartment_id: str) -> Apartment:
    return find_apartment(look, apartment_id, "It is no longer listed; go back.")


def save(call: Call, flat: Apartment) -> str:
    if flat.saved:
        return f"'{flat.name}' is saved already."
    call.put(replace(flat, saved=True))
    return f"'{flat.name}' is saved."


def unsave(call: Call, flat: Apartment, remedy: str) -> str:
    if not flat.saved:
        raise ActionError("not_saved", f"'{flat.name}' is not saved.", remedy)
    call.put(replace(flat, saved=False))
    return f"'{flat.name}' is no longer saved."


def add(call: Call, fields: NewApartmentFields) -> Apartment:
    """Add a listing, notify the user and the assistant, and return the listing.

    Raise ActionError for an invalid field.
    """
    _check_stated("name", fields.name)
    _check_stated("location", fields.location)
    _check_range("number_of_bedrooms", fields.number_of_bedrooms, MOST_ROOMS)
    _check_range("number_of_bathrooms", fields.number_of_bathrooms, MOST_ROOMS)
    _check_range("square_footage", fields.square_footage, LARGEST_AREA)
    known = asdict(fields)
    known |= {field: known.pop(argument) for argument, field in _EXACTLY.items()}
    known |= {"price": _checked_price("price", fields.price), "amenities": distinct(fields.amenities or ())}
    flat = Apartment(id=call.new_id(Apartment), **known)
    call.put(flat)
    short = f"{flat.name}, {flat.location}: {price_text(flat.price)} a month."
    call.notify(APP, APP, "New apartment", short, f"A new apartment is listed. {described(flat)}", flat)
    return flat


def change_price(call: Call, flat: Apartment, new_price: float) -> None:
    """Change the price of a listing and notify the user and the assistant.

    Raise ActionError if the new price is out of range or equal to the old price.
    """
    new = replace(flat, price=_checked_price("new_price", new_price))
    if new == flat:
        raise ActionError("bad_argument", f"'{flat.name}' has this price already.", "Give another one.")
    call.put(new)
    price = f"now costs {price_text(new.price)} a month, before {price_text(flat.price)}."
    call.notify(APP, APP, "New price", f"{new.name} {price}", f"{new.name} (apartment {new.id}) {price}", new)


def delete(call: Call, flat: Apartment) -> str:
    """Delete a listing, notify the user and the assistant, and return a sentence that says so."""
    call.drop(flat)
    gone = "is no longer listed."
    full = f"{flat.name} (apartment {flat.id}) {gone}"
    # The record is deleted, so the assistant can learn only from this notice that the listing was saved.
    if flat.saved:
        full = f"{full} The user had saved it."
    call.notify(APP, APP, "Apartment gone", f"{flat.name} {gone}", full, flat)
    return f"'{flat.name}' {gone}"


def price_text(price: float) -> str:
    return f"{price:.2f}".removesuffix(".00")


def described(flat: Apartment) -> str:
    """Return a listing as a text: a line with name and id, then a line for each stated fact except `saved`."""
    rooms = f"{counted(flat.bedrooms, 'bedroom')}, {counted(flat.bathrooms, 'bathroom')}"
    facts = {
        "Location": flat.location,
        "Zip code": flat.zip_code,
        "Price a month": price_text(flat.price),
        "Rooms": rooms,
        "Area in square feet": str(flat.square_footage or ""),
        "Type": flat.property_type,
        "Furnished": flat.furnished_status,
        "Floor": flat.floor_level,
        "Pets": flat.pet_policy,
        "Lease": flat.lease_term,
        "Amenities": ", ".join(flat.amenities),
    }
    lines = (f"{label}: {fact}" for label, fact in facts.items() if fact)
    return "\n".join((f"{flat.name} (apartment {flat.id})", *lines))


def asked_for(filters: ApartmentFilters) -> dict[str, Any]:
    """Return the filters that are not empty, by name. Raise ActionError if `min_price` is above `max_price`."""
    # Without empty filters, two equal searches have the same frame in a trace.
    kept = {name: _kept(value) for name, value in asdict(filters).items()}
    asked = {name: value for name, value in kept.items() if value is not None}
    least, most = asked.get("min_price"), asked.get("max_price")
    if least is not None and most is not None and least > most:
        problem = f"No price is at least {price_text(least)} and at most {price_text(most)}."
        raise ActionError("bad_argument", problem, "Give the lower price as min_price, the higher as max_price.")
    return asked


def matching(look: Look, wanted: ApartmentFilters) -> list[Apartment]:
    """Return the apartments that pass all filters in `wanted`, sorted by name."""
    left = by_name(look)
    for test in _tests(wanted):
        left = [flat for flat in left if test(flat)]
    return left


def _kept(value: Any) -> Any:
    """Return the normalized value of a filter (see `distinct` and `positive_zero`), or None if it is empty or False."""
    if isinstance(value, str):
        return value.strip() if _compared(value) else None
    if isinstance(value, bool):
        return value or None
    if isinstance(value, list):
        return list(distinct(amenity for amenity in value if _compared(amenity))) or None
    return positive_zero(value) if isinstance(value, float) else value


# Cached, because a search folds the texts of all listings each time its screen is drawn.
@lru_cache(maxsize=1 << 16)
def _compared(text: str) -> str:
    """Return a text in the form that filters compare: in lower case, without accents or extra spaces."""
    return folded_words(text)


def _tests(wanted: ApartmentFilters) -> Iterator[Test]:
    """Yield one test for each filter in use. Tests of texts come last, because removing case and accents is slow."""
    if wanted.saved_only:
        yield attrgetter("saved")
    yield from _number_tests(wanted)
    for name in _PART_OF:
        if text := _compared(getattr(wanted, name) or ""):
            yield _contains(name, text)
    for name in (*_SAME, *_SAME_IF_STATED):
        if text := _compared(getattr(wanted, name) or ""):
            yield _is(name, text, also_unstated=name in _SAME_IF_STATED)
    if amenities := frozenset(map(_compared, wanted.amenities or ())):
        yield lambda flat: amenities <= set(map(_compared, flat.amenities))


def _number_tests(wanted: ApartmentFilters) -> Iterator[Test]:
    for name, field in _EXACTLY.items():
        if (number := getattr(wanted, name)) is not None:
            yield _equals(field, number)
    for name, field in _AT_LEAST.items():
        if (least := getattr(wanted, name)) is not None:
            yield _reaches(field, least)
    if (most := wanted.max_price) is not None:
        yield lambda flat: flat.price <= most


# Functions create the tests, because lambdas in the loops above would all see the loop's last value.
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


def _check_stated(argument: str, text: str) -> None:
    if not text.strip():
        raise ActionError("bad_argument", f"The {argument} is empty.", f"Give the apartment a {argument}.")


def _check_range(argument: str, number: float, most: int) -> None:
    # The message does not repeat the number, which may have thousands of digits.
    if not 0 <= number <= most:
        raise ActionError("bad_argument", f"{argument} is out of range.", f"Give 0 to {most}.")


def _checked_price(argument: str, price: float) -> float:
    _check_range(argument, price, HIGHEST_PRICE)
    return positive_zero(price)
