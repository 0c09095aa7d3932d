"""Rides in a scenario file."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.cab import Ride
from simulator.phone.apps.cab.records import Delay
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.cab_phone import HOME, OFFICE, STATION, CabPhone
from tests.simulator.phone.small_phone import NOW

WAY: dict[str, Any] = {"label": "ride", "from": HOME, "to": OFFICE}


def planted(**seed: Any) -> Ride:
    return CabPhone(rides=({**WAY, "at": "09:00", **seed},)).ride("ride")


def test_a_seed_becomes_a_ride() -> None:
    ride = planted(
        service="Premium",
        price=17.4,
        distance_km=8.44,
        duration=22,
        booked="-1d 20:00",
        note="See you.",
        status="BOOKED",
    )
    assert (ride.service_type, ride.start_location, ride.end_location) == ("Premium", HOME, OFFICE)
    assert (ride.price, ride.distance_km, ride.duration, ride.note) == (17.4, 8.4, 22, "See you.")
    assert (ride.pickup_at, ride.status, ride.delay, ride.delay_history) == (NOW + 38 * 60, "BOOKED", 0, ())
    assert ride.booked_at == NOW - 12 * 3600 - 22 * 60


def test_what_is_left_out_is_as_a_quotation_would_have_it() -> None:
    ride = planted(service="Van", at="+1d 09:00")
    quote = CabPhone(rides=()).tool("get_quotation", start_location=OFFICE, end_location=HOME, service_type="Van")
    assert (ride.price, ride.distance_km, ride.duration) == (
        quote["price"],
        quote["distance_km"],
        quote["duration_minutes"],
    )


def test_a_price_follows_from_a_given_distance() -> None:
    assert (planted(distance_km=10, service="Van").price, planted(distance_km=10, price=3).price) == (15.0, 3.0)


def test_a_later_ride_is_as_long_as_an_earlier_one_between_the_same_places() -> None:
    way_back = {"label": "back", "from": OFFICE.upper(), "to": HOME, "at": "18:00"}
    phone = CabPhone(rides=({**WAY, "at": "09:00", "distance_km": 31}, way_back))
    assert phone.ride("back").distance_km == 31


@pytest.mark.parametrize(
    ("seed", "status"),
    [
        ({"at": "-1d 09:00"}, "COMPLETED"),
        ({"at": "+1d 09:00"}, "BOOKED"),
        ({"at": "start"}, "BOOKED"),
        ({"at": "-5m", "duration": 20}, "IN_PROGRESS"),
        ({"at": "-20m", "duration": 20}, "COMPLETED"),
        ({"at": "09:00", "delay": 10}, "DELAYED"),
        ({"at": "-5m", "delay": 10}, "DELAYED"),
        ({"at": "-1d 09:00", "delay": 10}, "COMPLETED"),
    ],
)
def test_the_status_follows_from_the_time(seed: dict[str, Any], status: str) -> None:
    assert planted(**seed).status == status


@pytest.mark.parametrize("status", ["booked", "Arrived at pickup", "CANCELLED"])
def test_a_given_status_is_read_in_any_case(status: str) -> None:
    assert planted(status=status).status == status.upper().replace(" ", "_")


def test_a_delay_at_the_start_is_in_the_history() -> None:
    ride = planted(delay=10)
    assert (ride.delay, ride.delay_history) == (10, (Delay(10, NOW),))
    past = planted(delay=10, at="-1d 09:00")
    assert past.delay_history == (Delay(10, past.pickup_at),)


def test_a_ride_was_booked_an_hour_before_or_at_the_start_at_the_latest() -> None:
    past = planted(at="-1d 09:00")
    assert past.booked_at == past.pickup_at - 3600
    assert planted(at="+1d 09:00").booked_at == NOW


@pytest.mark.parametrize(
    ("seed", "field", "words"),
    [
        ({"from": "  "}, "from", "the place is empty; write a place, such as"),
        ({"to": "x" * 300}, "to", "at most 200 characters"),
        ({"to": HOME.upper()}, "to", "ends where it starts"),
        ({"status": "COMPLETED"}, "status", "begins after the start cannot be COMPLETED"),
        ({"status": "IN_PROGRESS"}, "status", "leave the status out"),
        ({"booked": "08:40"}, "booked", "write an earlier time"),
        ({"at": "-1d 09:00", "booked": "-1d 09:01"}, "booked", "after the start or the pick-up"),
    ],
)
def test_a_seed_that_cannot_be_is_refused(seed: dict[str, Any], field: str, words: str) -> None:
    with pytest.raises(SeedError, match=words) as caught:
        planted(**seed)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "wrong",
    [
        {"service": "Boat"},
        {"status": "LOST"},
        {"status": 3},
        {"price": -1},
        {"price": float("nan")},
        {"price": float("inf")},
        {"distance_km": 0},
        {"distance_km": float("nan")},
        {"duration": 0},
        {"delay": -1},
        {"at": 9},
        {"wheels": 4},
    ],
)
def test_a_seed_of_the_wrong_kind_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        planted(**wrong)


@pytest.mark.parametrize("missing", ["from", "to", "at"])
def test_places_and_time_are_needed(missing: str) -> None:
    seed = {"from": HOME, "to": OFFICE, "at": "09:00"}
    del seed[missing]
    with pytest.raises(ValidationError, match=missing):
        CabPhone(rides=(seed,))


def test_open_rides_must_not_overlap() -> None:
    first = {**WAY, "at": "09:00", "duration": 30}
    second = {"from": OFFICE, "to": STATION, "at": "09:29"}
    with pytest.raises(SeedError, match="2026-03-05 09:00 to 09:30; write another time") as caught:
        CabPhone(rides=(first, second))
    assert caught.value.field == "at"
    assert len(CabPhone(rides=(first, {**second, "at": "09:30"})).rides()) == 2
    assert len(CabPhone(rides=(first, {**second, "status": "CANCELLED"})).rides()) == 2


def test_a_ride_that_is_late_lasts_longer() -> None:
    first = {**WAY, "at": "09:00", "duration": 30, "delay": 20}
    second = {"from": OFFICE, "to": STATION, "at": "09:49"}
    with pytest.raises(SeedError, match="2026-03-05 09:00 to 09:50; write another time"):
        CabPhone(rides=(first, second))
    assert len(CabPhone(rides=(first, {**second, "at": "09:50"})).rides()) == 2
