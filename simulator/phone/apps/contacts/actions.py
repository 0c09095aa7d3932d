"""Arguments of actions on contacts, finding cards, and the writes that taps and tools share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec.structs import asdict, replace
from pydantic import BeforeValidator

from simulator.phone.apps.contacts.checks import check_name, checked, dialled, digits, same_name_key, spelled_as_listed
from simulator.phone.apps.contacts.records import EDITABLE, Contact, Gender, Status
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded_words
from simulator.phone.grouping import grouped
from simulator.phone.parameters import Arguments
from simulator.phone.roles import Address, Amount, Code, Fields, Plain, Ref, Text

PAGE = 10
FIND_IDS = "Contacts__get_contacts and Contacts__search_contacts give the ids."
_AnyCase = BeforeValidator(spelled_as_listed)

ContactId = Annotated[str, Ref("Id of the contact.", Contact.table)]
Updates = Annotated[
    dict[str, Any],
    Fields(f"New values by field; null or empty text clears one. Fields: {', '.join(EDITABLE)}.", EDITABLE),
]
Offset = Annotated[int, Plain("How many contacts to skip.")]
Query = Annotated[str, Plain("A piece of a name, phone number or e-mail address.")]


class ContactFields(Arguments, frozen=True, kw_only=True):
    """The fields of a new card, the same for the owner and the assistant."""

    first_name: Annotated[str, Code("First name.")]
    last_name: Annotated[str, Code("Last name; may be empty.")]
    gender: Annotated[Gender | None, _AnyCase, Text("Female, Male, Other or Unknown.")] = None
    age: Annotated[int | None, Amount("Age in years, 1 to 100.")] = None
    nationality: Annotated[str | None, Text("Nationality.")] = None
    city_living: Annotated[str | None, Text("City the person lives in.")] = None
    country: Annotated[str | None, Text("Country the person lives in.")] = None
    status: Annotated[Status | None, _AnyCase, Text("Student, Employed, Unemployed, Retired or Unknown.")] = None
    job: Annotated[str | None, Text("Job.")] = None
    description: Annotated[str | None, Text("Anything else worth knowing.")] = None
    phone: Annotated[str | None, Code("Phone number, such as +352 621 555 014.")] = None
    email: Annotated[str | None, Address("E-mail address.")] = None
    address: Annotated[str | None, Text("Postal address.")] = None


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


def add(call: Call, fields: ContactFields) -> Contact:
    draft = Contact(id="", **checked(asdict(fields)))
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
