"""The records of the mail app: mails, the four folders, and e-mail addresses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.people import is_mail_address
from simulator.phone.store import Record

APP = "email"
PREFIX = "Emails"
Folder = Literal["INBOX", "SENT", "DRAFT", "TRASH"]
State = Literal["received", "draft", "sent"]
FOLDERS: tuple[Folder, ...] = ("INBOX", "SENT", "DRAFT", "TRASH")
FOLDER_TITLES: dict[Folder, str] = {"INBOX": "Inbox", "SENT": "Sent", "DRAFT": "Drafts", "TRASH": "Trash"}
NO_SUBJECT = "(no subject)"
# The table of the contacts app. The app itself is not imported, because a phone with mail may have no contacts.
_CONTACTS = "contacts.contact"


class Mail(Record, frozen=True):
    """One mail. `state` says whether it is received, sent or a draft; the folder can't, because mails can be moved."""

    table: ClassVar[str] = "email.mail"
    prefix: ClassVar[str] = "mail"

    sender: str
    sent_at: int
    """For a draft: the time of its last save."""
    recipients: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    subject: str = ""
    content: str = ""
    folder: Folder = "INBOX"
    state: State = "received"
    parent_id: str = ""
    """Id of the mail that this mail answers, even if that mail has been deleted since; empty if it answers none."""
    attachments: tuple[str, ...] = ()
    """Ids of files."""
    is_read: bool = False


def folder_named(name: str) -> Folder:
    wanted = name.strip().casefold()
    # Accepts titles too: screens show titles and tools take names, and models confuse names and titles.
    for folder, title in FOLDER_TITLES.items():
        if wanted in (folder.casefold(), title.casefold()):
            return folder
    raise ActionError("bad_argument", f"There is no folder '{name}'.", f"Folders: {', '.join(FOLDERS)}.")


def state_of(from_owner: bool, folder: Folder) -> State:
    """Return the state of a mail that an event or a scenario file puts straight into a folder."""
    if not from_owner or folder == "INBOX":
        return "received"
    return "draft" if folder == "DRAFT" else "sent"


def named(mail: Mail) -> str:
    """Return the beginning of a sentence: the mail's subject in quotes, or `The mail without a subject`."""
    return f"'{mail.subject}'" if mail.subject.strip() else "The mail without a subject"


def checked_address(text: str) -> str:
    address = text.strip()
    if not is_mail_address(address):
        raise ActionError("bad_argument", f"'{text}' is not an e-mail address.", "Write it like name@place.example.")
    return address


def checked_addresses(texts: Iterable[str]) -> list[str]:
    """Return the addresses, each once, ignoring case. Raise ActionError for an invalid address."""
    found: dict[str, str] = {}
    for text in texts:
        address = checked_address(text)
        # The first spelling is kept. Addresses that differ only in case reach the same person.
        found.setdefault(address.casefold(), address)
    return list(found.values())


def same_address(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def is_owner(look: Look, address: str) -> bool:
    return same_address(address, look.owner.email)


def name_of(look: Look, address: str) -> str:
    """Return the name of the owner or the contact with this address, or else the address itself."""
    return known_name(look, address) or address


def known_name(look: Look, address: str) -> str | None:
    """Return the name of the owner or the contact with this address, or None if neither has the address."""
    return look.owner.name if is_owner(look, address) else _contact_names(look).get(address.casefold())


def _contact_names(look: Look) -> Mapping[str, str]:
    contacts = look.store.tables().get(_CONTACTS)
    if contacts is None:
        return {}

    def build() -> dict[str, str]:
        names: dict[str, str] = {}
        # Sorted by id, so that every run takes the same name if two contacts share an address.
        for _, contact in sorted(contacts.items()):
            name = f"{getattr(contact, 'first_name', '')} {getattr(contact, 'last_name', '')}".strip()
            address = getattr(contact, "email", None)
            if address and name:
                names.setdefault(address.casefold(), name)
        return names

    return look.store.derived("email.contact_names", look.store.type_of(_CONTACTS), build)
