"""The class of the contacts app: its tools, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.phone.actions import ToolAct, tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.contacts import actions
from simulator.phone.apps.contacts.actions import PAGE, ContactFields, ContactId, Offset, Query, Updates
from simulator.phone.apps.contacts.records import APP, EDITABLE, PREFIX, Contact
from simulator.phone.apps.contacts.screens import ContactDetail, ContactEdit, ContactsList
from simulator.phone.apps.contacts.seeds import ContactSeed, plant_contact, plant_owner
from simulator.phone.apps.contacts.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_of
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store

# Numbers that Ofcom reserves for fiction. There are two, so that at least one differs from the contact's number.
_MEDDLED_NUMBERS = ("+44 20 7946 0958", "+44 20 7946 0959")


class Contacts(App):
    name = APP
    prefix = PREFIX
    title = "Contacts"
    about = "The people the owner knows: names, numbers, addresses."
    category = "contacts-hygiene"
    records = (Contact,)
    screens = (ContactsList, ContactDetail, ContactEdit)
    seed = ContactSeed
    words = WORDS

    @tool(write=False)
    def get_contacts(self, call: Call, offset: Offset = 0) -> dict[str, Any]:
        """List ten contacts from the offset on, the owner's own card first, then by last and first name."""
        page = page_of(actions.in_order(call), offset, PAGE, "contact")
        return {
            "contacts": [told(contact) for contact in page.rows],
            "metadata": {"range": page.range, "total": page.total},
        }

    @tool(write=False)
    def get_contact(self, call: Call, contact_id: ContactId) -> dict[str, Any]:
        """Read one contact."""
        return told(actions.find_contact(call, contact_id))

    @tool(write=False)
    def get_current_user_details(self, call: Call) -> dict[str, Any]:
        """Read the owner's own card."""
        return told(actions.own_card(call))

    @tool(write=True, act=ToolAct("add"))
    def add_new_contact(self, call: Call, fields: ContactFields) -> str:
        """Add a contact and return its id."""
        contact = actions.add(call, fields)
        return f"Contact {contact.id}, {contact.name}, is added."

    @tool(write=True, act=ToolAct("change", on="contact_id"))
    def edit_contact(self, call: Call, contact_id: ContactId, updates: Updates) -> str:
        """Change some fields of a contact; if one value is invalid, nothing is changed."""
        contact = actions.edit(call, actions.find_contact(call, contact_id), updates)
        new = ", ".join(f"{name} is now '{getattr(contact, name)}'" for name in updates)
        return f"Contact {contact.id}, {contact.name}, is changed: {new}."

    @tool(write=True, act=ToolAct("delete", on="contact_id"))
    def delete_contact(self, call: Call, contact_id: ContactId) -> str:
        """Delete a contact; the owner's own card cannot be deleted."""
        contact = actions.find_contact(call, contact_id)
        actions.delete(call, contact)
        return f"Contact {contact.id}, {contact.name}, is deleted."

    @tool(write=False)
    def search_contacts(self, call: Call, query: Query) -> list[dict[str, Any]]:
        """Find contacts by a part of their name, phone number or e-mail address; case and accents do not matter."""
        return [told(contact) for contact in actions.matching(call, query)]

    # The owner's card is added here and not by a seed, because every phone with contacts has it.
    def prepare(self, plot: Plot) -> None:
        plant_owner(plot)

    def plant(self, plot: Plot, seed: ContactSeed) -> None:
        plant_contact(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ContactsList(), ContactDetail(contact_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        # The owner's own card comes last, because it can't be deleted; it is changed only if no other card is left.
        own_last = sorted(actions.in_order(look), key=lambda contact: contact.is_user)
        contacts = [contact for contact in own_last if contact.id not in spared]
        for contact in contacts[:1]:
            if not contact.is_user:
                yield Meddling("delete_contact", {"contact_id": contact.id})
            number = next(one for one in _MEDDLED_NUMBERS if one != contact.phone)
            yield Meddling("edit_contact", {"contact_id": contact.id, "updates": {"phone": number}})

    def readable(self, store: Store, record: Record) -> str:
        values = (getattr(record, name) for name in EDITABLE)
        return " ".join((record.id, *(str(value) for value in values if value)))


def told(contact: Contact) -> dict[str, Any]:
    """Return a card in the form in which tools return it to the assistant; empty fields are None."""
    fields = {name: getattr(contact, name) or None for name in EDITABLE}
    return {"contact_id": contact.id, "is_user": contact.is_user, **fields}
