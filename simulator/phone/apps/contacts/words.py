"""The words of the contacts app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.contacts.records import Contact
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "get_contacts": "look through the contacts[, {found:contact}]",
    "list_contacts": "look through the contacts",
    "get_contact": ("read the card of {contact_id}", "read a contact's card"),
    "get_current_user_details": "read the owner's own card",
    "add_new_contact": ("add {first_name}[ {last_name}] to the contacts", "add somebody to the contacts"),
    "create_contact": ("add {first_name}[ {last_name}] to the contacts", "add somebody to the contacts"),
    "edit_contact": ("change the card of {contact_id}", "change a contact's card"),
    "update_contact": ("change the card of {contact_id}", "change the contact's card"),
    "delete_contact": ("delete {contact_id} from the contacts", "delete a contact"),
    "search_contacts": ("search the contacts for {query!q}[, {found:contact}]", "look through the contacts"),
    "open_contact": ("open the card of {contact_id}", "open a contact's card"),
    "view_current_user": "open the owner's own card",
    "view_contact": ("look at the card of {contact_id}", "look at the card"),
    "start_edit_contact": ("edit the card of {contact_id}", "edit the card"),
}


WORDS = Words(
    deeds=_DEEDS,
    records={
        Contact: RecordWords(
            noun="contact",
            name=lambda look, contact: contact.name,
            labels={"is_user": "the owner's own"},
            told=("status",),
        )
    },
    labels={
        "ContactRow.is_user": "this is you",
        "ContactView.is_user": "this is you",
        "ContactsView.people": "people besides you",
        "EditContactView.is_user": "this is you",
    },
    # Initials and letters are only drawn beside a name; models read the name.
    unsaid=frozenset({"ContactRow.initials", "ContactRow.letter", "ContactView.initials", "EditContactView.initials"}),
)
