"""What the screens of the contacts app show."""

from __future__ import annotations

import msgspec

from simulator.phone.apps.contacts.book import PAGE, sort_name
from simulator.phone.apps.contacts.records import EDITABLE, GENDERS, STATUSES, UNKNOWN, Contact
from simulator.phone.screens import View

LABELS = {
    "first_name": "First name",
    "last_name": "Last name",
    "gender": "Gender",
    "age": "Age",
    "nationality": "Nationality",
    "city_living": "City",
    "country": "Country",
    "status": "Status",
    "job": "Job",
    "description": "About",
    "phone": "Phone",
    "email": "Email",
    "address": "Address",
}
_CHOICES = {"gender": GENDERS, "status": STATUSES}
OWN = "My card"


class ContactRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    initials: str
    about: str = ""
    """Job and city, or else the number or the address."""
    letter: str = ""
    """The letter under which it stands; the owner's own card stands above all letters."""
    is_user: bool = False


class ContactsView(View, frozen=True):
    rows: tuple[ContactRow, ...]
    total: int
    """How many cards there are, or match the search."""
    people: int
    """How many people there are besides the owner, whatever is searched for."""
    offset: int
    limit: int = PAGE
    query: str = ""


class Fact(msgspec.Struct, frozen=True):
    label: str
    value: str


class ContactView(View, frozen=True):
    id: str
    initials: str
    facts: tuple[Fact, ...]
    summary: str = ""
    """Job and status in a line."""
    is_user: bool = False


class EditField(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    label: str
    value: str = ""
    choices: tuple[str, ...] = ()


class EditContactView(View, frozen=True):
    id: str
    name: str
    initials: str
    fields: tuple[EditField, ...]
    is_user: bool = False


def contact_row(contact: Contact) -> ContactRow:
    about = ", ".join(filter(None, (contact.job, contact.city_living))) or contact.phone or contact.email
    return ContactRow(
        id=contact.id,
        name=contact.name,
        initials=initials(contact),
        about=OWN if contact.is_user else about,
        letter="" if contact.is_user else letter(contact),
        is_user=contact.is_user,
    )


def contact_view(contact: Contact) -> ContactView:
    facts = (
        ("Phone", contact.phone),
        ("Email", contact.email),
        ("Address", contact.address),
        ("Lives in", ", ".join(filter(None, (contact.city_living, contact.country)))),
        ("Nationality", contact.nationality),
        ("Age", "" if contact.age is None else str(contact.age)),
        ("Gender", _known(contact.gender)),
        ("About", contact.description),
    )
    return ContactView(
        title=contact.name,
        id=contact.id,
        initials=initials(contact),
        summary=_summary(contact),
        facts=tuple(Fact(label, value) for label, value in facts if value),
        is_user=contact.is_user,
    )


def edit_view(contact: Contact) -> EditContactView:
    return EditContactView(
        title="Edit contact",
        id=contact.id,
        name=contact.name,
        initials=initials(contact),
        fields=tuple(_edit_field(contact, name) for name in EDITABLE),
        is_user=contact.is_user,
    )


def initials(contact: Contact) -> str:
    return "".join(name[:1] for name in (contact.first_name, contact.last_name)).upper()


def letter(contact: Contact) -> str:
    first = sort_name(contact)[:1].upper()
    return first if first.isalpha() else "#"


def _edit_field(contact: Contact, name: str) -> EditField:
    value = getattr(contact, name)
    return EditField(name, LABELS[name], "" if value is None else str(value), _CHOICES.get(name, ()))


def _summary(contact: Contact) -> str:
    status = _known(contact.status)
    if not contact.job:
        return status
    return f"{contact.job}, {status.lower()}" if status else contact.job


def _known(choice: str) -> str:
    return "" if choice == UNKNOWN else choice
