"""Ordering a ride, by tapping and by tool."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.people import Owner
from simulator.phone.perform import user_actions
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.cab_phone import AT_NINE, HOME, OFFICE, OWNER, STATION, CabPhone
from tests.simulator.phone.small_phone import NOW


@pytest.fixture
def phone() -> CabPhone:
    return CabPhone(rides=())


def test_the_user_sees_the_services_for_a_trip(phone: CabPhone) -> None:
    said = phone.chooses(f"  {HOME} ", STATION)
    view = phone.view
    assert phone.stack == ["CabHome", "CabServiceOptions"]
    assert said == f"3 services to {STATION}, from {view.rows[0].price:.2f}."
    assert (view.start_location, view.end_location, view.ride_time, view.problem) == (HOME, STATION, "", "")
    assert [(row.service, row.seats) for row in view.rows] == [("Default", 4), ("Premium", 4), ("Van", 6)]
    told = phone.tool("list_rides", start_location=HOME, end_location=STATION)
    for row, quote in zip(view.rows, told, strict=True):
        assert (row.price, row.minutes, row.waiting) == (
            quote["price"],
            quote["duration_minutes"],
            quote["waiting_minutes"],
        )
        assert (row.pickup, row.arrival) == (quote["pickup_time"], quote["expected_arrival"])
        assert row.distance_km == view.distance_km == quote["distance_km"]


def test_the_services_can_be_listed(phone: CabPhone) -> None:
    phone.chooses()
    assert phone.taps("list_service_types") == "Services: Default, Premium, Van."
    assert phone.stack == ["CabHome", "CabServiceOptions"]


def test_a_quotation_can_be_read_and_read_again(phone: CabPhone) -> None:
    phone.chooses()
    said = phone.taps("get_quotation", service_type="Premium")
    shown = phone.view.quotation
    assert said == f"Premium for {shown.price:.2f}: pick-up in {shown.waiting} min, {shown.minutes} min ride."
    assert phone.taps("show_quotation") == said
    assert phone.stack == ["CabHome", "CabServiceOptions", "CabQuotationDetail"]
    assert (phone.view.start_location, phone.view.end_location, phone.view.problem) == (HOME, STATION, "")


def test_back_from_a_quotation_leads_to_the_services(phone: CabPhone) -> None:
    phone.chooses()
    phone.taps("get_quotation", service_type="Van")
    phone.taps("go_back")
    assert phone.view.rows[2].service == "Van"


def test_an_ordered_ride_is_as_quoted_and_back_leads_home(phone: CabPhone) -> None:
    phone.chooses()
    phone.taps("get_quotation", service_type="Van")
    quote = phone.view.quotation
    said = phone.taps("order_ride")
    (ride,) = phone.rides()
    assert (ride.service_type, ride.start_location, ride.end_location, ride.status) == ("Van", HOME, STATION, "BOOKED")
    assert (ride.price, ride.duration, ride.distance_km) == (quote.price, quote.minutes, quote.distance_km)
    assert (ride.booked_at, ride.pickup_at) == (NOW, NOW + quote.waiting * 60)
    clock = phone.world.show(ride.pickup_at)[11:16]
    assert said == f"Ordered: Van from {HOME} to {STATION}, pick-up {clock}, {ride.price:.2f}: booked."
    assert phone.stack == ["CabHome", "CabRideDetail"]
    phone.taps("go_back")
    assert (phone.view.title, phone.view.current.id) == ("Cab", ride.id)


def test_a_ride_for_now_is_counted_from_the_moment_of_the_order(phone: CabPhone) -> None:
    phone.chooses()
    phone.taps("get_quotation", service_type="Default")
    phone.world.now += 120
    phone.taps("order_ride")
    (ride,) = phone.rides()
    assert ride.pickup_at == NOW + 120 + phone.tool("get_quotation", **WAY)["waiting_minutes"] * 60


def test_the_time_that_the_user_chose_is_kept(phone: CabPhone) -> None:
    phone.chooses(time="2026-03-05 09:00")
    assert (phone.view.ride_time, phone.view.rows[0].pickup, phone.view.rows[0].waiting) == (AT_NINE, AT_NINE, None)
    said = phone.taps("get_quotation", service_type="Default")
    assert "pick-up 09:00" in said
    assert phone.view.ride_time == AT_NINE
    phone.taps("order_ride")
    assert phone.view.ride.pickup == AT_NINE


def test_a_ride_on_another_day_is_told_with_its_day(phone: CabPhone) -> None:
    phone.chooses(time="2026-03-06 07:15")
    assert "pick-up Friday 2026-03-06 07:15" in phone.taps("get_quotation", service_type="Default")


def test_a_chosen_time_that_has_passed_meanwhile_is_said_and_refused(phone: CabPhone) -> None:
    phone.chooses(time="2026-03-05 08:23")
    phone.taps("get_quotation", service_type="Default")
    phone.world.now += 61
    assert "has passed" in phone.view.problem
    assert "Give a later time" in refused(phone.tries("order_ride"))
    assert phone.rides() == []
    phone.taps("go_back")
    assert "has passed" in phone.view.problem
    assert len(phone.view.rows) == 3
    assert "has passed" in refused(phone.tries("get_quotation", service_type="Van"))
    assert phone.stack == ["CabHome", "CabServiceOptions"]


def test_services_that_have_become_too_far_away_are_said_to_be(phone: CabPhone) -> None:
    phone.chooses()
    ride = CabPhone(rides=({"from": HOME, "to": STATION, "at": "-1d 10:00", "distance_km": 40},)).rides()[0]
    phone.put(ride)
    assert "25 km at most" in phone.view.problem
    assert "25 km at most" in refused(phone.tries("get_quotation", service_type="Default"))


@pytest.mark.parametrize("end", ["", "  14 RUE de strasbourg"])
def test_a_trip_that_makes_no_sense_leaves_the_user_where_they_are(phone: CabPhone, end: str) -> None:
    phone.opens("Cab")
    before = phone.world.state_hash()
    assert refused(phone.tries("list_rides", start_location=HOME, end_location=end)).startswith("bad_argument")
    assert (phone.stack, phone.world.state_hash()) == (["CabHome"], before)


def test_the_assistant_orders_a_ride_for_a_time(phone: CabPhone) -> None:
    told = phone.orders(HOME, STATION, "Premium", "2026-03-05 09:00").result
    (ride,) = phone.rides()
    assert told["ride_id"] == ride.id
    assert (told["status"], told["pickup_time"], told["booked_at"]) == ("BOOKED", AT_NINE, "2026-03-05 08:22:00")
    assert (told["price"], told["seats"], told["delay_minutes"]) == (ride.price, 4, 0)
    assert phone.world.show(ride.pickup_at) == AT_NINE


def test_a_ride_may_start_right_now_if_that_is_the_time_given(phone: CabPhone) -> None:
    assert phone.orders(time="2026-03-05 08:22").error is None


def test_nobody_is_told_of_an_order(phone: CabPhone) -> None:
    phone.orders()
    assert phone.told("user") == phone.told("assistant") == []


def test_rides_that_overlap_are_refused_with_the_other_one(phone: CabPhone) -> None:
    first = phone.orders(HOME, OFFICE, time="2026-03-05 09:00").result
    before = phone.world.state_hash()
    said = refused(phone.orders(OFFICE, STATION, time="2026-03-05 09:01"))
    assert said == (
        f"not_available: Another ride takes place at that time: {first['ride_id']} on Thursday 2026-03-05 09:00 "
        f"to {OFFICE}, until {first['expected_arrival'][11:16]}. Cancel that ride first, or choose another time."
    )
    assert phone.world.state_hash() == before


def test_a_quotation_says_that_it_overlaps_another_ride(phone: CabPhone) -> None:
    first = phone.orders(time="2026-03-05 09:00").result
    phone.chooses(OFFICE, STATION, time="2026-03-05 09:00")
    phone.taps("get_quotation", service_type="Default")
    assert first["ride_id"] in phone.view.problem
    assert "Another ride takes place" in refused(phone.tries("order_ride"))
    assert phone.stack == ["CabHome", "CabServiceOptions", "CabQuotationDetail"]
    phone.tool("user_cancel_ride")
    assert phone.view.problem == ""
    phone.taps("order_ride")


def test_a_delayed_ride_takes_until_it_is_expected_to_arrive(phone: CabPhone) -> None:
    first = phone.orders(time="2026-03-05 09:00").result
    phone.world_does("update_ride_status", status="DELAYED", delay_minutes=30)
    late = phone.tool("get_current_ride_status")["expected_arrival"]
    said = refused(phone.orders(STATION, OFFICE, time=first["expected_arrival"]))
    assert f"until {late[11:16]}" in said
    assert phone.orders(STATION, OFFICE, time=late).error is None


def test_a_ride_may_start_when_another_ends(phone: CabPhone) -> None:
    first = phone.orders(time="2026-03-05 09:00").result
    assert phone.orders(STATION, OFFICE, time=first["expected_arrival"]).error is None
    assert refused(phone.orders(STATION, HOME, time="2026-03-05 08:59"))


def test_a_ride_may_end_when_another_starts(phone: CabPhone) -> None:
    length = phone.tool("get_quotation", **WAY)["duration_minutes"]
    phone.orders(STATION, OFFICE, time="2026-03-05 10:00")
    too_long = phone.world.show(NOW + (98 - length) * 60 + 1)
    assert "Another ride takes place" in refused(phone.orders(time=too_long))
    assert phone.orders(time=phone.world.show(NOW + (98 - length) * 60)).error is None


def test_several_rides_may_be_open_and_the_earliest_is_the_current_one(phone: CabPhone) -> None:
    later = phone.orders(time="2026-03-06 09:00").result
    sooner = phone.orders(time="2026-03-05 10:00").result
    status = phone.tool("get_current_ride_status")
    assert (status["ride_id"], status["other_open_rides"]) == (sooner["ride_id"], [later["ride_id"]])


def test_a_ride_that_is_over_or_cancelled_is_in_nobodys_way(phone: CabPhone) -> None:
    phone.orders(time="2026-03-05 09:00")
    phone.world_does("end_ride")
    phone.orders(time="2026-03-05 09:00")
    phone.tool("user_cancel_ride")
    assert phone.orders(time="2026-03-05 09:00").error is None


@pytest.mark.parametrize(("zone", "at"), [("America/New_York", "09:00"), ("Asia/Kolkata", "23:30"), ("UTC", "08:23")])
def test_times_are_those_of_the_owners_place(zone: str, at: str) -> None:
    owner: Owner = replace(OWNER, time_zone=zone)
    now = when.parse_local("2026-03-05 08:22", when.zone(zone))
    phone = CabPhone(rides=(), owner=owner, now=now)
    told = phone.orders(time=f"2026-03-05 {at}").result
    assert told["pickup_time"] == f"2026-03-05 {at}:00"
    assert phone.rides()[0].pickup_at == when.parse_local(f"2026-03-05 {at}", when.zone(zone))


def test_a_time_that_the_clock_jumps_over_is_refused(phone: CabPhone) -> None:
    assert "does not exist" in refused(phone.orders(time="2026-03-29 02:30"))


def test_without_consent_no_ride_is_ordered() -> None:
    phone = CabPhone(rides=())
    phone.world.rules = replace(phone.world.rules, standing_consent=False)
    assert refused(phone.orders()).startswith("no_consent")


def test_every_screen_offers_its_own_taps(phone: CabPhone) -> None:
    def here() -> set[str]:
        return {name for name, action in user_actions(phone.world).items() if action.app == "cab"}

    phone.opens("Cab")
    assert here() == {"list_rides", "open_ride", "open_current_ride", "get_ride_history"}
    phone.taps("list_rides", start_location=HOME, end_location=STATION)
    assert here() == {"list_service_types", "get_quotation"}
    phone.taps("get_quotation", service_type="Default")
    assert here() == {"show_quotation", "order_ride"}
    phone.taps("order_ride")
    assert here() == {"cancel_ride"}


WAY = {"start_location": HOME, "end_location": STATION, "service_type": "Default"}
