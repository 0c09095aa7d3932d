"""Prices, distances and durations of rides, from the foreign file or computed here and marked as estimated."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from simulator.phone.apps.cab.records import APP, Ride
from simulator.phone.perform import Done
from simulator.phone.world import World

# Actions that show prices without ordering a ride.
_QUOTED = ("list_rides", "get_quotation", "show_quotation")
_HIGHEST = 100_000


def with_figures(world: World, done: Done, output: Mapping[str, Any]) -> Done:
    """Give a new ride the figures in the foreign file, if the file has them, and return the result with this ride."""
    for place, change in enumerate(done.changes):
        if isinstance(change.new, Ride) and change.old is None and _figures(output):
            ride = replace(change.new, **_figures(output))
            world.store.put(ride)
            world.store.begin()
            return done._replace(changes=[*done.changes[:place], change._replace(new=ride), *done.changes[place + 1 :]])
    return done


def is_estimated(done: Done, by_user: bool, output: Mapping[str, Any]) -> bool:
    """Return whether an action shows a price that our own formula computed."""
    if done.app != APP or done.error is not None:
        return False
    made = any(isinstance(change.new, Ride) and change.old is None for change in done.changes)
    return (made and not _figures(output)) or (by_user and done.name in _QUOTED)


def _figures(output: Mapping[str, Any]) -> dict[str, Any]:
    """Return the price, distance and minutes of a ride; empty if one of them is missing or implausible in the file."""
    price, distance, minutes = (output.get(name) for name in ("price", "distance_km", "duration"))
    said = (price, distance, minutes)
    if not all(isinstance(one, int | float) and math.isfinite(one) and 0 < one < _HIGHEST for one in said):
        return {}
    return {"price": round(float(price), 2), "distance_km": float(distance), "duration": max(1, round(minutes))}  # type: ignore[arg-type]
