"""A phone with a cab app for tests: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone.apps.cab import Ride
from simulator.phone.people import Owner
from simulator.phone.perform import Done
from tests.simulator.phone.apps.app_phone import AppPhone
from tests.simulator.phone.small_phone import NOW, ZONE

HOME, OFFICE, STATION = "14 rue de Strasbourg", "Rue Érasme 9", "Central Station"
OWNER = Owner(name="Ada Lind", email="ada@lind.example", home=HOME, time_zone=ZONE)
AT_NINE = "2026-03-05 09:00:00"
RIDES: tuple[dict[str, Any], ...] = (
    {"label": "late", "from": OFFICE, "to": STATION, "at": "+1d 18:00", "service": "Van", "duration": 20},
    {"label": "past", "from": HOME, "to": OFFICE, "at": "-2d 08:30", "price": 17.40, "distance_km": 8.4},
    {"label": "next", "from": HOME, "to": OFFICE, "at": "08:35", "price": 18.20, "duration": 15},
    {"label": "off", "from": STATION, "to": HOME, "at": "-5d 22:00", "status": "CANCELLED"},
)
"""Two open rides, one that is over and one that was cancelled, not in order of time."""


class CabPhone(AppPhone):
    of = "cab"

    def __init__(self, rides: Iterable[Mapping[str, Any]] = RIDES, owner: Owner = OWNER, now: int = NOW) -> None:
        super().__init__(rides, owner=owner, now=now)

    def ride(self, label_or_id: str) -> Ride:
        return self.get(Ride, label_or_id)

    def rides(self) -> list[Ride]:
        return sorted(self.world.store.all(Ride).values(), key=lambda ride: (ride.pickup_at, ride.id))

    def orders(self, start: str = HOME, end: str = STATION, service: str = "Default", time: str | None = None) -> Done:
        args = {"start_location": start, "end_location": end, "service_type": service, "ride_time": time}
        return self.tries_tool("order_ride", **args)

    def chooses(self, start: str = HOME, end: str = STATION, time: str | None = None) -> str:
        """Open the app and see the services for a trip."""
        self.opens("Cab")
        return self.taps("list_rides", start_location=start, end_location=end, ride_time=time)

    def looks_at(self, label: str) -> None:
        self.opens("Cab")
        self.taps("open_ride", ride_id=self.id(label))
