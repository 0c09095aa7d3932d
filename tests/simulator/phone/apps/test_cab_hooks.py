"""What the cab app tells the rest of the phone, and properties that hold whatever happens."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.apps.cab import Cab, Ride
from simulator.phone.apps.cab.records import OPEN
from simulator.phone.apps.cab.screens import CabHome, CabRideDetail
from simulator.phone.graph import state_graph, unreachable
from simulator.phone.registry import all_apps
from simulator.phone.store import Patch, patch_of
from tests.simulator.phone.apps.cab_phone import HOME, OFFICE, STATION, CabPhone
from tests.simulator.phone.small_phone import NOW

APP = Cab()


@pytest.fixture
def phone() -> CabPhone:
    return CabPhone()


def test_the_app_is_found_and_all_its_screens_can_be_reached() -> None:
    assert isinstance(all_apps()["cab"], Cab)
    assert unreachable(APP) == []
    assert state_graph(APP).root == "CabHome"


def test_a_ride_is_shown_above_the_first_screen(phone: CabPhone) -> None:
    assert APP.landing(phone.world, phone.ride("late")) == (CabHome(), CabRideDetail(ride_id=phone.id("late")))


def test_a_ride_tells_its_reader_everything_in_it(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", message="Flat tyre.", delay_minutes=7)
    ride = phone.ride("next")
    text = APP.readable(phone.world.store, ride)
    for part in (ride.id, HOME, OFFICE, "Default", "4 seats", "18.20", "8.4 km", "15 min", "Flat tyre."):
        assert part in text
    assert "DELAYED Delayed by 7 min" in text
    assert str(ride.pickup_at) in text


def test_a_cancelled_ride_is_still_there_and_no_message(phone: CabPhone) -> None:
    phone.tool("user_cancel_ride", ride_id=phone.id("next"))
    ride = phone.ride("next")
    assert not APP.gone(ride)
    assert APP.outgoing(phone.world.store, ride) is None
    assert not APP.harmless(phone.world.store, None, ride)


def test_unasked_writes_spare_what_they_must_and_work(phone: CabPhone) -> None:
    spared = frozenset({phone.id("next")})
    meddlings = list(APP.meddlings(phone.world, spared))
    assert [meddling.tool for meddling in meddlings] == ["user_cancel_ride", "order_ride"]
    for meddling in meddlings:
        phone = CabPhone()
        before = dict(phone.world.store.all(Ride))
        phone.tool(meddling.tool, **meddling.args)
        touched = [key for key, ride in phone.world.store.all(Ride).items() if before.get(key) != ride]
        assert len(touched) == 1
        assert not spared & set(touched)


def test_an_unasked_ride_finds_a_day_on_which_nothing_is_in_its_way() -> None:
    rides = [{"from": HOME, "to": OFFICE, "at": f"+{day}d 09:15", "duration": 60} for day in range(45, 48)]
    phone = CabPhone(rides=rides)
    (meddling,) = APP.meddlings(phone.world, frozenset(ride.id for ride in phone.rides()))
    assert meddling.args["ride_time"] == phone.world.show(NOW + 48 * 86_400)
    assert phone.tool(meddling.tool, **meddling.args)["status"] == "BOOKED"


def test_a_ride_under_way_is_not_meddled_with(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="IN_PROGRESS")
    cancelled = [m.args["ride_id"] for m in APP.meddlings(phone.world, frozenset()) if m.tool == "user_cancel_ride"]
    assert cancelled == [phone.id("late")]


def test_a_ride_can_be_written_down_and_read_back(phone: CabPhone) -> None:
    twin = phone.world.copy()
    done = phone.tries_world("update_ride_status", status="DELAYED", message="Wait.", delay_minutes=7)
    patches = [patch_of(change) for change in done.changes]
    twin.store.apply(msgspec.json.decode(msgspec.json.encode(patches), type=list[Patch]))
    assert twin.state_hash() == phone.world.state_hash()


PLACES = (HOME, OFFICE, STATION, "Mill Lane 3")
acts = st.one_of(
    st.tuples(
        st.just("order"), st.sampled_from(PLACES), st.sampled_from(PLACES), st.sampled_from((None, *range(0, 180, 7)))
    ),
    st.tuples(st.just("cancel"), st.integers(0, 5)),
    st.tuples(st.just("update"), st.sampled_from(("DELAYED", "IN_PROGRESS", "ARRIVED_AT_PICKUP")), st.integers(0, 30)),
    st.tuples(st.just("end")),
)


def act(phone: CabPhone, kind: str, *args: Any) -> None:
    if kind == "order":
        start, end, minutes = args
        phone.orders(start, end, time=None if minutes is None else phone.world.show(NOW + minutes * 60))
    elif kind == "cancel":
        rides = phone.rides()
        phone.tries_tool("user_cancel_ride", ride_id=rides[args[0] % len(rides)].id if rides else None)
    elif kind == "update":
        phone.tries_world("update_ride_status", status=args[0], delay_minutes=args[1])
    else:
        phone.tries_world("end_ride")


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=12))
def test_open_rides_never_overlap_and_agreed_times_never_move(steps: list[tuple[Any, ...]]) -> None:
    phone = CabPhone()
    agreed: dict[str, int] = {}
    for step in steps:
        act(phone, *step)
        rides = phone.rides()
        opened = [ride for ride in rides if ride.status in OPEN]
        assert all(one.ends_at <= other.pickup_at for one, other in pairwise(opened))
        assert all(agreed.setdefault(ride.id, ride.pickup_at) == ride.pickup_at for ride in rides)
        assert all(ride.delay == (ride.delay_history[-1].delay if ride.delay_history else 0) for ride in rides)
        assert phone.tool("get_ride_history_length") == len(agreed) == len(rides)
