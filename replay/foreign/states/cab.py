"""Reads rides from a foreign trace, and writes our rides in the same format."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry
from simulator.phone.apps.cab.quotations import LONGEST_PLACE
from simulator.phone.apps.cab.records import OPEN, SERVICES, Ride, in_order
from simulator.phone.when import MINUTE
from simulator.phone.world import World

# Assumed minutes of a ride without a known duration, after which it counts as over.
_UNKNOWN_LENGTH = 30
_MOST_MINUTES, _HIGHEST_PRICE = 24 * 60, 100_000
_SHORTEST, _LONGEST = 0.1, 1000.0


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    state.ignore("d_service_config", "MESSAGE_CANCEL")
    rides = [(ride.text("ride_id") or key, ride) for key, ride in state.entries("ride_history")]
    current = state.entry("on_going_ride")
    if current is not None:
        rides.append((current.text("ride_id"), current))
    seeds = [seed for foreign, ride in rides if (seed := _ride(foreign, ride, draft)) is not None]
    booked = {foreign for foreign, _ in rides}
    for key, quotation in state.entries("quotation_history"):
        # The phone does not show quotations, but their fields are known and must not be reported as unknown.
        quotation.ignore(*quotation.raw)
        if (quotation.text("ride_id") or key) not in booked:
            draft.notes.say(state.app, "a quotation from before the start is not shown")
    return seeds


def _ride(foreign: str, ride: ForeignEntry, draft: Draft) -> dict[str, Any] | None:
    ride.ignore("delay_history", "cab_app", "seed")
    if foreign and draft.has(Ride.table, foreign):
        ride.ignore(*ride.raw)
        return None
    at = ride.time("time_stamp")
    if at is None:
        draft.notes.say(ride.app, "a ride without a time is skipped")
        return None
    service = ride.text("service_type")
    if service not in SERVICES:
        draft.notes.say(ride.app, f"a ride of a service called '{service[:40]}' is shown as Default")
        service = "Default"
    duration = _positive(ride, "duration", 1, _MOST_MINUTES)
    delay = _positive(ride, "delay", 1, _MOST_MINUTES)
    status = _status(ride, at, int(duration or _UNKNOWN_LENGTH), draft)
    distance = _positive(ride, "distance_km", _SHORTEST, _LONGEST)
    if distance is None or duration is None:
        draft.notes.say(ride.app, "a ride without a distance or a duration is shown with an estimate")
    return without_blanks(
        {
            "label": draft.label(Ride.table, foreign),
            "from": ride.text("start_location")[:LONGEST_PLACE],
            "to": ride.text("end_location")[:LONGEST_PLACE],
            "service": service,
            "at": draft.written(at),
            "status": status,
            "price": ride.number("price", 0, _HIGHEST_PRICE),
            "distance_km": distance,
            "duration": None if duration is None else round(duration),
            # Only for a delayed ride. For others, the original PARE stores the time until the car arrives here.
            "delay": round(delay) if delay is not None and status == "DELAYED" else None,
        }
    )


def _positive(ride: ForeignEntry, name: str, low: float, high: float) -> float | None:
    """Return a number within bounds, else None. Numbers below `low` are not noted, because they stand for “unknown”."""
    value = ride.value(name)
    if isinstance(value, int | float) and value < low:
        return None
    return ride.number(name, low, high)


def _status(ride: ForeignEntry, at: int, minutes: int, draft: Draft) -> str | None:
    """Return the status in the file if it fits the time of the ride; None if the phone should derive the status."""
    status = ride.text("status").strip().upper()
    if status == "CANCELLED" or (status == "COMPLETED" and at <= draft.start):
        return status
    if status == "BOOKED" and at + minutes * MINUTE <= draft.start:
        draft.notes.say(ride.app, "a booked ride in the past is shown as completed")
        return None
    if status in OPEN and (at <= draft.start or status != "IN_PROGRESS"):
        return status
    if status:
        draft.notes.say(ride.app, f"the status '{status[:40]}' of a ride does not fit its time and is ignored")
    return None


def write(world: World) -> dict[str, Any]:
    rides = [_told(world, ride) for ride in in_order(world.store)]
    services = {
        name: {
            "nb_seats": terms.seats,
            "price_per_km": terms.price_per_km,
            "base_delay_min": terms.base_delay,
            "max_distance_km": terms.max_km,
        }
        for name, terms in SERVICES.items()
    }
    return {"ride_history": rides, "quotation_history": [], "d_service_config": services}


def _told(world: World, ride: Ride) -> dict[str, Any]:
    return {
        "ride_id": ride.id,
        "status": ride.status,
        "service_type": ride.service_type,
        "start_location": ride.start_location,
        "end_location": ride.end_location,
        "price": ride.price,
        "duration": float(ride.duration),
        "time_stamp": told_time(ride.pickup_at, world.tz),
        "distance_km": ride.distance_km,
        "delay": float(ride.delay),
        "delay_history": [
            {"delay": float(one.delay), "time_stamp": told_time(one.at, world.tz)} for one in ride.delay_history
        ],
    }
