"""Which rides there are, in order of their pick-up, and which of them are open."""

from __future__ import annotations

from typing import NamedTuple

from simulator.phone import when
from simulator.phone.apps.cab.records import OPEN, Ride
from simulator.phone.call import Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.store import Store

FIND_IDS = "Cab__get_ride_history lists the rides with their ids."
MOST_NAMED = 5
MOST_OFFSET = 1_000_000


class Page(NamedTuple):
    rides: list[Ride]
    first: int
    total: int


def in_order(store: Store) -> list[Ride]:
    """All rides, the oldest first."""

    def build() -> list[Ride]:
        return sorted(store.all(Ride).values(), key=lambda ride: (ride.pickup_at, ride.id))

    return store.derived("cab.order", Ride, build)


def open_rides(store: Store) -> list[Ride]:
    """The rides that are neither over nor cancelled; the first is the current one."""
    return store.derived("cab.open", Ride, lambda: [ride for ride in in_order(store) if ride.status in OPEN])


def current_ride(look: Look) -> Ride:
    rides = open_rides(look.store)
    if not rides:
        raise ActionError("not_available", "No ride is open.", "Order one first; past rides are in the history.")
    return rides[0]


def the_open_ride(look: Look, ride_id: str | None) -> Ride:
    """The ride named, or the only one that is open."""
    if ride_id is not None:
        return look.find(Ride, ride_id, "ride", FIND_IDS)
    ride, rides = current_ride(look), open_rides(look.store)
    if len(rides) > 1:
        named = [brief(look, one) for one in rides[:MOST_NAMED]]
        named += [f"and {len(rides) - MOST_NAMED} more"] if len(rides) > MOST_NAMED else []
        problem = f"{len(rides)} rides are open: {'; '.join(named)}."
        raise ActionError("bad_argument", problem, f"Say which one with ride_id. {FIND_IDS}")
    return ride


def overlapping(store: Store, pickup_at: int, ends_at: int) -> Ride | None:
    """An open ride that takes place at the same time; touching is no overlap."""
    for ride in open_rides(store):
        if ride.pickup_at < ends_at and pickup_at < ride.ends_at:
            return ride
    return None


def check_page(offset: int, limit: int, most: int) -> None:
    # The number itself is not repeated: it may be absurdly long.
    if not 0 <= offset <= MOST_OFFSET:
        raise ActionError("bad_argument", "offset is out of range.", f"Give 0 to {MOST_OFFSET}.")
    if not 1 <= limit <= most:
        raise ActionError("bad_argument", "limit is out of range.", f"Give 1 to {most}.")


def day_and_clock(look: Look, at: int) -> str:
    return f"{when.weekday(at, look.tz)} {look.show(at)[:16]}"


def clock(look: Look, at: int) -> str:
    """The time of day, with the day in front of it if that is not today."""
    today = when.show_day(at, look.tz) == when.show_day(look.now, look.tz)
    return when.show_clock(at, look.tz) if today else day_and_clock(look, at)


def brief(look: Look, ride: Ride) -> str:
    """A ride in an error text: its id, its time, and where it goes, not too long."""
    return f"{ride.id} on {day_and_clock(look, ride.pickup_at)} to {glance(ride.end_location)}"
