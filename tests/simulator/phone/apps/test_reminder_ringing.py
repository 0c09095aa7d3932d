"""When reminders ring: once, again and again, across clock changes and month ends, and not for ever."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.apps.reminder import Reminder
from simulator.phone.apps.reminder.records import MAX_REPETITIONS, Unit, next_ring, rings_before
from simulator.phone.people import Rules
from tests.simulator.phone.small_phone import NOW, OWNER, TZ, SmallPhone, everything, refusal

HOUR, DAY = 3600, 86_400
STANDING = Rules(standing_consent=True)


def at(local: str, tz: ZoneInfo = TZ) -> int:
    return when.parse_local(local, tz)


def rings(due: str, unit: Unit | None, value: int = 1, tz: ZoneInfo = TZ) -> list[str]:
    """Every time at which it rings, as the local clock shows it."""
    reminder = Reminder(id="r", title="Bread", due=at(due, tz), repetition_unit=unit, repetition_value=value)
    shown = []
    while (ring := next_ring(reminder, tz)) is not None:
        shown.append(when.show(ring, tz))
        reminder = replace(reminder, time_notified=ring)
    return shown


def test_a_reminder_rings_once_at_its_time_for_both_sides() -> None:
    phone = SmallPhone("reminder").plant(
        "reminder", {"label": "bread", "title": "Bread", "due": "09:00", "description": "Two loaves."}
    )
    bread = phone.id("bread")
    assert phone.passes_to("2026-03-05 08:59:59") == 0
    assert phone.passes_to("2026-03-05 09:00") == 1
    [user], [assistant] = phone.told("user"), phone.told("assistant")
    assert (user.kind, user.app, user.title, user.at) == (
        "reminder",
        "reminder",
        "Reminder: Bread",
        at("2026-03-05 09:00"),
    )
    assert user.text == "Bread. Two loaves. Due 2026-03-05 09:00:00."
    assert assistant.text == f"{user.text} Reminder id: {bread}."
    assert user.about == assistant.about == ("reminder.reminder", bread)
    assert phone.passes_to("2026-06-30 09:00") == 0


def test_a_reminder_waiting_ends_the_wait_of_a_phone_that_lies_down() -> None:
    phone = SmallPhone("reminder").plant("reminder", {"title": "Bread", "due": "09:00"})
    due = phone.world.next_alarm()
    assert due is not None
    assert phone.world.apps[due.app].events[due.alarm.event].mark.wakes


def test_a_reminder_that_is_not_due_does_not_ring() -> None:
    phone = SmallPhone("reminder").plant("reminder", {"label": "bread", "title": "Bread", "due": "09:00"})
    before = everything(phone.world)
    said = refusal(phone.event("reminder", "fall_due", reminder_id=phone.id("bread")))
    assert said == "not_due: 'Bread' is not due. It rings at 2026-03-05 09:00:00."
    assert everything(phone.world) == before


def test_a_reminder_that_has_rung_does_not_ring_again() -> None:
    phone = SmallPhone("reminder").plant("reminder", {"label": "bread", "title": "Bread", "due": "09:00"})
    phone.passes_to("2026-03-05 10:00")
    said = refusal(phone.event("reminder", "fall_due", reminder_id=phone.id("bread")))
    assert said == "not_due: 'Bread' is not due. It has rung for the last time."


def test_reminders_due_at_the_same_time_ring_one_after_the_other() -> None:
    phone = SmallPhone("reminder").plant("reminder", *({"title": f"No {n}", "due": "09:00"} for n in range(3)))
    assert phone.passes_to("2026-03-05 09:00") == 3
    assert sorted(notice.title for notice in phone.told("user")) == [f"Reminder: No {n}" for n in range(3)]


def test_a_deleted_reminder_does_not_ring() -> None:
    phone = SmallPhone("reminder", rules=STANDING).plant(
        "reminder", {"label": "bread", "title": "Bread", "due": "09:00", "repeat": "day"}
    )
    phone.passes_to("2026-03-06 10:00")
    phone.calls("Reminders__delete_reminder", reminder_id=phone.id("bread"))
    assert phone.world.next_alarm() is None


def test_a_daily_reminder_keeps_its_local_time_when_the_clock_goes_forward() -> None:
    found = rings("2026-03-27 08:30", "day")
    assert found[:4] == ["2026-03-27 08:30:00", "2026-03-28 08:30:00", "2026-03-29 08:30:00", "2026-03-30 08:30:00"]


def test_a_weekly_reminder_keeps_its_local_time_when_the_clock_goes_back() -> None:
    assert rings("2026-10-19 22:15", "week")[:2] == ["2026-10-19 22:15:00", "2026-10-26 22:15:00"]


def test_a_time_that_the_clock_jumps_over_rings_after_the_jump() -> None:
    assert rings("2026-03-28 02:30", "day")[:3] == ["2026-03-28 02:30:00", "2026-03-29 03:30:00", "2026-03-30 02:30:00"]


def test_a_time_that_comes_twice_rings_once() -> None:
    found = rings("2026-10-24 02:30", "day")
    assert found[:3] == ["2026-10-24 02:30:00", "2026-10-25 02:30:00", "2026-10-26 02:30:00"]


def test_hours_are_counted_as_they_pass() -> None:
    assert rings("2026-03-29 00:30", "hour")[:4] == [
        "2026-03-29 00:30:00",
        "2026-03-29 01:30:00",
        "2026-03-29 03:30:00",
        "2026-03-29 04:30:00",
    ]


def test_the_last_day_of_a_month_stays_the_last_where_it_must_and_comes_back() -> None:
    assert rings("2026-01-31 09:00", "month") == ["2026-01-31 09:00:00", "2026-02-28 09:00:00", "2026-03-31 09:00:00"]
    assert rings("2027-12-31 09:00", "month")[1:] == ["2028-01-31 09:00:00", "2028-02-29 09:00:00"]


@pytest.mark.parametrize(
    ("unit", "value", "count", "last"),
    [
        (None, 1, 1, "2026-03-05 09:00:00"),
        ("second", 1, 101, "2026-03-05 09:01:40"),
        ("minute", 5, 101, "2026-03-05 17:20:00"),
        ("hour", 1, 101, "2026-03-09 13:00:00"),
        ("day", 1, 85, "2026-05-28 09:00:00"),
        ("day", 7, 13, "2026-05-28 09:00:00"),
        ("week", 1, 13, "2026-05-28 09:00:00"),
        ("week", 5, 3, "2026-05-14 09:00:00"),
        ("month", 1, 3, "2026-05-05 09:00:00"),
        ("month", 2, 2, "2026-05-05 09:00:00"),
        ("month", 3, 1, "2026-03-05 09:00:00"),
        ("month", 1000, 1, "2026-03-05 09:00:00"),
        ("week", 1000, 1, "2026-03-05 09:00:00"),
    ],
)
def test_repetitions_end_after_twelve_weeks_or_a_hundred_times(
    unit: Unit | None, value: int, count: int, last: str
) -> None:
    found = rings("2026-03-05 09:00", unit, value)
    assert (len(found), found[-1]) == (count, last)


@pytest.mark.parametrize("start", ["2026-01-20 09:00", "2026-03-05 09:00", "2026-08-20 09:00", "2026-09-10 09:00"])
def test_twelve_weeks_are_twelve_weeks_whatever_the_clock_does(start: str) -> None:
    assert len(rings(start, "week")) == 13


def test_times_that_passed_unnoticed_ring_once_and_not_one_after_the_other() -> None:
    phone = SmallPhone("reminder", rules=STANDING)
    phone.calls(
        "Reminders__add_reminder",
        title="Pills",
        due_datetime="2026-02-20 08:00",
        description="",
        repetition_unit="day",
    )
    assert phone.passes_to("2026-03-05 08:30") == 1
    assert phone.texts("user") == ["Pills. Due 2026-03-05 08:00:00."]
    assert phone.passes_to("2026-03-06 08:00") == 1
    assert phone.texts("user")[-1] == "Pills. Due 2026-03-06 08:00:00."


@pytest.mark.parametrize("due", ["2026-03-05 08:00", "1950-01-01 00:00"])
@pytest.mark.parametrize("unit", [None, "hour"])
def test_a_reminder_made_for_the_past_rings_at_once(due: str, unit: Unit | None) -> None:
    phone = SmallPhone("reminder", rules=STANDING)
    phone.calls("Reminders__add_reminder", title="Late", due_datetime=due, description="", repetition_unit=unit)
    alarm = phone.world.next_alarm()
    assert alarm is not None and alarm.alarm.at < NOW
    assert phone.passes_to("2026-03-05 08:22") == 1
    assert phone.told("user")[0].at == NOW


def test_the_next_alarm_is_the_earliest_of_all_reminders() -> None:
    phone = SmallPhone("reminder").plant(
        "reminder",
        {"title": "Late", "due": "12:00"},
        {"label": "early", "title": "Early", "due": "09:00", "repeat": "hour"},
    )
    due = phone.world.next_alarm()
    assert due is not None
    assert (due.alarm.at, due.alarm.args) == (at("2026-03-05 09:00"), {"reminder_id": phone.id("early")})
    phone.passes_to("2026-03-05 11:30")
    due = phone.world.next_alarm()
    assert due is not None and due.alarm.at == at("2026-03-05 12:00")


units = st.sampled_from(["second", "minute", "hour", "day", "week", "month"])
zones = st.sampled_from(["Europe/Luxembourg", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"])


@given(st.integers(at("2025-01-01 00:00"), at("2027-12-31 00:00")), units, st.integers(1, 1000), zones)
def test_rings_come_one_after_the_other_never_too_many_and_never_too_late(
    due: int, unit: Unit, value: int, zone: str
) -> None:
    tz = when.zone(zone)
    reminder = Reminder(id="r", title="t", due=due, repetition_unit=unit, repetition_value=value)
    found = rings_before(reminder, due + 400 * DAY, tz)
    assert found[0] == due
    assert found == sorted(set(found))
    assert len(found) <= MAX_REPETITIONS + 1
    assert found[-1] <= due + 84 * DAY + HOUR
    if unit in ("day", "week", "month"):
        clocks = {datetime.fromtimestamp(ring, UTC).astimezone(tz).time() for ring in found}
        assert len(clocks) <= 2  # the second one only where a clock jumps over the first


@given(st.integers(0, 30 * DAY), units, st.integers(1, 5))
def test_what_rings_next_follows_from_what_has_rung(later: int, unit: Unit, value: int) -> None:
    reminder = Reminder(id="r", title="t", due=NOW, repetition_unit=unit, repetition_value=value)
    every = rings_before(reminder, NOW + 400 * DAY, TZ)
    heard = replace(reminder, time_notified=NOW + later)
    assert next_ring(heard, TZ) == next((ring for ring in every if ring > NOW + later), None)


@pytest.mark.parametrize("unit", [None, "day", "month"])
def test_a_past_reminder_in_a_seed_has_rung_already(unit: Unit | None) -> None:
    phone = SmallPhone("reminder").plant("reminder", {"label": "old", "title": "Old", "due": "-3d", "repeat": unit})
    reminder = phone.world.store.get(Reminder, phone.id("old"))
    assert reminder is not None
    assert reminder.rung == (3 if unit == "day" else 1)
    assert reminder.time_notified is not None and reminder.time_notified < NOW
    assert phone.passes_to("2026-03-05 08:22") == (1 if unit == "day" else 0)


def test_a_seed_that_is_due_at_the_start_rings_at_the_start() -> None:
    phone = SmallPhone("reminder").plant("reminder", {"title": "Now", "due": "start"})
    assert phone.passes_to("2026-03-05 08:22") == 1


def test_times_are_those_of_the_owner_s_zone() -> None:
    phone = SmallPhone("reminder", owner=replace(OWNER, time_zone="Asia/Tokyo"))
    phone.plant("reminder", {"title": "Tea", "due": "17:00"})
    assert phone.passes_to("2026-03-05 17:00") == 1
    assert phone.told("user")[0].at == NOW + 38 * 60
