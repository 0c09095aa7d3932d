"""What drivers do to a ride, and what both sides are told of it."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.cab.records import Delay
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.cab_phone import HOME, OFFICE, STATION, CabPhone
from tests.simulator.phone.small_phone import NOW

WHY = "Accident on the bridge, the pick-up moves."


@pytest.fixture
def phone() -> CabPhone:
    return CabPhone()


def test_a_delay_is_kept_and_shifts_what_is_expected(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", message=WHY, delay_minutes=25)
    ride = phone.ride("next")
    assert (ride.status, ride.delay, ride.delay_history, ride.note) == ("DELAYED", 25, (Delay(25, NOW),), WHY)
    assert phone.world.show(ride.pickup_at) == "2026-03-05 08:35:00"
    phone.looks_at("next")
    shown = phone.view.ride
    assert (shown.state, shown.delay, shown.note) == ("Delayed by 25 min", 25, WHY)
    assert (shown.pickup, shown.expected_pickup) == ("2026-03-05 08:35:00", "2026-03-05 09:00:00")
    assert shown.arrival == "2026-03-05 09:15:00"


def test_delays_add_up_and_all_are_remembered(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", delay_minutes=5)
    phone.world.now += 60
    phone.world_does("update_ride_status", status="DELAYED", delay_minutes=10)
    assert (phone.ride("next").delay, phone.ride("next").delay_history) == (15, (Delay(5, NOW), Delay(15, NOW + 60)))
    told = phone.tool("get_current_ride_status")
    assert told["delay_minutes"] == 15
    assert told["delay_history"] == [
        {"delay_minutes": 5, "time": "2026-03-05 08:22:00"},
        {"delay_minutes": 15, "time": "2026-03-05 08:23:00"},
    ]
    assert (told["expected_pickup"], told["expected_arrival"]) == ("2026-03-05 08:50:00", "2026-03-05 09:05:00")
    phone.looks_at("next")
    assert [(row.at, row.delay) for row in phone.view.delays] == [
        ("2026-03-05 08:22:00", 5),
        ("2026-03-05 08:23:00", 15),
    ]


def test_both_sides_are_told_of_a_delay(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", message=WHY, delay_minutes=25)
    (shown,), (told,) = phone.told("user"), phone.told("assistant")
    assert (shown.kind, shown.title) == ("ride_status", "Your cab is delayed")
    assert shown.text == f"Delayed by 25 min. {HOME} to {OFFICE}, pick-up now 09:00. Accident on the brid..."
    assert told.text == (
        f"Ride {phone.id('next')} is DELAYED: Default from {HOME} to {OFFICE}, "
        "agreed pick-up Thursday 2026-03-05 08:35, 25 min late, expected pick-up Thursday 2026-03-05 09:00, "
        f"expected arrival Thursday 2026-03-05 09:15, price 18.20. Message: {WHY}"
    )
    assert shown.about == told.about == ("cab.ride", phone.id("next"))


@pytest.mark.parametrize(
    ("status", "title", "text"),
    [
        ("DELAYED", "Your cab is delayed", f"Delayed by 6 min. {HOME} to {OFFICE}, pick-up now 08:41."),
        ("ARRIVED_AT_PICKUP", "Your cab is at the pick-up", f"{HOME} to {OFFICE}, pick-up 08:35."),
        ("IN_PROGRESS", "Your ride is under way", f"{HOME} to {OFFICE}, arrival 08:50."),
    ],
)
def test_every_status_is_told_also_without_a_message(phone: CabPhone, status: str, title: str, text: str) -> None:
    assert phone.world_does("update_ride_status", status=status) == f"The ride {phone.id('next')} is now {status}."
    (shown,), (told,) = phone.told("user"), phone.told("assistant")
    assert (shown.title, shown.text) == (title, text)
    assert told.text.startswith(f"Ride {phone.id('next')} is {status}: ")
    assert "Message" not in told.text
    assert phone.ride("next").status == status


def test_the_driver_s_last_message_stays_until_the_next_one(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", message=f" {WHY} ")
    phone.world_does("update_ride_status", status="ARRIVED_AT_PICKUP", message="  ")
    assert phone.ride("next").note == WHY
    assert "Message" not in phone.texts("assistant")[-1]
    phone.world_does("update_ride_status", status="ARRIVED_AT_PICKUP", message="At the gate.")
    assert phone.ride("next").note == "At the gate."


def test_a_hold_up_on_the_way_makes_the_arrival_later(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="IN_PROGRESS")
    phone.world_does("update_ride_status", status="IN_PROGRESS", delay_minutes=12)
    assert phone.texts("user")[-1] == f"{HOME} to {OFFICE}, arrival 09:02."
    phone.looks_at("next")
    assert phone.view.ride.state == "Under way, 12 min late"


def test_a_driver_cancels_with_an_apology(phone: CabPhone) -> None:
    phone.world_does("cancel_ride")
    ride = phone.ride("next")
    assert (ride.status, ride.note) == ("CANCELLED", "Sorry, I cannot take this ride.")
    (shown,), (told,) = phone.told("user"), phone.told("assistant")
    assert (shown.kind, shown.title) == ("ride_cancelled", "The driver cancelled your ride")
    assert shown.text == f"{HOME} to {OFFICE}, pick-up 08:35. Sorry, I cannot take..."
    assert told.text == (
        f"Ride {ride.id} is cancelled by the driver: Default from {HOME} to {OFFICE}, "
        "agreed pick-up Thursday 2026-03-05 08:35, price 18.20. Message: Sorry, I cannot take this ride."
    )


def test_a_driver_cancels_with_words_of_their_own(phone: CabPhone) -> None:
    phone.world_does("cancel_ride", who_cancel="driver", message="Flat tyre.")
    assert phone.ride("next").note == "Flat tyre."
    assert phone.texts("user")[0].endswith("pick-up 08:35. Flat tyre.")


def test_a_ride_cancelled_on_the_user_s_own_call_is_told_as_such(phone: CabPhone) -> None:
    phone.world_does("cancel_ride", who_cancel="user", message="By phone.")
    (shown,), (told,) = phone.told("user"), phone.told("assistant")
    assert (shown.title, phone.ride("next").note) == ("You cancelled your ride", "")
    assert "cancelled by the user" in told.text
    assert told.text.endswith("Message: By phone.")


def test_a_ride_ends(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="IN_PROGRESS")
    phone.world_does("end_ride")
    assert phone.ride("next").status == "COMPLETED"
    shown, told = phone.told("user")[-1], phone.told("assistant")[-1]
    assert (shown.kind, shown.title) == ("ride_ended", "Your ride is completed")
    assert shown.text == f"{HOME} to {OFFICE}, pick-up 08:35."
    assert told.text.startswith(f"Ride {phone.id('next')} is COMPLETED: ")


def test_what_happens_to_no_ride_in_particular_happens_to_the_current_one(phone: CabPhone) -> None:
    phone.world_does("end_ride")
    phone.world_does("cancel_ride")
    assert [phone.ride(label).status for label in ("next", "late")] == ["COMPLETED", "CANCELLED"]


@pytest.mark.parametrize(
    ("name", "args", "status"),
    [
        ("cancel_ride", {}, "CANCELLED"),
        ("end_ride", {}, "COMPLETED"),
        ("update_ride_status", {"status": "DELAYED"}, "DELAYED"),
    ],
)
def test_any_open_ride_can_be_named(phone: CabPhone, name: str, args: dict[str, Any], status: str) -> None:
    phone.world_does(name, ride_id=phone.id("late"), **args)
    assert (phone.ride("late").status, phone.ride("next").status) == (status, "BOOKED")
    assert f"{OFFICE} to {STATION}" in phone.texts("user")[0]
    assert "Friday 2026-03-06 18:" in phone.texts("user")[0]


def test_a_driver_who_does_not_say_by_how_much_is_some_minutes_late(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED")
    ride = phone.ride("next")
    assert 5 <= ride.delay <= 15
    assert [entry.delay for entry in ride.delay_history] == [ride.delay]
    phone.world_does("update_ride_status", status="DELAYED", message="Sorry again.")
    assert phone.ride("next").delay == ride.delay


def test_a_car_at_the_pick_up_cannot_be_late_for_it(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="ARRIVED_AT_PICKUP")
    assert "is at the pick-up" in refused(phone.tries_world("update_ride_status", status="DELAYED"))


def test_a_ride_long_past_does_not_hide_the_next_one(phone: CabPhone) -> None:
    phone.world.now = phone.ride("next").expected_arrival + 60
    assert phone.tool("get_current_ride_status")["ride_id"] == phone.id("late")


@pytest.mark.parametrize(
    ("name", "args", "words"),
    [
        ("cancel_ride", {"who_cancel": "dog"}, "'driver' or 'user'"),
        ("cancel_ride", {"ride_id": "ride_x"}, "unknown_record"),
        ("cancel_ride", {"ride_id": "past"}, "is completed already. Name a ride that is open."),
        ("end_ride", {"ride_id": "off"}, "is cancelled already"),
        ("update_ride_status", {"status": "BOOKED"}, "'DELAYED', 'IN_PROGRESS' or 'ARRIVED_AT_PICKUP'"),
        ("update_ride_status", {"status": "DELAYED", "delay_minutes": -1}, "Give 0 to 1440."),
        ("update_ride_status", {"status": "DELAYED", "delay_minutes": 10**15}, "Give 0 to 1440."),
        ("update_ride_status", {}, "needs the argument 'status'"),
    ],
)
def test_a_failed_event_changes_nothing_and_tells_nobody(
    phone: CabPhone, name: str, args: dict[str, Any], words: str
) -> None:
    if args.get("ride_id") in phone.plot.labels:
        args = {**args, "ride_id": phone.id(args["ride_id"])}
    before = phone.world.state_hash()
    assert words in refused(phone.tries_world(name, **args))
    assert phone.world.state_hash() == before
    assert phone.told("user") == phone.told("assistant") == []


@pytest.mark.parametrize(
    ("name", "args"), [("cancel_ride", {}), ("end_ride", {}), ("update_ride_status", {"status": "DELAYED"})]
)
def test_without_an_open_ride_nothing_can_happen_to_it(name: str, args: dict[str, Any]) -> None:
    assert "No ride is open" in refused(CabPhone(rides=()).tries_world(name, **args))


@pytest.mark.parametrize("status", ["DELAYED", "ARRIVED_AT_PICKUP"])
def test_a_ride_under_way_does_not_go_back(phone: CabPhone, status: str) -> None:
    phone.world_does("update_ride_status", status="IN_PROGRESS")
    said = refused(phone.tries_world("update_ride_status", status=status, delay_minutes=5))
    assert said.endswith(
        f"so it cannot become {status}. For a hold-up on the way, give IN_PROGRESS with delay_minutes."
    )
    assert "under way" in refused(phone.tries_world("cancel_ride", ride_id=phone.id("next")))


def test_the_same_news_twice_is_no_news(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", message=WHY)
    said = refused(phone.tries_world("update_ride_status", status="DELAYED", message=WHY))
    assert "has this status already. Give a message or a delay." in said
    assert len(phone.told("user")) == 1


def test_a_notification_opens_its_ride_above_the_first_screen(phone: CabPhone) -> None:
    phone.world_does("update_ride_status", status="DELAYED", ride_id=phone.id("late"), delay_minutes=5)
    phone.taps("open_notifications")
    phone.taps("open_notification", notification_id="1")
    assert (phone.stack, phone.view.ride.id) == (["CabHome", "CabRideDetail"], phone.id("late"))
    phone.taps("go_back")
    assert phone.view.title == "Cab"


def test_a_screen_that_lies_open_shows_the_news(phone: CabPhone) -> None:
    phone.looks_at("next")
    phone.world_does("cancel_ride")
    assert (phone.view.ride.status, phone.view.ride.cancellable) == ("CANCELLED", False)
    assert "is cancelled already" in refused(phone.tries("cancel_ride"))
