"""The class of the cab app: its tools, its events, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from simulator.phone import when
from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.cab import actions
from simulator.phone.apps.cab.actions import (
    Message,
    Minutes,
    NewStatus,
    OpenRideId,
    Order,
    OtherRideId,
    RideIndex,
    RidePage,
    TripFields,
    WhoCancels,
)
from simulator.phone.apps.cab.quotations import Quotation, Trip, check_reach, offers, quotation
from simulator.phone.apps.cab.records import APP, CANCELLABLE, PREFIX, SERVICES, Ride, in_order, open_rides, state_of
from simulator.phone.apps.cab.screens import CabHistory, CabHome, CabQuotationDetail, CabRideDetail, CabServiceOptions
from simulator.phone.apps.cab.seeds import RideSeed, plant_ride
from simulator.phone.apps.cab.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_of
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store

MOST_RIDES = 100
_UNWANTED_AFTER_DAYS = 45


class Cab(App):
    name = APP
    prefix = PREFIX
    title = "Cab"
    about = "Rides to order, follow and cancel."
    category = "transport"
    records = (Ride,)
    screens = (CabHome, CabServiceOptions, CabQuotationDetail, CabRideDetail, CabHistory)
    seed = RideSeed
    words = WORDS

    @tool(write=False)
    def get_quotation(self, call: Call, order: Order) -> dict[str, Any]:
        """Return the price and duration of a ride with one service. Orders nothing."""
        quote = quotation(call, actions.read_trip(call, order), order.service_type)
        check_reach(quote)
        return _told_quotation(call, quote)

    @tool(write=False)
    def list_rides(self, call: Call, trip: TripFields) -> list[dict[str, Any]]:
        """Return one quotation for each service. Orders nothing; get_ride_history lists the owner's own rides."""
        return [_told_quotation(call, quote) for quote in offers(call, actions.read_trip(call, trip))]

    @tool(write=True, act=ToolAct("book"))
    def order_ride(self, call: Call, order: Order) -> dict[str, Any]:
        """Order a ride, now or for a time. It must not overlap another open ride."""
        ride = actions.book(call, actions.read_trip(call, order), order.service_type)
        return {"confirmation": actions.booked_text(call, ride), **_told_ride(call, ride)}

    @tool(write=True, act=ToolAct("cancel", on="ride_id"))
    def user_cancel_ride(self, call: Call, ride_id: OpenRideId | None = None) -> str:
        """Cancel a ride for the owner, unless it is under way."""
        ride = actions.cancel(call, actions.the_open_ride(call, ride_id))
        pickup = actions.day_and_clock(call, ride.pickup_at)
        return f"The ride {ride.id} to {ride.end_location} on {pickup} is cancelled."

    @tool(write=False)
    def get_current_ride_status(self, call: Call, ride_id: OtherRideId | None = None) -> dict[str, Any]:
        """Return the open ride that is under way or next or, with an id, that ride. Also names the other open rides."""
        ride = actions.current_ride(call) if ride_id is None else actions.find_ride(call, ride_id)
        # One ride more than the maximum, because the chosen ride itself may be among the first and is left out.
        others = [other.id for other in open_rides(call.store)[: MOST_RIDES + 1] if other.id != ride.id]
        return {**_told_ride(call, ride), "other_open_rides": others[:MOST_RIDES]}

    @tool(write=False)
    def get_ride(self, call: Call, idx: RideIndex) -> dict[str, Any]:
        """Read one ride by its place in the history."""
        rides = in_order(call.store)
        if not 0 <= idx < len(rides):
            remedy = f"Give 0 to {len(rides) - 1}." if rides else "There are no rides yet."
            raise ActionError("unknown_record", "The history has no ride at this place.", remedy)
        return _told_ride(call, rides[idx])

    @tool(write=False)
    def get_ride_history(self, call: Call, page: RidePage) -> dict[str, Any]:
        """List all rides by their place in the history: past, open and cancelled rides, the oldest first."""
        found = page_of(in_order(call.store), page.offset, page.limit, "ride", MOST_RIDES)
        return {
            "rides": {str(index): _told_ride(call, ride) for index, ride in enumerate(found.rows, start=page.offset)},
            "range": found.range,
            "total": found.total,
        }

    @tool(write=False)
    def get_ride_history_length(self, call: Call) -> int:
        """Return the number of rides in the history."""
        return len(in_order(call.store))

    # PARE's published events have no `ride_id`; without it, an event is about the current ride.
    @event(makes=NOTHING)
    def cancel_ride(
        self,
        call: Call,
        who_cancel: WhoCancels = "driver",
        message: Message | None = None,
        ride_id: OtherRideId | None = None,
    ) -> str:
        """The ride is cancelled by the driver or by the user."""
        ride = actions.cancelled_by(call, who_cancel, message, ride_id)
        return f"The ride {ride.id} is cancelled by the {who_cancel}."

    @event(makes=NOTHING)
    def end_ride(self, call: Call, ride_id: OtherRideId | None = None) -> str:
        """The ride arrives."""
        ride = actions.end(call, ride_id)
        return f"The ride {ride.id} is completed."

    @event(makes=NOTHING)
    def update_ride_status(
        self,
        call: Call,
        status: NewStatus,
        message: Message | None = None,
        ride_id: OtherRideId | None = None,
        delay_minutes: Minutes = 0,
    ) -> str:
        """The driver is late, has reached the pick-up, or starts the drive."""
        ride = actions.update(call, status, message, ride_id, delay_minutes)
        return f"The ride {ride.id} is now {status}."

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
        # Both the status code and its words, because a goal may look for either.
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
    """Yield an unrequested order for the first free day, 45 days from now or later; yield nothing if no day is free."""
    # No scenario uses these places, so no goal can ask for this ride.
    start, end = "Fern House", "Moss Lane 1"
    # Try one day more than there are open rides, because an open ride usually blocks only one day.
    last_day = _UNWANTED_AFTER_DAYS + len(open_rides(look.store))
    for day in range(_UNWANTED_AFTER_DAYS, last_day + 1):
        ride_time = look.show(look.now + day * when.DAY)
        trip = Trip(start, end, look.parse_time(ride_time, "ride_time"))
        if not actions.objection(look, quotation(look, trip, "Default")):
            args = {"start_location": start, "end_location": end, "service_type": "Default", "ride_time": ride_time}
            yield Meddling("order_ride", args)
            return


def _told_ride(look: Look, ride: Ride) -> dict[str, Any]:
    """Return a ride in the form in which tools return it to the assistant."""
    return {
        "ride_id": ride.id,
        "status": ride.status,
        "service_type": ride.service_type,
        "seats": SERVICES[ride.service_type].seats,
        "start_location": ride.start_location,
        "end_location": ride.end_location,
        "price": ride.price,
        "distance_km": ride.distance_km,
        "duration_minutes": ride.duration,
        "pickup_time": look.show(ride.pickup_at),
        "pickup_weekday": when.weekday(ride.pickup_at, look.tz),
        "delay_minutes": ride.delay,
        "expected_pickup": look.show(ride.expected_pickup),
        "expected_arrival": look.show(ride.expected_arrival),
        "delay_history": [{"delay_minutes": one.delay, "time": look.show(one.at)} for one in ride.delay_history],
        "booked_at": look.show(ride.booked_at),
        "driver_message": ride.note,
    }


def _told_quotation(look: Look, quote: Quotation) -> dict[str, Any]:
    """Return a quotation in the form in which tools return it to the assistant."""
    told: dict[str, Any] = {
        "service_type": quote.service,
        "seats": quote.terms.seats,
        "start_location": quote.trip.start,
        "end_location": quote.trip.end,
        "price": quote.price,
        "distance_km": quote.distance_km,
        "duration_minutes": quote.duration,
        "pickup_time": look.show(quote.pickup_at),
        "pickup_weekday": when.weekday(quote.pickup_at, look.tz),
        "expected_arrival": look.show(quote.arrival),
    }
    if quote.trip.at is None:
        told["waiting_minutes"] = quote.waiting
    return told
