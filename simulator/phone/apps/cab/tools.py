"""What the assistant can do with the cab app."""

from __future__ import annotations

from typing import Any

from simulator.phone.actions import tool
from simulator.phone.apps.cab.booking import book, cancelled
from simulator.phone.apps.cab.quotations import check_reach, offers, quotation, read_trip
from simulator.phone.apps.cab.records import (
    EndLocation,
    Limit,
    Offset,
    OpenRideId,
    OtherRideId,
    Ride,
    RideIndex,
    RideTime,
    Service,
    StartLocation,
)
from simulator.phone.apps.cab.ride_texts import told_quotation, told_ride
from simulator.phone.apps.cab.rides import (
    FIND_IDS,
    current_ride,
    day_and_clock,
    in_order,
    open_rides,
    the_open_ride,
)
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_of

MOST_RIDES = 100


class CabTools:
    @tool(write=False)
    def get_quotation(
        self,
        call: Call,
        start_location: StartLocation,
        end_location: EndLocation,
        service_type: Service,
        ride_time: RideTime | None = None,
    ) -> dict[str, Any]:
        """What a ride with one service would cost and how long it would take. Orders nothing."""
        quote = quotation(call, read_trip(call, start_location, end_location, ride_time), service_type)
        check_reach(quote)
        return told_quotation(call, quote)

    @tool(write=False)
    def list_rides(
        self,
        call: Call,
        start_location: StartLocation,
        end_location: EndLocation,
        ride_time: RideTime | None = None,
    ) -> list[dict[str, Any]]:
        """One quotation for each service. Orders nothing; get_ride_history lists the owner's own rides."""
        trip = read_trip(call, start_location, end_location, ride_time)
        return [told_quotation(call, quote) for quote in offers(call, trip)]

    @tool(write=True)
    def order_ride(
        self,
        call: Call,
        start_location: StartLocation,
        end_location: EndLocation,
        service_type: Service,
        ride_time: RideTime | None = None,
    ) -> dict[str, Any]:
        """Order a ride, now or for a time. It must not overlap another open ride."""
        trip = read_trip(call, start_location, end_location, ride_time)
        return told_ride(call, book(call, trip, service_type))

    @tool(write=True)
    def user_cancel_ride(self, call: Call, ride_id: OpenRideId | None = None) -> str:
        """Cancel a ride for the owner, unless it is under way."""
        ride = the_open_ride(call, ride_id)
        call.put(cancelled(ride))
        return f"The ride {ride.id} to {ride.end_location} on {day_and_clock(call, ride.pickup_at)} is cancelled."

    @tool(write=False)
    def get_current_ride_status(self, call: Call, ride_id: OtherRideId | None = None) -> dict[str, Any]:
        """The open ride with the earliest pick-up; with an id, that ride. Names the other open ones."""
        ride = current_ride(call) if ride_id is None else call.find(Ride, ride_id, "ride", FIND_IDS)
        others = [other.id for other in open_rides(call.store)[: MOST_RIDES + 1] if other.id != ride.id]
        return {**told_ride(call, ride), "other_open_rides": others[:MOST_RIDES]}

    @tool(write=False)
    def get_ride(self, call: Call, idx: RideIndex) -> dict[str, Any]:
        """Read one ride by its place in the history."""
        rides = in_order(call.store)
        if not 0 <= idx < len(rides):
            remedy = f"Give 0 to {len(rides) - 1}." if rides else "There are no rides yet."
            raise ActionError("unknown_record", "The history has no ride at this place.", remedy)
        return told_ride(call, rides[idx])

    @tool(write=False)
    def get_ride_history(self, call: Call, offset: Offset = 0, limit: Limit = 10) -> dict[str, Any]:
        """List all rides by their place in the history: past, open and cancelled ones, the oldest first."""
        page = page_of(in_order(call.store), offset, limit, "ride", MOST_RIDES)
        return {
            "rides": {str(index): told_ride(call, ride) for index, ride in enumerate(page.rows, start=offset)},
            "range": page.range,
            "total": page.total,
        }

    @tool(write=False)
    def get_ride_history_length(self, call: Call) -> int:
        """How many rides the history has."""
        return len(in_order(call.store))
