"""What a ride would cost and how long it would take: worked out from the places alone, never stored."""

from __future__ import annotations

from typing import NamedTuple

from simulator.phone.apps.cab.places import PlaceError, checked_place, in_one_street, pair_of, same_place
from simulator.phone.apps.cab.records import SERVICES, Ride, ServiceType, Terms
from simulator.phone.apps.cab.rides import in_order
from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.keyed import keyed
from simulator.phone.store import Store
from simulator.phone.when import MINUTE

# The same two places are equally far apart in every episode.
_NO_SEED = 0
# Hundreds of metres between two places of which nothing is known, and between two numbers of one street.
_ANYWHERE, _ONE_STREET = (50, 200), (3, 15)
_KM_PER_HOUR = 50
_LONGEST_HOLD_UP = 9


class Trip(NamedTuple):
    """From where to where, and when; without a time as soon as a car can be there."""

    start: str
    end: str
    at: int | None = None

    @property
    def pair(self) -> str:
        return pair_of(self.start, self.end)


class Quotation(NamedTuple):
    trip: Trip
    service: ServiceType
    distance_km: float
    price: float
    duration: int
    waiting: int
    """Minutes until a car ordered now would be there."""
    pickup_at: int

    @property
    def terms(self) -> Terms:
        return SERVICES[self.service]

    @property
    def arrival(self) -> int:
        return self.pickup_at + self.duration * MINUTE


def read_trip(look: Look, start_location: str, end_location: str, ride_time: str | None) -> Trip:
    """What was typed as a trip, or an error that names the argument that is wrong."""
    start, end = _place(start_location, "start_location"), _place(end_location, "end_location")
    if same_place(start, end):
        raise ActionError("bad_argument", "The ride starts and ends at the same place.", "Give two different places.")
    trip = Trip(start, end, None if ride_time is None else look.parse_time(ride_time, "ride_time"))
    check_time(look, trip)
    return trip


def check_time(look: Look, trip: Trip) -> None:
    if trip.at is not None and trip.at < look.now:
        problem = f"The pick-up at {look.show(trip.at)} has passed; it is {look.show(look.now)}."
        raise ActionError("bad_argument", problem, "Give a later time, or none to ride now.")


def quotation(look: Look, trip: Trip, service: ServiceType) -> Quotation:
    distance, terms = distance_of(look.store, trip.pair), SERVICES[service]
    waiting = terms.base_delay + keyed(_NO_SEED, "cab.waiting", f"{trip.pair}\n{service}").randint(1, 5)
    return Quotation(
        trip=trip,
        service=service,
        distance_km=distance,
        price=price_of(distance, service),
        duration=duration_of(distance, trip.pair),
        waiting=waiting,
        pickup_at=look.now + waiting * MINUTE if trip.at is None else trip.at,
    )


def offers(look: Look, trip: Trip) -> list[Quotation]:
    """One quotation for each service that goes so far; it is an error if none does."""
    quotes = [quotation(look, trip, service) for service in SERVICES]
    near_enough = [quote for quote in quotes if _in_reach(quote)]
    if not near_enough:
        check_reach(quotes[0])
    return near_enough


def check_reach(quote: Quotation) -> None:
    if not _in_reach(quote):
        limit = f"{quote.service} goes {quote.terms.max_km:g} km at most"
        problem = f"This is a ride of {quote.distance_km:g} km, and {limit}."
        raise ActionError("not_available", problem, "Choose places that are closer to each other.")


def distance_of(store: Store, pair: str) -> float:
    """As far as a ride on the phone says; otherwise some distance that is always the same."""
    known = store.derived("cab.distances", Ride, lambda: _known_distances(store)).get(pair)
    if known is not None:
        return known
    nearest, furthest = _ONE_STREET if in_one_street(pair) else _ANYWHERE
    return keyed(_NO_SEED, "cab.distance", pair).randint(nearest, furthest) / 10


def price_of(distance_km: float, service: ServiceType) -> float:
    return round(distance_km * SERVICES[service].price_per_km, 2)


def duration_of(distance_km: float, pair: str) -> int:
    """Minutes at an even speed, and some for the traffic."""
    driving = round(distance_km / _KM_PER_HOUR * 60)
    return max(1, driving + keyed(_NO_SEED, "cab.duration", pair).randint(0, _LONGEST_HOLD_UP))


def _known_distances(store: Store) -> dict[str, float]:
    """The earliest ride between two places says how far they are apart."""
    known: dict[str, float] = {}
    for ride in in_order(store):
        known.setdefault(pair_of(ride.start_location, ride.end_location), ride.distance_km)
    return known


def _in_reach(quote: Quotation) -> bool:
    return quote.distance_km <= quote.terms.max_km


def _place(text: str, argument: str) -> str:
    try:
        return checked_place(text)
    except PlaceError as error:
        raise ActionError("bad_argument", f"{argument}: {error}.", error.remedy) from None
