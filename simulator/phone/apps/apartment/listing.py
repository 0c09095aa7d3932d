"""What the screens with a list of apartments have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import push, tap
from simulator.phone.apps.apartment.arguments import ApartmentId
from simulator.phone.apps.apartment.detail import ApartmentDetail
from simulator.phone.apps.apartment.records import APP, PREFIX, Apartment
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_of
from simulator.phone.screens import Screen, Step, go, swap

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
        page = page_of(self.listed(call), offset, PAGE, "apartment")
        result = f"Apartments {page.span} are shown." if page.rows else "There are no apartments here."
        return swap(replace(self, offset=offset), result)
