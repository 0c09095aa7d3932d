"""The records of the cab app: rides, lists of rides by pick-up time, and the terms of the services."""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple

import msgspec

from simulator.phone.store import Record, Store
from simulator.phone.when import MINUTE

APP = "cab"
PREFIX = "Cab"

ServiceType = Literal["Default", "Premium", "Van"]
Status = Literal["BOOKED", "DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP", "COMPLETED", "CANCELLED"]
Progress = Literal["DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP"]

STATUS_WORDS: dict[Status, str] = {
    "BOOKED": "Booked",
    "DELAYED": "Delayed",
    "IN_PROGRESS": "Under way",
    "ARRIVED_AT_PICKUP": "At the pick-up",
    "COMPLETED": "Completed",
    "CANCELLED": "Cancelled",
}
OPEN: tuple[Status, ...] = ("BOOKED", "DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP")
# A ride under way is open, but it can't be cancelled any more.
CANCELLABLE: tuple[Status, ...] = ("BOOKED", "DELAYED", "ARRIVED_AT_PICKUP")


class Terms(NamedTuple):
    """The seats, price and limits of a service."""

    seats: int
    price_per_km: float
    base_delay: int
    """Minutes that a car needs to reach the pick-up, without the one to five minutes that a quotation adds."""
    max_km: float


# Quotations are listed in this order.
SERVICES: dict[ServiceType, Terms] = {
    "Default": Terms(4, 1.0, 5, 25.0),
    "Premium": Terms(4, 2.0, 3, 25.0),
    "Van": Terms(6, 1.5, 7, 25.0),
}


class Delay(msgspec.Struct, frozen=True, gc=False):
    """The total delay of a ride in minutes, and the time when it became known."""

    delay: int
    at: int


class Ride(Record, frozen=True):
    """One ride. `pickup_at` is the agreed time and never changes; expected times are `delay` minutes later."""

    table: ClassVar[str] = "cab.ride"
    prefix: ClassVar[str] = "ride"
    details: ClassVar[tuple[str, ...]] = ("note",)

    service_type: ServiceType
    start_location: str
    end_location: str
    price: float
    duration: int
    """Minutes from the pick-up to the arrival."""
    distance_km: float
    pickup_at: int
    booked_at: int
    status: Status = "BOOKED"
    delay: int = 0
    delay_history: tuple[Delay, ...] = ()
    note: str = ""
    """The driver's last message."""

    @property
    def ends_at(self) -> int:
        """Return the agreed arrival time, without any delay."""
        return self.pickup_at + self.duration * MINUTE

    @property
    def expected_pickup(self) -> int:
        return self.pickup_at + self.delay * MINUTE

    @property
    def expected_arrival(self) -> int:
        return self.ends_at + self.delay * MINUTE


def state_of(ride: Ride) -> str:
    """Return the status in words, with the delay in minutes if there is one."""
    late = f"{ride.delay} min late" if ride.delay else ""
    if ride.status == "DELAYED":
        return f"Delayed by {ride.delay} min" if ride.delay else "Delayed"
    return ", ".join(filter(None, (STATUS_WORDS[ride.status], late)))


def in_order(store: Store) -> list[Ride]:
    """Return all rides, sorted by agreed pick-up time, the earliest first."""

    # Not by the expected time: the tool `get_ride` takes a position in this list, which a delay must not change.
    def build() -> list[Ride]:
        return sorted(store.all(Ride).values(), key=lambda ride: (ride.pickup_at, ride.id))

    return store.derived("cab.order", Ride, build)


def newest_first(store: Store) -> list[Ride]:
    return store.derived("cab.newest", Ride, lambda: in_order(store)[::-1])


def open_rides(store: Store) -> list[Ride]:
    """Return the rides that are neither completed nor cancelled, sorted by agreed pick-up time."""
    return store.derived("cab.open", Ride, lambda: [ride for ride in in_order(store) if ride.status in OPEN])


def overlapping(store: Store, pickup_at: int, ends_at: int) -> Ride | None:
    """Return the first open ride that overlaps the span from `pickup_at` to `ends_at`, or None if no ride does.

    A ride lasts from its agreed pick-up, when the owner begins to wait, to the arrival that is expected now.
    """
    for ride in open_rides(store):
        # Not `<=`: a ride may start in the second in which another ends.
        if ride.pickup_at < ends_at and pickup_at < ride.expected_arrival:
            return ride
    return None
