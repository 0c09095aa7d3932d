"""The screen of one apartment."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import STAY, tap
from simulator.phone.apps.apartment.records import APP, PREFIX, Apartment
from simulator.phone.apps.apartment.saving import save, unsave
from simulator.phone.apps.apartment.views import apartment_page
from simulator.phone.call import Call, Look
from simulator.phone.screens import GoneView, Screen, Step, View, stay


class ApartmentDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    apartment_id: str

    @tap(STAY, write=True)
    def save(self, call: Call) -> Step:
        """Save this apartment."""
        return stay(save(call, self._still_listed(call)))

    @tap(STAY, write=True)
    def unsave(self, call: Call) -> Step:
        """Take this apartment off the saved ones."""
        return stay(unsave(call, self._still_listed(call), "Only a saved apartment can be taken off."))

    def view(self, look: Look) -> View:
        flat = look.store.get(Apartment, self.apartment_id)
        if flat is None:
            return GoneView(title="Apartment", text="This apartment is no longer listed.")
        return apartment_page(flat)

    def _still_listed(self, look: Look) -> Apartment:
        return look.find(Apartment, self.apartment_id, "apartment", "It is no longer listed; go back.")
