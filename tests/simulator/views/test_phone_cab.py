"""The cab on the phone: trips while they are typed, maps, prices, and rides in each of their states."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from simulator.phone.apps.cab.town_map import TOWNS, town_of
from simulator.rendering.phone_html import render_phone
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.tap_highlight import UserTap
from tests.markup import one_line
from tests.simulator.showing.room import picture_in, rooms_of
from tests.simulator.views.phone_html import PhoneHtml

ROOMS = {room.name: room for room in rooms_of("cab")}
RIDES = [name for name in ROOMS if name.startswith("ride")]


def picture(name: str) -> PhonePicture:
    return picture_in(ROOMS[name])


def html(name: str, tapped: UserTap | None = None) -> str:
    return one_line(render_phone(picture(name), tapped))


def text(name: str, tapped: UserTap | None = None) -> str:
    return PhoneHtml(html(name, tapped)).text


def test_a_trip_that_is_typed_stands_in_its_fields() -> None:
    shown = html("typing a trip", ROOMS["typing a trip"].tapped)
    assert 'data-typed="start_location" placeholder="From where?" value="Mill Lane 40"' in shown
    assert 'placeholder="As soon as possible" value="Fri 15 May, 09:30"' in shown
    assert shown.count("ph-chip--on") == 1, "only the place that is on a chip"


def test_prices_have_two_decimals_and_no_currency() -> None:
    for name in ROOMS:
        assert not set("€$£") & set(text(name))
    assert "16.80" in text("history")
    assert "Order ride, 11.20" in text("quote")


def test_a_quotation_says_why_it_cannot_be_ordered() -> None:
    shown = html("quote that cannot be ordered")
    assert "Another ride takes place at that time" in shown
    assert 'aria-disabled="true" data-tap="order_ride"' in shown
    assert "aria-disabled" not in html("quote")


def test_services_say_when_the_time_has_passed() -> None:
    assert "This trip is not possible" in text("services for a past time")


@pytest.mark.parametrize(
    ("room", "present"),
    [
        ("ride", "Booked"),
        ("ride, delayed", "Delayed by 6 min"),
        ("ride, at the pick-up", "At the pick-up"),
        ("ride, in progress", "Under way"),
        ("ride, cancelled", "Cancelled"),
    ],
)
def test_a_ride_has_one_present_stage(room: str, present: str) -> None:
    stages = html(room).split('aria-current="step">')
    assert len(stages) == 2
    assert stages[1].startswith(f"<span>{present}</span>")


def test_a_ride_that_is_over_has_no_present_stage() -> None:
    assert "aria-current" not in html("ride, completed")


def test_a_delay_shows_both_times() -> None:
    shown = html("ride, delayed")
    assert '<s class="ph-soft">17:58</s> 18:04' in shown
    assert "Road works on Fen Bridge, I am on a detour." in shown


@pytest.mark.parametrize("room", RIDES)
def test_only_a_ride_that_has_not_begun_can_be_cancelled(room: str) -> None:
    shown = html(room)
    assert ("Cancel ride" in shown) == picture(room).view.ride.cancellable  # type: ignore[attr-defined]
    assert ("aria-disabled" in shown) == ("Can no longer be cancelled" in shown)


@pytest.mark.parametrize(
    ("room", "cars"),
    [
        ("ride", 1),
        ("ride, at the pick-up", 1),
        ("ride, in progress", 1),
        ("ride, completed", 0),
        ("ride, cancelled", 0),
        ("ride, long names", 0),
        ("services", 0),
    ],
)
def test_the_map_shows_a_car_only_when_one_may_be_near(room: str, cars: int) -> None:
    assert html(room).count("ph-map__car") == cars


def test_a_map_says_that_it_is_a_sketch_and_names_both_places() -> None:
    shown = html("services")
    assert "Sketch, not a real map: the route from Mill Lane 40 to Alder Court, gate on Fen Road" in shown


def test_long_places_are_cut_on_the_map_but_not_beside_it() -> None:
    shown = text("ride, long names")
    assert "Assembly room ab…" in shown
    assert "entrance through the yard, then up the stairs on the left" in shown


@pytest.mark.parametrize("odd", [None, 7, 2.5, True, ["a"], {"b": 1}, "", "  ", "<i>"])
def test_taps_with_arguments_of_any_kind_are_shown(odd: Any) -> None:
    for name, action, args in (
        ("first screen", "list_rides", {"start_location": odd, "end_location": odd, "ride_time": odd}),
        ("first screen", "get_ride_history", {"offset": odd, "limit": odd}),
        ("services", "get_quotation", {"service_type": odd}),
        ("history", "open_ride", {"ride_id": odd}),
    ):
        found = PhoneHtml(html(name, UserTap(action, args)))
        assert found.problems == []
        assert found.rings == (not found.unseen)


def test_a_phone_without_rides_says_what_to_do() -> None:
    first = picture("first screen")
    bare = msgspec.structs.replace(first.view, current=None, upcoming=(), open_total=0, total=0)
    shown = one_line(render_phone(msgspec.structs.replace(first, view=bare)))
    assert "Enter a start and a destination to see prices." in shown
    past = msgspec.structs.replace(bare, total=1)
    shown = one_line(render_phone(msgspec.structs.replace(first, view=past)))
    assert "Your history has 1 past ride." in shown


def test_the_way_back_is_on_the_same_map() -> None:
    there, back = town_of("Mill Lane 40", "Saffron House"), town_of(" saffron house", "MILL LANE 40")
    assert there[0] is back[0]
    assert there[1] != back[1]
    assert {id(town_of("Mill Lane 40", f"Street {number}")[0]) for number in range(40)} == {id(one) for one in TOWNS}
