"""The apartment app as the phone knows it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, zip_longest

from simulator.phone.app import App, Meddling
from simulator.phone.apps.apartment.detail import ApartmentDetail
from simulator.phone.apps.apartment.events import HousingMarket
from simulator.phone.apps.apartment.home import ApartmentFavorites, ApartmentHome
from simulator.phone.apps.apartment.records import APP, PREFIX, Apartment, by_name
from simulator.phone.apps.apartment.search import ApartmentSearch
from simulator.phone.apps.apartment.seeds import ApartmentSeed, plant_apartment
from simulator.phone.apps.apartment.tools import ApartmentTools
from simulator.phone.apps.apartment.wording import described
from simulator.phone.apps.apartment.words import WORDS
from simulator.phone.call import Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store

_MEDDLINGS_OF_A_KIND = 2


class Apartments(ApartmentTools, HousingMarket, App):
    name = APP
    prefix = PREFIX
    title = "Apartments"
    about = "Flats to rent: look around, search, save."
    records = (Apartment,)
    screens = (ApartmentHome, ApartmentDetail, ApartmentSearch, ApartmentFavorites)
    seed = ApartmentSeed
    words = WORDS

    def plant(self, plot: Plot, seed: ApartmentSeed) -> None:
        plant_apartment(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ApartmentHome(), ApartmentDetail(apartment_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        """Saves and removals in turn."""
        flats = [flat for flat in by_name(look) if flat.id not in spared]
        saves = [Meddling("save_apartment", {"apartment_id": flat.id}) for flat in flats if not flat.saved]
        removals = [Meddling("remove_saved_apartment", {"apartment_id": flat.id}) for flat in flats if flat.saved]
        pairs = zip_longest(saves[:_MEDDLINGS_OF_A_KIND], removals[:_MEDDLINGS_OF_A_KIND])
        return [meddling for meddling in chain.from_iterable(pairs) if meddling is not None]

    def readable(self, store: Store, record: Record) -> str:
        if not isinstance(record, Apartment):
            return super().readable(store, record)
        return f"{described(record)}\nSaved" if record.saved else described(record)
