"""The screens of the contacts app and their taps."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.contacts import actions
from simulator.phone.apps.contacts.actions import PAGE, ContactFields, ContactId, Offset, Query, Updates
from simulator.phone.apps.contacts.records import APP, PREFIX, Contact
from simulator.phone.apps.contacts.views import ContactsView, contact_row, contact_view, edit_view
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap
from simulator.phone.writable import shortened

_GONE = "This contact was deleted."
_LONGEST_SHOWN = 60


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
        """Save new values of some fields, all of them or none."""
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
