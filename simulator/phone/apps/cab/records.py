"""What the cab app keeps: rides; and the services one can choose from."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from simulator.phone.roles import Amount, Code, Place, Plain, Ref, Text, When
from simulator.phone.store import Record
from simulator.phone.when import MINUTE

APP = "cab"
PREFIX = "Cab"

ServiceType = Literal["Default", "Premium", "Van"]
Status = Literal["BOOKED", "DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP", "COMPLETED", "CANCELLED"]
Progress = Literal["DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP"]

StartLocation = Annotated[str, Place("Where the ride starts.")]
EndLocation = Annotated[str, Place("Where the ride ends.")]
Service = Annotated[ServiceType, Code("Default, Premium or Van.")]
RideTime = Annotated[str, When("Local date and time of the pick-up, YYYY-MM-DD HH:MM:SS; leave out for now.")]
RideId = Annotated[str, Ref("Id of the ride.", "cab.ride")]
OpenRideId = Annotated[str, Ref("Id of the ride; needed only if several rides are open.", "cab.ride", ours=True)]
OtherRideId = Annotated[str, Ref("Id of the ride, if another than the current one is meant.", "cab.ride", ours=True)]
RideIndex = Annotated[int, Plain("Place in the history; 0 is the oldest ride.")]
Offset = Annotated[int, Plain("How many rides to pass over.")]
Limit = Annotated[int, Plain("How many rides to give at most.")]
Message = Annotated[str, Text("What the driver writes.")]
Minutes = Annotated[int, Amount("By how many minutes the ride is later than known so far.", ours=True)]

OPEN: tuple[Status, ...] = ("BOOKED", "DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP")
CANCELLABLE: tuple[Status, ...] = ("BOOKED", "DELAYED", "ARRIVED_AT_PICKUP")


class Terms(NamedTuple):
    """What a service offers."""

    seats: int
    price_per_km: float
    base_delay: int
    """Minutes that a car needs at least to get to the pick-up; one to five come on top."""
    max_km: float


SERVICES: dict[ServiceType, Terms] = {
    "Default": Terms(4, 1.0, 5, 25.0),
    "Premium": Terms(4, 2.0, 3, 25.0),
    "Van": Terms(6, 1.5, 7, 25.0),
}


class Delay(msgspec.Struct, frozen=True, gc=False):
    """By how many minutes in all the ride was late, as known from this time on."""

    delay: int
    at: int


class Ride(Record, frozen=True):
    """`pickup_at` is what was agreed and stays so; `delay` says by how many minutes everything is later."""

    table: ClassVar[str] = "cab.ride"
    prefix: ClassVar[str] = "ride"

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
        """When it ends as agreed."""
        return self.pickup_at + self.duration * MINUTE

    @property
    def expected_pickup(self) -> int:
        return self.pickup_at + self.delay * MINUTE

    @property
    def expected_arrival(self) -> int:
        return self.ends_at + self.delay * MINUTE
