"""Views of the cab app: the content of its screens, and the values that templates need to draw a ride."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from simulator.phone.apps.cab.actions import objection
from simulator.phone.apps.cab.quotations import Quotation, same_place
from simulator.phone.apps.cab.records import (
    CANCELLABLE,
    OPEN,
    SERVICES,
    STATUS_WORDS,
    Ride,
    ServiceType,
    Status,
    newest_first,
    state_of,
)
from simulator.phone.apps.cab.town_map import TripMap, ride_map, trip_map
from simulator.phone.call import Look
from simulator.phone.screens import TypedText, View
from simulator.phone.stages import DONE, HERE, HERE_CANCELLED, HERE_LATE, TODO, Stage, tag_classes
from simulator.words.times import at_time

MOST_PLACES = 6
_TAGS: dict[Status, str] = {"COMPLETED": "good", "DELAYED": "warn", "CANCELLED": "bad", "IN_PROGRESS": "app"}
_ON_THE_WAY: tuple[Status, ...] = ("ARRIVED_AT_PICKUP", "IN_PROGRESS", "COMPLETED")


class RideBanner(NamedTuple):
    """A banner above a ride: its colour (`kind`), its icon, and its text, which is a status or `The driver writes`."""

    kind: str
    icon: str
    text: str


class RideRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ride as cards and pages show it; all times are local."""

    id: str
    status: Status
    state: str
    """The status in words, with the delay."""
    service: ServiceType
    seats: int
    start_location: str
    end_location: str
    price: float
    distance_km: float
    minutes: int
    pickup: str
    """The agreed pick-up time."""
    expected_pickup: str
    arrival: str
    """The arrival time expected now, including the delay."""
    booked: str
    delay: int = 0
    note: str = ""
    open: bool = False
    cancellable: bool = False

    @property
    def tag(self) -> str:
        """Return the CSS classes of the tag with the ride's status."""
        return tag_classes(_TAGS.get(self.status))

    @property
    def banner(self) -> RideBanner | None:
        match self.status:
            case "DELAYED":
                return RideBanner("warn", "clock", self.state)
            case "CANCELLED":
                return RideBanner("bad", "close", "This ride is cancelled")
            case "ARRIVED_AT_PICKUP":
                return RideBanner("app", "cab", "Your cab is at the pick-up")
        return RideBanner("app", "messaging", "The driver writes") if self.note else None


class DelayRow(msgspec.Struct, frozen=True):
    """The total delay in minutes, and the local time when it became known."""

    at: str
    delay: int


class QuotationRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The quotation of one service. `waiting`, in minutes, is None unless the ride starts as soon as possible."""

    service: ServiceType
    seats: int
    price: float
    distance_km: float
    minutes: int
    pickup: str
    arrival: str
    waiting: int | None = None


class PlaceChip(NamedTuple):
    """A suggested place; `on` is True if the user is typing this place as start or end."""

    name: str
    on: bool


class TripForm(NamedTuple):
    """The form of a trip with the values that are being typed, and the suggested places."""

    start: Any
    end: Any
    time: Any
    places: list[PlaceChip]


class CabHomeView(View, frozen=True):
    """The app's first screen. `places` are suggestions: the owner's home, and places of the latest rides."""

    current: RideRow | None
    upcoming: tuple[RideRow, ...]
    """The open rides after `current`, at most 10."""
    open_total: int
    total: int
    places: tuple[str, ...] = ()

    def form(self, text: TypedText) -> TripForm:
        """Return the form with the values that are being typed."""
        start, end, time = (
            # The argument of a tap may be None or have any other type.
            "" if (value := text.typed(name, "", "list_rides")) is None else value
            for name in ("start_location", "end_location", "ride_time")
        )
        typed = [str(place) for place in (start, end) if place]
        chips = [PlaceChip(place, any(same_place(place, one) for one in typed)) for place in self.places]
        return TripForm(start, end, time, chips)


class CabServiceOptionsView(View, frozen=True):
    """The services for a trip. Without `ride_time` the ride starts as soon as possible."""

    start_location: str
    end_location: str
    distance_km: float
    rows: tuple[QuotationRow, ...]
    ride_time: str = ""
    problem: str = ""

    @property
    def map(self) -> TripMap:
        return trip_map(self.start_location, self.end_location)


class CabQuotationView(View, frozen=True):
    """The quotation of one service. `problem` says why the ride can't be ordered now, or is empty."""

    start_location: str
    end_location: str
    quotation: QuotationRow
    ride_time: str = ""
    problem: str = ""

    @property
    def map(self) -> TripMap:
        return trip_map(self.start_location, self.end_location)


class CabRideView(View, frozen=True):
    ride: RideRow
    delays: tuple[DelayRow, ...] = ()

    def map(self, now: str) -> TripMap:
        ride = self.ride
        return ride_map(ride.start_location, ride.end_location, ride.status, ride.expected_pickup, now)

    def stages(self, now: str) -> list[Stage]:
        """Return the stages of the ride: booked, each delay, then pick-up, drive and arrival, or the cancellation."""
        ride = self.ride
        booked = Stage("Booked", at_time(ride.booked, now), HERE if ride.status == "BOOKED" else DONE)
        late = [Stage(f"Delayed by {one.delay} min", at_time(one.at, now), DONE) for one in self.delays]
        # The latest delay is the current stage. A ride may be DELAYED without a list of delays, because a scenario file
        # may give this status without minutes.
        if ride.status == "DELAYED":
            late = [*late[:-1], Stage(ride.state, late[-1].when if late else "", HERE_LATE)]
        if ride.status == "CANCELLED":
            return [booked, *late, Stage("Cancelled", "", HERE_CANCELLED)]
        return [booked, *late, *self._way(now)]

    def _way(self, now: str) -> list[Stage]:
        """Return the stages pick-up, drive and arrival, with expected times for the stages still to come."""
        ride = self.ride
        reached = _ON_THE_WAY.index(ride.status) if ride.status in _ON_THE_WAY else -1
        times = (f"about {at_time(ride.expected_pickup, now)}", "", f"about {at_time(ride.arrival, now)}")
        stages = []
        for place, status in enumerate(_ON_THE_WAY):
            # A completed ride is over: its last stage is done as well, and no stage is current.
            mark = TODO if place > reached else HERE if place == reached and status != "COMPLETED" else DONE
            stages.append(Stage(STATUS_WORDS[status], times[place] if place > reached else "", mark))
        return stages


class CabHistoryView(View, frozen=True):
    """A page of all rides, the latest pick-up first."""

    rows: tuple[RideRow, ...]
    offset: int
    limit: int
    total: int


def ride_row(look: Look, ride: Ride) -> RideRow:
    return RideRow(
        id=ride.id,
        status=ride.status,
        state=state_of(ride),
        service=ride.service_type,
        seats=SERVICES[ride.service_type].seats,
        start_location=ride.start_location,
        end_location=ride.end_location,
        price=ride.price,
        distance_km=ride.distance_km,
        minutes=ride.duration,
        pickup=look.show(ride.pickup_at),
        expected_pickup=look.show(ride.expected_pickup),
        arrival=look.show(ride.expected_arrival),
        booked=look.show(ride.booked_at),
        delay=ride.delay,
        note=ride.note,
        open=ride.status in OPEN,
        cancellable=ride.status in CANCELLABLE,
    )


def delay_rows(look: Look, ride: Ride) -> tuple[DelayRow, ...]:
    return tuple(DelayRow(look.show(one.at), one.delay) for one in ride.delay_history)


def quotation_row(look: Look, quote: Quotation) -> QuotationRow:
    return QuotationRow(
        service=quote.service,
        seats=quote.terms.seats,
        price=quote.price,
        distance_km=quote.distance_km,
        minutes=quote.duration,
        pickup=look.show(quote.pickup_at),
        arrival=look.show(quote.arrival),
        waiting=quote.waiting if quote.trip.at is None else None,
    )


def quotation_view(look: Look, quote: Quotation) -> CabQuotationView:
    at = quote.trip.at
    return CabQuotationView(
        title="Your quotation",
        start_location=quote.trip.start,
        end_location=quote.trip.end,
        quotation=quotation_row(look, quote),
        ride_time="" if at is None else look.show(at),
        problem=objection(look, quote),
    )


def likely_places(look: Look) -> tuple[str, ...]:
    """Return the owner's home, if known, and up to 6 places where the latest rides end or start, each once."""

    def build() -> tuple[str, ...]:
        rides = newest_first(look.store)
        # A dict, which keeps the order and has no duplicates.
        found = dict.fromkeys(place for ride in rides for place in (ride.end_location, ride.start_location))
        return tuple(found)[:MOST_PLACES]

    home = (look.owner.home,) if look.owner.home else ()
    return tuple(dict.fromkeys((*home, *look.store.derived("cab.places", Ride, build))))
