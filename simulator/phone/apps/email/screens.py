"""The screens of the mail app and their taps: a folder, one mail, the form of a mail, an attachment."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.email import actions
from simulator.phone.apps.email.actions import (
    Addresses,
    AttachmentName,
    AttachmentPath,
    Content,
    Day,
    EmailId,
    FolderName,
    FoundLimit,
    Index,
    Letter,
    Limit,
    Offset,
    OneAddress,
    OnePath,
    Paths,
    Query,
    SaveTo,
    Subject,
)
from simulator.phone.apps.email.records import (
    APP,
    FOLDER_TITLES,
    NO_SUBJECT,
    PREFIX,
    Folder,
    Mail,
    checked_address,
    checked_addresses,
    folder_named,
    named,
    same_address,
)
from simulator.phone.apps.email.views import (
    AttachmentPage,
    ComposePage,
    MailboxPage,
    attachment_rows,
    correspondents,
    folder_tabs,
    mail_page,
    mail_row,
    subject_of,
)
from simulator.phone.apps.files import DOWNLOADS, attach, attachments_of, file_at, named_attachment
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap

PAGE = 10
LONGEST_PAGE = 50


class MailboxView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    folder: Folder = "INBOX"
    query: str = ""
    since: int | None = None
    until: int | None = None
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("MailboxView"))
    def list_emails(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of this folder, or of the search under way."""
        return self._shown(call, replace(self, offset=offset, limit=limit))

    @tap(swap_to("MailboxView"))
    def search_emails(
        self,
        call: Call,
        query: Query,
        min_date: Day = None,
        max_date: Day = None,
        limit: FoundLimit = PAGE,
    ) -> Step:
        """Search this folder; without words and dates, show the whole folder again."""
        since, until = actions.first_moment(call, min_date, "min_date"), actions.last_moment(call, max_date, "max_date")
        size = PAGE if limit is None else limit
        found = MailboxView(folder=self.folder, query=query, since=since, until=until, limit=size)
        return self._shown(call, found)

    @tap(push("EmailDetail"), marks=True)
    def open_email_by_id(self, call: Call, email_id: EmailId) -> Step:
        """Open a mail of this folder; it counts as read."""
        return _open(call, actions.mail_in(call, email_id, self.folder, "Pick one from the list."))

    @tap(push("EmailDetail"), marks=True)
    def open_email_by_index(self, call: Call, index: Index) -> Step:
        """Open the mail at this place of the list; it counts as read."""
        return _open(call, actions.mail_at(self._mails(call), index))

    @tap(swap_to("MailboxView"))
    def switch_folder(self, call: Call, folder_name: FolderName) -> Step:
        """Show another folder."""
        return self._shown(call, MailboxView(folder=folder_named(folder_name)))

    @tap(push("ComposeEmail"))
    def start_compose(self, call: Call) -> Step:
        """Start to write a new mail."""
        return go(ComposeEmail(), "A new email is open for writing.")

    def view(self, look: Look) -> View:
        page = page_left(self._mails(look), self.offset, self.limit)
        return MailboxPage(
            title=FOLDER_TITLES[self.folder],
            folder=self.folder,
            folders=folder_tabs(self.folder),
            rows=tuple(mail_row(look, mail, index) for index, mail in enumerate(page.rows, page.offset)),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
            unread=actions.unread_in(look, self.folder),
            query=self.query,
            since="" if self.since is None else look.show(self.since),
            until="" if self.until is None else look.show(self.until),
        )

    def _mails(self, look: Look) -> list[Mail]:
        return actions.matching(look, self.folder, self.query, self.since, self.until)

    @staticmethod
    def _shown(call: Call, screen: MailboxView) -> Step:
        page = page_of(screen._mails(call), screen.offset, screen.limit, "email", LONGEST_PAGE)
        title = FOLDER_TITLES[screen.folder]
        if not page.rows:
            return swap(screen, f"{title}: no emails.")
        return swap(screen, f"{title}: emails {page.span}.")


class EmailDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    email_id: str

    @tap(marks=True)
    def refresh(self, call: Call) -> Step:
        """Look at this mail again; it counts as read."""
        mail = self._mail(call)
        actions.mark_read(call, mail)
        return stay(f"{named(mail)} is open.")

    @tap(write=True)
    def reply(self, call: Call, content: Content = "", attachment_paths: Paths = None) -> Step:
        """Answer at once with this text."""
        actions.reply(call, self._mail(call), content, attach(call, attachment_paths))
        return stay("The reply is sent.")

    @tap(write=True)
    def forward(self, call: Call, recipients: Addresses) -> Step:
        """Forward this mail with its attachments."""
        actions.forward(call, self._mail(call), recipients)
        return stay("The email is forwarded.")

    @tap(POP, write=True)
    def move(self, call: Call, destination_folder: FolderName) -> Step:
        """Put this mail into another folder."""
        mail, folder = self._mail(call), folder_named(destination_folder)
        actions.move(call, mail, folder)
        return back(f"{named(mail)} is now in {FOLDER_TITLES[folder]}.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Put this mail into the trash; from the trash it is deleted for good."""
        mail = self._mail(call)
        return back(f"{named(mail)} is {'deleted for good' if actions.delete(call, mail) else 'in the trash'}.")

    @tap(write=True)
    def download_attachments(self, call: Call, path_to_save: SaveTo = DOWNLOADS) -> Step:
        """Save the attachments on the phone."""
        paths = actions.save_attachments(call, self._mail(call), path_to_save)
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
            recipients=list(actions.answer_to(call, mail)),
            subject=actions.answer_subject(mail.subject),
            reply_to=mail.id,
        )
        return go(form, "A reply is open for writing.")

    @tap(swap_to("ComposeEmail"))
    def edit_draft(self, call: Call) -> Step:
        """Continue to write this draft."""
        mail = self._mail(call)
        if mail.state != "draft":
            raise ActionError("not_available", "This email is not a draft.", "Open one from Drafts.")
        # The form replaces the screen of the draft: after sending, going back must not show a deleted draft.
        return swap(_editing(mail), "The draft is open for writing.")

    def view(self, look: Look) -> View:
        mail = look.store.get(Mail, self.email_id)
        if mail is None:
            return GoneView(title="Email", text="This email was deleted.")
        return mail_page(look, mail)

    def _mail(self, look: Look) -> Mail:
        return look.find(Mail, self.email_id, "email", "It was deleted; go back.")


class ComposeEmail(Screen, frozen=True):
    """The form of a mail. `attachments` are ids of files, not paths: a file that came with a mail has no path."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    recipients: list[str] = field(default_factory=list)
    cc: list[str] = field(default_factory=list)
    subject: str = ""
    body: str = ""
    attachments: list[str] = field(default_factory=list)
    reply_to: str = ""
    draft_id: str = ""

    @tap(swap_to("ComposeEmail"))
    def set_recipients(self, call: Call, recipients: Addresses) -> Step:
        """Replace the recipients; an empty list clears them."""
        return swap(replace(self, recipients=checked_addresses(recipients)), "The recipients are set.")

    @tap(swap_to("ComposeEmail"))
    def add_recipient(self, call: Call, recipient: OneAddress) -> Step:
        """Add one recipient."""
        # `checked_addresses` removes repeated addresses, ignoring case.
        found = checked_addresses((*self.recipients, recipient))
        if len(found) == len(self.recipients):
            raise ActionError("bad_argument", f"'{recipient}' is a recipient already.", "Add someone else.")
        return swap(replace(self, recipients=found), "The recipient is added.")

    @tap(swap_to("ComposeEmail"))
    def remove_recipient(self, call: Call, recipient: OneAddress) -> Step:
        """Remove one person from the recipients and from those who get a copy."""
        address = checked_address(recipient)
        to = [one for one in self.recipients if not same_address(one, address)]
        cc = [one for one in self.cc if not same_address(one, address)]
        if len(to) + len(cc) == len(self.recipients) + len(self.cc):
            known = ", ".join((*self.recipients, *self.cc)) or "none"
            raise ActionError("bad_argument", f"'{recipient}' is not on this mail.", f"On it are: {known}.")
        return swap(replace(self, recipients=to, cc=cc), "The recipient is removed.")

    @tap(swap_to("ComposeEmail"))
    def set_cc(self, call: Call, cc: Addresses) -> Step:
        """Replace the people who get a copy; an empty list clears them."""
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
    def remove_attachment(self, call: Call, attachment_path: AttachmentPath) -> Step:
        """Remove an attachment."""
        files = attachments_of(call, tuple(self.attachments))
        for file in files:
            # An empty argument would match the empty path of a file that exists only as an attachment.
            if attachment_path and attachment_path in (file.path, file.name):
                rest = [one for one in self.attachments if one != file.id]
                return swap(replace(self, attachments=rest), f"'{file.name}' is removed.")
        known = ", ".join(file.name for file in files) or "none"
        raise ActionError("unknown_file", f"'{attachment_path}' is not attached.", f"Attachments: {known}.")

    @tap(POP, write=True)
    def send_composed_email(self, call: Call) -> Step:
        """Send the mail."""
        actions.send(call, self._letter)
        # The sent mail is a new record, so the saved draft must be deleted.
        draft = _draft(call, self.draft_id)
        if draft is not None:
            call.drop(draft)
        return back("The email is sent.")

    @tap(POP, write=True)
    def save_draft(self, call: Call) -> Step:
        """Save the mail in Drafts, to finish it later."""
        if not (self.recipients or self.cc or self.subject or self.body or self.attachments):
            raise ActionError("bad_argument", "There is nothing to save yet.", "Write something, or discard it.")
        actions.save_draft(call, self._letter, _draft(call, self.draft_id))
        return back("The draft is saved.")

    @tap(POP, write=True)
    def discard_draft(self, call: Call) -> Step:
        """Discard the mail; a saved draft goes to the trash."""
        draft = _draft(call, self.draft_id)
        # A draft that is already in the trash stays there; `delete` would remove it for good.
        if draft is not None and draft.folder == "DRAFT":
            actions.delete(call, draft)
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

    @property
    def _letter(self) -> Letter:
        return Letter(self.recipients, self.subject, self.body, self.cc, self.attachments, self.reply_to)


class AttachmentView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

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


def _open(call: Call, mail: Mail) -> Step:
    actions.mark_read(call, mail)
    return go(EmailDetail(email_id=mail.id), f"{named(mail)} is open.")


def _editing(draft: Mail) -> ComposeEmail:
    """Return the form filled with the fields of a saved draft."""
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
    """Return the saved draft with this id, or None if the id is empty or the draft has been deleted meanwhile."""
    draft = look.store.get(Mail, draft_id) if draft_id else None
    return draft if draft is not None and draft.state == "draft" else None
