"""Views of the mail app: structs, and the functions that fill them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from simulator.phone.apps.email.records import FOLDER_TITLES, FOLDERS, NO_SUBJECT, Mail, name_of
from simulator.phone.apps.files import File, attachments_of
from simulator.phone.call import Look
from simulator.phone.screens import View

_PREVIEW = 80


class Correspondent(msgspec.Struct, frozen=True):
    """The sender or a recipient of a mail; if the name is unknown, `name` is the address."""

    name: str
    address: str


class MailAttachment(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    size: int
    path: str = ""


class FolderTab(msgspec.Struct, frozen=True, omit_defaults=True):
    folder: str
    title: str
    shown: bool = False


class MailRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    index: int
    who: str
    """Name of the sender; for sent mails and drafts, names of the recipients."""
    subject: str
    preview: str
    date: str
    unread: bool = False
    draft: bool = False
    attachments: int = 0


class MailboxPage(View, frozen=True):
    folder: str
    folders: tuple[FolderTab, ...]
    rows: tuple[MailRow, ...]
    total: int
    """Number of mails in the folder, or of mails that match the search."""
    offset: int
    limit: int
    unread: int = 0
    query: str = ""
    since: str = ""
    until: str = ""


class MailPage(View, frozen=True):
    id: str
    subject: str
    sender: Correspondent
    recipients: tuple[Correspondent, ...]
    date: str
    folder: str
    content: str
    cc: tuple[Correspondent, ...] = ()
    attachments: tuple[MailAttachment, ...] = ()
    answers: str = ""
    """Subject of the mail that this mail answers; empty if there is no such mail, or if it was deleted."""
    unread: bool = False
    draft: bool = False


class ComposePage(View, frozen=True):
    recipients: tuple[Correspondent, ...]
    cc: tuple[Correspondent, ...]
    subject: str
    body: str
    attachments: tuple[MailAttachment, ...]
    answers: str = ""
    draft: bool = False
    """True if the form edits a saved draft."""


class AttachmentPage(View, frozen=True):
    name: str
    size: int
    text: str
    subject: str


def folder_tabs(shown: str) -> tuple[FolderTab, ...]:
    return tuple(FolderTab(folder, FOLDER_TITLES[folder], folder == shown) for folder in FOLDERS)


def mail_row(look: Look, mail: Mail, index: int) -> MailRow:
    people = (mail.sender,) if mail.state == "received" else mail.recipients
    return MailRow(
        id=mail.id,
        index=index,
        who=", ".join(name_of(look, address) for address in people),
        subject=mail.subject or NO_SUBJECT,
        # Cut before splitting, to save time: a mail may be long, and only its first words are shown.
        preview=" ".join(mail.content[: 4 * _PREVIEW].split())[:_PREVIEW],
        date=look.show(mail.sent_at),
        unread=not mail.is_read,
        draft=mail.state == "draft",
        attachments=len(mail.attachments),
    )


def mail_page(look: Look, mail: Mail) -> MailPage:
    return MailPage(
        title=mail.subject or NO_SUBJECT,
        id=mail.id,
        subject=mail.subject,
        sender=Correspondent(name_of(look, mail.sender), mail.sender),
        recipients=correspondents(look, mail.recipients),
        cc=correspondents(look, mail.cc),
        date=look.show(mail.sent_at),
        folder=mail.folder,
        content=mail.content,
        attachments=attachment_rows(attachments_of(look, mail.attachments)),
        answers=subject_of(look, mail.parent_id),
        unread=not mail.is_read,
        draft=mail.state == "draft",
    )


def correspondents(look: Look, addresses: Iterable[str]) -> tuple[Correspondent, ...]:
    return tuple(Correspondent(name_of(look, address), address) for address in addresses)


def attachment_rows(files: Iterable[File]) -> tuple[MailAttachment, ...]:
    return tuple(MailAttachment(file.name, file.size, file.path) for file in files)


def subject_of(look: Look, email_id: str) -> str:
    """Return the subject of a mail, `(no subject)` if it has none, or an empty text if no mail has this id."""
    mail = look.store.get(Mail, email_id) if email_id else None
    return "" if mail is None else mail.subject or NO_SUBJECT
