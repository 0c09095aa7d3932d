"""The class of the mail app: its tools, its events, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from simulator.phone.actions import ToolAct, event, tool
from simulator.phone.app import App, Meddling, Outgoing
from simulator.phone.apps.email import actions
from simulator.phone.apps.email.actions import (
    Addresses,
    AttachmentName,
    Content,
    EmailId,
    FiledMailFields,
    FolderName,
    FreeId,
    IncomingFields,
    Index,
    InlineFiles,
    Letter,
    Limit,
    Offset,
    OneAddress,
    Paths,
    Query,
    SaveTo,
    Subject,
)
from simulator.phone.apps.email.confirmations import deleted_text, moved_text, saved_text, sent_text
from simulator.phone.apps.email.records import APP, PREFIX, Mail, folder_named
from simulator.phone.apps.email.screens import AttachmentView, ComposeEmail, EmailDetail, MailboxView
from simulator.phone.apps.email.seeds import MailSeed, plant_mail
from simulator.phone.apps.email.words import WORDS
from simulator.phone.apps.files import (
    DOWNLOADS,
    File,
    attach,
    attachments_of,
    brought,
    named_attachment,
    told_attachment,
)
from simulator.phone.arguments import Only
from simulator.phone.call import Call, Look
from simulator.phone.paging import MOST, page_of
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store


class Emails(App):
    name = APP
    prefix = PREFIX
    title = "Email"
    about = "Mails: inbox, sent, drafts and trash."
    category = "communication"
    records = (Mail,)
    screens = (MailboxView, EmailDetail, ComposeEmail, AttachmentView)
    seed = MailSeed
    words = WORDS
    needs = ("files",)

    @tool(write=False)
    def list_emails(
        self, call: Call, folder_name: FolderName = "INBOX", offset: Offset = 0, limit: Limit = 10
    ) -> dict[str, Any]:
        """List a page of a folder, newest first."""
        # A limit above the maximum is not an error here, but counts as the maximum.
        page = page_of(actions.newest_first(call, folder_named(folder_name)), offset, min(limit, MOST), "email")
        return {
            "emails": [told(call, mail) for mail in page.rows],
            "emails_range": page.range,
            "total_returned_emails": len(page.rows),
            "total_emails": page.total,
        }

    @tool(write=False)
    def get_email_by_id(self, call: Call, email_id: EmailId, folder_name: FolderName = "INBOX") -> dict[str, Any]:
        """Read one mail, without marking it as read for the user."""
        return told(call, actions.mail_in(call, email_id, folder_named(folder_name)))

    @tool(write=False)
    def get_email_by_index(self, call: Call, idx: Index, folder_name: FolderName = "INBOX") -> dict[str, Any]:
        """Read the mail at a place in a folder, without marking it as read for the user."""
        return told(call, actions.mail_at(actions.newest_first(call, folder_named(folder_name)), idx))

    @tool(write=False)
    def search_emails(self, call: Call, query: Query, folder_name: FolderName = "INBOX") -> list[dict[str, Any]]:
        """Search one folder for words in sender, recipients, subject or text."""
        return [told(call, mail) for mail in actions.matching(call, folder_named(folder_name), query)]

    # Our addition: downloading is a write, so without this tool the assistant could read no attachment before an offer.
    @tool(write=False, ours=True)
    def read_attachment(
        self, call: Call, email_id: EmailId, attachment: AttachmentName, folder_name: FolderName = "INBOX"
    ) -> dict[str, Any]:
        """Read an attachment of a mail without saving it on the phone."""
        mail = actions.mail_in(call, email_id, folder_named(folder_name))
        return told_attachment(named_attachment(call, mail.attachments, attachment))

    @tool(write=True, act=ToolAct("send", to="recipients"))
    def send_email(
        self,
        call: Call,
        recipients: Addresses | None = None,
        subject: Subject = "",
        content: Content = "",
        cc: Addresses | None = None,
        attachment_paths: Paths = None,
    ) -> str:
        """Send a mail in the owner's name and return its id."""
        letter = Letter(recipients or (), subject, content, cc or (), attach(call, attachment_paths))
        return sent_text(call, actions.send(call, letter))

    @tool(write=True, act=ToolAct("send", on="email_id"))
    def reply_to_email(
        self,
        call: Call,
        email_id: EmailId,
        folder_name: FolderName = "INBOX",
        content: Content = "",
        attachment_paths: Paths = None,
    ) -> str:
        """Answer the sender of a mail, or its recipients if the owner sent it, and return the id of the answer."""
        mail = actions.mail_in(call, email_id, folder_named(folder_name))
        answer = actions.reply(call, mail, content, attach(call, attachment_paths))
        return sent_text(call, answer, "sent as a reply")

    @tool(write=True, act=ToolAct("send", on="email_id", to="recipients"))
    def forward_email(
        self,
        call: Call,
        email_id: EmailId,
        recipients: Addresses | None = None,
        folder_name: FolderName = "INBOX",
    ) -> str:
        """Forward a mail with its attachments and return the id of the new mail."""
        mail = actions.mail_in(call, email_id, folder_named(folder_name))
        return sent_text(call, actions.forward(call, mail, recipients or ()), "forwarded")

    @tool(write=True, act=ToolAct("change", on="email_id"))
    def move_email(
        self,
        call: Call,
        email_id: EmailId,
        source_folder_name: FolderName = "INBOX",
        # The published tool has the same default.
        dest_folder_name: FolderName = "DRAFT",
    ) -> str:
        """Move a mail to another folder and return its id."""
        source, target = folder_named(source_folder_name), folder_named(dest_folder_name)
        mail = actions.mail_in(call, email_id, source)
        actions.move(call, mail, target)
        return moved_text(mail, source, target)

    @tool(write=True, act=ToolAct("delete", on="email_id"))
    def delete_email(self, call: Call, email_id: EmailId, folder_name: FolderName = "INBOX") -> str:
        """Move a mail to the trash, or delete a mail in the trash for good, and return its id."""
        mail = actions.mail_in(call, email_id, folder_named(folder_name))
        return deleted_text(mail, actions.delete(call, mail))

    @tool(write=True, act=ToolAct("save", on="email_id"))
    def download_attachments(
        self,
        call: Call,
        email_id: EmailId,
        folder_name: FolderName = "INBOX",
        path_to_save: SaveTo = DOWNLOADS,
    ) -> str:
        """Save the attachments of a mail on the phone and return their paths."""
        mail = actions.mail_in(call, email_id, folder_named(folder_name))
        return saved_text(mail, actions.save_attachments(call, mail, path_to_save))

    @event()
    def send_email_to_user_only(self, call: Call, fields: IncomingFields, files: InlineFiles = None) -> str:
        """Someone writes to the owner."""
        attachments = tuple(brought(call, file) for file in files or ())
        return actions.arrive(call, call.new_id(Mail), fields, attachments).id

    @event()
    def send_email_to_user_with_id(
        self, call: Call, email_id: FreeId, fields: IncomingFields, attachment_paths: Paths = None
    ) -> str:
        """Someone writes to the owner, and the mail gets a chosen id."""
        actions.check_free_id(call, email_id)
        return actions.arrive(call, email_id, fields, attach(call, attachment_paths)).id

    @event()
    def reply_to_email_from_user(
        self,
        call: Call,
        sender: OneAddress,
        email_id: EmailId,
        content: Content = "",
        attachment_paths: Paths = None,
    ) -> str:
        """Someone answers a mail that the owner has sent."""
        sent = actions.sent_to(call, email_id, sender)
        files = attach(call, attachment_paths)
        fields = IncomingFields(sender=sender, subject=actions.answer_subject(sent.subject), content=content)
        return actions.arrive(call, call.new_id(Mail), fields, files, sent.id).id

    @event()
    def create_and_add_email(
        self,
        call: Call,
        fields: Annotated[FiledMailFields, Only("sender", "recipients", "subject", "content", "folder_name")],
    ) -> str:
        """A mail appears in a folder; only a mail in the inbox causes a notification."""
        return actions.file_mail(call, fields).id

    def plant(self, plot: Plot, seed: MailSeed) -> None:
        plant_mail(plot, seed)

    def badge(self, look: Look) -> int:
        return actions.unread_in(look, "INBOX")

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        if not isinstance(record, Mail):
            return (self.root(look),)
        return (MailboxView(folder=record.folder), EmailDetail(email_id=record.id))

    def looked_at(self, call: Call, record: Record) -> None:
        if isinstance(record, Mail):
            actions.mark_read(call, record)

    def outgoing(self, store: Store, record: Record) -> Outgoing | None:
        # Not by folder: a sent mail may have been moved, and a received mail may be in SENT.
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
        # Goals count a mail in the trash as deleted, although it can be moved back.
        return isinstance(record, Mail) and record.folder == "TRASH"

    def harmless(self, store: Store, old: Record | None, new: Record | None) -> bool:
        # Only a new or changed draft in Drafts; sending or moving a mail needs a goal.
        return _is_draft(new) and (old is None or _is_draft(old))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        kept = (*actions.newest_first(look, "INBOX"), *actions.newest_first(look, "SENT"))
        mails = [mail for mail in kept if mail.id not in spared]
        if mails:
            yield Meddling("delete_email", {"email_id": mails[0].id, "folder_name": mails[0].folder})
        # The recipient must not be mentioned in a spared record; otherwise a goal might ask for this mail.
        stranger = _stranger(look, spared)
        if stranger:
            yield Meddling("send_email", {"recipients": [stranger], "subject": "Ferns", "content": "How are they?"})
        if mails:
            yield Meddling("move_email", {"email_id": mails[0].id, "source_folder_name": mails[0].folder})

    def readable(self, store: Store, record: Record) -> str:
        if not isinstance(record, Mail):
            return super().readable(store, record)
        files = (store.get(File, file_id) for file_id in record.attachments)
        attached = [f"{file.name} {file.text}" for file in files if file is not None]
        people = (record.sender, *record.recipients, *record.cc)
        return " ".join((record.id, *people, record.subject, record.content, str(record.sent_at), *attached))


def told(look: Look, mail: Mail) -> dict[str, Any]:
    """Return a mail in the form in which tools return it to the assistant."""
    return {
        "email_id": mail.id,
        "sender": mail.sender,
        "recipients": list(mail.recipients),
        "cc": list(mail.cc),
        "subject": mail.subject,
        "content": mail.content,
        "date": look.show(mail.sent_at),
        "folder": mail.folder,
        "is_read": mail.is_read,
        "parent_id": mail.parent_id or None,
        "attachments": [file.name for file in attachments_of(look, mail.attachments)],
    }


def _is_draft(record: Record | None) -> bool:
    return isinstance(record, Mail) and record.state == "draft" and record.folder == "DRAFT"


def _stranger(look: Look, spared: frozenset[str]) -> str:
    """Return the address of a sender in the inbox, or an empty text if there is no suitable sender.

    The owner, and people whose addresses are in records with ids in `spared`, are not suitable.
    """
    known = {look.owner.email.casefold()}
    for rows in look.store.tables().values():
        for record_id in spared & rows.keys():
            known.update(address.casefold() for address in _addresses_on(rows[record_id]))
    senders = {mail.sender for mail in actions.newest_first(look, "INBOX")}
    # The first in alphabetical order, because the order of a set differs between processes.
    return min((sender for sender in senders if sender.casefold() not in known), default="")


def _addresses_on(record: Record) -> tuple[str, ...]:
    if isinstance(record, Mail):
        return (record.sender, *record.recipients, *record.cc)
    # Cards of contacts have addresses too; they are read by field name, because the phone may have no contacts app.
    address = getattr(record, "email", None)
    return (address,) if isinstance(address, str) else ()
