"""The screen on which the owner writes a mail."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import field
from msgspec.structs import replace

from simulator.phone.actions import POP, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.email.addresses import checked_address, checked_addresses, same_address
from simulator.phone.apps.email.arguments import Addresses, Content, OneAddress, OnePath, Subject
from simulator.phone.apps.email.keeping import delete
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.email.views import ComposePage, attachment_rows, correspondents, subject_of
from simulator.phone.apps.email.writing import send
from simulator.phone.apps.files import attachments_of, file_at
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import FilePath
from simulator.phone.screens import Screen, Step, View, back, swap


class ComposeEmail(Screen, frozen=True):
    """`attachments` are ids of files, because a file that came with a mail has no path."""

    app: ClassVar[str] = "email"
    prefix: ClassVar[str] = "Emails"

    recipients: list[str] = field(default_factory=list)
    cc: list[str] = field(default_factory=list)
    subject: str = ""
    body: str = ""
    attachments: list[str] = field(default_factory=list)
    reply_to: str = ""
    draft_id: str = ""

    @tap(swap_to("ComposeEmail"))
    def set_recipients(self, call: Call, recipients: Addresses) -> Step:
        """Say whom it goes to, in place of what was there; an empty list clears it."""
        return swap(replace(self, recipients=checked_addresses(recipients)), "The recipients are set.")

    @tap(swap_to("ComposeEmail"))
    def add_recipient(self, call: Call, recipient: OneAddress) -> Step:
        """Add one recipient."""
        found = checked_addresses((*self.recipients, recipient))
        if len(found) == len(self.recipients):
            raise ActionError("bad_argument", f"'{recipient}' is a recipient already.", "Add someone else.")
        return swap(replace(self, recipients=found), "The recipient is added.")

    @tap(swap_to("ComposeEmail"))
    def remove_recipient(self, call: Call, recipient: OneAddress) -> Step:
        """Take one person off the mail, also from the copies."""
        address = checked_address(recipient)
        to = [one for one in self.recipients if not same_address(one, address)]
        cc = [one for one in self.cc if not same_address(one, address)]
        if len(to) + len(cc) == len(self.recipients) + len(self.cc):
            known = ", ".join((*self.recipients, *self.cc)) or "none"
            raise ActionError("bad_argument", f"'{recipient}' is not on this mail.", f"On it are: {known}.")
        return swap(replace(self, recipients=to, cc=cc), "The recipient is removed.")

    @tap(swap_to("ComposeEmail"))
    def set_cc(self, call: Call, cc: Addresses) -> Step:
        """Say who gets a copy, in place of what was there; an empty list clears it."""
        return swap(replace(self, cc=checked_addresses(cc)), "The copies are set.")

    @tap(swap_to("ComposeEmail"))
    def set_subject(self, call: Call, subject: Subject) -> Step:
        """Write the subject; empty clears it."""
        return swap(replace(self, subject=subject), "The subject is set.")

    @tap(swap_to("ComposeEmail"))
    def set_body(self, call: Call, body: Content) -> Step:
        """Write the text; empty clears it."""
        return swap(replace(self, body=body), "The text is set.")

    @tap(swap_to("ComposeEmail"))
    def attach_file(self, call: Call, attachment_path: OnePath) -> Step:
        """Attach a file from the phone."""
        file = file_at(call, attachment_path)
        if file.id in self.attachments:
            raise ActionError("bad_argument", f"'{file.name}' is attached already.", "Attach another file.")
        return swap(replace(self, attachments=[*self.attachments, file.id]), f"'{file.name}' is attached.")

    @tap(swap_to("ComposeEmail"))
    def remove_attachment(
        self, call: Call, attachment_path: Annotated[str, FilePath("Path or name of the attachment.")]
    ) -> Step:
        """Take an attachment off."""
        files = attachments_of(call, tuple(self.attachments))
        for file in files:
            if attachment_path and attachment_path in (file.path, file.name):
                rest = [one for one in self.attachments if one != file.id]
                return swap(replace(self, attachments=rest), f"'{file.name}' is removed.")
        known = ", ".join(file.name for file in files) or "none"
        raise ActionError("unknown_file", f"'{attachment_path}' is not attached.", f"Attachments: {known}.")

    @tap(POP, write=True)
    def send_composed_email(self, call: Call) -> Step:
        """Send it."""
        send(call, self.recipients, self.subject, self.body, self.cc, self.attachments, self.reply_to)
        draft = _draft(call, self.draft_id)
        if draft is not None:
            call.drop(draft)
        return back("The email is sent.")

    @tap(POP, write=True)
    def save_draft(self, call: Call) -> Step:
        """Keep it in Drafts and write on later."""
        if not (self.recipients or self.cc or self.subject or self.body or self.attachments):
            raise ActionError("bad_argument", "There is nothing to save yet.", "Write something, or discard it.")
        draft = _draft(call, self.draft_id)
        mail = Mail(
            id=call.new_id(Mail) if draft is None else draft.id,
            sender=call.owner.email,
            recipients=tuple(self.recipients),
            cc=tuple(self.cc),
            subject=self.subject,
            content=self.body,
            folder="DRAFT",
            state="draft",
            parent_id=self.reply_to,
            attachments=tuple(self.attachments),
            sent_at=call.now,
            is_read=True,
        )
        call.put(mail)
        return back("The draft is saved.")

    @tap(POP, write=True)
    def discard_draft(self, call: Call) -> Step:
        """Throw it away; a saved draft goes to the trash."""
        draft = _draft(call, self.draft_id)
        if draft is not None and draft.folder == "DRAFT":
            delete(call, draft)
        return back("The draft is discarded.")

    def view(self, look: Look) -> View:
        title = "Draft" if self.draft_id else "Reply" if self.reply_to else "New email"
        return ComposePage(
            title=title,
            recipients=correspondents(look, self.recipients),
            cc=correspondents(look, self.cc),
            subject=self.subject,
            body=self.body,
            attachments=attachment_rows(attachments_of(look, tuple(self.attachments))),
            answers=subject_of(look, self.reply_to),
            draft=bool(self.draft_id),
        )


def editing(draft: Mail) -> ComposeEmail:
    """A saved draft, open for writing on."""
    return ComposeEmail(
        recipients=list(draft.recipients),
        cc=list(draft.cc),
        subject=draft.subject,
        body=draft.content,
        attachments=list(draft.attachments),
        reply_to=draft.parent_id,
        draft_id=draft.id,
    )


def _draft(look: Look, draft_id: str) -> Mail | None:
    """The saved draft behind the form; it may have been deleted, or sent from elsewhere, meanwhile."""
    draft = look.store.get(Mail, draft_id) if draft_id else None
    return draft if draft is not None and draft.state == "draft" else None
