"""E-mail addresses: which are possible, which is the owner's, and the names people know them by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from simulator.phone.call import Look
from simulator.phone.errors import ActionError

# Read by the names of its fields: a phone with mail may have no contacts at all.
_CONTACTS = "contacts.contact"


def is_address(text: str) -> bool:
    name, at, place = text.partition("@")
    return bool(name and at and place) and "@" not in place and not any(letter.isspace() for letter in text)


def checked_address(text: str) -> str:
    address = text.strip()
    if not is_address(address):
        raise ActionError("bad_argument", f"'{text}' is not an e-mail address.", "Write it like name@place.example.")
    return address


def checked_addresses(texts: Iterable[str]) -> list[str]:
    """Return the addresses, each once."""
    found: dict[str, str] = {}
    for text in texts:
        address = checked_address(text)
        found.setdefault(address.casefold(), address)
    return list(found.values())


def same_address(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def is_owner(look: Look, address: str) -> bool:
    return same_address(address, look.owner.email)


def name_of(look: Look, address: str) -> str:
    """Return the name in the contacts, or the address itself."""
    return known_name(look, address) or address


def known_name(look: Look, address: str) -> str | None:
    """Return whose address it is: the owner's, or that of someone in the contacts."""
    return look.owner.name if is_owner(look, address) else _contact_names(look).get(address.casefold())


def _contact_names(look: Look) -> Mapping[str, str]:
    contacts = look.store.tables().get(_CONTACTS)
    if contacts is None:
        return {}

    def build() -> dict[str, str]:
        names: dict[str, str] = {}
        for _, contact in sorted(contacts.items()):
            name = f"{getattr(contact, 'first_name', '')} {getattr(contact, 'last_name', '')}".strip()
            address = getattr(contact, "email", None)
            if address and name:
                names.setdefault(address.casefold(), name)
        return names

    return look.store.derived("email.contact_names", look.store.type_of(_CONTACTS), build)
