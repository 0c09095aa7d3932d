"""What the screens with a list of apartments have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import push, tap
from simulator.phone.apps.apartment.arguments import ApartmentId
from simulator.phone.apps.apartment.detail import ApartmentDetail
from simulator.phone.apps.apartment.filters import Filters, matching
from simulator.phone.apps.apartment.records import APP, PREFIX, Apartment, count_text, saved_by_name
from simulator.phone.apps.apartment.views import FilteredApartmentsPage, apartment_rows, filter_chips
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import Screen, Step, View, go, swap

PAGE = 10


class ApartmentList(Screen, frozen=True):
    """A list shown page by page; the field `offset` stands in the subclasses, as only one base may have fields."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(push("ApartmentDetail"))
    def view_apartment(self, call: Call, apartment_id: ApartmentId) -> Step:
        """Open an apartment."""
        flat = call.find(Apartment, apartment_id, "apartment", "Pick one from the list.")
        return go(ApartmentDetail(apartment_id=flat.id), f"'{flat.name}' is open.")

    def listed(self, look: Look) -> Sequence[Apartment]:
        raise NotImplementedError

    def turned_to(self, call: Call, offset: int) -> Step:
        """The same list at another page."""
        total = len(self.listed(call))
        if offset < 0:
            raise ActionError("bad_argument", f"The offset {offset} is negative.", "Give 0 for the first page.")
        if offset and offset >= total:
            remedy = "Give a smaller offset; 0 is the first page."
            raise ActionError("bad_argument", f"The list has only {count_text(total, 'apartment')}.", remedy)
        end = min(offset + PAGE, total)
        result = f"Apartments {offset + 1} to {end} of {total} are shown." if total else "There are no apartments here."
        return swap(replace(self, offset=offset), result)


class FilteredList(ApartmentList, Filters, frozen=True):
    """A list that shows only what fits its filters."""

    offset: int = 0

    def unfiltered(self, look: Look) -> Sequence[Apartment]:
        raise NotImplementedError

    def listed(self, look: Look) -> Sequence[Apartment]:
        return matching(self.unfiltered(look), self)

    def filled(self, title: str, look: Look) -> View:
        flats = self.listed(look)
        start = page_start(self.offset, len(flats))
        return FilteredApartmentsPage(
            title=title,
            rows=apartment_rows(flats[start : start + PAGE]),
            total=len(flats),
            offset=start,
            limit=PAGE,
            saved=len(saved_by_name(look)),
            filters=filter_chips(self),
            of=len(self.unfiltered(look)),
        )

    def shown(self, look: Look, noun: str) -> Step:
        """This list in place of the one in front, and how many it has."""
        found, everything = len(self.listed(look)), count_text(len(self.unfiltered(look)), noun)
        return swap(self, f"{found} of {everything} {'fits' if found == 1 else 'fit'}.")


def page_start(offset: int, total: int) -> int:
    """Where the page begins. Listings may have gone since it was opened: then the last page is shown."""
    return offset if offset < total else max(0, total - 1) // PAGE * PAGE
