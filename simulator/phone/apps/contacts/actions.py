"""Actions on contacts: types of arguments, lookups, checks of fields, and the writes that taps and tools share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec.structs import asdict, replace
from pydantic import BeforeValidator

from simulator.phone.apps.contacts.records import (
    EDITABLE,
    GENDERS,
    OLDEST,
    STATUSES,
    UNKNOWN,
    YOUNGEST,
    Contact,
    Gender,
    Status,
    spelled_as_listed,
)
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.people import is_mail_address
from simulator.phone.roles import Address, Amount, Code, Fields, Plain, Ref, Text
from simulator.phone.search_text import folded_words
from simulator.phone.store import grouped
from simulator.phone.writable import spelled

PAGE = 10
# Models read this text in errors, so it has the published names of tools.
FIND_IDS = "Contacts__get_contacts and Contacts__search_contacts give the ids."
# Accepts `female` for `Female`, because models write both; the schema still lists the exact values.
_AnyCase = BeforeValidator(spelled_as_listed)
_PHONE = re.compile(r"[+(]{0,2}[0-9][0-9 ()./-]*(?:(?:x|ext\.?) ?[0-9]+)?")
_NUMBER = re.compile(r"[0-9]{1,9}")
_NOT_DIGITS = re.compile("[^0-9]+")
_DIALLED = re.compile(r"[0-9+()./ -]+")
# From short numbers such as 112 to international numbers with an extension.
_FEWEST_DIGITS, _MOST_DIGITS = 3, 20
# Fields that may have several lines; all other text fields have one line.
_LONG_TEXTS = ("description", "address")

ContactId = Annotated[str, Ref("Id of the contact.", Contact.table)]
Updates = Annotated[
    dict[str, Any],
    Fields(f"New values by field; null or empty text clears one. Fields: {', '.join(EDITABLE)}.", EDITABLE),
]
Offset = Annotated[int, Plain("How many contacts to skip.")]
Query = Annotated[str, Plain("A piece of a name, phone number or e-mail address.")]


class ContactFields(Arguments, frozen=True, kw_only=True):
    """The fields of a new card; the user's tap and the assistant's tool take the same arguments."""

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
    """A card with texts to search: `text` has names, phone and e-mail address, `number` has the digits of the phone."""

    contact: Contact
    text: str
    number: str


def in_order(look: Look) -> Sequence[Contact]:
    """Return all cards: first the owner's own card, then the others by last name, first name and id."""
    return look.store.derived(
        "contacts.order", Contact, lambda: sorted(look.store.all(Contact).values(), key=_place_in_order)
    )


def sort_name(contact: Contact) -> str:
    """Return the folded last name, by which cards are sorted, or the folded first name if there is no last name."""
    return folded_words(contact.last_name) or folded_words(contact.first_name)


def matching(look: Look, query: str) -> Sequence[Contact]:
    """Return the cards whose name, phone number or e-mail address contains the query, sorted as in `in_order`.

    The first name may come before or after the last name; case and accents are ignored. An empty query finds all cards.
    """
    wanted = folded_words(query)
    if not wanted:
        return in_order(look)
    # Phone numbers are written with different spaces and symbols, so the digits are compared too: 621555
    # finds +352 621 555 014.
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
    """Return the number of cards besides the owner's own."""
    contacts = in_order(look)
    return len(contacts) - sum(contact.is_user for contact in contacts[:1])


def namesakes(look: Look, contact: Contact) -> Sequence[Contact]:
    """Return the cards with the same full name as `contact`, ignoring case and spaces, sorted as in `in_order`."""
    names = look.store.derived(
        "contacts.names", Contact, lambda: grouped(in_order(look), lambda one: same_name_key(one.name))
    )
    return names.get(same_name_key(contact.name), [])


def _place_in_order(contact: Contact) -> tuple[bool, str, str, str]:
    return not contact.is_user, sort_name(contact), folded_words(contact.first_name), contact.id


def _entry(contact: Contact) -> _Entry:
    first, last = folded_words(contact.first_name), folded_words(contact.last_name)
    # Joined by line breaks, so that no search matches the end of one field together with the beginning of the next.
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
    """Change some fields of a contact and return it. Raise ActionError if `updates` is empty or a value is invalid."""
    if not updates:
        raise ActionError("bad_argument", "The updates are empty.", f"Give at least one of: {', '.join(EDITABLE)}.")
    changed = replace(contact, **checked(updates))
    check_name(changed.first_name, changed.last_name)
    call.put(changed)
    return changed


def delete(call: Call, contact: Contact) -> None:
    if contact.is_user:
        # The remedy names a tap for the user and a tool for the assistant.
        change = "start_edit_contact" if call.actor == "user" else "Contacts__edit_contact"
        raise ActionError(
            "not_allowed", "The owner's own card cannot be deleted.", f"Change what it says with {change}."
        )
    call.drop(contact)


def _check_new(call: Call, draft: Contact) -> None:
    """Raise ActionError if a card has the same name, unless the new card has a different e-mail address or number."""
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


def checked(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields as a card stores them; None and an empty text clear a field.

    Raise ActionError for an unknown field or an invalid value.
    """
    return {name: _check_of(name)(name, value) for name, value in fields.items()}


def check_name(first_name: str, last_name: str) -> None:
    if not first_name and not last_name:
        raise ActionError("bad_argument", "The contact has no name.", "Give a first_name or a last_name.")


def is_phone(text: str) -> bool:
    return _PHONE.fullmatch(text) is not None and _FEWEST_DIGITS <= len(digits(text)) <= _MOST_DIGITS


def same_name_key(name: str) -> str:
    """Return a key that is equal for names that differ only in case or spaces."""
    # Unlike in a search, accents count: two people's names may differ only in an accent.
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def digits(text: str) -> str:
    return _NOT_DIGITS.sub("", text)


def dialled(text: str) -> str:
    """Return the digits of a text that could be part of a phone number, or an empty text for other texts."""
    return digits(text) if _DIALLED.fullmatch(text) else ""


def _check_of(name: str) -> Callable[[str, Any], Any]:
    if name not in EDITABLE:
        raise ActionError("bad_argument", f"A contact has no field '{name}' to write.", f"Fields: {_listed(EDITABLE)}.")
    return _SPECIAL.get(name, _line)


def _text(name: str, value: Any) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        remedy = "Give it in quotes; null or empty text clears the field."
        raise ActionError("bad_argument", f"{name} must be text, not {spelled(value)}.", remedy)
    return value.strip()


def _line(name: str, value: Any) -> str:
    return " ".join(_text(name, value).split())


def _phone(name: str, value: Any) -> str:
    phone = _line(name, value)
    if phone and not is_phone(phone):
        raise ActionError("bad_argument", f"'{phone}' is not a phone number.", "Write it like +352 621 555 014.")
    return phone


def _email(name: str, value: Any) -> str:
    email = _text(name, value)
    if email and not is_mail_address(email):
        raise ActionError("bad_argument", f"'{email}' is not an e-mail address.", "Write it like name@place.example.")
    return email


def _age(name: str, value: Any) -> int | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    number = _whole(value)
    if number is None or not YOUNGEST <= number <= OLDEST:
        remedy = f"Give a whole number from {YOUNGEST} to {OLDEST}, or null for none."
        raise ActionError("bad_argument", f"{name} cannot be {spelled(value)}.", remedy)
    return number


def _whole(value: Any) -> int | None:
    """Return a whole number from an int, a float such as 42.0 or a text such as "42", or None for other values."""
    if isinstance(value, str):
        return int(value) if _NUMBER.fullmatch(value.strip()) else None
    # bool is excluded because it is a subclass of int. For infinity and NaN, `value // 1` is NaN, which equals nothing.
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value)


def _choice(name: str, value: Any) -> str:
    choices = GENDERS if name == "gender" else STATUSES
    text = _line(name, value)
    wanted = text.capitalize() or UNKNOWN
    if wanted not in choices:
        raise ActionError("bad_argument", f"{name} cannot be '{text}'.", f"Values: {_listed(choices)}.")
    return wanted


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


# The checks of fields that are not a single line of text. Defined here because it refers to the functions above.
_SPECIAL: dict[str, Callable[[str, Any], Any]] = {
    "gender": _choice,
    "age": _age,
    "status": _choice,
    "phone": _phone,
    "email": _email,
    **dict.fromkeys(_LONG_TEXTS, _text),
}
