"""Distances between places: from the rides on the phone, or made up so that they are consistent with these rides.

A detour is never shorter than the direct route (the triangle inequality), so that an assistant can reason about
distances. Each place is in a street, at a short distance from the street's middle. The middles of two streets are
`_NEAREST` to twice `_NEAREST` apart; made-up distances in this range always satisfy the inequality.

Rides on the phone give some distances. If a ride is longer than twice `_NEAREST`, the street at one end of the ride is
treated as remote, and its remoteness is added to all made-up distances from that street. If a route along known rides
is shorter than the made-up distance, the length of the route is used instead.

If rides of a scenario contradict each other, they keep their own distances and may violate the inequality.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import islice

from simulator.phone.apps.cab.records import Ride, in_order
from simulator.phone.keyed_random import keyed
from simulator.phone.search_text import folded_words
from simulator.phone.store import Store

# A constant in place of the run's seed, so that two places have the same distance in every run.
_NO_SEED = 0
# In hundreds of metres: the least distance between the middles of two streets.
_NEAREST = 50
# In hundreds of metres: the range of distances from a place to the middle of its street.
_OFF_MIDDLE = (2, 7)
# Maximum number of rides that determine distances. Further rides are ignored, because each costs time at every booking.
_MOST_RIDES = 200


def pair_of(one: str, other: str) -> str:
    """Return a key for two places that does not depend on their order, case, accents or extra spaces."""
    return "\n".join(sorted((folded_words(one), folded_words(other))))


def distance_of(store: Store, pair: str) -> float:
    """Return the distance in km between the two places of a `pair_of` key: from a ride on the phone, or made up."""
    city: _City = store.derived("cab.city", Ride, lambda: _City(store))
    return city.distance(pair)


class _City:
    """The distances on one phone: those of rides in km, and those between streets in hundreds of metres."""

    def __init__(self, store: Store) -> None:
        self._known: dict[str, float] = {}
        # A scenario may give two distances for the same places; the ride with the earliest pick-up decides.
        for ride in in_order(store):
            self._known.setdefault(pair_of(ride.start_location, ride.end_location), ride.distance_km)
        self._ways: dict[str, dict[str, int]] = {}
        self._remote: dict[str, int] = {}
        self._remoteness_of: dict[str, int] = {}
        # In the order in which the rides were added: the distance of a booked ride follows from the rides before it.
        # So a booking changes no other distance, and quotations stay the same.
        for ride in islice(store.all(Ride).values(), _MOST_RIDES):
            self._add(folded_words(ride.start_location), folded_words(ride.end_location))

    def distance(self, pair: str) -> float:
        known = self._known.get(pair)
        return self._made_up(*pair.split("\n")) / 10 if known is None else known

    def _made_up(self, one: str, other: str) -> int:
        start, end = _street(one), _street(other)
        return _off_middle(one) + _off_middle(other) + (0 if start == end else self._between(start, end))

    def _between(self, start: str, end: str) -> int:
        """Return the distance between two streets: from a ride, or made up so that the triangle inequality holds."""
        direct, other = self._ways.get(start, {}), self._ways.get(end, {})
        if end in direct:
            return direct[end]
        least = max((abs(direct[place] - other[place]) for place in direct if place in other), default=0)
        return max(self._shortest(start, end), least)

    def _shortest(self, start: str, end: str) -> int:
        """Return the length of the shortest route between two streets, along rides and at most one made-up distance."""
        best = self._base(start, end)
        for first, so_far in self._reached(start):
            # `_reached` yields the nearest street first, so no later street can give a shorter way.
            if so_far >= best:
                break
            if first == end:
                return so_far
            for last, rest in self._reached(end):
                if so_far + _NEAREST + rest >= best:
                    break
                if last not in self._ways.get(first, {}):
                    best = min(best, so_far + self._base(first, last) + rest)
        return best

    def _base(self, one: str, other: str) -> int:
        first, second = sorted((one, other))
        made_up = keyed(_NO_SEED, "cab.streets", f"{first}\n{second}").randint(_NEAREST, 2 * _NEAREST)
        return made_up + self._remoteness(one) + self._remoteness(other)

    def _remoteness(self, street: str) -> int:
        """Return the length that a street adds to its made-up distances: 0 if the street is not remote.

        If rides connect a street to a remote street, the first street is remote too: its remoteness is that of the
        other street minus the distance between them. If several rides give a remoteness, the largest is used.
        """
        if not self._remote or street not in self._ways:
            return 0
        if street not in self._remoteness_of:
            found = max(self._remote.get(other, 0) - way for other, way in self._reached(street))
            self._remoteness_of[street] = found
        return self._remoteness_of[street]

    def _reached(self, start: str) -> Iterator[tuple[str, int]]:
        """Yield `start` and the streets connected to it by known rides, nearest first, each with its distance."""
        seen: set[str] = set()
        open_ways = [(0, start)]
        while open_ways:
            way, street = heapq.heappop(open_ways)
            if street in seen:
                continue
            seen.add(street)
            yield street, way
            for other, length in self._ways.get(street, {}).items():
                if other not in seen:
                    heapq.heappush(open_ways, (way + length, other))

    def _add(self, one: str, other: str) -> None:
        start, end = _street(one), _street(other)
        length = max(
            0, round(self._known["\n".join(sorted((one, other)))] * 10) - _off_middle(one) - _off_middle(other)
        )
        if start == end or end in self._ways.get(start, {}) or length == self._between(start, end):
            return
        missing = length - 2 * _NEAREST - self._remoteness(start) - self._remoteness(end)
        if missing > 0:
            # A street without earlier rides counts as remote, rather than a street with known distances.
            far = start if end in self._ways and start not in self._ways else end
            self._remote[far] = self._remoteness(far) + missing
        self._ways.setdefault(start, {})[end] = length
        self._ways.setdefault(end, {})[start] = length
        self._remoteness_of.clear()


def _off_middle(place: str) -> int:
    return keyed(_NO_SEED, "cab.off_middle", place).randint(*_OFF_MIDDLE)


def _street(place: str) -> str:
    """Return the place without commas and words that contain digits: `harbour street` for `harbour street 12`."""
    words = place.replace(",", " ").split()
    named = " ".join(word for word in words if not any(character.isdigit() for character in word))
    # A place in which every word has a digit counts as a street of its own.
    return named or place
