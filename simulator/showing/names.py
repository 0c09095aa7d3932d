"""What people call a record: the title of an event, the person behind an address, where a ride goes."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.apps.cab.records import Ride
from simulator.phone.apps.calendar.records import Event
from simulator.phone.apps.contacts.records import Contact
from simulator.phone.apps.email import addresses
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.people import title_of
from simulator.phone.apps.messaging.records import Conversation, Message, ReadMark, User
from simulator.phone.apps.note.records import Folder, Note
from simulator.phone.apps.reminder.records import Reminder
from simulator.phone.apps.shopping.catalogue import item_name
from simulator.phone.apps.shopping.orders import in_short
from simulator.phone.apps.shopping.records import CartLine, Code, Item, Order, Payment, Product
from simulator.phone.call import Look
from simulator.phone.state import CardMessage, Notice, Proposal
from simulator.phone.store import Record

NOUNS: Mapping[type[Record], str] = {
    Apartment: "apartment",
    Ride: "ride",
    Event: "calendar event",
    Contact: "contact",
    Mail: "mail",
    File: "file",
    Conversation: "chat",
    Message: "message",
    ReadMark: "read mark",
    User: "person",
    Folder: "folder",
    Note: "note",
    Reminder: "reminder",
    CartLine: "line of the cart",
    Code: "discount code",
    Item: "item",
    Order: "order",
    Payment: "way to pay",
    Product: "product",
    Proposal: "proposal",
    CardMessage: "line on the assistant's card",
}


def noun_of(cls: type[Record]) -> str:
    """What kind of thing a record is."""
    return NOUNS.get(cls, cls.table.rpartition(".")[2].replace("_", " "))


def name_of(look: Look, record: Record) -> str:
    """What a record is called; empty for those that have no name."""
    match record:
        case Conversation():
            return title_of(look, record)
        case Mail():
            return record.subject.strip() or "without a subject"
        case Contact():
            return f"{record.first_name} {record.last_name}".strip()
        case Item():
            return item_name(look.store, record.id)
        case CartLine():
            return item_name(look.store, record.item_id)
        case Order():
            return in_short(record)
        case Code():
            return record.code
        case Ride():
            return f"ride to {record.end_location}"
        case Proposal():
            return f"proposal {number_of(record.id)}"
    for field in ("title", "name"):
        value = getattr(record, field, "")
        if value:
            return str(value)
    return ""


def person_at(look: Look, address: str, people: Mapping[str, str]) -> str:
    """Whose e-mail address it is: by the phone's contacts, by the story, or as it is written."""
    known = addresses.name_of(look, address)
    return people.get(address.casefold(), address) if known == address else known


def number_of(record_id: str) -> str:
    """`2` of `proposal_2`."""
    return record_id.rpartition("_")[2]


def notice_name(notice: Notice) -> str:
    return notice.title or notice.text
