"""The contacts app as the phone knows it, and what the assistant can do with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.phone.actions import tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.contacts.arguments import (
    Age,
    City,
    ContactId,
    Country,
    Description,
    Email,
    FirstName,
    GenderChoice,
    HomeAddress,
    Job,
    LastName,
    Nationality,
    Offset,
    PhoneNumber,
    Query,
    StatusChoice,
    Updates,
)
from simulator.phone.apps.contacts.book import PAGE, find_contact, in_order, matching, own_card
from simulator.phone.apps.contacts.changing import add, delete, edit
from simulator.phone.apps.contacts.records import APP, EDITABLE, PREFIX, Contact
from simulator.phone.apps.contacts.screens import ContactDetail, ContactEdit, ContactsList
from simulator.phone.apps.contacts.seeds import ContactSeed, plant_contact, plant_owner
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_of
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store

_MEDDLED_NUMBERS = ("+44 20 7946 0958", "+44 20 7946 0959")


class Contacts(App):
    name = APP
    prefix = PREFIX
    title = "Contacts"
    about = "The people the owner knows: names, numbers, addresses."
    records = (Contact,)
    screens = (ContactsList, ContactDetail, ContactEdit)
    seed = ContactSeed

    @tool(write=False)
    def get_contacts(self, call: Call, offset: Offset = 0) -> dict[str, Any]:
        """List ten contacts from the offset on, the owner's own card first, then by last and first name."""
        page = page_of(in_order(call), offset, PAGE, "contact")
        return {
            "contacts": [told(contact) for contact in page.rows],
            "metadata": {"range": page.range, "total": page.total},
        }

    @tool(write=False)
    def get_contact(self, call: Call, contact_id: ContactId) -> dict[str, Any]:
        """Read one contact."""
        return told(find_contact(call, contact_id))

    @tool(write=False)
    def get_current_user_details(self, call: Call) -> dict[str, Any]:
        """Read the owner's own card."""
        return told(own_card(call))

    @tool(write=True)
    def add_new_contact(
        self,
        call: Call,
        first_name: FirstName,
        last_name: LastName,
        gender: GenderChoice = None,
        age: Age = None,
        nationality: Nationality = None,
        city_living: City = None,
        country: Country = None,
        status: StatusChoice = None,
        job: Job = None,
        description: Description = None,
        phone: PhoneNumber = None,
        email: Email = None,
        address: HomeAddress = None,
    ) -> str:
        """Add a contact and give its id."""
        fields = {
            "first_name": first_name,
            "last_name": last_name,
            "gender": gender,
            "age": age,
            "nationality": nationality,
            "city_living": city_living,
            "country": country,
            "status": status,
            "job": job,
            "description": description,
            "phone": phone,
            "email": email,
            "address": address,
        }
        return add(call, fields).id

    @tool(write=True)
    def edit_contact(self, call: Call, contact_id: ContactId, updates: Updates) -> str:
        """Change some fields of a contact, all of them or none."""
        edit(call, find_contact(call, contact_id), updates)
        return f"Contact {contact_id} is updated."

    @tool(write=True)
    def delete_contact(self, call: Call, contact_id: ContactId) -> str:
        """Delete a contact; the owner's own card cannot be deleted."""
        delete(call, find_contact(call, contact_id))
        return f"Contact {contact_id} is deleted."

    @tool(write=False)
    def search_contacts(self, call: Call, query: Query) -> list[dict[str, Any]]:
        """Find contacts by a piece of their name, phone number or e-mail address; case and accents do not matter."""
        return [told(contact) for contact in matching(call, query)]

    def prepare(self, plot: Plot) -> None:
        plant_owner(plot)

    def plant(self, plot: Plot, seed: ContactSeed) -> None:
        plant_contact(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ContactsList(), ContactDetail(contact_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        own_last = sorted(in_order(look), key=lambda contact: contact.is_user)
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
    """The card as the assistant reads it; what is not noted is None."""
    fields = {name: getattr(contact, name) or None for name in EDITABLE}
    return {"contact_id": contact.id, "is_user": contact.is_user, **fields}
