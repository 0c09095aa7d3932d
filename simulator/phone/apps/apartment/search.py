"""The screen on which apartments are searched."""

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
    SavedOnly,
    WithAmenities,
    WithName,
)
from simulator.phone.apps.apartment.filters import Filters, matching, stated
from simulator.phone.apps.apartment.listing import PAGE, ApartmentList
from simulator.phone.apps.apartment.records import Apartment, by_name, saved_by_name
from simulator.phone.apps.apartment.views import FilteredApartmentsPage, apartment_rows, filter_chips
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left
from simulator.phone.screens import Step, View, swap
from simulator.words.english import counted


class ApartmentSearch(ApartmentList, Filters, frozen=True):
    """A list of what fits the filters that are set."""

    offset: int = 0

    # The last argument is ours: not in the published list.
    @tap(swap_to("ApartmentSearch"))
    def search(
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
    ) -> Step:
        """Show the apartments that fit all that you give; what you leave out does not matter."""
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
        found = ApartmentSearch(**wanted)
        count, everything = len(found.listed(call)), counted(len(by_name(call)), "apartment")
        return swap(found, f"{count} of {everything} {'fits' if count == 1 else 'fit'}.")

    # Ours: not in the published list.
    @tap(swap_to("ApartmentSearch"))
    def clear_filters(self, call: Call) -> Step:
        """Show all apartments again."""
        return swap(ApartmentSearch(), "The filters are cleared.")

    # Ours: not in the published list.
    @tap(swap_to("ApartmentSearch"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show another page of what was found."""
        return self.turned_to(call, offset)

    def listed(self, look: Look) -> Sequence[Apartment]:
        return matching(by_name(look), self)

    def view(self, look: Look) -> View:
        page = page_left(self.listed(look), self.offset, PAGE)
        return FilteredApartmentsPage(
            title="Search",
            rows=apartment_rows(page.rows),
            total=page.total,
            offset=page.offset,
            limit=PAGE,
            saved=len(saved_by_name(look)),
            filters=filter_chips(self),
            of=len(by_name(look)),
        )
