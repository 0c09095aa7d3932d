"""What a ride costs and takes: the same question has the same answer, and asking changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simulator.phone.apps.cab.distances import distance_of, pair_of
from simulator.phone.apps.cab.quotations import duration_of
from simulator.phone.apps.cab.records import SERVICES
from simulator.phone.search_text import folded_words
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.cab_phone import AT_NINE, HOME, OFFICE, STATION, CabPhone
from tests.simulator.phone.small_phone import NOW, everything

HARBOUR, MILL = "Harbour Street 12", "Mill Lane 3"


@pytest.fixture
def phone() -> CabPhone:
    return CabPhone()


def quote(phone: CabPhone, start: str = HARBOUR, end: str = MILL, service: str = "Default", **args: Any) -> Any:
    return phone.tool("get_quotation", start_location=start, end_location=end, service_type=service, **args)


def test_a_quotation_tells_all_about_the_ride(phone: CabPhone) -> None:
    told = quote(phone)
    distance, waiting = told["distance_km"], told["waiting_minutes"]
    assert (told["service_type"], told["seats"]) == ("Default", 4)
    assert (told["start_location"], told["end_location"]) == (HARBOUR, MILL)
    assert told["price"] == round(distance, 2)
    assert 6 <= waiting <= 10
    assert told["pickup_time"] == phone.world.show(NOW + waiting * 60)
    assert told["expected_arrival"] == phone.world.show(NOW + (waiting + told["duration_minutes"]) * 60)


def test_nothing_changes_by_asking_and_the_answer_stays(phone: CabPhone) -> None:
    before = everything(phone.world)
    first = [quote(phone), phone.tool("list_rides", start_location=HARBOUR, end_location=MILL)]
    again = [quote(phone), phone.tool("list_rides", start_location=HARBOUR, end_location=MILL)]
    assert first == again
    assert everything(phone.world) == before


def test_the_answer_does_not_depend_on_the_hour_or_the_phone(phone: CabPhone) -> None:
    later = CabPhone(rides=(), now=NOW + 5 * 3600)
    for field in ("price", "distance_km", "duration_minutes", "waiting_minutes"):
        assert quote(phone)[field] == quote(later)[field]


def test_these_places_are_as_far_apart_in_every_version() -> None:
    told = quote(CabPhone(rides=()))
    assert (told["distance_km"], told["duration_minutes"], told["waiting_minutes"]) == (6.0, 15, 8)


def test_two_numbers_of_one_street_are_near_each_other(phone: CabPhone) -> None:
    assert quote(phone, "Harbour Street 12", "harbour street 40")["distance_km"] <= 1.5
    assert quote(phone, "Harbour Street 12", "Harbour Lane 12")["distance_km"] >= 5


def test_a_ride_on_the_phone_says_how_far_it_is_both_ways(phone: CabPhone) -> None:
    assert quote(phone, HOME, OFFICE)["distance_km"] == 8.4
    assert quote(phone, "  rue  erasme 9", HOME.upper())["distance_km"] == 8.4


def test_the_earliest_ride_says_how_far_it_is() -> None:
    way = {"from": HARBOUR, "to": MILL}
    phone = CabPhone(rides=({**way, "at": "-1d 10:00", "distance_km": 7}, {**way, "at": "-3d 10:00", "distance_km": 9}))
    assert quote(phone)["distance_km"] == 9


def test_ordering_a_ride_leaves_the_answers_as_they_were(phone: CabPhone) -> None:
    before = quote(phone, service="Van", ride_time="2026-03-07 10:00")
    phone.tool(
        "order_ride", start_location=HARBOUR, end_location=MILL, service_type="Premium", ride_time="2026-03-06 10:00"
    )
    assert quote(phone, service="Van", ride_time="2026-03-07 10:00") == before


def test_the_services_differ_in_price_seats_and_waiting(phone: CabPhone) -> None:
    rows = phone.tool("list_rides", start_location=HOME, end_location=OFFICE)
    assert [(row["service_type"], row["price"], row["seats"]) for row in rows] == [
        ("Default", 8.4, 4),
        ("Premium", 16.8, 4),
        ("Van", 12.6, 6),
    ]
    for row in rows:
        base = SERVICES[row["service_type"]].base_delay
        assert base + 1 <= row["waiting_minutes"] <= base + 5
    assert len({row["duration_minutes"] for row in rows}) == 1


def test_a_given_time_is_the_time_of_the_pick_up(phone: CabPhone) -> None:
    told = quote(phone, ride_time="2026-03-05 09:00")
    assert (told["pickup_time"], told["pickup_weekday"]) == (AT_NINE, "Thursday")
    assert "waiting_minutes" not in told


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"start_location": " "}, "start_location: the place is empty"),
        ({"end_location": "--"}, "end_location: the place is empty. Write a place, such as Harbour Street 12."),
        ({"end_location": "x" * 201}, "at most 200 characters"),
        ({"end_location": "HARBOUR  street 12"}, "Give two different places"),
        ({"ride_time": "2026-03-05 08:21"}, "has passed; it is 2026-03-05 08:22:00. Give a later time, or none"),
        ({"ride_time": "soon"}, "ride_time: 'soon' is not a local time"),
        ({"ride_time": ""}, "is not a local time"),
        ({"service_type": "Boat"}, "'Default', 'Premium' or 'Van'"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(phone: CabPhone, args: dict[str, str], words: str) -> None:
    asked = {"start_location": HARBOUR, "end_location": MILL, "service_type": "Default", **args}
    for name in ("get_quotation", "order_ride"):
        said = refused(phone.tries_tool(name, **asked))
        assert said.startswith("bad_argument: ")
        assert words in said


def test_a_ride_that_is_too_far_is_refused_with_the_limit() -> None:
    phone = CabPhone(rides=({"from": HARBOUR, "to": MILL, "at": "-1d 10:00", "distance_km": 31.5},))
    way = {"start_location": MILL, "end_location": HARBOUR}
    said = [
        refused(phone.tries_tool("get_quotation", service_type="Van", **way)),
        refused(phone.tries_tool("order_ride", service_type="Van", **way)),
        refused(phone.tries_tool("list_rides", **way)),
    ]
    phone.opens("Cab")
    said.append(refused(phone.tries("list_rides", **way)))
    assert phone.stack == ["CabHome"]
    for words in said:
        assert words.startswith("not_available: This is a ride of 31.5 km")
        assert "goes 25 km at most. Choose places that are closer" in words


def test_just_the_limit_is_not_too_far() -> None:
    phone = CabPhone(rides=({"from": HARBOUR, "to": MILL, "at": "-1d 10:00", "distance_km": 25},))
    assert quote(phone, service="Premium")["price"] == 50.0


ENDS = ("Harbour Street 12", "Mill Lane 3", "Airport", "Old Pool")
PLACES = st.sampled_from([*ENDS, "Harbour Street 40", "Mill Lane 9", "Home Row 1", "Home Row 7", "Market", "12"])


@given(
    st.dictionaries(st.sampled_from(ENDS), st.integers(20, 300)), st.lists(PLACES, min_size=3, max_size=3, unique=True)
)
@example({"Harbour Street 12": 83}, ["Home Row 1", "Harbour Street 12", "Harbour Street 40"])
def test_no_way_around_is_shorter_than_the_way_itself(lengths: dict[str, int], places: list[str]) -> None:
    # Rides from one place cannot contradict each other.
    rides = tuple(
        {"from": "Home Row 1", "to": end, "at": f"-{number}d 10:00", "distance_km": length / 10}
        for number, (end, length) in enumerate(lengths.items(), start=1)
    )
    store = CabPhone(rides=rides).world.store
    one, other, between = places
    around = distance_of(store, pair_of(one, between)) + distance_of(store, pair_of(between, other))
    assert distance_of(store, pair_of(one, other)) <= round(around, 1)


def test_a_booking_changes_no_distance() -> None:
    phone = CabPhone(rides=({"from": HARBOUR, "to": MILL, "at": "-1d 10:00", "distance_km": 21.3},))
    ways = [("Airport", MILL), ("Airport", HARBOUR), ("Airport", "Old Pool"), ("Old Pool", MILL)]
    before = [quote(phone, *way)["distance_km"] for way in ways]
    booked = phone.tool("order_ride", start_location="Airport", end_location=MILL, service_type="Default")
    assert booked["confirmation"].startswith(f"Ride {booked['ride_id']} is booked: Default from Airport to {MILL}, ")
    assert [quote(phone, *way)["distance_km"] for way in ways] == before


@given(st.text(min_size=1), st.text(min_size=1))
def test_any_two_places_have_one_distance_whichever_comes_first(one: str, other: str) -> None:
    store = EMPTY.world.store
    distance = distance_of(store, pair_of(one, other))
    assert distance == distance_of(store, pair_of(f" {other.upper()}" if other.isascii() else other, one))
    assert 0.3 <= distance <= 20.0
    assert round(distance, 1) == distance
    assert round(distance * 1.2) <= duration_of(distance, pair_of(one, other)) <= round(distance * 1.2) + 9


@given(st.text())
def test_folding_a_place_twice_is_folding_it_once(place: str) -> None:
    assert folded_words(folded_words(place)) == folded_words(place)


@pytest.mark.parametrize("spelling", ["RUE ÉRASME 9", "rue erasme 9", " Rue\tE\u0301rasme  9\n"])
def test_case_accents_and_spaces_make_no_other_place(spelling: str) -> None:
    assert folded_words(spelling) == folded_words(OFFICE) != folded_words(STATION)


EMPTY = CabPhone(rides=())
