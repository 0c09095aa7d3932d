"""The list of notifications and what a tap on one opens."""

from __future__ import annotations

from typing import Any

import pytest

from tests.simulator.phone.small_phone import SmallPhone, everything, refusal
from tests.simulator.phone.toy_app import Lamp


@pytest.fixture
def phone() -> SmallPhone:
    return SmallPhone("lamp", "reminder", "email", "calendar")


def open_first(phone: SmallPhone, number: Any = "1") -> str:
    phone.taps("go_home")
    phone.taps("open_notifications")
    return phone.taps("open_notification", notification_id=number)


def test_a_notification_opens_what_it_is_about(phone: SmallPhone) -> None:
    lamp = phone.happens("lamp", "deliver_lamp", name="Hall")
    assert open_first(phone) == "Lamp switch shows it."
    assert phone.front == "lamp"
    assert phone.screens("lamp") == ["LampList", "LampDetail"]
    assert phone.world.frames("lamp")[-1].context == {"lamp_id": lamp}


def test_going_back_from_it_leads_to_the_app_s_first_screen(phone: SmallPhone) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hall")
    open_first(phone)
    phone.taps("go_back")
    assert phone.screens("lamp") == ["LampList"]


def test_looking_at_it_leaves_the_app_s_mark(phone: SmallPhone) -> None:
    lamp = phone.happens("lamp", "deliver_lamp", name="Hall")
    open_first(phone)
    found = phone.world.store.get(Lamp, lamp)
    assert found is not None and found.seen


def test_a_notification_about_something_deleted_opens_the_app_and_says_so(phone: SmallPhone) -> None:
    lamp = phone.happens("lamp", "deliver_lamp", name="Hall")
    phone.happens("lamp", "take_lamp", lamp_id=lamp)
    assert open_first(phone) == "That is no longer there. Lamp switch is open."
    assert (phone.front, phone.screens("lamp")) == ("lamp", ["LampList"])


def test_a_mail_s_notification_opens_the_mail(phone: SmallPhone) -> None:
    phone.happens("email", "send_email_to_user_only", sender="bo@ek.example", subject="Room", content="Booked.")
    open_first(phone)
    assert phone.view.subject == "Room"


def test_an_event_deleted_by_someone_else_opens_the_calendar(phone: SmallPhone) -> None:
    phone.plant(
        "calendar", {"label": "lunch", "title": "Lunch", "start": "12:00", "end": "13:00", "attendees": ["Bo Ek"]}
    )
    lunch = phone.id("lunch")
    phone.happens("calendar", "delete_calendar_event_by_attendee", event_id=lunch, who_delete="Bo Ek")
    assert open_first(phone) == "That is no longer there. Calendar is open."
    assert phone.screens("calendar") == ["AgendaView"]


def test_a_reminder_s_notification_opens_the_reminder(phone: SmallPhone) -> None:
    phone.plant("reminder", {"title": "Bread", "due": "08:30"})
    phone.passes_to("2026-03-05 08:31")
    assert open_first(phone) == "Reminders shows it."
    assert phone.view.reminder.title == "Bread"


def test_the_number_may_be_given_as_a_number(phone: SmallPhone) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hall")
    assert open_first(phone, 1) == "Lamp switch shows it."


@pytest.mark.parametrize("number", ["0", "2", "-1", "one", "", "1.0"])
def test_a_number_that_is_not_in_the_list_is_refused(phone: SmallPhone, number: str) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hall")
    phone.taps("open_notifications")
    before = everything(phone.world)
    said = refusal(phone.tries("open_notification", notification_id=number))
    assert said.endswith("Pick a number from the list.")
    assert everything(phone.world) == before


def test_an_offer_s_notification_opens_nothing_and_says_so(phone: SmallPhone) -> None:
    phone.offers()
    phone.taps("open_notifications")
    assert refusal(phone.tries("open_notification", notification_id="1")).startswith("nothing_to_open")
    [row] = phone.view.rows
    assert not row.opens


def test_the_list_shows_the_latest_first_with_local_times(phone: SmallPhone) -> None:
    for number in range(25):
        phone.world.now += 60
        phone.happens("lamp", "deliver_lamp", name=f"{number:02} lamp")
    phone.taps("open_notifications")
    rows = phone.view.rows
    assert [row.id for row in rows] == [str(number) for number in range(25, 5, -1)]
    assert (rows[0].at, rows[0].text, rows[0].opens) == ("2026-03-05 08:47:00", "24 ", True)


def test_the_list_shows_lock_screen_texts_and_not_the_full_ones(phone: SmallPhone) -> None:
    phone.happens("lamp", "deliver_lamp", name="Hallway", about="A secret.")
    phone.taps("open_notifications")
    [row] = phone.view.rows
    assert (row.app, row.title, row.text) == ("lamp", "A new lamp", "Hal")


def test_the_home_screen_counts_the_notifications(phone: SmallPhone) -> None:
    assert phone.view.notifications == 0
    phone.happens("lamp", "deliver_lamp", name="Hall")
    phone.offers()
    assert phone.view.notifications == 2


def test_the_list_is_empty_at_first(phone: SmallPhone) -> None:
    phone.taps("open_notifications")
    assert phone.view.rows == ()


def test_opening_one_leaves_the_app_that_was_in_front_behind(phone: SmallPhone) -> None:
    phone.opens("Reminders")
    phone.happens("lamp", "deliver_lamp", name="Hall")
    open_first(phone)
    assert phone.world.phone.background == ("reminder",)
