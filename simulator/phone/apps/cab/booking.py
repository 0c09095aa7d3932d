"""Ordering and cancelling a ride, the same for the owner and the assistant."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.apps.cab.quotations import Quotation, Trip, check_reach, check_time, quotation
from simulator.phone.apps.cab.records import CANCELLABLE, Ride, ServiceType
from simulator.phone.apps.cab.ride_texts import STATUS_WORDS
from simulator.phone.apps.cab.rides import brief, overlapping
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError


def book(call: Call, trip: Trip, service: ServiceType) -> Ride:
    quote = quotation(call, trip, service)
    check_order(call, quote)
    ride = Ride(
        id=call.new_id(Ride),
        service_type=service,
        start_location=trip.start,
        end_location=trip.end,
        price=quote.price,
        duration=quote.duration,
        distance_km=quote.distance_km,
        pickup_at=quote.pickup_at,
        booked_at=call.now,
    )
    call.put(ride)
    return ride


def check_order(look: Look, quote: Quotation) -> None:
    """Whether the ride can be ordered now."""
    check_time(look, quote.trip)
    check_reach(quote)
    other = overlapping(look.store, quote.pickup_at, quote.arrival)
    if other is not None:
        until = when.show_clock(other.expected_arrival, look.tz)
        problem = f"Another ride takes place at that time: {brief(look, other)}, until {until}."
        raise ActionError("not_available", problem, "Cancel that ride first, or choose another time.")


def objection(look: Look, quote: Quotation) -> str:
    """Why the ride cannot be ordered now; empty if it can."""
    try:
        check_order(look, quote)
    except ActionError as error:
        return str(error)
    return ""


def cancelled(ride: Ride, note: str = "") -> Ride:
    """The ride as it is once cancelled; it is an error if it cannot be."""
    if ride.status == "IN_PROGRESS":
        problem = f"The ride {ride.id} is under way and can no longer be cancelled."
        raise ActionError("not_available", problem, "It is over when it arrives.")
    if ride.status not in CANCELLABLE:
        problem = f"The ride {ride.id} is {STATUS_WORDS[ride.status].lower()} already."
        raise ActionError("not_available", problem, "Only a ride that has not begun can be cancelled.")
    return replace(ride, status="CANCELLED", note=note or ride.note)
