"""Looking at rides and cancelling them, by tapping and by tool."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.cab import Ride
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.cab_phone import HOME, OFFICE, STATION, CabPhone
from tests.simulator.phone.small_phone import everything


@pytest.fixture
def phone() -> CabPhone:
    return CabPhone()


def ids(phone: CabPhone, *labels: str) -> list[str]:
    return [phone.id(label) for label in labels]


def test_the_first_screen_shows_the_current_ride_and_those_to_come(phone: CabPhone) -> None:
    phone.opens("Cab")
    view = phone.view
    assert (view.current.id, [row.id for row in view.upcoming]) == (phone.id("next"), [phone.id("late")])
    assert (view.open_total, view.total) == (2, 4)
    assert view.places == (HOME, STATION, OFFICE)


def test_the_first_screen_of_a_new_phone_is_empty() -> None:
    phone = CabPhone(rides=())
    phone.opens("Cab")
    assert (phone.view.current, phone.view.upcoming, phone.view.total, phone.view.places) == (None, (), 0, (HOME,))
    assert refused(phone.tries("open_current_ride")) == (
        "not_available: No ride is open. Order one first; past rides are in the history."
    )
    assert phone.taps("get_ride_history") == "There are no rides yet."
    assert phone.view.rows == ()


def test_many_open_rides_are_counted_but_not_all_shown() -> None:
    rides = [{"from": HOME, "to": OFFICE, "at": f"+{day}d 10:00"} for day in range(1, 31)]
    phone = CabPhone(rides=rides)
    phone.opens("Cab")
    assert (len(phone.view.upcoming), phone.view.open_total) == (10, 30)


def test_the_current_ride_opens_with_all_about_it(phone: CabPhone) -> None:
    phone.opens("Cab")
    said = phone.taps("open_current_ride")
    assert said == f"Default from {HOME} to {OFFICE}, pick-up 08:35, 18.20: booked."
    ride = phone.view.ride
    assert (ride.id, ride.status, ride.state, ride.service, ride.seats) == (
        phone.id("next"),
        "BOOKED",
        "Booked",
        "Default",
        4,
    )
    assert (ride.start_location, ride.end_location, ride.price, ride.distance_km) == (HOME, OFFICE, 18.2, 8.4)
    assert (ride.pickup, ride.expected_pickup) == ("2026-03-05 08:35:00", "2026-03-05 08:35:00")
    assert (ride.arrival, ride.minutes, ride.delay) == ("2026-03-05 08:50:00", 15, 0)
    assert (ride.open, ride.cancellable, phone.view.delays) == (True, True, ())


def test_any_ride_opens_from_the_first_screen_and_back_leads_there(phone: CabPhone) -> None:
    phone.looks_at("late")
    assert (phone.stack, phone.view.ride.seats) == (["CabHome", "CabRideDetail"], 6)
    phone.taps("go_back")
    assert phone.stack == ["CabHome"]


def test_an_unknown_ride_is_refused_with_the_way_to_the_list(phone: CabPhone) -> None:
    phone.opens("Cab")
    assert refused(phone.tries("open_ride", ride_id="ride_x")) == (
        "unknown_record: There is no ride with the id 'ride_x'. "
        "Pick one from the list; get_ride_history shows them all."
    )
    phone.taps("get_ride_history")
    assert refused(phone.tries("open_ride", ride_id="")).startswith("unknown_record")
    for name in ("user_cancel_ride", "get_current_ride_status"):
        assert "Cab__get_ride_history lists the rides" in refused(phone.tries_tool(name, ride_id="ride_x"))


def test_the_history_shows_the_newest_ride_first(phone: CabPhone) -> None:
    phone.opens("Cab")
    assert phone.taps("get_ride_history") == "Rides 1 to 4 of 4 are shown."
    assert [row.id for row in phone.view.rows] == ids(phone, "late", "next", "past", "off")
    assert [row.state for row in phone.view.rows] == ["Booked", "Booked", "Completed", "Cancelled"]
    assert [row.open for row in phone.view.rows] == [True, True, False, False]


def test_paging_replaces_the_page(phone: CabPhone) -> None:
    phone.opens("Cab")
    phone.taps("get_ride_history", limit=3)
    assert phone.taps("get_ride_history", offset=3, limit=3) == "Rides 4 to 4 of 4 are shown."
    assert ([row.id for row in phone.view.rows], phone.view.offset, phone.view.total) == (ids(phone, "off"), 3, 4)
    assert phone.stack == ["CabHome", "CabHistory"]
    phone.taps("open_ride", ride_id=phone.id("off"))
    assert phone.stack == ["CabHome", "CabHistory", "CabRideDetail"]
    assert (phone.view.ride.open, phone.view.ride.cancellable) == (False, False)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"offset": 4}, "The list ends after 4 rides. Give a smaller offset."),
        ({"offset": -1}, "The offset is negative. Give 0 for the first page."),
        ({"limit": 0}, "Give 1 to 20."),
        ({"limit": 21}, "Give 1 to 20."),
    ],
)
def test_a_page_that_is_not_there_is_refused(phone: CabPhone, args: dict[str, int], words: str) -> None:
    phone.opens("Cab")
    assert words in refused(phone.tries("get_ride_history", **args))
    phone.taps("get_ride_history")
    assert words in refused(phone.tries("get_ride_history", **args))


def test_the_assistant_reads_the_history_with_the_oldest_first(phone: CabPhone) -> None:
    told = phone.tool("get_ride_history")
    assert [ride["ride_id"] for ride in told["rides"].values()] == ids(phone, "off", "past", "next", "late")
    assert (list(told["rides"]), told["range"], told["total"]) == (["0", "1", "2", "3"], [0, 4], 4)
    page = phone.tool("get_ride_history", offset=1, limit=2)
    assert (list(page["rides"]), page["range"], page["total"]) == (["1", "2"], [1, 3], 4)
    assert phone.tool("get_ride_history_length") == 4


def test_a_ride_is_read_by_its_place_in_the_history(phone: CabPhone) -> None:
    told = phone.tool("get_ride", idx=1)
    assert told == phone.tool("get_ride_history")["rides"]["1"]
    assert (told["ride_id"], told["status"], told["price"]) == (phone.id("past"), "COMPLETED", 17.4)
    assert (told["pickup_time"], told["pickup_weekday"]) == ("2026-03-03 08:30:00", "Tuesday")
    assert phone.tool("get_ride", idx=3)["seats"] == 6


@pytest.mark.parametrize("idx", [-1, 4, 10**30])
def test_a_place_outside_the_history_is_refused(phone: CabPhone, idx: int) -> None:
    said = refused(phone.tries_tool("get_ride", idx=idx))
    assert said == "unknown_record: The history has no ride at this place. Give 0 to 3."


def test_a_history_without_rides_says_so() -> None:
    assert "There are no rides yet" in refused(CabPhone(rides=()).tries_tool("get_ride", idx=0))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"offset": -1}, "Give 0 for the first page."),
        ({"offset": 4}, "The list ends after 4 rides."),
        ({"offset": 10**12}, "The list ends after 4 rides."),
        ({"limit": 0}, "Give 1 to 100."),
        ({"limit": 101}, "Give 1 to 100."),
    ],
)
def test_the_assistant_is_told_which_pages_there_can_be(phone: CabPhone, args: dict[str, int], words: str) -> None:
    assert words in refused(phone.tries_tool("get_ride_history", **args))


def test_rides_at_the_same_time_are_ordered_by_their_ids() -> None:
    rides = [{"from": HOME, "to": f"Stop {n}", "at": "-1d 10:00", "status": "CANCELLED"} for n in range(6)]
    told = CabPhone(rides=rides).tool("get_ride_history")["rides"].values()
    found = [ride["ride_id"] for ride in told]
    assert found == sorted(found)


def test_the_status_of_the_current_ride_names_the_other_open_ones(phone: CabPhone) -> None:
    told = phone.tool("get_current_ride_status")
    assert (told["ride_id"], told["status"], told["other_open_rides"]) == (
        phone.id("next"),
        "BOOKED",
        ids(phone, "late"),
    )
    other = phone.tool("get_current_ride_status", ride_id=phone.id("late"))
    assert (other["ride_id"], other["other_open_rides"]) == (phone.id("late"), ids(phone, "next"))
    assert phone.tool("get_current_ride_status", ride_id=phone.id("past"))["status"] == "COMPLETED"


def test_reading_changes_nothing(phone: CabPhone) -> None:
    before = everything(phone.world)
    phone.tool("get_current_ride_status")
    phone.tool("get_ride", idx=0)
    phone.tool("get_ride_history")
    phone.tool("get_ride_history_length")
    assert everything(phone.world) == before


def test_looking_changes_no_ride(phone: CabPhone) -> None:
    before = dict(phone.world.store.all(Ride))
    phone.opens("Cab")
    phone.taps("get_ride_history")
    phone.taps("open_ride", ride_id=phone.id("next"))
    assert dict(phone.world.store.all(Ride)) == before


def test_the_user_cancels_a_ride_and_is_back_at_the_first_screen(phone: CabPhone) -> None:
    phone.opens("Cab")
    phone.taps("get_ride_history")
    phone.taps("open_ride", ride_id=phone.id("next"))
    assert phone.taps("cancel_ride") == f"The ride to {OFFICE} at 08:35 is cancelled."
    assert (phone.ride("next").status, phone.stack) == ("CANCELLED", ["CabHome"])
    assert phone.view.current.id == phone.id("late")


def test_the_assistant_cancels_the_only_open_ride_without_naming_it(phone: CabPhone) -> None:
    phone.tool("user_cancel_ride", ride_id=phone.id("late"))
    said = phone.tool("user_cancel_ride")
    assert said == f"The ride {phone.id('next')} to {OFFICE} on Thursday 2026-03-05 08:35 is cancelled."
    assert [ride.status for ride in phone.rides()] == ["CANCELLED", "COMPLETED", "CANCELLED", "CANCELLED"]
    assert refused(phone.tries_tool("user_cancel_ride")).startswith("not_available: No ride is open.")
    assert refused(phone.tries_tool("get_current_ride_status")).startswith("not_available: No ride is open.")


def test_of_several_open_rides_one_must_be_named(phone: CabPhone) -> None:
    before = phone.world.state_hash()
    assert refused(phone.tries_tool("user_cancel_ride")) == (
        f"bad_argument: 2 rides are open: {phone.id('next')} on Thursday 2026-03-05 08:35 to {OFFICE}; "
        f"{phone.id('late')} on Friday 2026-03-06 18:00 to {STATION}. "
        "Say which one with ride_id. Cab__get_ride_history lists the rides with their ids."
    )
    assert phone.world.state_hash() == before


@pytest.mark.parametrize(
    ("count", "words"), [(8, " and 3 more. Say which"), (5, "10:00 to Long Lane Long Lane .... Say which")]
)
def test_of_very_many_open_rides_only_some_are_named(count: int, words: str) -> None:
    rides = [{"from": HOME, "to": "Long Lane " * 15, "at": f"+{day + 1}d 10:00"} for day in range(count)]
    said = refused(CabPhone(rides=rides).tries_tool("user_cancel_ride"))
    assert words in said


@pytest.mark.parametrize("status", ["DELAYED", "ARRIVED_AT_PICKUP"])
def test_a_ride_that_has_not_begun_can_be_cancelled(phone: CabPhone, status: str) -> None:
    phone.world_does("update_ride_status", status=status, message="Hello")
    phone.tool("user_cancel_ride", ride_id=phone.id("next"))
    assert (phone.ride("next").status, phone.ride("next").note) == ("CANCELLED", "Hello")


def test_a_ride_that_is_under_way_cannot_be_cancelled(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="IN_PROGRESS")
    before = phone.world.state_hash()
    said = refused(phone.tries_tool("user_cancel_ride", ride_id=phone.id("next")))
    assert said == (
        f"not_available: The ride {phone.id('next')} is under way and can no longer be cancelled. "
        "It is over when it arrives."
    )
    assert phone.world.state_hash() == before
    phone.looks_at("next")
    assert not phone.view.ride.cancellable
    assert "under way" in refused(phone.tries("cancel_ride"))
    assert phone.stack == ["CabHome", "CabRideDetail"]


@pytest.mark.parametrize(("label", "state"), [("past", "completed"), ("off", "cancelled")])
def test_a_ride_that_is_over_cannot_be_cancelled(phone: CabPhone, label: str, state: str) -> None:
    said = refused(phone.tries_tool("user_cancel_ride", ride_id=phone.id(label)))
    assert f"is {state} already. Only a ride that has not begun can be cancelled." in said
    phone.looks_at(label)
    assert f"is {state} already" in refused(phone.tries("cancel_ride"))


def test_cancelling_tells_nobody(phone: CabPhone) -> None:
    phone.tool("user_cancel_ride", ride_id=phone.id("next"))
    assert phone.told("user") == phone.told("assistant") == []


def test_a_ride_that_is_gone_shows_as_gone(phone: CabPhone) -> None:
    phone.looks_at("next")
    phone.world.store.drop(Ride, phone.id("next"))
    phone.world.store.commit()
    assert phone.view.text == "This ride is no longer there."
    assert refused(phone.tries("cancel_ride")).startswith("unknown_record")


def test_a_page_of_the_history_survives_the_loss_of_its_rides(phone: CabPhone) -> None:
    phone.opens("Cab")
    phone.taps("get_ride_history", offset=3)
    phone.world.store.drop(Ride, phone.id("off"))
    phone.world.store.commit()
    assert (len(phone.view.rows), phone.view.offset, phone.view.total) == (3, 0, 3)


def test_a_long_history_is_paged_to_its_end() -> None:
    rides: list[dict[str, Any]] = [
        {"from": HOME, "to": f"Stop {number}", "at": f"-{number}h", "status": "CANCELLED"} for number in range(1, 301)
    ]
    phone = CabPhone(rides=rides)
    phone.opens("Cab")
    phone.taps("get_ride_history")
    shown = [row.end_location for row in phone.view.rows]
    phone.taps("get_ride_history", offset=290)
    assert (shown[0], phone.view.rows[-1].end_location) == ("Stop 1", "Stop 300")
    assert len(phone.view.rows) == 10
