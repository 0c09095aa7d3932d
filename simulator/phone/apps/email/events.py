"""What the world does to the mailbox: mails and answers that arrive."""

from __future__ import annotations

from typing import Annotated

from simulator.phone.actions import event
from simulator.phone.app import App
from simulator.phone.apps.email.addresses import checked_address, checked_addresses, is_owner, name_of, same_address
from simulator.phone.apps.email.arguments import Addresses, Content, EmailId, FolderName, OneAddress, Paths, Subject
from simulator.phone.apps.email.records import Mail, folder_named, state_of
from simulator.phone.apps.email.views import NO_SUBJECT
from simulator.phone.apps.email.writing import answer_subject
from simulator.phone.apps.files import attach, attachments_of, brought
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.roles import Code, Text

FreeId = Annotated[str, Code("Id that the new mail gets.")]
InlineFiles = Annotated[list[dict[str, str]] | None, Text("Attachments, each with a name and a text.")]


class EmailEvents(App):
    @event()
    def send_email_to_user_only(
        self, call: Call, sender: OneAddress, subject: Subject = "", content: Content = "", files: InlineFiles = None
    ) -> str:
        """Someone writes to the owner."""
        attachments = tuple(brought(call, file) for file in files or ())
        return _arrive(call, call.new_id(Mail), sender, subject, content, attachments)

    @event()
    def send_email_to_user_with_id(
        self,
        call: Call,
        email_id: FreeId,
        sender: OneAddress,
        subject: Subject = "",
        content: Content = "",
        attachment_paths: Paths = None,
    ) -> str:
        """Someone writes to the owner, and the mail gets a chosen id."""
        if not email_id.strip():
            raise ActionError("bad_argument", "The id of the new email is empty.", "Give one, or use another event.")
        if call.store.get(Mail, email_id) is not None:
            raise ActionError("bad_argument", f"There is an email with the id '{email_id}' already.", "Give another.")
        return _arrive(call, email_id, sender, subject, content, attach(call, attachment_paths))

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
        sent = call.find(Mail, email_id, "email", "Only an email that is still on the phone can be answered.")
        if sent.state != "sent":
            raise ActionError("not_available", f"The owner did not send '{email_id}'.", "Answer an email from SENT.")
        if not any(same_address(sender.strip(), one) for one in (*sent.recipients, *sent.cc)):
            known = ", ".join((*sent.recipients, *sent.cc))
            raise ActionError("bad_argument", f"'{sender}' did not get '{email_id}'.", f"It went to: {known}.")
        files = attach(call, attachment_paths)
        return _arrive(call, call.new_id(Mail), sender, answer_subject(sent.subject), content, files, sent.id)

    @event()
    def create_and_add_email(
        self,
        call: Call,
        sender: OneAddress,
        recipients: Addresses | None = None,
        subject: Subject = "",
        content: Content = "",
        folder_name: FolderName = "INBOX",
    ) -> str:
        """A mail turns up in a folder; only one in the inbox is announced."""
        folder = folder_named(folder_name)
        author = checked_address(sender)
        state = state_of(is_owner(call, author), folder)
        nobody_yet = [] if state == "draft" else [call.owner.email]
        mail = Mail(
            id=call.new_id(Mail),
            sender=author,
            recipients=tuple(checked_addresses(recipients or nobody_yet)),
            subject=subject,
            content=content,
            folder=folder,
            state=state,
            sent_at=call.now,
            is_read=folder != "INBOX",
        )
        call.put(mail)
        if folder == "INBOX":
            _announce(call, mail)
        return mail.id


def _arrive(
    call: Call, email_id: str, sender: str, subject: str, content: str, files: tuple[str, ...], parent_id: str = ""
) -> str:
    mail = Mail(
        id=email_id,
        sender=checked_address(sender),
        recipients=(call.owner.email,),
        subject=subject,
        content=content,
        parent_id=parent_id,
        attachments=files,
        sent_at=call.now,
    )
    call.put(mail)
    _announce(call, mail)
    return mail.id


def _announce(call: Call, mail: Mail) -> None:
    title = f"{name_of(call, mail.sender)}: {mail.subject or NO_SUBJECT}"
    call.notify("email", "email", title, glance(mail.content), _in_full(call, mail), mail)


def _in_full(look: Look, mail: Mail) -> str:
    head = {
        "Email": mail.id,
        "From": mail.sender,
        "To": ", ".join(mail.recipients),
        "Subject": mail.subject,
        "In reply to": mail.parent_id,
        "Attachments": ", ".join(file.name for file in attachments_of(look, mail.attachments)),
    }
    lines = [f"{name}: {value}" for name, value in head.items() if value]
    return "\n".join((*lines, "", mail.content))
