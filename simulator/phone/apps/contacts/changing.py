"""Making, changing and deleting cards, the same for the owner's taps and the assistant's tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from simulator.phone.apps.contacts.book import namesakes
from simulator.phone.apps.contacts.checks import check_name, checked
from simulator.phone.apps.contacts.numbers import digits
from simulator.phone.apps.contacts.records import EDITABLE, Contact
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


def add(call: Call, fields: Mapping[str, Any]) -> Contact:
    draft = Contact(id="", **checked(fields))
    check_name(draft.first_name, draft.last_name)
    _check_new(call, draft)
    contact = replace(draft, id=call.new_id(Contact))
    call.put(contact)
    return contact


def edit(call: Call, contact: Contact, updates: Mapping[str, Any]) -> Contact:
    """Everything is checked before anything is written."""
    if not updates:
        raise ActionError("bad_argument", "The updates are empty.", f"Give at least one of: {', '.join(EDITABLE)}.")
    changed = replace(contact, **checked(updates))
    check_name(changed.first_name, changed.last_name)
    call.put(changed)
    return changed


def delete(call: Call, contact: Contact) -> None:
    if contact.is_user:
        change = "start_edit_contact" if call.actor == "user" else "Contacts__edit_contact"
        raise ActionError(
            "not_allowed", "The owner's own card cannot be deleted.", f"Change what it says with {change}."
        )
    call.drop(contact)


def _check_new(call: Call, draft: Contact) -> None:
    """Two people may share a name, but then an address or a number must tell them apart."""
    same = next((known for known in namesakes(call, draft) if not _tells_apart(draft, known)), None)
    if same is None:
        return
    change = "open_contact and start_edit_contact" if call.actor == "user" else "Contacts__edit_contact"
    raise ActionError(
        "not_allowed",
        f"There is a contact called '{draft.name}' already, and nothing tells the new one apart.",
        f"Change the one there is with {change}, id {same.id}, or give an e-mail or phone that is another person's.",
    )


def _tells_apart(draft: Contact, known: Contact) -> bool:
    email, number = draft.email.casefold(), digits(draft.phone)
    return email not in ("", known.email.casefold()) or number not in ("", digits(known.phone))
