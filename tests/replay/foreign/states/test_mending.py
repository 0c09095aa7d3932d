"""What our rules refuse in the states of foreign apps is mended or left out, and told."""

from __future__ import annotations

import base64
from typing import Any

from replay.foreign.states import Built
from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.apps.cab.records import Ride
from simulator.phone.apps.calendar.records import Event
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import Conversation, Message, User
from simulator.phone.apps.note.records import Folder, Note
from simulator.phone.apps.reminder.records import Reminder
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order, Product
from tests.replay.foreign.foreign_states import DAY, OWNER, PEOPLE, START
from tests.replay.foreign.states.laid_out import all_of, phone, the


def test_events_are_mended() -> None:
    events = {
        "late": {"title": "", "start_datetime": START, "end_datetime": START - 60},
        "never": {"title": "No time"},
        "spelled": {
            "title": "Spelled",
            "start_strftime": "Tuesday, 2025-11-18 10:00:00",
            "attendees": ["bo", "Cleo", "bo"],
        },
    }
    found = phone("Calendar", "StatefulCalendarApp", {"events": events})
    late, spelled = the(found, Event, "late"), the(found, Event, "spelled")
    assert (late.title, late.end - late.start) == ("Event", 0)
    assert (spelled.start, spelled.end, spelled.attendees) == (START + 3600, START + 7200, ("bo", "Cleo"))
    assert len(all_of(found, Event)) == 2
    assert "Calendar: an event that ends before it starts is shown with no duration." in found.warnings
    assert "Calendar: an event without a time is skipped." in found.warnings


def test_mails_are_mended() -> None:
    def mail(key: str, **fields: Any) -> dict[str, Any]:
        return {
            "email_id": key,
            "sender": "a@b.example",
            "recipients": ["c@d.example"],
            "timestamp": START - 60,
            **fields,
        }

    inbox = [
        mail("future", timestamp=START + 999, parent_id="named"),
        mail("named", sender="Cleo Marsh <cleo@marsh.example>", timestamp=START - 90),
        mail("nobody", sender="Cleo", recipients=[]),
        mail("twice"),
        mail("twice"),
        mail("papers", attachments={"a/note.txt": base64.b64encode(b"Hello").decode(), "raw.bin": "////"}),
    ]
    folders = {"INBOX": {"emails": inbox}, "Spam": {"folder_name": "Spam", "emails": [mail("spam")]}}
    found = phone("Emails", "StatefulEmailApp", {"folders": folders})
    assert the(found, Mail, "future").sent_at == START
    assert the(found, Mail, "future").parent_id == found.ids.get((Mail.table, "named"))
    assert the(found, Mail, "named").sender == "cleo@marsh.example"
    assert the(found, Mail, "nobody").sender.endswith(".invalid")
    assert the(found, Mail, "spam").folder == "INBOX"
    store = found.story.blank.store
    files = [store.get(File, file_id) for file_id in the(found, Mail, "papers").attachments]
    assert [(file.name, file.text) for file in files if file is not None] == [("note.txt", "Hello"), ("raw.bin", "")]
    assert len(all_of(found, Mail)) == 6
    assert "Emails: a mail with a duplicate id is shown once." in found.warnings
    assert "Emails: the mails of a folder called 'Spam' are shown in the inbox." in found.warnings


def test_a_draft_may_go_to_nobody() -> None:
    draft = {"email_id": "d", "sender": "iris@thorne.example", "recipients": [], "timestamp": START}
    state = {"user_email": "iris@thorne.example", "folders": {"DRAFT": {"emails": [draft]}}}
    mail = the(phone("Emails", "StatefulEmailApp", state), Mail, "d")
    assert (mail.state, mail.recipients) == ("draft", ())


def _chats(*chats: dict[str, Any]) -> Built:
    names = {"me": OWNER, "bo": PEOPLE[0], "cleo": PEOPLE[1]}
    return phone(
        "Messages",
        "StatefulMessagingApp",
        {
            "current_user_id": "me",
            "id_to_name": names,
            "conversations": {chat["conversation_id"]: chat for chat in chats},
        },
    )


def _line(key: str, who: str, text: str, age: float = 60) -> dict[str, Any]:
    return {"message_id": key, "sender_id": who, "content": text, "timestamp": START - age}


def test_two_chats_with_one_person_are_shown_as_one() -> None:
    first = {"conversation_id": "1", "participant_ids": ["me", "bo"], "messages": [_line("a", "bo", "Hi")]}
    second = {"conversation_id": "2", "participant_ids": ["bo", "me"], "messages": [_line("b", "me", "Ho", 90)]}
    found = _chats(first, second)
    assert found.ids.get((Conversation.table, "1")) == found.ids.get((Conversation.table, "2"))
    assert [the(found, Message, key).number for key in ("b", "a")] == [1, 2]
    assert "Messages: a second chat with the same person is merged with the first." in found.warnings


def test_chats_are_mended() -> None:
    found = _chats(
        {"conversation_id": "self", "participant_ids": ["me"], "messages": [_line("a", "me", "Milk")]},
        {
            "conversation_id": "odd",
            "participant_ids": ["me", "bo", "stranger_17"],
            "messages": [_line("b", "cleo", "Surprise"), _line("c", "bo", " "), _line("d", "stranger_17", "Hi", -50)],
            "title": "bo, me",
        },
    )
    odd = the(found, Conversation, "odd")
    names = {user.id: user.name for user in all_of(found, User)}
    assert [names[one] for one in odd.others] == ["Bo Quill", "Unknown (stranger_17)", "Cleo Marsh"]
    assert odd.title == ""
    assert the(found, Message, "d").at == START
    assert found.ids.get((Message.table, "c")) is None
    assert found.ids.get((Conversation.table, "self")) is None


def test_whoever_the_app_knows_can_be_written_to() -> None:
    found = _chats()
    assert {user.name for user in all_of(found, User)} == set(PEOPLE[:2])


def test_notes_are_mended() -> None:
    notes = {
        "blank": {"title": "", "content": " ", "created_at": START - 60},
        "back": {"title": "Back", "created_at": START - 60, "updated_at": START - 99},
        "later": {"title": "Later", "created_at": START + 60, "pinned": True},
    }
    folders = {"work": {"notes": notes}, "Recipes": {"folder_name": "Recipes", "notes": {}}, "": {}}
    found = phone("Notes", "StatefulNotesApp", {"folders": folders})
    assert the(found, Note, "blank").title == "Untitled"
    assert the(found, Note, "back").updated_at == START - 60
    assert (the(found, Note, "later").created_at, the(found, Note, "later").pinned) == (START, True)
    assert {note.folder for note in all_of(found, Note)} == {"Work"}
    assert "Recipes" in {folder.name for folder in all_of(found, Folder)}


def test_repetitions_of_a_reminder_are_one_reminder() -> None:
    series = {"title": "Water", "due_datetime": START + 60, "repetition_unit": "day", "repetition_value": 2}
    reminders = {
        "r": series,
        "r_rep_1": series,
        "r_rep_1_rep_1": series,
        "lone_rep_1": {**series, "repetition_unit": "year"},
    }
    found = phone("Reminders", "StatefulReminderApp", {"reminders": reminders})
    water = the(found, Reminder, "r")
    assert (water.repetition_unit, water.repetition_value) == ("day", 2)
    assert the(found, Reminder, "r_rep_1_rep_1") == water
    assert the(found, Reminder, "lone_rep_1").repetition_unit is None
    assert len(all_of(found, Reminder)) == 2


def test_what_the_rules_refuse_is_left_out_and_told() -> None:
    long_ago = {"title": "Old", "due_datetime": START - 900 * DAY, "repetition_unit": "day", "repetition_value": 1}
    found = phone(
        "Reminders", "StatefulReminderApp", {"reminders": {"old": long_ago, "new": {**long_ago, "due_datetime": START}}}
    )
    assert len(all_of(found, Reminder)) == 1
    assert found.ids.get((Reminder.table, "old")) is None
    assert any(
        one.startswith("Reminders: an entry is skipped: all repetitions of this reminder are before")
        for one in found.warnings
    )


def test_rides_are_mended() -> None:
    def ride(key: str, status: str | None, at: float, **fields: Any) -> dict[str, Any]:
        places = {"start_location": "Pier", "end_location": f"Kiln {key}"}
        return {
            "ride_id": key,
            "status": status,
            "time_stamp": START + at,
            "service_type": "Default",
            **places,
            **fields,
        }

    rides = [
        ride("past", "BOOKED", -DAY, duration=0.0, distance_km=0.0, price=9.5),
        ride("now", "IN_PROGRESS", -300, duration=20.0, delay=0.0),
        ride("soon", "BOOKED", DAY, service_type="Rocket"),
        ride("early", "IN_PROGRESS", 2 * DAY),
        ride("late", "DELAYED", 3 * DAY, delay=12.0),
        ride("round", "BOOKED", 4 * DAY, end_location="Pier"),
    ]
    quotes = [ride("past", None, -DAY), ride("quote", None, 0)]
    found = phone("Cab", "StatefulCabApp", {"ride_history": rides, "quotation_history": quotes})
    status = {key: the(found, Ride, key).status for key in ("past", "now", "soon", "early", "late")}
    assert status == {"past": "COMPLETED", "now": "IN_PROGRESS", "soon": "BOOKED", "early": "BOOKED", "late": "DELAYED"}
    assert (the(found, Ride, "past").price, the(found, Ride, "soon").service_type) == (9.5, "Default")
    assert the(found, Ride, "late").delay == 12
    assert found.ids.get((Ride.table, "round")) is None
    assert "Cab: a booked ride in the past is shown as completed." in found.warnings
    assert "Cab: a quotation from before the start is not shown." in found.warnings


def test_apartments_are_mended() -> None:
    flats = {
        "a": {"name": "", "price": "1200.5", "bedrooms": 2.0, "amenities": None},
        "b": {"apartment_id": "b", "saved": True},
    }
    found = phone("Apartment", "StatefulApartmentApp", {"apartments": flats, "saved_apartments": ["a"]})
    first, second = the(found, Apartment, "a"), the(found, Apartment, "b")
    assert (first.name, first.price, first.bedrooms, first.saved) == ("Not stated", 1200.5, 2, True)
    assert (second.location, second.price, second.saved) == ("Not stated", 0.0, True)


def test_the_shop_is_mended() -> None:
    variants = {"i": {"price": 5, "options": {"size": ["S", "M"], "new": True, "": "x"}}, "free": {"options": {}}}
    line = {"item_id": "gone", "quantity": 0, "price": 7.25}
    state = {
        "products": {"p": {"name": "Brush", "variants": variants}},
        "cart": {"i": {"quantity": 3}},
        "orders": {
            "o": {
                "order_status": "lost",
                "order_date": "2025-11-17T10:00:00",
                "order_total": 7.25,
                "order_items": {"gone": line},
            },
            "empty": {"order_items": {}},
        },
        "discount_codes": {"i": {"TEN": 10, "NONE": 0}, "unknown": {"TEN": 10}},
    }
    found = phone("Shopping", "StatefulShoppingApp", state)
    assert the(found, Item, "i").options == (("new", "yes"), ("size", "S, M"))
    assert found.ids.get((Item.table, "free")) is None
    order = the(found, Order, "o")
    assert (order.status, order.total, order.lines[0].product) == (
        "processed",
        7.25,
        "A product that is no longer sold",
    )
    assert order.lines[0].quantity == 1
    assert not the(found, Item, "gone").available
    assert {product.name for product in all_of(found, Product)} == {"Brush", "A product that is no longer sold"}
    assert [line.quantity for line in all_of(found, CartLine)] == [3]
    assert [(code.code, code.percent) for code in all_of(found, Code)] == [("TEN", 10.0)]
