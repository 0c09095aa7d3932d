"""What the assistant can do with mails."""

from __future__ import annotations

from typing import Any

from simulator.phone.actions import tool
from simulator.phone.app import App
from simulator.phone.apps.email.arguments import (
    Addresses,
    Content,
    EmailId,
    FolderName,
    Index,
    Limit,
    Offset,
    Paths,
    Query,
    SaveTo,
    Subject,
)
from simulator.phone.apps.email.keeping import delete, move, save_attachments
from simulator.phone.apps.email.mailbox import mail_at, mail_in, matching, newest_first
from simulator.phone.apps.email.records import Mail, folder_named
from simulator.phone.apps.email.writing import forward, reply, send
from simulator.phone.apps.files import DOWNLOADS, attach, attachments_of
from simulator.phone.call import Call, Look
from simulator.phone.paging import MOST, page_of


class EmailTools(App):
    @tool(write=False)
    def list_emails(
        self, call: Call, folder_name: FolderName = "INBOX", offset: Offset = 0, limit: Limit = 10
    ) -> dict[str, Any]:
        """List a page of a folder, newest first."""
        page = page_of(newest_first(call, folder_named(folder_name)), offset, min(limit, MOST), "email")
        return {
            "emails": [told(call, mail) for mail in page.rows],
            "emails_range": page.range,
            "total_returned_emails": len(page.rows),
            "total_emails": page.total,
        }

    @tool(write=False)
    def get_email_by_id(self, call: Call, email_id: EmailId, folder_name: FolderName = "INBOX") -> dict[str, Any]:
        """Read one mail; for the user it stays as unread as it was."""
        return told(call, mail_in(call, email_id, folder_named(folder_name)))

    @tool(write=False)
    def get_email_by_index(self, call: Call, idx: Index, folder_name: FolderName = "INBOX") -> dict[str, Any]:
        """Read the mail at a place of a folder; for the user it stays as unread as it was."""
        return told(call, mail_at(newest_first(call, folder_named(folder_name)), idx))

    @tool(write=False)
    def search_emails(self, call: Call, query: Query, folder_name: FolderName = "INBOX") -> list[dict[str, Any]]:
        """Search one folder for words in sender, recipients, subject or text."""
        return [told(call, mail) for mail in matching(call, folder_named(folder_name), query)]

    @tool(write=True)
    def send_email(
        self,
        call: Call,
        recipients: Addresses | None = None,
        subject: Subject = "",
        content: Content = "",
        cc: Addresses | None = None,
        attachment_paths: Paths = None,
    ) -> str:
        """Send a mail in the owner's name and give its id."""
        return send(call, recipients, subject, content, cc, attach(call, attachment_paths)).id

    @tool(write=True)
    def reply_to_email(
        self,
        call: Call,
        email_id: EmailId,
        folder_name: FolderName = "INBOX",
        content: Content = "",
        attachment_paths: Paths = None,
    ) -> str:
        """Answer the sender of a mail, or on a mail of the owner those it went to; gives the id of the answer."""
        mail = mail_in(call, email_id, folder_named(folder_name))
        return reply(call, mail, content, attach(call, attachment_paths)).id

    @tool(write=True)
    def forward_email(
        self,
        call: Call,
        email_id: EmailId,
        recipients: Addresses | None = None,
        folder_name: FolderName = "INBOX",
    ) -> str:
        """Send a mail on with its attachments; gives the id of the new mail."""
        return forward(call, mail_in(call, email_id, folder_named(folder_name)), recipients).id

    @tool(write=True)
    def move_email(
        self,
        call: Call,
        email_id: EmailId,
        source_folder_name: FolderName = "INBOX",
        dest_folder_name: FolderName = "DRAFT",
    ) -> str:
        """Move a mail to another folder and give its id."""
        mail = mail_in(call, email_id, folder_named(source_folder_name))
        move(call, mail, folder_named(dest_folder_name))
        return mail.id

    @tool(write=True)
    def delete_email(self, call: Call, email_id: EmailId, folder_name: FolderName = "INBOX") -> str:
        """Put a mail into the trash, or delete one from the trash for good; gives its id."""
        mail = mail_in(call, email_id, folder_named(folder_name))
        delete(call, mail)
        return mail.id

    @tool(write=True)
    def download_attachments(
        self,
        call: Call,
        email_id: EmailId,
        folder_name: FolderName = "INBOX",
        path_to_save: SaveTo = DOWNLOADS,
    ) -> list[str]:
        """Save the attachments of a mail on the phone and give their paths."""
        return save_attachments(call, mail_in(call, email_id, folder_named(folder_name)), path_to_save)


def told(look: Look, mail: Mail) -> dict[str, Any]:
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
