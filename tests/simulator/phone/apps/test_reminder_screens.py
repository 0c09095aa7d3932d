"""The reminder app under the owner's fingers."""

from __future__ import annotations

import pytest

from simulator.phone.apps.reminder import Reminder
from simulator.phone.people import Rules
from simulator.phone.perform import user_actions
from tests.simulator.phone.small_phone import SmallPhone, everything, refusal


@pytest.fixture
def phone() -> SmallPhone:
    made = SmallPhone("reminder", rules=Rules(standing_consent=True)).plant(
        "reminder",
        {"label": "bread", "title": "Bread", "due": "12:00", "description": "Two loaves"},
        {"label": "pills", "title": "Pills", "due": "-1d 08:00", "repeat": "day", "every": 2},
        {"label": "rent", "title": "Rent", "due": "-2d 10:00"},
        {"label": "dentist", "title": "Dentist", "due": "+5d 16:30"},
    )
    made.opens("Reminders")
    return made


def titles(phone: SmallPhone) -> list[str]:
    return [row.title for row in phone.view.rows]


def saved(phone: SmallPhone, record_id: str) -> Reminder:
    found = phone.world.store.get(Reminder, record_id)
    assert found is not None
    return found


def test_the_list_shows_all_reminders_by_due_time(phone: SmallPhone) -> None:
    assert (phone.view.title, phone.view.showing) == ("Reminders", "all")
    assert titles(phone) == ["Rent", "Pills", "Bread", "Dentist"]


def test_rows_say_when_what_and_whether_it_is_overdue(phone: SmallPhone) -> None:
    rent, pills, bread, _ = phone.view.rows
    assert (rent.due, rent.repeats, rent.next, rent.overdue) == ("2026-03-03 10:00:00", "", "", True)
    assert (pills.due, pills.repeats, pills.overdue) == ("2026-03-04 08:00:00", "every 2 days", False)
    assert pills.next == "2026-03-06 08:00:00"
    assert (bread.description, bread.next, bread.overdue) == ("Two loaves", "", False)


def test_due_reminders_are_those_whose_time_has_come(phone: SmallPhone) -> None:
    assert phone.taps("list_due_reminders") == "Due reminders are shown."
    assert titles(phone) == ["Rent", "Pills"]


def test_upcoming_reminders_are_those_that_will_ring_in_the_order_in_which_they_will(phone: SmallPhone) -> None:
    assert phone.taps("list_upcoming_reminders") == "Upcoming reminders are shown."
    assert titles(phone) == ["Bread", "Pills", "Dentist"]


def test_a_reminder_leaves_the_upcoming_ones_when_it_rings_for_the_last_time(phone: SmallPhone) -> None:
    phone.taps("list_upcoming_reminders")
    phone.passes_to("2026-03-05 12:00")
    assert titles(phone) == ["Pills", "Dentist"]


def test_filters_take_each_other_s_place(phone: SmallPhone) -> None:
    for tap in ("list_due_reminders", "list_upcoming_reminders", "list_all_reminders"):
        phone.taps(tap)
    assert phone.screens("reminder") == ["ReminderList"]
    assert phone.view.showing == "all"
    assert "go_back" not in user_actions(phone.world)


def test_an_opened_reminder_shows_everything_about_it(phone: SmallPhone) -> None:
    assert phone.taps("open_reminder", reminder_id=phone.id("pills")) == "'Pills' is open."
    view = phone.view
    assert (view.title, view.reminder.repeats, view.reminder.next) == ("Pills", "every 2 days", "2026-03-06 08:00:00")


def test_opening_what_is_not_there_stays_on_the_list(phone: SmallPhone) -> None:
    before = everything(phone.world)
    assert refusal(phone.tries("open_reminder", reminder_id="x")).endswith("Pick one from the list.")
    assert everything(phone.world) == before


def new_reminder(phone: SmallPhone) -> None:
    phone.taps("create_new")
    phone.taps("set_title", title="Call Bo")
    phone.taps("set_due_datetime", due_datetime="2026-03-07 18:30")


def test_a_new_reminder_is_saved_and_shown(phone: SmallPhone) -> None:
    new_reminder(phone)
    phone.taps("set_description", description="About the room")
    phone.taps("set_repetition", unit="week")
    view = phone.view
    assert (view.title, view.name, view.description) == ("New reminder", "Call Bo", "About the room")
    assert (view.due, view.repeats) == ("2026-03-07 18:30:00", "every week")
    assert phone.taps("save") == "'Call Bo' is saved."
    found = saved(phone, "rem_u1")
    assert (found.title, found.description, found.repetition_unit, found.repetition_value) == (
        "Call Bo",
        "About the room",
        "week",
        1,
    )
    assert phone.view.reminder.id == "rem_u1"


def test_back_from_a_saved_reminder_leads_to_the_list_and_not_to_the_form(phone: SmallPhone) -> None:
    new_reminder(phone)
    phone.taps("save")
    assert phone.screens("reminder") == ["ReminderList", "ReminderDetail"]
    phone.taps("go_back")
    assert phone.screens("reminder") == ["ReminderList"]


def test_back_from_a_changed_reminder_leads_to_the_list_and_not_to_the_form(phone: SmallPhone) -> None:
    phone.taps("open_reminder", reminder_id=phone.id("bread"))
    phone.taps("edit")
    phone.taps("set_title", title="Rolls")
    assert phone.taps("save") == "'Rolls' is saved."
    assert phone.screens("reminder") == ["ReminderList", "ReminderDetail"]
    assert phone.view.title == "Rolls"
    phone.taps("go_back")
    assert phone.screens("reminder") == ["ReminderList"]


@pytest.mark.parametrize("leave", ["cancel", "go_back"])
def test_leaving_the_form_saves_nothing(phone: SmallPhone, leave: str) -> None:
    before = dict(phone.world.store.all(Reminder))
    new_reminder(phone)
    phone.taps(leave)
    assert phone.screens("reminder") == ["ReminderList"]
    phone.taps("open_reminder", reminder_id=phone.id("bread"))
    phone.taps("edit")
    phone.taps("set_title", title="Rolls")
    phone.taps(leave)
    assert phone.screens("reminder") == ["ReminderList", "ReminderDetail"]
    assert dict(phone.world.store.all(Reminder)) == before


def test_a_form_holds_what_the_reminder_says(phone: SmallPhone) -> None:
    phone.taps("open_reminder", reminder_id=phone.id("pills"))
    phone.taps("edit")
    view = phone.view
    assert (view.title, view.name, view.due, view.repeats) == (
        "Edit reminder",
        "Pills",
        "2026-03-04 08:00:00",
        "every 2 days",
    )


def test_saving_an_unchanged_form_changes_nothing(phone: SmallPhone) -> None:
    phone.taps("open_reminder", reminder_id=phone.id("pills"))
    phone.taps("edit")
    before = saved(phone, phone.id("pills"))
    phone.taps("save")
    assert saved(phone, phone.id("pills")) == before


def test_details_and_repetition_can_be_cleared(phone: SmallPhone) -> None:
    phone.taps("open_reminder", reminder_id=phone.id("bread"))
    phone.taps("edit")
    phone.taps("set_description")
    phone.taps("save")
    assert saved(phone, phone.id("bread")).description == ""
    phone.taps("go_back")
    phone.taps("open_reminder", reminder_id=phone.id("pills"))
    phone.taps("edit")
    phone.taps("set_repetition")
    phone.taps("save")
    found = saved(phone, phone.id("pills"))
    assert (found.repetition_unit, found.repetition_value) == (None, None)


def test_an_unfinished_reminder_is_not_saved_and_the_form_stays(phone: SmallPhone) -> None:
    phone.taps("create_new")
    assert "no title" in refusal(phone.tries("save"))
    phone.taps("set_title", title="Call Bo")
    before = everything(phone.world)
    assert "no time" in refusal(phone.tries("save"))
    assert everything(phone.world) == before
    assert phone.screens("reminder")[-1] == "EditReminder"


def test_wrong_entries_are_refused_at_once_and_leave_the_form_as_it_was(phone: SmallPhone) -> None:
    new_reminder(phone)
    before = everything(phone.world)
    assert "is not a local time" in refusal(phone.tries("set_due_datetime", due_datetime="soon"))
    assert "Give 1 to 1000." in refusal(phone.tries("set_repetition", unit="day", value=0))
    assert "no unit" in refusal(phone.tries("set_repetition", value=3))
    assert everything(phone.world) == before


def test_a_deleted_reminder_is_gone_and_the_list_is_shown(phone: SmallPhone) -> None:
    phone.taps("open_reminder", reminder_id=phone.id("bread"))
    assert phone.taps("delete") == "'Bread' is deleted."
    assert phone.screens("reminder") == ["ReminderList"]
    assert "Bread" not in titles(phone)


def test_what_the_assistant_deletes_under_one_s_eyes_is_shown_as_gone(phone: SmallPhone) -> None:
    bread = phone.id("bread")
    phone.taps("open_reminder", reminder_id=bread)
    phone.calls("Reminders__delete_reminder", reminder_id=bread)
    assert phone.view.text == "This reminder was deleted."
    for tap in ("edit", "delete"):
        assert "It was deleted; go back." in refusal(phone.tries(tap))
    phone.taps("go_back")
    assert phone.screens("reminder") == ["ReminderList"]


def test_what_is_deleted_while_it_is_edited_cannot_be_saved(phone: SmallPhone) -> None:
    bread = phone.id("bread")
    phone.taps("open_reminder", reminder_id=bread)
    phone.taps("edit")
    phone.calls("Reminders__delete_reminder", reminder_id=bread)
    assert phone.view.text == "This reminder was deleted."
    before = everything(phone.world)
    assert "It was deleted; go back." in refusal(phone.tries("save"))
    assert "It was deleted; go back." in refusal(phone.tries("set_title", title="x"))
    assert everything(phone.world) == before
    phone.taps("cancel")
    assert bread not in phone.world.store.all(Reminder)


def test_changing_the_time_in_the_form_rings_anew(phone: SmallPhone) -> None:
    phone.taps("open_reminder", reminder_id=phone.id("rent"))
    phone.taps("edit")
    phone.taps("set_due_datetime", due_datetime="2026-03-05 09:00")
    phone.taps("save")
    assert phone.passes_to("2026-03-05 09:00") == 1


def test_the_form_s_taps_change_no_data_and_saving_does(phone: SmallPhone) -> None:
    new_reminder(phone)
    writes = {name: action.write for name, action in user_actions(phone.world).items() if action.app == "reminder"}
    assert writes == {
        "set_title": False,
        "set_description": False,
        "set_due_datetime": False,
        "set_repetition": False,
        "save": True,
        "cancel": False,
    }
