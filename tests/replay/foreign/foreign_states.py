"""A phone of our own invention as the original PARE exports its apps: all nine, each with a little in it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any

START = datetime(2025, 11, 18, 9, tzinfo=UTC).timestamp()
DAY = 86_400.0
CARD = "PAREAgentUserInterface"
OWNER = "Iris Thorne"
PEOPLE = ("Bo Quill", "Cleo Marsh", "Dag Winter")


def fid(name: str) -> str:
    """An id as that system makes them: 32 hexadecimal digits."""
    return hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()


def app(name: str, class_name: str, state: dict[str, Any] | None) -> dict[str, Any]:
    return {"name": name, "class_name": class_name, "app_state": state}


def all_apps(card: str = CARD) -> list[dict[str, Any]]:
    return [
        app(card, card, {"messages": []}),
        app("System", "HomeScreenSystemApp", None),
        app("Contacts", "StatefulContactsApp", contacts()),
        app("Emails", "StatefulEmailApp", emails()),
        app("Messages", "StatefulMessagingApp", messages()),
        app("Calendar", "StatefulCalendarApp", calendar()),
        app("Notes", "StatefulNotesApp", notes()),
        app("Reminders", "StatefulReminderApp", reminders()),
        app("Shopping", "StatefulShoppingApp", shopping()),
        app("Apartment", "StatefulApartmentApp", apartments()),
        app("Cab", "StatefulCabApp", cab()),
    ]


def contacts() -> dict[str, Any]:
    people = {
        "owner": _contact("owner", OWNER, "iris@thorne.example", is_user=True),
        "bo": _contact("bo", PEOPLE[0], "bo@quill.example", phone="+352 621 000 001"),
        "cleo": _contact("cleo", PEOPLE[1], "cleo@marsh.example", job="Potter"),
    }
    return {"contacts": {one["contact_id"]: one for one in people.values()}, "view_limit": 10}


def _contact(key: str, name: str, email: str, **fields: Any) -> dict[str, Any]:
    first, _, last = name.partition(" ")
    return {
        "first_name": first,
        "last_name": last,
        "contact_id": fid(f"contact {key}"),
        "is_user": False,
        "gender": "Unknown",
        "age": None,
        "nationality": None,
        "city_living": None,
        "country": None,
        "status": "Unknown",
        "job": None,
        "description": None,
        "phone": None,
        "email": email,
        "address": None,
        **fields,
    }


def emails() -> dict[str, Any]:
    inbox = [
        _mail("kiln", "cleo@marsh.example", "Kiln hours", "The kiln is free on Thursday from four.", -3600),
        _mail("rent", "office@tidehouse.example", "Rent for December", "Please pay by the first.", -DAY),
    ]
    sent = [
        _mail("asked", "iris@thorne.example", "Kiln?", "Is the kiln free this week?", -7200, to="cleo@marsh.example")
    ]
    boxes = {"INBOX": inbox, "SENT": sent, "DRAFT": [], "TRASH": []}
    folders = {name: {"folder_name": name, "emails": mails} for name, mails in boxes.items()}
    return {"user_email": "iris@thorne.example", "view_limit": 5, "folders": folders}


def _mail(
    key: str, sender: str, subject: str, text: str, age: float, to: str = "iris@thorne.example"
) -> dict[str, Any]:
    return {
        "sender": sender,
        "recipients": [to],
        "subject": subject,
        "content": text,
        "email_id": fid(f"mail {key}"),
        "parent_id": None,
        "cc": [],
        "attachments": {},
        "timestamp": START + age,
        "is_read": False,
    }


def messages() -> dict[str, Any]:
    names = {fid(f"user {name}"): name for name in (OWNER, *PEOPLE)}
    me, bo, cleo, _ = names
    chats = [
        _chat("glaze", "Glaze night", [me, bo, cleo], [(bo, "Who brings the brushes?", -600), (cleo, "Not me!", -500)]),
        _chat("bo", None, [me, bo], [(me, "Are you in town?", -9000)]),
    ]
    return {
        "conversations": {chat["conversation_id"]: chat for chat in chats},
        "messages_view_limit": 10,
        "conversation_view_limit": 5,
        "mode": "NAME",
        "name_to_id": {name: key for key, name in names.items()},
        "id_to_name": names,
        "current_user_id": me,
        "current_user_name": OWNER,
    }


def _chat(key: str, title: str | None, people: list[str], said: list[tuple[str, str, float]]) -> dict[str, Any]:
    lines = [
        {"sender_id": who, "message_id": fid(f"{key} {number}"), "timestamp": START + age, "content": text}
        for number, (who, text, age) in enumerate(said)
    ]
    return {
        "participant_ids": people,
        "messages": lines,
        "title": title or ", ".join(people),
        "conversation_id": fid(f"chat {key}"),
        "last_updated": lines[-1]["timestamp"],
    }


def calendar() -> dict[str, Any]:
    events = [
        _event("firing", "Firing day", START + 2 * DAY, 3, attendees=[PEOPLE[1]], tag="pottery"),
        _event("dentist", "Dentist", START + 5 * 3600, 1),
    ]
    return {"events": {event["event_id"]: event for event in events}}


def _event(key: str, title: str, start: float, hours: float, **fields: Any) -> dict[str, Any]:
    return {
        "event_id": fid(f"event {key}"),
        "title": title,
        "start_datetime": start,
        "end_datetime": start + hours * 3600,
        "tag": None,
        "description": None,
        "location": None,
        "attendees": [],
        **fields,
    }


def notes() -> dict[str, Any]:
    inbox, work = (
        [_note("glazes", "Glazes", "Tenmoku, celadon"), _note("old", "Old list", "Bread")],
        [_note("invoice", "Invoice 12", "Forty mugs")],
    )
    held = {"Inbox": inbox, "Personal": [], "Work": work}
    return {
        "view_limit": 5,
        "folders": {
            name: {"folder_name": name, "notes": {note["note_id"]: note for note in found}}
            for name, found in held.items()
        },
    }


def _note(key: str, title: str, text: str) -> dict[str, Any]:
    at = START - DAY
    return {
        "note_id": fid(f"note {key}"),
        "title": title,
        "content": text,
        "pinned": False,
        "attachments": {},
        "created_at": at,
        "updated_at": at,
    }


def reminders() -> dict[str, Any]:
    one = {
        "reminder_id": fid("reminder clay"),
        "title": "Order clay",
        "due_datetime": "2025-11-19 10:00:00",
        "description": "Ten kilos",
        "repetition_unit": None,
        "repetition_value": None,
        "time_notified": None,
    }
    return {"reminders": {one["reminder_id"]: one}}


def shopping() -> dict[str, Any]:
    items = [
        {"item_id": fid("item small"), "price": 8.5, "available": True, "options": {"size": "small"}},
        {"item_id": fid("item large"), "price": 14.0, "available": True, "options": {"size": "large"}},
    ]
    product = {
        "name": "Glaze brush",
        "product_id": fid("product brush"),
        "variants": {one["item_id"]: one for one in items},
    }
    bought = {
        "item_id": items[0]["item_id"],
        "quantity": 1,
        "price": 8.5,
        "available": True,
        "options": {"size": "small"},
    }
    order = {
        "order_id": fid("order 1"),
        "order_status": "processed",
        "order_date": START - DAY,
        "order_total": 8.5,
        "order_items": {bought["item_id"]: bought},
    }
    return {
        "products": {product["product_id"]: product},
        "cart": {},
        "orders": {order["order_id"]: order},
        "discount_codes": {items[1]["item_id"]: {"CLAY10": 10.0}},
    }


def apartments() -> dict[str, Any]:
    flats = [_flat("mill", "The Mill", 1450.0), _flat("loft", "Tide Loft", 1800.0)]
    return {"apartments": {flat["apartment_id"]: flat for flat in flats}, "saved_apartments": []}


def _flat(key: str, name: str, price: float) -> dict[str, Any]:
    return {
        "name": name,
        "location": "Harbour Row",
        "zip_code": "1009",
        "price": price,
        "bedrooms": 2,
        "bathrooms": 1,
        "property_type": "Apartment",
        "square_footage": 700,
        "furnished_status": "Unfurnished",
        "floor_level": "Upper",
        "pet_policy": "Pets allowed",
        "lease_term": "1 year",
        "apartment_id": fid(f"flat {key}"),
        "amenities": ["Balcony"],
        "saved": False,
    }


def cab() -> dict[str, Any]:
    ride = {
        "ride_id": fid("ride past"),
        "status": "COMPLETED",
        "service_type": "Default",
        "start_location": "3 Harbour Row",
        "end_location": "Kiln Yard",
        "price": 12.4,
        "duration": 18.0,
        "time_stamp": START - 2 * DAY,
        "distance_km": 12.4,
        "delay": 0.0,
        "delay_history": [],
    }
    return {"ride_history": [ride], "quotation_history": []}
