"""Rides in words: for lock screens, for results, and as the assistant's tools tell them."""

from __future__ import annotations

from typing import Any

from simulator.phone import when
from simulator.phone.apps.cab.quotations import Quotation
from simulator.phone.apps.cab.records import OPEN, SERVICES, Ride, Status
from simulator.phone.apps.cab.rides import clock, day_and_clock
from simulator.phone.call import Look

STATUS_WORDS: dict[Status, str] = {
    "BOOKED": "Booked",
    "DELAYED": "Delayed",
    "IN_PROGRESS": "Under way",
    "ARRIVED_AT_PICKUP": "At the pick-up",
    "COMPLETED": "Completed",
    "CANCELLED": "Cancelled",
}


def state_of(ride: Ride) -> str:
    """The status in words, with the delay if there is one."""
    late = f"{ride.delay} min late" if ride.delay else ""
    if ride.status == "DELAYED":
        return f"Delayed by {ride.delay} min" if ride.delay else "Delayed"
    return ", ".join(filter(None, (STATUS_WORDS[ride.status], late)))


def summary(look: Look, ride: Ride) -> str:
    """A ride in one short sentence, as its owner is told."""
    route = f"{ride.service_type} from {ride.start_location} to {ride.end_location}"
    return f"{route}, pick-up {clock(look, ride.expected_pickup)}, {ride.price:.2f}: {state_of(ride).lower()}."


def quoted(look: Look, quote: Quotation) -> str:
    """A quotation in one short sentence."""
    pickup = f"in {quote.waiting} min" if quote.trip.at is None else clock(look, quote.pickup_at)
    return f"{quote.service} for {quote.price:.2f}: pick-up {pickup}, {quote.duration} min ride."


def in_full(look: Look, ride: Ride) -> str:
    """All about a ride that a notification tells the assistant."""
    parts = [
        f"{ride.service_type} from {ride.start_location} to {ride.end_location}",
        f"agreed pick-up {day_and_clock(look, ride.pickup_at)}",
        f"{ride.delay} min late, expected pick-up {day_and_clock(look, ride.expected_pickup)}" if ride.delay else "",
        f"expected arrival {day_and_clock(look, ride.expected_arrival)}" if ride.status in OPEN else "",
        f"price {ride.price:.2f}",
    ]
    return ", ".join(filter(None, parts)) + "."


def told_ride(look: Look, ride: Ride) -> dict[str, Any]:
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


def told_quotation(look: Look, quote: Quotation) -> dict[str, Any]:
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
