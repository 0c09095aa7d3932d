"""What the assistant can do with reminders."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.reminder import Reminder
from simulator.phone.people import Rules
from tests.simulator.phone.apps.app_phone import id_in
from tests.simulator.phone.small_phone import SmallPhone, everything, refusal

SEEDS: list[dict[str, Any]] = [
    {"label": "bread", "title": "Bread", "due": "12:00", "description": "Two loaves"},
    {"label": "pills", "title": "Pills", "due": "-1d 08:00", "repeat": "day"},
    {"label": "rent", "title": "Rent", "due": "-2d 10:00"},
]


@pytest.fixture
def phone() -> SmallPhone:
    return SmallPhone("reminder", rules=Rules(standing_consent=True)).plant("reminder", *SEEDS)


def reminder(phone: SmallPhone, record_id: str) -> Reminder:
    found = phone.world.store.get(Reminder, record_id)
    assert found is not None
    return found


def update(phone: SmallPhone, label: str, **fields: Any) -> str:
    old = reminder(phone, phone.id(label))
    args = {
        "title": old.title,
        "description": old.description,
        "due_datetime": phone.world.show(old.due),
        "repetition_unit": old.repetition_unit,
        "repetition_value": old.repetition_value,
    }
    return str(phone.calls("Reminders__update_reminder", reminder_id=old.id, **{**args, **fields}))


def test_all_reminders_are_listed_by_due_time_with_their_ids(phone: SmallPhone) -> None:
    listed = phone.calls("Reminders__get_all_reminders")
    assert [row["title"] for row in listed] == ["Rent", "Pills", "Bread"]
    assert listed[2] == {
        "reminder_id": phone.id("bread"),
        "title": "Bread",
        "due_datetime": "2026-03-05 12:00:00",
        "description": "Two loaves",
        "repetition_unit": None,
        "repetition_value": None,
        "rings_next": "2026-03-05 12:00:00",
    }


def test_the_list_says_when_a_repeated_reminder_rings_next_and_when_one_is_over(phone: SmallPhone) -> None:
    rows = {row["title"]: row for row in phone.calls("Reminders__get_all_reminders")}
    assert rows["Pills"]["due_datetime"] == "2026-03-04 08:00:00"
    assert rows["Pills"]["rings_next"] == "2026-03-06 08:00:00"
    assert rows["Rent"]["rings_next"] is None


def test_due_reminders_are_those_whose_time_has_come(phone: SmallPhone) -> None:
    assert [row["title"] for row in phone.calls("Reminders__get_due_reminders")] == ["Rent", "Pills"]
    phone.passes_to("2026-03-05 12:00")
    assert [row["title"] for row in phone.calls("Reminders__get_due_reminders")] == ["Rent", "Pills", "Bread"]


def test_reading_changes_nothing(phone: SmallPhone) -> None:
    before = everything(phone.world)
    phone.calls("Reminders__get_all_reminders")
    phone.calls("Reminders__get_due_reminders")
    assert everything(phone.world) == before


def test_an_added_reminder_gives_its_id_and_is_listed(phone: SmallPhone) -> None:
    made = phone.calls(
        "Reminders__add_reminder", title="Call Bo", due_datetime="2026-03-07 18:30:00", description="About the room"
    )
    assert made == "Reminder rem_a1, 'Call Bo', is set: due Saturday 2026-03-07 18:30:00."
    found = reminder(phone, "rem_a1")
    assert (found.title, found.description, found.repetition_unit, found.repetition_value) == (
        "Call Bo",
        "About the room",
        None,
        None,
    )
    assert phone.world.show(found.due) == "2026-03-07 18:30:00"


def test_a_repetition_without_a_number_is_every_one(phone: SmallPhone) -> None:
    for args in ({}, {"repetition_value": None}, {"repetition_value": 1}):
        made = phone.calls(
            "Reminders__add_reminder",
            title="Call",
            due_datetime="2026-03-07 18:30",
            description="",
            repetition_unit="week",
            **args,
        )
        found = reminder(phone, id_in(made))
        assert (found.repetition_unit, found.repetition_value) == ("week", 1)


def test_a_description_may_be_left_out(phone: SmallPhone) -> None:
    made = phone.calls("Reminders__add_reminder", title="Call Bo", due_datetime="2026-03-07 18:30:00")
    assert reminder(phone, id_in(made)).description == ""
    args = {"reminder_id": id_in(made), "title": "Call Bo", "due_datetime": "2026-03-07 19:00:00"}
    phone.calls("Reminders__update_reminder", **args, description="About the room")
    phone.calls("Reminders__update_reminder", **args)
    assert reminder(phone, id_in(made)).description == "About the room"


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"title": " "}, "The reminder has no title. Give it one."),
        ({"due_datetime": ""}, "The reminder has no time."),
        ({"due_datetime": "  "}, "The reminder has no time."),
        ({"due_datetime": "tomorrow"}, "due_datetime: 'tomorrow' is not a local time."),
        ({"due_datetime": "2026-02-30 08:00"}, "names a day that no calendar has"),
        ({"due_datetime": "2026-03-29 02:30"}, "does not exist in Europe/Luxembourg"),
        ({"due_datetime": "2026-03-07 18:30Z"}, "names a time zone"),
        ({"repetition_unit": "fortnight"}, "'second', 'minute', 'hour', 'day', 'week' or 'month'"),
        ({"repetition_unit": "day", "repetition_value": 0}, "every 0 units is not possible. Give 1 to 1000."),
        ({"repetition_unit": "day", "repetition_value": -1}, "Give 1 to 1000."),
        ({"repetition_unit": "month", "repetition_value": 1001}, "Give 1 to 1000."),
        ({"repetition_value": 3}, "The repetition has a number but no unit. Give a unit such as day."),
    ],
)
def test_what_makes_no_reminder_is_refused_with_a_remedy(phone: SmallPhone, fields: dict[str, Any], says: str) -> None:
    args = {"title": "Call", "due_datetime": "2026-03-07 18:30", "description": "", **fields}
    before = everything(phone.world)
    for done in (
        phone.asks("Reminders__add_reminder", **args),
        phone.asks("Reminders__update_reminder", reminder_id=phone.id("bread"), **args),
    ):
        assert says in refusal(done)
    assert everything(phone.world) == before


def test_an_update_replaces_what_the_reminder_says(phone: SmallPhone) -> None:
    bread = phone.id("bread")
    said = update(phone, "bread", title="Rolls", due_datetime="2026-03-06 07:00", repetition_unit="day")
    assert said == f"Reminder {bread}, 'Rolls', is changed: due Friday 2026-03-06 07:00:00, then every day."
    found = reminder(phone, bread)
    assert (found.title, phone.world.show(found.due), found.repetition_unit) == ("Rolls", "2026-03-06 07:00:00", "day")


def test_an_update_can_clear_details_and_repetition(phone: SmallPhone) -> None:
    update(phone, "bread", description="")
    assert reminder(phone, phone.id("bread")).description == ""
    update(phone, "pills", repetition_unit=None, repetition_value=None)
    found = reminder(phone, phone.id("pills"))
    assert (found.repetition_unit, found.repetition_value) == (None, None)


def test_the_number_that_is_meant_by_default_needs_no_unit(phone: SmallPhone) -> None:
    update(phone, "pills", repetition_unit=None, repetition_value=1)
    assert reminder(phone, phone.id("pills")).repetition_value is None


def test_an_update_that_leaves_the_time_does_not_ring_again(phone: SmallPhone) -> None:
    update(phone, "rent", title="Rent paid?", description="900")
    assert phone.passes_to("2026-03-05 11:00") == 0


def test_an_update_to_a_later_time_rings_anew(phone: SmallPhone) -> None:
    update(phone, "rent", due_datetime="2026-03-05 10:00")
    assert phone.passes_to("2026-03-05 10:00") == 1
    assert phone.texts("user") == ["Rent. Due 2026-03-05 10:00:00."]
    assert phone.passes_to("2026-03-05 11:00") == 0


def test_making_a_past_reminder_repeat_rings_at_its_next_time_and_not_at_once(phone: SmallPhone) -> None:
    update(phone, "rent", repetition_unit="day")
    assert phone.passes_to("2026-03-05 09:59") == 0
    assert phone.passes_to("2026-03-05 10:00") == 1
    assert phone.texts("user") == ["Rent. Due 2026-03-05 10:00:00."]


def test_moving_a_reminder_touches_nothing_but_its_time(phone: SmallPhone) -> None:
    """What it remembers of its ringing is not a change that the assistant made."""
    old = reminder(phone, phone.id("rent"))
    done = phone.asks(
        "Reminders__update_reminder",
        reminder_id=old.id,
        title=old.title,
        description=old.description,
        due_datetime="2026-03-07 10:00",
    )
    [change] = done.changes
    assert isinstance(change.new, Reminder)
    assert (change.new.rung, change.new.time_notified) == (old.rung, old.time_notified)
    assert change.new.due != old.due


def test_an_update_without_a_difference_changes_nothing_even_where_the_clock_shows_a_time_twice() -> None:
    phone = SmallPhone("reminder", rules=Rules(standing_consent=True))
    phone.plant("reminder", {"label": "night", "title": "Night", "due": "2026-10-25 02:30"})
    night = reminder(phone, phone.id("night"))
    later = Reminder(id=night.id, title=night.title, due=night.due + 3600)
    phone.put(later)
    assert phone.world.show(later.due) == phone.world.show(night.due)
    update(phone, "night")
    assert reminder(phone, night.id) == later


def test_deleting_takes_the_reminder_with_all_its_repetitions(phone: SmallPhone) -> None:
    pills = phone.id("pills")
    assert phone.calls("Reminders__delete_reminder", reminder_id=pills) == f"Reminder {pills}, 'Pills', is deleted."
    assert pills not in phone.world.store.all(Reminder)
    assert phone.passes_to("2026-03-05 11:00") == 0


def test_all_reminders_can_be_deleted_at_once(phone: SmallPhone) -> None:
    assert phone.calls("Reminders__delete_all_reminders") == "3 reminders are deleted."
    assert phone.calls("Reminders__delete_all_reminders") == "0 reminders are deleted."
    assert phone.calls("Reminders__get_all_reminders") == []


@pytest.mark.parametrize("name", ["delete_reminder", "update_reminder"])
def test_an_unknown_reminder_is_answered_with_where_ids_are_listed(phone: SmallPhone, name: str) -> None:
    more = {"title": "x", "description": "", "due_datetime": "2026-03-07 10:00"} if name == "update_reminder" else {}
    said = refusal(phone.asks(f"Reminders__{name}", reminder_id="rem_0", **more))
    assert said == (
        "unknown_record: There is no reminder with the id 'rem_0'. Reminders__get_all_reminders lists the ids."
    )


def test_a_meddler_finds_something_unasked_to_do(phone: SmallPhone) -> None:
    app = phone.world.apps["reminder"]
    spared = frozenset({phone.id("bread")})
    for meddling in list(app.meddlings(phone.world, spared)):
        assert phone.asks(f"Reminders__{meddling.tool}", **meddling.args).error is None
    assert phone.id("bread") in phone.world.store.all(Reminder)
