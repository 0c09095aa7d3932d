"""The screen with all apartments."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.apartment.arguments import Offset
from simulator.phone.apps.apartment.favorites import ApartmentFavorites
from simulator.phone.apps.apartment.listing import PAGE, ApartmentList, page_start
from simulator.phone.apps.apartment.records import Apartment, by_name, count_text, saved_by_name
from simulator.phone.apps.apartment.search import ApartmentSearch
from simulator.phone.apps.apartment.views import ApartmentsPage, apartment_rows
from simulator.phone.call import Call, Look
from simulator.phone.screens import Step, View, go


class ApartmentHome(ApartmentList, frozen=True):
    offset: int = 0

    # The offset is ours: not in the published list.
    @tap(swap_to("ApartmentHome"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show a page of all apartments."""
        return self.turned_to(call, offset)

    @tap(push("ApartmentSearch"))
    def open_search(self, call: Call) -> Step:
        """Search the apartments."""
        return go(ApartmentSearch(), "The search is open.")

    @tap(push("ApartmentFavorites"))
    def open_favorites(self, call: Call) -> Step:
        """See the saved apartments."""
        return go(ApartmentFavorites(), f"{count_text(len(saved_by_name(call)), 'saved apartment')}.")

    def listed(self, look: Look) -> Sequence[Apartment]:
        return by_name(look)

    def view(self, look: Look) -> View:
        flats = self.listed(look)
        start = page_start(self.offset, len(flats))
        return ApartmentsPage(
            title="Apartments",
            rows=apartment_rows(flats[start : start + PAGE]),
            total=len(flats),
            offset=start,
            limit=PAGE,
            saved=len(saved_by_name(look)),
        )
