"""The class of the apartment app: its tools, its events, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, zip_longest
from typing import Any

from msgspec.structs import asdict

from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.apartment import actions
from simulator.phone.apps.apartment.actions import ApartmentFilters, ApartmentId, NewApartmentFields, NewPrice
from simulator.phone.apps.apartment.records import APP, PREFIX, Apartment
from simulator.phone.apps.apartment.screens import ApartmentDetail, ApartmentFavorites, ApartmentHome, ApartmentSearch
from simulator.phone.apps.apartment.seeds import ApartmentSeed, plant_apartment
from simulator.phone.apps.apartment.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store

_FIND_SAVED = "Apartment__list_saved_apartments lists those that are."
# Maximum number of unasked saves, and of unasked removals, that `meddlings` returns.
_MEDDLINGS_OF_A_KIND = 2


class Apartments(App):
    name = APP
    prefix = PREFIX
    title = "Apartments"
    about = "Flats to rent: look around, search, save."
    category = "housing"
    records = (Apartment,)
    screens = (ApartmentHome, ApartmentDetail, ApartmentSearch, ApartmentFavorites)
    seed = ApartmentSeed
    words = WORDS

    @tool(write=False)
    def list_all_apartments(self, call: Call) -> dict[str, Any]:
        """List all apartments by id."""
        return _told_by_id(actions.by_name(call))

    @tool(write=False)
    def get_apartment_details(self, call: Call, apartment_id: ApartmentId) -> dict[str, Any]:
        """Read all fields of a listing."""
        return _told(actions.find_apartment(call, apartment_id))

    @tool(write=True, act=ToolAct("save", on="apartment_id"))
    def save_apartment(self, call: Call, apartment_id: ApartmentId) -> str:
        """Save an apartment for the user."""
        return f"{actions.save(call, actions.find_apartment(call, apartment_id))} Apartment id: {apartment_id}."

    @tool(write=True, act=ToolAct("delete", on="apartment_id"))
    def remove_saved_apartment(self, call: Call, apartment_id: ApartmentId) -> str:
        """Remove an apartment from the saved apartments; it stays listed."""
        said = actions.unsave(call, actions.find_apartment(call, apartment_id), _FIND_SAVED)
        return f"{said} Apartment id: {apartment_id}."

    @tool(write=False)
    def list_saved_apartments(self, call: Call) -> dict[str, Any]:
        """List the saved apartments by id."""
        return _told_by_id(actions.saved_by_name(call))

    @tool(write=False)
    def search_apartments(self, call: Call, filters: ApartmentFilters) -> dict[str, Any]:
        """List the apartments, by id, that pass all given filters."""
        return _told_by_id(actions.matching(call, ApartmentFilters(**actions.asked_for(filters))))

    @event()
    def add_new_apartment(self, call: Call, fields: NewApartmentFields) -> str:
        """A new apartment is listed."""
        return actions.add(call, fields).id

    @event(makes=NOTHING)
    def update_apartment(self, call: Call, apartment_id: ApartmentId, new_price: NewPrice) -> str:
        """The price of an apartment changes."""
        actions.change_price(call, actions.find_apartment(call, apartment_id), new_price)
        return apartment_id

    @event(makes=NOTHING)
    def delete_apartment(self, call: Call, apartment_id: ApartmentId) -> str:
        """An apartment is no longer listed, nor among the saved apartments."""
        return actions.delete(call, actions.find_apartment(call, apartment_id))

    def plant(self, plot: Plot, seed: ApartmentSeed) -> None:
        plant_apartment(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ApartmentHome(), ApartmentDetail(apartment_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        flats = [flat for flat in actions.by_name(look) if flat.id not in spared]
        saves = [Meddling("save_apartment", {"apartment_id": flat.id}) for flat in flats if not flat.saved]
        removals = [Meddling("remove_saved_apartment", {"apartment_id": flat.id}) for flat in flats if flat.saved]
        # Saves and removals alternate, because the caller may try only the first few.
        pairs = zip_longest(saves[:_MEDDLINGS_OF_A_KIND], removals[:_MEDDLINGS_OF_A_KIND])
        return [meddling for meddling in chain.from_iterable(pairs) if meddling is not None]

    def readable(self, store: Store, record: Record) -> str:
        if not isinstance(record, Apartment):
            return super().readable(store, record)
        described = actions.described(record)
        return f"{described}\nSaved" if record.saved else described


def _told_by_id(flats: Iterable[Apartment]) -> dict[str, Any]:
    return {flat.id: _told(flat) for flat in flats}


def _told(flat: Apartment) -> dict[str, Any]:
    """Return a listing in the form in which tools return it to the assistant."""
    fields = asdict(flat)
    # The published tools call the id `apartment_id` and give amenities as a list.
    return {"apartment_id": fields.pop("id"), **fields, "amenities": list(flat.amenities)}
