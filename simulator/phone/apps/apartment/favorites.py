"""The screen with the saved apartments."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.phone.actions import replace as swap_to
from simulator.phone.actions import tap
from simulator.phone.apps.apartment.arguments import (
    Bathrooms,
    Bedrooms,
    Furnished,
    InLocation,
    InZipCode,
    Lease,
    MaxPrice,
    MinArea,
    MinPrice,
    Offset,
    OfType,
    OnFloor,
    Pets,
    WithAmenities,
    WithName,
)
from simulator.phone.apps.apartment.filters import stated
from simulator.phone.apps.apartment.listing import FilteredList
from simulator.phone.apps.apartment.records import Apartment, saved_by_name
from simulator.phone.call import Call, Look
from simulator.phone.screens import Step, View


class ApartmentFavorites(FilteredList, frozen=True):
    # Ours: not in the published list.
    @tap(swap_to("ApartmentFavorites"))
    def filter(
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
    ) -> Step:
        """Show the saved apartments that fit all that you give; give nothing to see all of them again."""
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
        )
        return ApartmentFavorites(**wanted).shown(call, "saved apartment")

    # Ours: not in the published list.
    @tap(swap_to("ApartmentFavorites"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show another page of the saved apartments."""
        return self.turned_to(call, offset)

    def unfiltered(self, look: Look) -> Sequence[Apartment]:
        return saved_by_name(look)

    def view(self, look: Look) -> View:
        return self.filled("Saved", look)
