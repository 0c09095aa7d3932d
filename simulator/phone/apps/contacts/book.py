"""Finding cards: in order, by id, by words, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from simulator.phone.apps.contacts.numbers import dialled, digits, same_name_key
from simulator.phone.apps.contacts.records import Contact
from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded_words
from simulator.phone.grouping import grouped

PAGE = 10
FIND_IDS = "Contacts__get_contacts and Contacts__search_contacts give the ids."


class _Entry(NamedTuple):
    """A card with the text that a search looks through."""

    contact: Contact
    text: str
    number: str


def in_order(look: Look) -> Sequence[Contact]:
    """The owner's own card first, then by last name, first name and id; who has no last name goes by the first."""
    return look.store.derived(
        "contacts.order", Contact, lambda: sorted(look.store.all(Contact).values(), key=_place_in_order)
    )


def sort_name(contact: Contact) -> str:
    return folded_words(contact.last_name) or folded_words(contact.first_name)


def matching(look: Look, query: str) -> Sequence[Contact]:
    """The cards, in order, that have the words in the name, in either order of names, in the number or the address."""
    wanted = folded_words(query)
    if not wanted:
        return in_order(look)
    number = dialled(wanted)
    entries = look.store.derived("contacts.search", Contact, lambda: [_entry(contact) for contact in in_order(look)])
    return [entry.contact for entry in entries if wanted in entry.text or (number and number in entry.number)]


def find_contact(look: Look, contact_id: str, remedy: str = FIND_IDS) -> Contact:
    return look.find(Contact, contact_id, "contact", remedy)


def still_there(look: Look, contact_id: str) -> Contact:
    return find_contact(look, contact_id, "It was deleted; go back.")


def own_card(look: Look) -> Contact:
    first = next(iter(in_order(look)), None)
    if first is None or not first.is_user:
        raise ActionError("unknown_record", "The owner has no card on this phone.", FIND_IDS)
    return first


def count_people(look: Look) -> int:
    """How many cards there are besides the owner's own."""
    contacts = in_order(look)
    return len(contacts) - sum(contact.is_user for contact in contacts[:1])


def namesakes(look: Look, contact: Contact) -> Sequence[Contact]:
    """The cards of the same full name, in order; the card itself is among them if it is stored."""
    names = look.store.derived(
        "contacts.names", Contact, lambda: grouped(in_order(look), lambda one: same_name_key(one.name))
    )
    return names.get(same_name_key(contact.name), [])


def _place_in_order(contact: Contact) -> tuple[bool, str, str, str]:
    return not contact.is_user, sort_name(contact), folded_words(contact.first_name), contact.id


def _entry(contact: Contact) -> _Entry:
    first, last = folded_words(contact.first_name), folded_words(contact.last_name)
    lines = (f"{first} {last}", f"{last} {first}", folded_words(contact.phone), folded_words(contact.email))
    return _Entry(contact, "\n".join(lines), digits(contact.phone))
