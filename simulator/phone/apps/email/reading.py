"""The screens on which the owner reads one mail and its attachments."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.email.arguments import Addresses, AttachmentName, Content, FolderName, Paths, SaveTo
from simulator.phone.apps.email.compose import ComposeEmail, editing
from simulator.phone.apps.email.keeping import delete, mark_read, move, save_attachments
from simulator.phone.apps.email.records import FOLDER_TITLES, Mail, folder_named, named
from simulator.phone.apps.email.views import NO_SUBJECT, AttachmentPage, mail_page
from simulator.phone.apps.email.writing import answer_subject, answer_to, forward, reply
from simulator.phone.apps.files import DOWNLOADS, attach, attachments_of, named_attachment
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap


class AttachmentView(Screen, frozen=True):
    app: ClassVar[str] = "email"
    prefix: ClassVar[str] = "Emails"

    email_id: str
    name: str

    def view(self, look: Look) -> View:
        mail = look.store.get(Mail, self.email_id)
        files = [] if mail is None else attachments_of(look, mail.attachments)
        for file in files:
            if mail is not None and file.name == self.name:
                subject = mail.subject or NO_SUBJECT
                return AttachmentPage(title=file.name, name=file.name, size=file.size, text=file.text, subject=subject)
        return GoneView(title=self.name, text="This attachment is no longer there.")


class EmailDetail(Screen, frozen=True):
    app: ClassVar[str] = "email"
    prefix: ClassVar[str] = "Emails"

    email_id: str

    @tap(marks=True)
    def refresh(self, call: Call) -> Step:
        """Look at this mail again; it counts as read."""
        mail = self._mail(call)
        mark_read(call, mail)
        return stay(f"{named(mail)} is open.")

    @tap(write=True)
    def reply(self, call: Call, content: Content = "", attachment_paths: Paths = None) -> Step:
        """Answer at once with this text."""
        reply(call, self._mail(call), content, attach(call, attachment_paths))
        return stay("The reply is sent.")

    @tap(write=True)
    def forward(self, call: Call, recipients: Addresses) -> Step:
        """Send this mail on to others, with its attachments."""
        forward(call, self._mail(call), recipients)
        return stay("The email is forwarded.")

    @tap(POP, write=True)
    def move(self, call: Call, destination_folder: FolderName) -> Step:
        """Put this mail into another folder."""
        mail, folder = self._mail(call), folder_named(destination_folder)
        move(call, mail, folder)
        return back(f"{named(mail)} is now in {FOLDER_TITLES[folder]}.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Put this mail into the trash; from the trash it is deleted for good."""
        mail = self._mail(call)
        return back(f"{named(mail)} is {'deleted for good' if delete(call, mail) else 'in the trash'}.")

    @tap(write=True)
    def download_attachments(self, call: Call, path_to_save: SaveTo = DOWNLOADS) -> Step:
        """Save the attachments on the phone."""
        paths = save_attachments(call, self._mail(call), path_to_save)
        if not paths:
            raise ActionError("not_available", "This email has no attachments.")
        return stay(f"Saved: {', '.join(paths)}.")

    @tap(push("AttachmentView"))
    def open_attachment(self, call: Call, name: AttachmentName) -> Step:
        """Look at an attachment."""
        file = named_attachment(call, self._mail(call).attachments, name)
        return go(AttachmentView(email_id=self.email_id, name=file.name), f"'{file.name}' is open.")

    @tap(push("ComposeEmail"))
    def start_compose_reply(self, call: Call) -> Step:
        """Start to write an answer."""
        mail = self._mail(call)
        form = ComposeEmail(
            recipients=list(answer_to(call, mail)), subject=answer_subject(mail.subject), reply_to=mail.id
        )
        return go(form, "A reply is open for writing.")

    @tap(swap_to("ComposeEmail"))
    def edit_draft(self, call: Call) -> Step:
        """Write on with this draft."""
        mail = self._mail(call)
        if mail.state != "draft":
            raise ActionError("not_available", "This email is not a draft.", "Open one from Drafts.")
        return swap(editing(mail), "The draft is open for writing.")

    def view(self, look: Look) -> View:
        mail = look.store.get(Mail, self.email_id)
        if mail is None:
            return GoneView(title="Email", text="This email was deleted.")
        return mail_page(look, mail)

    def _mail(self, look: Look) -> Mail:
        return look.find(Mail, self.email_id, "email", "It was deleted; go back.")
