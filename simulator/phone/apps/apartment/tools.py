"""What the assistant can do with apartments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from simulator.phone.actions import tool
from simulator.phone.apps.apartment.arguments import (
    ApartmentId,
    Bathrooms,
    Bedrooms,
    Furnished,
    InLocation,
    InZipCode,
    Lease,
    MaxPrice,
    MinArea,
    MinPrice,
    OfType,
    OnFloor,
    Pets,
    SavedOnly,
    WithAmenities,
    WithName,
)
from simulator.phone.apps.apartment.filters import Filters, matching, stated
from simulator.phone.apps.apartment.records import FIND_IDS, Apartment, by_name, saved_by_name
from simulator.phone.apps.apartment.saving import save, unsave
from simulator.phone.call import Call

_FIND_SAVED = "Apartment__list_saved_apartments lists those that are."


class ApartmentTools:
    """The tools of the apartment app."""

    @tool(write=False)
    def list_all_apartments(self, call: Call) -> dict[str, Any]:
        """List all apartments by id."""
        return _told_by_id(by_name(call))

    @tool(write=False)
    def get_apartment_details(self, call: Call, apartment_id: ApartmentId) -> dict[str, Any]:
        """All that a listing says."""
        return _told(_find(call, apartment_id))

    @tool(write=True)
    def save_apartment(self, call: Call, apartment_id: ApartmentId) -> str:
        """Save an apartment for the user."""
        return save(call, _find(call, apartment_id))

    @tool(write=True)
    def remove_saved_apartment(self, call: Call, apartment_id: ApartmentId) -> str:
        """Take an apartment off the saved ones; it stays listed."""
        return unsave(call, _find(call, apartment_id), _FIND_SAVED)

    @tool(write=False)
    def list_saved_apartments(self, call: Call) -> dict[str, Any]:
        """List the saved apartments by id."""
        return _told_by_id(saved_by_name(call))

    @tool(write=False)
    def search_apartments(
        self,
        call: Call,
        name: WithName = None,
        location: InLocation = None,
        zip_code: InZipCode = None,
        min_price: MinPrice = None,
        max_price: MaxPrice = None,
        number_of_bedrooms: Bedrooms = None,
        number_of_bathrooms: Bathrooms = None,
        property_type: OfType = None,
        square_footage: MinArea = None,
        furnished_status: Furnished = None,
        floor_level: OnFloor = None,
        pet_policy: Pets = None,
        lease_term: Lease = None,
        amenities: WithAmenities = None,
        saved_only: SavedOnly = False,
    ) -> dict[str, Any]:
        """The apartments, by id, that fit all that is given; what is left out does not matter."""
        wanted = stated(
            name=name,
            location=location,
            zip_code=zip_code,
            min_price=min_price,
            max_price=max_price,
            number_of_bedrooms=number_of_bedrooms,
            number_of_bathrooms=number_of_bathrooms,
            property_type=property_type,
            square_footage=square_footage,
            furnished_status=furnished_status,
            floor_level=floor_level,
            pet_policy=pet_policy,
            lease_term=lease_term,
            amenities=amenities,
            saved_only=saved_only,
        )
        return _told_by_id(matching(by_name(call), Filters(**wanted)))


def _find(call: Call, apartment_id: str) -> Apartment:
    return call.find(Apartment, apartment_id, "apartment", FIND_IDS)


def _told_by_id(flats: Iterable[Apartment]) -> dict[str, Any]:
    return {flat.id: _told(flat) for flat in flats}


def _told(flat: Apartment) -> dict[str, Any]:
    fields = msgspec.structs.asdict(flat)
    return {"apartment_id": fields.pop("id"), **fields, "amenities": list(flat.amenities)}
