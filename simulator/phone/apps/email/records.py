"""The records of the mail app: mails, and the four folders they may lie in."""

from __future__ import annotations

from typing import ClassVar, Literal

from simulator.phone.errors import ActionError
from simulator.phone.store import Record

APP = "email"
PREFIX = "Emails"
Folder = Literal["INBOX", "SENT", "DRAFT", "TRASH"]
State = Literal["received", "draft", "sent"]
FOLDERS: tuple[Folder, ...] = ("INBOX", "SENT", "DRAFT", "TRASH")
FOLDER_TITLES: dict[Folder, str] = {"INBOX": "Inbox", "SENT": "Sent", "DRAFT": "Drafts", "TRASH": "Trash"}
NO_SUBJECT = "(no subject)"


class Mail(Record, frozen=True):
    """One mail. It can be moved to any folder, so only `state` tells whether it was received, sent or is a draft."""

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
    """Return the state of a mail that is put straight into a folder."""
    if not from_owner or folder == "INBOX":
        return "received"
    return "draft" if folder == "DRAFT" else "sent"


def named(mail: Mail) -> str:
    """Return the mail in a sentence: its subject, or that it has none."""
    return f"'{mail.subject}'" if mail.subject.strip() else "The mail without a subject"
