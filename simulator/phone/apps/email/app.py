"""The mail app as the phone knows it."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.phone.app import Meddling, Outgoing
from simulator.phone.apps.email.browsing import MailboxView
from simulator.phone.apps.email.compose import ComposeEmail
from simulator.phone.apps.email.events import EmailEvents
from simulator.phone.apps.email.keeping import mark_read
from simulator.phone.apps.email.mailbox import newest_first, unread_in
from simulator.phone.apps.email.reading import AttachmentView, EmailDetail
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.email.seeds import MailSeed, plant_mail
from simulator.phone.apps.email.tools import EmailTools
from simulator.phone.apps.files import File
from simulator.phone.call import Call, Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store


class Emails(EmailTools, EmailEvents):
    name = "email"
    prefix = "Emails"
    title = "Email"
    about = "Mails: inbox, sent, drafts and trash."
    records = (Mail,)
    screens = (MailboxView, EmailDetail, ComposeEmail, AttachmentView)
    seed = MailSeed
    needs = ("files",)

    def plant(self, plot: Plot, seed: MailSeed) -> None:
        plant_mail(plot, seed)

    def badge(self, look: Look) -> int:
        return unread_in(look, "INBOX")

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        if not isinstance(record, Mail):
            return (self.root(look),)
        return (MailboxView(folder=record.folder), EmailDetail(email_id=record.id))

    def looked_at(self, call: Call, record: Record) -> None:
        if isinstance(record, Mail):
            mark_read(call, record)

    def outgoing(self, store: Store, record: Record) -> Outgoing | None:
        if not isinstance(record, Mail) or record.state != "sent":
            return None
        return Outgoing(
            to=(*record.recipients, *record.cc),
            text=record.content,
            subject=record.subject,
            reply_to=record.parent_id,
            attachments=record.attachments,
        )

    def gone(self, record: Record) -> bool:
        return isinstance(record, Mail) and record.folder == "TRASH"

    def harmless(self, store: Store, old: Record | None, new: Record | None) -> bool:
        return _is_draft(new) and (old is None or _is_draft(old))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        kept = (*newest_first(look, "INBOX"), *newest_first(look, "SENT"))
        mails = [mail for mail in kept if mail.id not in spared]
        if mails:
            yield Meddling("delete_email", {"email_id": mails[0].id, "folder_name": mails[0].folder})
        stranger = _stranger(look, spared)
        if stranger:
            yield Meddling("send_email", {"recipients": [stranger], "subject": "Ferns", "content": "How are they?"})
        if mails:
            yield Meddling("move_email", {"email_id": mails[0].id, "source_folder_name": mails[0].folder})

    def readable(self, store: Store, record: Record) -> str:
        if not isinstance(record, Mail):
            return super().readable(store, record)
        files = (store.get(File, file_id) for file_id in record.attachments)
        names = [file.name for file in files if file is not None]
        people = (record.sender, *record.recipients, *record.cc)
        return " ".join((record.id, *people, record.subject, record.content, str(record.sent_at), *names))


def _is_draft(record: Record | None) -> bool:
    return isinstance(record, Mail) and record.state == "draft" and record.folder == "DRAFT"


def _stranger(look: Look, spared: frozenset[str]) -> str:
    """Someone who has written to the owner and has nothing to do with a spared record."""
    known = {look.owner.email.casefold()}
    for rows in look.store.tables().values():
        for record_id in spared & rows.keys():
            known.update(address.casefold() for address in _addresses_on(rows[record_id]))
    senders = {mail.sender for mail in newest_first(look, "INBOX")}
    return min((sender for sender in senders if sender.casefold() not in known), default="")


def _addresses_on(record: Record) -> tuple[str, ...]:
    if isinstance(record, Mail):
        return (record.sender, *record.recipients, *record.cc)
    address = getattr(record, "email", None)
    return (address,) if isinstance(address, str) else ()
