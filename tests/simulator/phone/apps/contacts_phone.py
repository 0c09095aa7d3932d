"""A phone with an address book on it, for the tests of the contacts app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulator.phone.apps.contacts import Contact
from simulator.phone.people import Owner
from simulator.phone.perform import Done
from simulator.phone.store import Record
from tests.simulator.phone.apps.app_phone import AppPhone, refused
from tests.simulator.phone.small_phone import ZONE, everything

ADA = Owner(
    name="Ada Maria Lind",
    email="ada@lind.example",
    phone="+352 621 555 001",
    home="Mill Lane 3",
    time_zone=ZONE,
)
BOOK: tuple[dict[str, Any], ...] = (
    {"label": "bo_card", "person": "bo", "job": "Baker", "city_living": "Bergen"},
    {"label": "tomas", "first_name": "Tomáš", "last_name": "Novák", "email": "t.novak@orchard.example", "age": 41},
    {"label": "gym", "first_name": "Tomas", "last_name": "Berg", "phone": "+352 (621) 555-090"},
    {"label": "soren", "first_name": "Søren", "last_name": "Østergård", "description": "Knows the boat.\nNo fish."},
)
IN_ORDER = ("gym", "bo_card", "tomas", "soren")
"""How the cards follow the owner's own: Berg, Ek, Novák, Østergård."""


class ContactsPhone(AppPhone):
    """The address book with the owner's card and the given ones."""

    of = "contacts"

    def __init__(self, seeds: tuple[Mapping[str, Any], ...] = BOOK, owner: Owner = ADA) -> None:
        super().__init__(seeds, owner=owner)

    @property
    def own(self) -> Contact:
        (found,) = [contact for contact in self.cards.values() if contact.is_user]
        return found

    @property
    def cards(self) -> Mapping[str, Contact]:
        return self.world.store.all(Contact)

    def card(self, label_or_id: str) -> Contact:
        return self.cards[self.id(label_or_id) if label_or_id in self.plot.labels else label_or_id]

    def row_labels(self, rows: Any) -> list[str]:
        """The labels behind the rows of a screen or the results of a tool; the owner's own card is `own`."""
        names = {record_id: label for label, (_, record_id) in self.plot.labels.items()}
        names.setdefault(self.own.id, "own")
        return [names[row["contact_id"] if isinstance(row, dict) else row.id] for row in rows]

    def opens_book(self) -> ContactsPhone:
        self.opens("Contacts")
        return self

    def opens_card(self, label: str) -> ContactsPhone:
        self.opens_book()
        self.taps("open_contact", contact_id=self.id(label))
        return self

    def refuses(self, attempt: Done, before: dict[str, dict[str, Record]]) -> str:
        """What was said about an action that must have failed and changed nothing at all."""
        assert everything(self.world) == before
        return refused(attempt)


def many(count: int) -> tuple[dict[str, Any], ...]:
    """Cards P000, P001, ... in their order."""
    return tuple({"label": f"p{n:03d}", "first_name": "P", "last_name": f"P{n:03d}"} for n in range(count))
