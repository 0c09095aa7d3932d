"""The screens with all apartments and with the saved ones."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.phone.actions import push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.apartment.arguments import Offset
from simulator.phone.apps.apartment.listing import PAGE, ApartmentList
from simulator.phone.apps.apartment.records import Apartment, by_name, saved_by_name
from simulator.phone.apps.apartment.search import ApartmentSearch
from simulator.phone.apps.apartment.views import ApartmentsPage, apartment_rows
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left
from simulator.phone.screens import Step, View, go
from simulator.words.english import counted


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
        return go(ApartmentFavorites(), f"{counted(len(saved_by_name(call)), 'saved apartment')}.")

    def listed(self, look: Look) -> Sequence[Apartment]:
        return by_name(look)

    def view(self, look: Look) -> View:
        return _page("Apartments", look, self.listed(look), self.offset)


class ApartmentFavorites(ApartmentList, frozen=True):
    offset: int = 0

    # Ours: not in the published list.
    @tap(swap_to("ApartmentFavorites"))
    def list_apartments(self, call: Call, offset: Offset = 0) -> Step:
        """Show another page of the saved apartments."""
        return self.turned_to(call, offset)

    def listed(self, look: Look) -> Sequence[Apartment]:
        return saved_by_name(look)

    def view(self, look: Look) -> View:
        return _page("Saved", look, self.listed(look), self.offset)


def _page(title: str, look: Look, flats: Sequence[Apartment], offset: int) -> ApartmentsPage:
    page = page_left(flats, offset, PAGE)
    return ApartmentsPage(
        title=title,
        rows=apartment_rows(page.rows),
        total=page.total,
        offset=page.offset,
        limit=PAGE,
        saved=len(saved_by_name(look)),
    )
