"""Quotations: price, distance and times of a ride, which are computed when needed and not stored."""

from __future__ import annotations

from typing import NamedTuple

from simulator.phone.apps.cab.distances import distance_of, pair_of
from simulator.phone.apps.cab.records import SERVICES, ServiceType, Terms
from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.keyed_random import keyed
from simulator.phone.search_text import folded_words
from simulator.phone.when import MINUTE

# Maximum number of characters of a place.
LONGEST_PLACE = 200
# A constant in place of the run's seed, so that a quotation for two places is the same in every run.
_NO_SEED = 0
_KM_PER_HOUR = 50
# Maximum number of minutes that traffic adds to a drive.
_LONGEST_HOLD_UP = 9


class PlaceError(ValueError):
    """Raised for a place that is empty or too long; `remedy` says how to write the place."""

    def __init__(self, problem: str, remedy: str) -> None:
        self.remedy = remedy
        super().__init__(problem)


class Trip(NamedTuple):
    """Start, end and pick-up time of a trip. If `at` is None, the ride starts as soon as a car can be there."""

    start: str
    end: str
    at: int | None = None

    @property
    def pair(self) -> str:
        return pair_of(self.start, self.end)


class Quotation(NamedTuple):
    """The price and the times of a trip with one service."""

    trip: Trip
    service: ServiceType
    distance_km: float
    price: float
    duration: int
    """Minutes from the pick-up to the arrival."""
    waiting: int
    """Minutes that a car ordered now needs to reach the pick-up."""
    pickup_at: int

    @property
    def terms(self) -> Terms:
        return SERVICES[self.service]

    @property
    def arrival(self) -> int:
        return self.pickup_at + self.duration * MINUTE


def checked_place(text: str) -> str:
    """Return the place without extra spaces.

    Raise PlaceError for a place that is too long or has no letters or digits.
    """
    place = " ".join(text.split())
    if not any(character.isalnum() for character in place):
        raise PlaceError("the place is empty", "Write a place, such as Harbour Street 12.")
    if len(place) > LONGEST_PLACE:
        raise PlaceError("the place is too long", f"Write it in at most {LONGEST_PLACE} characters.")
    return place


def same_place(one: str, other: str) -> bool:
    return folded_words(one) == folded_words(other)


def quotation(look: Look, trip: Trip, service: ServiceType) -> Quotation:
    distance, terms = distance_of(look.store, trip.pair), SERVICES[service]
    # Only the waiting time is drawn for each service: all cars take the same route at the same speed.
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
    """Return one quotation for each service that drives this far. Raise ActionError if no service drives this far."""
    quotes = [quotation(look, trip, service) for service in SERVICES]
    near_enough = [quote for quote in quotes if _in_reach(quote)]
    # The error for the first service is enough, because it names the limit.
    if not near_enough:
        check_reach(quotes[0])
    return near_enough


def check_time(look: Look, trip: Trip) -> None:
    """Raise ActionError if the pick-up time of a trip has passed."""
    if trip.at is not None and trip.at < look.now:
        problem = f"The pick-up at {look.show(trip.at)} has passed; it is {look.show(look.now)}."
        raise ActionError("bad_argument", problem, "Give a later time, or none to ride now.")


def check_reach(quote: Quotation) -> None:
    """Raise ActionError if the ride is too long for its service."""
    if not _in_reach(quote):
        limit = f"{quote.service} goes {quote.terms.max_km:g} km at most"
        problem = f"This is a ride of {quote.distance_km:g} km, and {limit}."
        raise ActionError("not_available", problem, "Choose places that are closer to each other.")


def price_of(distance_km: float, service: ServiceType) -> float:
    return round(distance_km * SERVICES[service].price_per_km, 2)


def duration_of(distance_km: float, pair: str) -> int:
    """Return the duration of a drive in minutes, at least 1: the time at 50 km/h plus 0 to 9 that depend on `pair`."""
    driving = round(distance_km / _KM_PER_HOUR * 60)
    return max(1, driving + keyed(_NO_SEED, "cab.duration", pair).randint(0, _LONGEST_HOLD_UP))


def _in_reach(quote: Quotation) -> bool:
    return quote.distance_km <= quote.terms.max_km
