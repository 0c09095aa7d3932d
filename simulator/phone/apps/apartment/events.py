"""What happens on the housing market: flats are listed, change their price and go."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.actions import NOTHING, event
from simulator.phone.apps.apartment.arguments import (
    ApartmentId,
    Area,
    BathroomCount,
    BedroomCount,
    NewAmenities,
    NewFloor,
    NewFurnished,
    NewLease,
    NewLocation,
    NewName,
    NewPets,
    NewPrice,
    NewType,
    NewZipCode,
)
from simulator.phone.apps.apartment.records import (
    APP,
    FIND_IDS,
    HIGHEST_PRICE,
    LARGEST_AREA,
    MOST_ROOMS,
    Apartment,
    distinct,
    positive_zero,
)
from simulator.phone.apps.apartment.wording import described, price_text
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


class HousingMarket:
    """The events of the apartment app."""

    @event()
    def add_new_apartment(
        self,
        call: Call,
        name: NewName,
        location: NewLocation,
        zip_code: NewZipCode,
        price: NewPrice,
        number_of_bedrooms: BedroomCount,
        number_of_bathrooms: BathroomCount,
        square_footage: Area,
        property_type: NewType = "",
        furnished_status: NewFurnished = "",
        floor_level: NewFloor = "",
        pet_policy: NewPets = "",
        lease_term: NewLease = "",
        amenities: NewAmenities = None,
    ) -> str:
        """A new apartment is listed."""
        _check_stated("name", name)
        _check_stated("location", location)
        _check_range("number_of_bedrooms", number_of_bedrooms, MOST_ROOMS)
        _check_range("number_of_bathrooms", number_of_bathrooms, MOST_ROOMS)
        _check_range("square_footage", square_footage, LARGEST_AREA)
        flat = Apartment(
            id=call.new_id(Apartment),
            name=name,
            location=location,
            zip_code=zip_code,
            price=_checked_price("price", price),
            bedrooms=number_of_bedrooms,
            bathrooms=number_of_bathrooms,
            property_type=property_type,
            square_footage=square_footage,
            furnished_status=furnished_status,
            floor_level=floor_level,
            pet_policy=pet_policy,
            lease_term=lease_term,
            amenities=distinct(amenities or ()),
        )
        call.put(flat)
        short = f"{flat.name}, {flat.location}: {price_text(flat.price)} a month."
        call.notify(APP, APP, "New apartment", short, f"A new apartment is listed. {described(flat)}", flat)
        return flat.id

    @event(makes=NOTHING)
    def update_apartment(self, call: Call, apartment_id: ApartmentId, new_price: NewPrice) -> str:
        """An apartment gets another price."""
        old = call.find(Apartment, apartment_id, "apartment", FIND_IDS)
        new = replace(old, price=_checked_price("new_price", new_price))
        if new == old:
            raise ActionError("bad_argument", f"'{old.name}' has this price already.", "Give another one.")
        call.put(new)
        price = f"now costs {price_text(new.price)} a month, before {price_text(old.price)}."
        call.notify(APP, APP, "New price", f"{new.name} {price}", f"{new.name} (apartment {new.id}) {price}", new)
        return new.id

    @event(makes=NOTHING)
    def delete_apartment(self, call: Call, apartment_id: ApartmentId) -> str:
        """An apartment is no longer listed; if it was saved, it is not any more."""
        flat = call.find(Apartment, apartment_id, "apartment", FIND_IDS)
        call.drop(flat)
        gone = "is no longer listed."
        full = f"{flat.name} (apartment {flat.id}) {gone}"
        if flat.saved:
            full = f"{full} The user had saved it."
        call.notify(APP, APP, "Apartment gone", f"{flat.name} {gone}", full, flat)
        return f"'{flat.name}' {gone}"


def _check_stated(argument: str, text: str) -> None:
    if not text.strip():
        raise ActionError("bad_argument", f"The {argument} is empty.", f"Give the apartment a {argument}.")


def _check_range(argument: str, number: float, most: int) -> None:
    # The number itself is not repeated: it may be absurdly long.
    if not 0 <= number <= most:
        raise ActionError("bad_argument", f"{argument} is out of range.", f"Give 0 to {most}.")


def _checked_price(argument: str, price: float) -> float:
    _check_range(argument, price, HIGHEST_PRICE)
    return positive_zero(price)
