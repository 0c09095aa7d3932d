"""The cab app: what it is made of, and what the rest of the phone asks it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from simulator.phone.app import App, Meddling
from simulator.phone.apps.cab.booking import objection
from simulator.phone.apps.cab.events import DriversActs
from simulator.phone.apps.cab.home_screen import CabHome
from simulator.phone.apps.cab.order_screens import CabQuotationDetail, CabServiceOptions
from simulator.phone.apps.cab.quotations import Trip, quotation
from simulator.phone.apps.cab.records import APP, CANCELLABLE, PREFIX, SERVICES, Ride
from simulator.phone.apps.cab.ride_screens import CabHistory, CabRideDetail
from simulator.phone.apps.cab.ride_texts import state_of
from simulator.phone.apps.cab.rides import open_rides
from simulator.phone.apps.cab.seeds import RideSeed, plant_ride
from simulator.phone.apps.cab.tools import CabTools
from simulator.phone.apps.cab.words import WORDS
from simulator.phone.call import Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store
from simulator.phone.when import DAY

_FAR_OFF = 45


class Cab(CabTools, DriversActs, App):
    name = APP
    prefix = PREFIX
    title = "Cab"
    about = "Rides to order, follow and cancel."
    records = (Ride,)
    screens = (CabHome, CabServiceOptions, CabQuotationDetail, CabRideDetail, CabHistory)
    seed = RideSeed
    words = WORDS

    def plant(self, plot: Plot, seed: RideSeed) -> None:
        plant_ride(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (CabHome(), CabRideDetail(ride_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for ride in open_rides(look.store):
            if ride.id not in spared and ride.status in CANCELLABLE:
                yield Meddling("user_cancel_ride", {"ride_id": ride.id})
        yield from _unwanted_ride(look)

    def readable(self, store: Store, record: Record) -> str:
        if not isinstance(record, Ride):
            return super().readable(store, record)
        lines = (
            f"{record.id} {record.service_type} with {SERVICES[record.service_type].seats} seats",
            f"from {record.start_location}",
            f"to {record.end_location}",
            f"price {record.price:.2f}, {record.distance_km:g} km, {record.duration} min",
            f"{record.status} {state_of(record)}",
            f"pick-up {record.pickup_at}, booked {record.booked_at}",
            record.note,
        )
        return "\n".join(lines)


def _unwanted_ride(look: Look) -> Iterator[Meddling]:
    """A ride that nobody asked for, weeks from now, on the first day on which it overlaps no other."""
    start, end = "Fern House", "Moss Lane 1"
    days = (look.show(look.now + day * DAY) for day in range(_FAR_OFF, _FAR_OFF + len(open_rides(look.store)) + 1))
    for ride_time in days:
        trip = Trip(start, end, look.parse_time(ride_time, "ride_time"))
        if not objection(look, quotation(look, trip, "Default")):
            args = {"start_location": start, "end_location": end, "service_type": "Default", "ride_time": ride_time}
            yield Meddling("order_ride", args)
            return
