"""Which rides there are, in order of their pick-up, and which of them are open."""

from __future__ import annotations

from simulator.phone import when
from simulator.phone.apps.cab.records import OPEN, Ride
from simulator.phone.call import Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.store import Store
from simulator.words.english import listed

FIND_IDS = "Cab__get_ride_history lists the rides with their ids."
_MOST_NAMED = 5


def in_order(store: Store) -> list[Ride]:
    """All rides, the oldest first."""

    def build() -> list[Ride]:
        return sorted(store.all(Ride).values(), key=lambda ride: (ride.pickup_at, ride.id))

    return store.derived("cab.order", Ride, build)


def newest_first(store: Store) -> list[Ride]:
    return store.derived("cab.newest", Ride, lambda: in_order(store)[::-1])


def open_rides(store: Store) -> list[Ride]:
    """The rides that are neither over nor cancelled."""
    return store.derived("cab.open", Ride, lambda: [ride for ride in in_order(store) if ride.status in OPEN])


def current_ride(look: Look) -> Ride:
    """The first that is not over by the clock; failing that, the last of which nobody has said that it is over."""
    rides = open_rides(look.store)
    if not rides:
        raise ActionError("not_available", "No ride is open.", "Order one first; past rides are in the history.")
    return next((ride for ride in rides if ride.expected_arrival >= look.now), rides[-1])


def the_open_ride(look: Look, ride_id: str | None) -> Ride:
    """The ride named, or the only one that is open."""
    if ride_id is not None:
        return look.find(Ride, ride_id, "ride", FIND_IDS)
    ride, rides = current_ride(look), open_rides(look.store)
    if len(rides) > 1:
        named = listed([brief(look, one) for one in rides], _MOST_NAMED, "; ")
        problem = f"{len(rides)} rides are open: {named}."
        raise ActionError("bad_argument", problem, f"Say which one with ride_id. {FIND_IDS}")
    return ride


def overlapping(store: Store, pickup_at: int, ends_at: int) -> Ride | None:
    """An open ride for which one waits or in which one sits at that time; touching is no overlap."""
    for ride in open_rides(store):
        if ride.pickup_at < ends_at and pickup_at < ride.expected_arrival:
            return ride
    return None


def day_and_clock(look: Look, at: int) -> str:
    return f"{when.weekday(at, look.tz)} {look.show(at)[:16]}"


def clock(look: Look, at: int) -> str:
    """The time of day, with the day in front of it if that is not today."""
    today = when.show_day(at, look.tz) == when.show_day(look.now, look.tz)
    return when.show_clock(at, look.tz) if today else day_and_clock(look, at)


def brief(look: Look, ride: Ride) -> str:
    """A ride in an error text: its id, its time, and where it goes, not too long."""
    return f"{ride.id} on {day_and_clock(look, ride.pickup_at)} to {glance(ride.end_location)}"
