"""The views of the contacts app, the values that its templates need, and its screens with their taps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.contacts import actions
from simulator.phone.apps.contacts.actions import PAGE, ContactFields, ContactId, Offset, Query, Updates, sort_name
from simulator.phone.apps.contacts.records import APP, EDITABLE, GENDERS, PREFIX, STATUSES, UNKNOWN, Contact
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, TypedText, View, back, go, stay, swap
from simulator.phone.writable import shortened

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
_WIDE = ("description", "address")
# Fields that the form of a new contact always shows; other fields appear only with a value.
_ALWAYS_SHOWN = ("first_name", "last_name", "phone", "email")
OWN = "My card"
_GONE = "This contact was deleted."
_LONGEST_SHOWN = 60


class FilledField(NamedTuple):
    """A field of a form as it is drawn, with the value that is being typed or else the stored value."""

    name: str
    label: str
    value: Any
    choices: tuple[str, ...] = ()

    @property
    def wide(self) -> bool:
        """Return whether the field needs the full width, because its texts are longer."""
        return self.name in _WIDE


class ContactRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    initials: str
    about: str = ""
    """Job and city, or else the phone number or the e-mail address; `My card` for the owner's own card."""
    letter: str = ""
    """The letter under which the contact is listed; empty for the owner's own card, which comes before all letters."""
    is_user: bool = False


class ContactsView(View, frozen=True):
    rows: tuple[ContactRow, ...]
    total: int
    """Number of cards, or of cards that match the search."""
    people: int
    """Number of cards without the owner's own, regardless of the search."""
    offset: int
    limit: int = PAGE
    query: str = ""

    def new_contact_form(self, text: TypedText) -> list[FilledField]:
        """Return the fields that the form of a new card shows, with the values that are being typed."""
        values = {name: text.typed(name, "", "create_contact") for name in EDITABLE}
        shown = [name for name, value in values.items() if value or name in _ALWAYS_SHOWN]
        return [_filled(name, values[name]) for name in shown]


class Fact(msgspec.Struct, frozen=True):
    label: str
    value: str


class ContactView(View, frozen=True):
    id: str
    initials: str
    facts: tuple[Fact, ...]
    summary: str = ""
    """Job and employment status in one line."""
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

    def form(self, text: TypedText) -> list[FilledField]:
        """Return the fields of the card, with the values that are being typed in place of the stored values."""
        updates = text.typed("updates", {}, "update_contact")
        # Taps with wrong arguments are drawn too, so `updates` may have any type.
        changes = updates if isinstance(updates, Mapping) else {}
        return [_filled(field.name, changes.get(field.name, field.value), field.choices) for field in self.fields]


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
    """Return the letter under which a contact is listed, or `#` if the name does not begin with a letter."""
    first = sort_name(contact)[:1].upper()
    return first if first.isalpha() else "#"


def _filled(name: str, value: Any, choices: tuple[str, ...] = ()) -> FilledField:
    return FilledField(name, LABELS[name], "" if value is None else value, choices)


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


class ContactsList(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    query: str = ""
    offset: int = 0

    @tap(swap_to("ContactsList"))
    def list_contacts(self, call: Call, offset: Offset = 0) -> Step:
        """Show a page of the contacts, or of the search under way."""
        return _shown(call, replace(self, offset=offset))

    @tap(swap_to("ContactsList"))
    def search_contacts(self, call: Call, query: Query) -> Step:
        """Search by name, phone number or e-mail address; an empty search shows everyone again."""
        return _shown(call, ContactsList(query=" ".join(query.split())))

    @tap(push("ContactDetail"))
    def open_contact(self, call: Call, contact_id: ContactId) -> Step:
        """Open a contact."""
        return _open(actions.find_contact(call, contact_id, "Pick one from the list."))

    @tap(push("ContactDetail"))
    def view_current_user(self, call: Call) -> Step:
        """Open your own card."""
        return _open(actions.own_card(call))

    @tap(push("ContactDetail"), write=True)
    def create_contact(self, call: Call, fields: ContactFields) -> Step:
        """Save a new contact and open it."""
        contact = actions.add(call, fields)
        return go(ContactDetail(contact_id=contact.id), f"{_called(contact)} is saved.")

    def view(self, look: Look) -> View:
        page = page_left(actions.matching(look, self.query), self.offset, PAGE)
        return ContactsView(
            title="Contacts",
            rows=tuple(contact_row(contact) for contact in page.rows),
            total=page.total,
            people=actions.count_people(look),
            offset=page.offset,
            query=self.query,
        )


class ContactDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    contact_id: str

    @tap()
    def view_contact(self, call: Call) -> Step:
        """Look at this contact."""
        return stay(f"{_called(actions.still_there(call, self.contact_id))} is shown.")

    @tap(push("ContactEdit"))
    def start_edit_contact(self, call: Call) -> Step:
        """Change this contact."""
        contact = actions.still_there(call, self.contact_id)
        return go(ContactEdit(contact_id=contact.id), f"{_called(contact)} is open for editing.")

    @tap(POP, write=True)
    def delete_contact(self, call: Call) -> Step:
        """Delete this contact; your own card cannot be deleted."""
        contact = actions.still_there(call, self.contact_id)
        actions.delete(call, contact)
        return back(f"{_called(contact)} is deleted.")

    def view(self, look: Look) -> View:
        contact = look.store.get(Contact, self.contact_id)
        return GoneView(title="Contact", text=_GONE) if contact is None else contact_view(contact)


class ContactEdit(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    contact_id: str

    @tap()
    def view_contact(self, call: Call) -> Step:
        """Look at this contact as it is saved."""
        return stay(f"{_called(actions.still_there(call, self.contact_id))} is shown.")

    @tap(POP, write=True)
    def update_contact(self, call: Call, updates: Updates) -> Step:
        """Save new values of some fields; if one value is invalid, nothing is saved."""
        contact = actions.edit(call, actions.still_there(call, self.contact_id), updates)
        return back(f"{_called(contact)} is saved.")

    def view(self, look: Look) -> View:
        contact = look.store.get(Contact, self.contact_id)
        return GoneView(title="Edit contact", text=_GONE) if contact is None else edit_view(contact)


def _open(contact: Contact) -> Step:
    return go(ContactDetail(contact_id=contact.id), f"{_called(contact)} is open.")


def _called(contact: Contact) -> str:
    return shortened(contact.name, _LONGEST_SHOWN)


def _shown(call: Call, screen: ContactsList) -> Step:
    page = page_of(actions.matching(call, screen.query), screen.offset, PAGE, "contact")
    if not page.rows:
        searched = f"No contact matches '{shortened(screen.query, _LONGEST_SHOWN)}'."
        return swap(screen, searched if screen.query else "There are no contacts.")
    return swap(screen, f"Contacts {page.span} are shown.")
