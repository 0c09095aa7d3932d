"""The first screen of the cab app."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import push, tap
from simulator.phone.apps.cab.order_screens import CabServiceOptions
from simulator.phone.apps.cab.quotations import offers, read_trip
from simulator.phone.apps.cab.records import (
    APP,
    PREFIX,
    EndLocation,
    Limit,
    Offset,
    Ride,
    RideId,
    RideTime,
    StartLocation,
)
from simulator.phone.apps.cab.ride_screens import PAGE, PICK_ONE, CabHistory, opened, page_text
from simulator.phone.apps.cab.rides import current_ride, in_order, open_rides
from simulator.phone.apps.cab.views import CabHomeView, likely_places, ride_row
from simulator.phone.call import Call, Look
from simulator.phone.screens import Screen, Step, View, go


class CabHome(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    @tap(push("CabServiceOptions"))
    def list_rides(
        self,
        call: Call,
        start_location: StartLocation,
        end_location: EndLocation,
        ride_time: RideTime | None = None,
    ) -> Step:
        """See what a ride would cost, now or at a time."""
        trip = read_trip(call, start_location, end_location, ride_time)
        found = offers(call, trip)
        cheapest = min(quote.price for quote in found)
        shown = CabServiceOptions(
            start_location=trip.start,
            end_location=trip.end,
            ride_time="" if trip.at is None else call.show(trip.at),
        )
        return go(shown, f"{len(found)} services to {trip.end}, from {cheapest:.2f}.")

    # Ours: not in the published list. It stands before open_current_ride because it leads to any ride.
    @tap(push("CabRideDetail"))
    def open_ride(self, call: Call, ride_id: RideId) -> Step:
        """Open one of your rides."""
        return opened(call, call.find(Ride, ride_id, "ride", PICK_ONE))

    @tap(push("CabRideDetail"))
    def open_current_ride(self, call: Call) -> Step:
        """Open the ride that is under way or comes next."""
        return opened(call, current_ride(call))

    @tap(push("CabHistory"))
    def get_ride_history(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """See all your rides, the newest first."""
        return go(CabHistory(offset=offset, limit=limit), page_text(call, offset, limit))

    def view(self, look: Look) -> View:
        found = open_rides(look.store)
        return CabHomeView(
            title="Cab",
            current=ride_row(look, found[0]) if found else None,
            upcoming=tuple(ride_row(look, ride) for ride in found[1 : 1 + PAGE]),
            open_total=len(found),
            total=len(in_order(look.store)),
            places=likely_places(look),
        )
