"""A phone with a cab app for tests: Thursday 5 March 2026, 08:22 in Luxembourg."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone.apps.cab import Ride
from simulator.phone.people import Owner, Rules
from simulator.phone.perform import Done
from tests.simulator.phone.small_phone import NOW, ZONE, SmallPhone, refusal

__all__ = ["AT_NINE", "HOME", "NOW", "OFFICE", "OWNER", "RIDES", "STATION", "CabPhone", "refusal"]

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


class CabPhone(SmallPhone):
    """Short ways to ride."""

    def __init__(self, rides: Iterable[Mapping[str, Any]] = RIDES, owner: Owner = OWNER, now: int = NOW) -> None:
        super().__init__("cab", owner=owner, now=now, rules=Rules(standing_consent=True))
        self.plant("cab", *rides)

    def ride(self, label_or_id: str) -> Ride:
        record_id = self.id(label_or_id) if label_or_id in self.plot.labels else label_or_id
        found = self.world.store.get(Ride, record_id)
        assert found is not None
        return found

    def rides(self) -> list[Ride]:
        return sorted(self.world.store.all(Ride).values(), key=lambda ride: (ride.pickup_at, ride.id))

    def tool(self, name: str, /, **args: Any) -> Any:
        return self.calls(f"Cab__{name}", **args)

    def tries_tool(self, name: str, /, **args: Any) -> Done:
        return self.asks(f"Cab__{name}", **args)

    def orders(self, start: str = HOME, end: str = STATION, service: str = "Default", time: str | None = None) -> Done:
        args = {"start_location": start, "end_location": end, "service_type": service, "ride_time": time}
        return self.tries_tool("order_ride", **args)

    def driver(self, name: str, /, **args: Any) -> str:
        return str(self.happens("cab", name, **args))

    def tries_driver(self, name: str, /, **args: Any) -> Done:
        return self.event("cab", name, **args)

    def chooses(self, start: str = HOME, end: str = STATION, time: str | None = None) -> str:
        """Open the app and see the services for a trip."""
        self.opens("Cab")
        return self.taps("list_rides", start_location=start, end_location=end, ride_time=time)

    def looks_at(self, label: str) -> None:
        self.opens("Cab")
        self.taps("open_ride", ride_id=self.id(label))

    @property
    def stack(self) -> list[str]:
        return self.screens("cab")
