"""The drawn map of a trip: one of four invented towns, chosen by a hash of the two places."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import NamedTuple

from simulator.phone.apps.cab.records import Status

# In seconds: a car is drawn on its way only in the last half hour before the expected pick-up.
_COMES_WITHIN = 30 * 60


class MapPoint(NamedTuple):
    """A point in the drawing, which is 360 units wide and 186 units high."""

    x: int
    y: int


class RouteEnd(NamedTuple):
    """One end of the route.

    `at` is the position of the end, and `label` is the position of its label. `come` is the path along which a car
    comes to this end, and `car` is the position of that car.
    """

    at: MapPoint
    label: MapPoint
    come: str
    car: MapPoint


class Town(NamedTuple):
    """A town as SVG paths, with one route through the town (`way`), both ends of the route, and a point halfway."""

    block: str
    water: str
    park: str
    road: str
    lane: str
    way: str
    ends: tuple[RouteEnd, RouteEnd]
    midway: MapPoint


# Drawn by hand. Every `way` runs from the first of `ends` to the second.
TOWNS = (
    Town(
        block="M16 12h62v38H16zM94 12h58v38H94zM16 66h62v52H16zM94 66h58v22H94zM168 12h50v38h-50zM286 66h60v44h-60z"
        "M234 126h38v54h-38zM290 130h56v46h-56zM16 134h62v40H16z",
        water="M0 196c60-24 92-78 150-84s70 20 120-8 60-66 90-74V-4h-24c-28 34-44 62-84 74s-66-4-112 10S64 132 0 160z",
        park="M170 126h50v56h-50a8 8 0 0 1-8-8v-40a8 8 0 0 1 8-8z",
        road="M-10 58h170l72-4 140 4M86-10v210M160-10v70M226-10v220M-10 126h92l144-8 144 6M280 40v170",
        lane="M40 126v74M120 60v60M320 60v130M226 182h140M160 20h66",
        way="M86 142V58h74l66-3v63l54 2v22",
        ends=(
            RouteEnd(MapPoint(86, 142), MapPoint(86, 164), "M26 126h60v16", MapPoint(28, 126)),
            RouteEnd(MapPoint(280, 142), MapPoint(280, 166), "M340 123l-60-3v22", MapPoint(336, 122)),
        ),
        midway=MapPoint(160, 58),
    ),
    Town(
        block="M14 8h42v20H14zM84 8h36v20H84zM140 8h36v20h-36zM204 8h36v20h-36zM260 8h26v20h-26zM314 8h36v20h-36z"
        "M14 52h42v32H14zM84 52h36v32H84zM140 52h36v32h-36zM260 52h26v32h-26zM14 108h42v30H14zM84 108h92v30H84z"
        "M204 108h82v24h-82zM314 108h36v22h-36z",
        water="M-4 176c60-26 120 6 190-8s120-30 178-16v44H-4z",
        park="M212 50h24a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6h-24a6 6 0 0 1-6-6V56a6 6 0 0 1 6-6z",
        road="M-10 40h380M-10 96h380M70-10v210M190-10v210M300-10v210",
        lane="M130 40v56M250 40v56M70 148h120M-10 62h80",
        way="M70 134V96h120V40h110v36",
        ends=(
            RouteEnd(MapPoint(70, 134), MapPoint(70, 156), "M16 96h54v38", MapPoint(24, 96)),
            RouteEnd(MapPoint(300, 76), MapPoint(296, 98), "M342 40h-42v36", MapPoint(338, 40)),
        ),
        midway=MapPoint(190, 68),
    ),
    Town(
        block="M10 48h38v30H10zM72 48h38v42H72zM130 48h38v26h-38zM10 94h38v40H10zM130 98h38v38h-38zM192 96h38v38h-38z"
        "M250 48h28v42h-28zM302 60h50v72h-50zM72 6h96v16H72zM192 6h86v16h-86z",
        water="M304-4h60v40c-20 12-46 6-56-10s-8-22-4-30zM-4 164h120c40 0 60 16 90 26H-4z",
        park="M196 48h34a8 8 0 0 1 8 8v22a8 8 0 0 1-8 8h-34a6 6 0 0 1-6-6V54a6 6 0 0 1 6-6z",
        road="M-10 34h380M-10 148h380M60-10v210M180-10v210M290-10v210",
        lane="M-10 110C60 112 92 92 180 88s120 12 190 10M120 34v114M240 34v114",
        way="M60 70V34h120v114h110v-34",
        ends=(
            RouteEnd(MapPoint(60, 70), MapPoint(60, 92), "M16 34h44v36", MapPoint(22, 34)),
            RouteEnd(MapPoint(290, 114), MapPoint(290, 100), "M344 148h-54v-34", MapPoint(338, 148)),
        ),
        midway=MapPoint(180, 96),
    ),
    Town(
        block="M75 75l36-3 9 56-37 3zM125 71l36-3 9 56-37 3zM184 66l46-4 8 54-46 4zM243 61l37-3 8 52-37 3z"
        "M70 20l40-3 4 32-38 3zM124 16l34-3 4 32-34 3zM178 11l46-3 4 32-45 3z"
        "M88 150l44-4 5 40H93zM196 140l50-4 6 50h-50zM12 24l36-3 4 32-36 3z",
        water="M-4 88c22 6 32 28 28 46s-10 40-28 44z",
        park="M306 54l56-5 8 60-56 5z",
        road="M-10 70l380-30M-10 150l380-30M50-10l30 210M160-10l30 210M280-10l30 210",
        lane="M115 60l10 80M236 40l10 92M170 96l122-10",
        way="M67 108 60.6 64.4 169.4 55.8 180.7 135 299.4 125.6 294 92",
        ends=(
            RouteEnd(MapPoint(67, 108), MapPoint(67, 130), "M16 68 60.6 64.4 67 108", MapPoint(20, 68)),
            RouteEnd(MapPoint(294, 92), MapPoint(290, 78), "M344 122 299.4 125.6 294 92", MapPoint(338, 122)),
        ),
        midway=MapPoint(175, 95),
    ),
)


class TripMap(NamedTuple):
    """The map of one trip as `_map.html` draws it, from `here` to `there`; `car` is None if no car is drawn."""

    start: str
    end: str
    town: Town
    here: RouteEnd
    there: RouteEnd
    car: MapPoint | None = None
    coming: bool = False
    """True if the car is on its way to the pick-up."""
    low: bool = False
    """True if the map is drawn with less height, to leave room for the details of a ride."""
    off: bool = False
    """True if the map is drawn pale, for a cancelled ride."""


def trip_map(start: str, end: str) -> TripMap:
    """Return the map of a trip that is not ordered yet, without a car."""
    town, turned = town_of(start, end)
    here, there = town.ends[::-1] if turned else town.ends
    return TripMap(start, end, town, here, there)


def ride_map(start: str, end: str, status: Status, expected_pickup: str, now: str) -> TripMap:
    """Return the map of a ride; times are local.

    The car is drawn on its way if the pick-up is soon, at the pick-up once it has arrived there, and midway during
    the drive; at other times, the map has no car.
    """
    drawn = trip_map(start, end)
    here, car, coming = drawn.here, None, False
    if status in ("BOOKED", "DELAYED") and _soon(expected_pickup, now):
        car, coming = here.car, True
    elif status == "ARRIVED_AT_PICKUP":
        car, here = here.at, here._replace(label=_further(here))
    elif status == "IN_PROGRESS":
        car = drawn.town.midway
    return drawn._replace(here=here, car=car, coming=coming, low=True, off=status == "CANCELLED")


def town_of(start: str, end: str) -> tuple[Town, bool]:
    """Return the town for two places, and whether the trip follows the town's route in the opposite direction."""
    # The places are sorted, so that the way there and the way back have the same map.
    first, second = sorted((start.strip().casefold(), end.strip().casefold()))
    # Not Python's hash(), which differs between processes: live page and replay must show the same map.
    number = hashlib.sha256(f"{first}\n{second}".encode()).digest()[0]
    return TOWNS[number % len(TOWNS)], start.strip().casefold() != first


def _further(end: RouteEnd) -> MapPoint:
    """Return the position of the label, moved 7 units away from the route's end to make room for the car."""
    return end.label._replace(y=end.label.y + (7 if end.label.y > end.at.y else -7))


def _soon(expected_pickup: str, now: str) -> bool:
    left = datetime.fromisoformat(expected_pickup) - datetime.fromisoformat(now)
    return left.total_seconds() <= _COMES_WITHIN
