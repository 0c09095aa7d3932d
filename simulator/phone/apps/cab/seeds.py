"""Reads rides from a scenario file and adds them to the phone."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace
from pydantic import BeforeValidator, Field

from simulator.phone.app import Seed
from simulator.phone.apps.cab.distances import distance_of, pair_of
from simulator.phone.apps.cab.quotations import PlaceError, checked_place, duration_of, price_of, same_place
from simulator.phone.apps.cab.records import OPEN, Delay, Ride, ServiceType, Status, overlapping
from simulator.phone.plot import Plot, SeedError, SeedTime
from simulator.phone.when import HOUR, show

_MOST_MINUTES = 24 * 60


# Authors of scenarios may write `status: in progress` for IN_PROGRESS.
def _upper(value: Any) -> Any:
    return value.strip().upper().replace(" ", "_") if isinstance(value, str) else value


# Price, distance and duration are computed as for an order if a file leaves them out. This is a comment, because a
# docstring would appear in the published schema.
class RideSeed(Seed):
    start_location: str = Field(alias="from", description="Where the ride starts.")
    end_location: str = Field(alias="to", description="Where the ride ends.")
    service: ServiceType = "Default"
    at: SeedTime = Field(description="The agreed pick-up time.")
    status: Annotated[Status, BeforeValidator(_upper)] | None = Field(
        None, description="By default the status follows from the times: booked, delayed, under way or completed."
    )
    price: float | None = Field(None, ge=0, le=100_000, allow_inf_nan=False)
    distance_km: float | None = Field(
        None, ge=0.1, le=1000, description="Distance in km; quotations use the earliest ride between the same places."
    )
    duration: int | None = Field(None, ge=1, le=_MOST_MINUTES, description="Minutes from the pick-up to the arrival.")
    delay: int = Field(0, ge=0, le=_MOST_MINUTES, description="Delay in minutes, as known at the start.")
    booked: SeedTime | None = Field(
        None,
        description="When the ride was ordered; by default an hour before the pick-up, but not after the start.",
    )
    note: str = Field("", description="The driver's last message.")


def plant_ride(plot: Plot, seed: RideSeed) -> None:
    start, end = _place(seed.start_location, "from"), _place(seed.end_location, "to")
    if same_place(start, end):
        raise SeedError("to", f"the ride ends where it starts, at '{start}'; write a different place")
    pair = pair_of(start, end)
    distance = distance_of(plot.store, pair) if seed.distance_km is None else round(seed.distance_km, 1)
    ride = Ride(
        id=plot.new_id(Ride),
        service_type=seed.service,
        start_location=start,
        end_location=end,
        price=price_of(distance, seed.service) if seed.price is None else round(seed.price, 2),
        duration=duration_of(distance, pair) if seed.duration is None else seed.duration,
        distance_km=distance,
        pickup_at=seed.at,
        booked_at=_booked(plot, seed),
        delay=seed.delay,
        # The delay became known at the pick-up, but at the latest at the start: the phone holds nothing from after it.
        delay_history=(Delay(seed.delay, min(seed.at, plot.start)),) if seed.delay else (),
        note=seed.note,
        status=seed.status or "BOOKED",
    )
    if seed.status is None:
        ride = _with_status(plot, ride)
    _check_status(plot, ride)
    plot.add(ride, seed.label)


def _with_status(plot: Plot, ride: Ride) -> Ride:
    """Return the ride with the status that it has at the scenario's start, according to its times."""
    if ride.expected_arrival <= plot.start:
        return replace(ride, status="COMPLETED")
    if ride.expected_pickup < plot.start:
        return replace(ride, status="IN_PROGRESS")
    return replace(ride, status="DELAYED" if ride.delay else "BOOKED")


def _check_status(plot: Plot, ride: Ride) -> None:
    """Raise SeedError if the pick-up contradicts the status, or if the ride is open and overlaps an open ride."""
    if ride.status in ("IN_PROGRESS", "COMPLETED") and ride.pickup_at > plot.start:
        raise SeedError("status", f"a ride that begins after the start cannot be {ride.status}; leave the status out")
    if ride.status in OPEN:
        other = overlapping(plot.store, ride.pickup_at, ride.expected_arrival)
        if other is not None:
            span = f"{show(other.pickup_at, plot.tz)[:16]} to {show(other.expected_arrival, plot.tz)[11:16]}"
            problem = f"the ride overlaps the open ride to '{other.end_location}', {span}"
            raise SeedError("at", f"{problem}; write another time")


def _booked(plot: Plot, seed: RideSeed) -> int:
    # The phone holds nothing from after the scenario's start.
    if seed.booked is None:
        return min(seed.at - HOUR, plot.start)
    if seed.booked > min(seed.at, plot.start):
        raise SeedError("booked", "the time is after the start or the pick-up; write an earlier time, such as -2h")
    return seed.booked


def _place(text: str, field: str) -> str:
    try:
        return checked_place(text)
    except PlaceError as error:
        raise SeedError(field, f"{error}; {error.remedy[:1].lower()}{error.remedy[1:]}") from None
