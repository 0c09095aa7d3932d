"""What the cab screens show."""

from __future__ import annotations

import msgspec

from simulator.phone.apps.cab.booking import objection
from simulator.phone.apps.cab.quotations import Quotation
from simulator.phone.apps.cab.records import CANCELLABLE, OPEN, SERVICES, Ride, ServiceType, Status
from simulator.phone.apps.cab.ride_texts import state_of
from simulator.phone.apps.cab.rides import newest_first
from simulator.phone.call import Look
from simulator.phone.screens import View

MOST_PLACES = 6


class RideRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ride with all that a card or a map strip needs."""

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
    """As agreed."""
    expected_pickup: str
    arrival: str
    """As expected now."""
    booked: str
    delay: int = 0
    note: str = ""
    open: bool = False
    cancellable: bool = False


class DelayRow(msgspec.Struct, frozen=True):
    at: str
    delay: int


class QuotationRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one service would be. `waiting` is there only for a ride that starts as soon as it can."""

    service: ServiceType
    seats: int
    price: float
    distance_km: float
    minutes: int
    pickup: str
    arrival: str
    waiting: int | None = None


class CabHomeView(View, frozen=True):
    """`places` are those one might mean: home, and where one rode lately."""

    current: RideRow | None
    upcoming: tuple[RideRow, ...]
    """Other open rides, the next first; not all if there are many."""
    open_total: int
    total: int
    places: tuple[str, ...] = ()


class CabServiceOptionsView(View, frozen=True):
    """Without `ride_time` the ride starts as soon as it can."""

    start_location: str
    end_location: str
    distance_km: float
    rows: tuple[QuotationRow, ...]
    ride_time: str = ""
    problem: str = ""


class CabQuotationView(View, frozen=True):
    """`problem` says why the ride cannot be ordered now."""

    start_location: str
    end_location: str
    quotation: QuotationRow
    ride_time: str = ""
    problem: str = ""


class CabRideView(View, frozen=True):
    ride: RideRow
    delays: tuple[DelayRow, ...] = ()


class CabHistoryView(View, frozen=True):
    """The newest ride first."""

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
    def build() -> tuple[str, ...]:
        rides = newest_first(look.store)
        found = dict.fromkeys(place for ride in rides for place in (ride.end_location, ride.start_location))
        return tuple(found)[:MOST_PLACES]

    home = (look.owner.home,) if look.owner.home else ()
    return tuple(dict.fromkeys((*home, *look.store.derived("cab.places", Ride, build))))
