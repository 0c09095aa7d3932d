"""A mail as the phone keeps it, and the four folders it may lie in."""

from __future__ import annotations

from typing import ClassVar, Literal

from simulator.phone.errors import ActionError
from simulator.phone.store import Record

Folder = Literal["INBOX", "SENT", "DRAFT", "TRASH"]
State = Literal["received", "draft", "sent"]
FOLDERS: tuple[Folder, ...] = ("INBOX", "SENT", "DRAFT", "TRASH")
FOLDER_TITLES: dict[Folder, str] = {"INBOX": "Inbox", "SENT": "Sent", "DRAFT": "Drafts", "TRASH": "Trash"}


class Mail(Record, frozen=True):
    """One mail. Folders can be changed at will, so what became of it is told by `state` and not by where it lies."""

    table: ClassVar[str] = "email.mail"
    prefix: ClassVar[str] = "mail"

    sender: str
    sent_at: int
    """For a draft: when it was last saved."""
    recipients: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    subject: str = ""
    content: str = ""
    folder: Folder = "INBOX"
    state: State = "received"
    parent_id: str = ""
    """The mail it answers, which may have been deleted since."""
    attachments: tuple[str, ...] = ()
    """Ids of files."""
    is_read: bool = False


def folder_named(name: str) -> Folder:
    wanted = name.strip().casefold()
    for folder, title in FOLDER_TITLES.items():
        if wanted in (folder.casefold(), title.casefold()):
            return folder
    raise ActionError("bad_argument", f"There is no folder '{name}'.", f"Folders: {', '.join(FOLDERS)}.")


def state_of(from_owner: bool, folder: Folder) -> State:
    """What a mail that is put straight into a folder must be."""
    if not from_owner or folder == "INBOX":
        return "received"
    return "draft" if folder == "DRAFT" else "sent"


def named(mail: Mail) -> str:
    """The mail in a sentence: its subject, or that it has none."""
    return f"'{mail.subject}'" if mail.subject.strip() else "The mail without a subject"
