"""Actions on mails: types of arguments, lookups, and the writes that taps, tools and events share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from simulator.phone import when
from simulator.phone.apps.email.records import (
    APP,
    NO_SUBJECT,
    Folder,
    Mail,
    checked_address,
    checked_addresses,
    folder_named,
    is_owner,
    name_of,
    same_address,
    state_of,
)
from simulator.phone.apps.files import attachments_of, download
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.roles import Address, Code, FilePath, Plain, Ref, Text, When

EmailId = Annotated[str, Ref("Id of the mail.", Mail.table)]
FolderName = Annotated[str, Code("INBOX, SENT, DRAFT or TRASH.")]
OneAddress = Annotated[str, Address("An e-mail address.")]
Addresses = list[OneAddress]
Subject = Annotated[str, Text("Subject line; may be empty.")]
Content = Annotated[str, Text("What the mail says.")]
OnePath = Annotated[str, FilePath("Path of a file on the phone.")]
Paths = list[OnePath] | None
SaveTo = Annotated[str, Plain("Folder on the phone to save to.")]
Offset = Annotated[int, Plain("How many of the newest to skip.")]
Limit = Annotated[int, Plain("How many to show at most.")]
Index = Annotated[int, Plain("Place in the list; 0 is the newest.")]
Query = Annotated[str, Plain("Words to look for in sender, recipients, subject and text.")]
Day = Annotated[str | None, When("Local date, YYYY-MM-DD, or date and time, YYYY-MM-DD HH:MM:SS.")]
AttachmentName = Annotated[str, Plain("Name of the attachment as shown.")]
AttachmentPath = Annotated[str, FilePath("Path or name of the attachment.")]
FoundLimit = Annotated[int | None, Plain("How many to show at most.")]
FreeId = Annotated[str, Code("Id that the new mail gets.")]
InlineFiles = Annotated[list[dict[str, str]] | None, Text("Attachments, each with a name and a text.")]
# Models read this text in errors, so it has the published names of tools.
FIND_IDS = "Emails__list_emails and Emails__search_emails give the ids."
_SENT_AT = attrgetter("sent_at")


class IncomingFields(Arguments, frozen=True, kw_only=True):
    """The fields of a mail to the owner, as arguments of events."""

    sender: OneAddress
    subject: Subject = ""
    content: Content = ""


class FiledMailFields(IncomingFields, frozen=True, kw_only=True):
    """The fields of a mail that an event puts straight into a folder."""

    recipients: Addresses | None = None
    folder_name: FolderName = "INBOX"


class Letter(NamedTuple):
    """A mail in the owner's name before it is sent or saved. `attachments` are ids of files."""

    recipients: Sequence[str]
    subject: str
    content: str
    cc: Sequence[str] = ()
    attachments: Sequence[str] = ()
    parent_id: str = ""


def newest_first(look: Look, folder: Folder) -> list[Mail]:
    """Return the mails of a folder, newest first; mails of the same second are sorted by id, in descending order."""

    def build() -> list[Mail]:
        mails = [mail for mail in look.store.all(Mail).values() if mail.folder == folder]
        mails.sort(key=_SENT_AT, reverse=True)
        # Sorted by time alone, which is much faster; then only mails of the same second, which are rare, by id.
        start = 0
        for number in Counter(map(_SENT_AT, mails)).values():
            if number > 1:
                # Length first: ids made during a run end in a counter, and as text `mail_a10` sorts before `mail_a9`.
                same = mails[start : start + number]
                mails[start : start + number] = sorted(same, key=lambda mail: (len(mail.id), mail.id), reverse=True)
            start += number
        return mails

    return look.store.derived(f"email.newest.{folder}", Mail, build)


def unread_in(look: Look, folder: Folder) -> int:
    return look.store.derived(
        f"email.unread.{folder}", Mail, lambda: sum([not mail.is_read for mail in newest_first(look, folder)])
    )


def matching(
    look: Look, folder: Folder, query: str = "", since: int | None = None, until: int | None = None
) -> list[Mail]:
    mails = _mentioning(look, folder, query.casefold()) if query else newest_first(look, folder)
    if since is not None or until is not None:
        mails = [m for m in mails if (since is None or since <= m.sent_at) and (until is None or m.sent_at <= until)]
    return mails


def _mentioning(look: Look, folder: Folder, wanted: str) -> list[Mail]:
    def build() -> list[tuple[str, Mail]]:
        return [
            (_searched(mail.content, mail.subject, mail.sender, mail.recipients), mail)
            for mail in newest_first(look, folder)
        ]

    # Cached until a mail changes, because a screen repeats the same search several times.
    answers: dict[tuple[Folder, str], list[Mail]] = look.store.derived("email.found", Mail, dict)
    if (folder, wanted) not in answers:
        texts = look.store.derived(f"email.searched.{folder}", Mail, build)
        answers[folder, wanted] = [mail for text, mail in texts if wanted in text]
    return answers[folder, wanted]


# Cached, because a change of one mail makes `derived` build the texts of all mails again, and nearly all are unchanged.
@lru_cache(maxsize=1 << 15)
def _searched(content: str, subject: str, sender: str, recipients: tuple[str, ...]) -> str:
    """Return the searchable fields of a mail as one case-folded text."""
    return "\n".join((content, subject, sender, *recipients)).casefold()


def mail_at(mails: list[Mail], index: int) -> Mail:
    if not 0 <= index < len(mails):
        remedy = f"Give 0 to {len(mails) - 1}; 0 is the newest." if mails else "Look into another folder."
        raise ActionError("unknown_record", f"There is no email number {index} among {len(mails)} here.", remedy)
    return mails[index]


def mail_in(look: Look, email_id: str, folder: Folder, remedy: str = FIND_IDS) -> Mail:
    """Return the mail with this id. Raise ActionError if there is no such mail in this folder."""
    mail = look.find(Mail, email_id, "email", remedy)
    if mail.folder != folder:
        raise ActionError(
            "unknown_record",
            f"The email '{email_id}' is in {mail.folder}, not in {folder}.",
            f"Use the folder {mail.folder}.",
        )
    return mail


def first_moment(look: Look, text: str | None, argument: str) -> int | None:
    """Return the first second of a day YYYY-MM-DD, or the exact time if the text has one, or None for an empty text.

    Raise an ActionError that names `argument` for any other text.
    """
    if not text:
        return None
    return _day(look, text, argument) if _is_day(text) else look.parse_time(text, argument)


def last_moment(look: Look, text: str | None, argument: str) -> int | None:
    """Return the last second of a day YYYY-MM-DD, or the exact time if the text has one, or None for an empty text.

    Raise an ActionError that names `argument` for any other text.
    """
    if not text:
        return None
    if _is_day(text):
        return when.day_bounds(_day(look, text, argument), look.tz)[1] - 1
    return look.parse_time(text, argument)


def _is_day(text: str) -> bool:
    # Only the length is checked here, because `parse_day` reports all other mistakes.
    return len(text.strip()) <= len("2026-03-05")


def _day(look: Look, text: str, argument: str) -> int:
    try:
        return when.parse_day(text, look.tz)
    except when.TimeError as error:
        raise ActionError("bad_argument", f"{argument}: {error}") from None


def mark_read(call: Call, mail: Mail) -> None:
    if not mail.is_read:
        call.put(replace(mail, is_read=True))


def move(call: Call, mail: Mail, folder: Folder) -> None:
    if mail.folder == folder:
        raise ActionError("bad_argument", f"The email is in {folder} already.", "Choose another folder.")
    if mail.state == "draft" and folder not in ("DRAFT", "TRASH"):
        raise ActionError(
            "not_allowed", f"A draft cannot lie in {folder}: it was never sent.", "Choose DRAFT or TRASH, or send it."
        )
    call.put(replace(mail, folder=folder))


def delete(call: Call, mail: Mail) -> bool:
    """Move a mail to the trash or, if it is there already, delete it for good and return True."""
    if mail.folder == "TRASH":
        call.drop(mail)
        return True
    move(call, mail, "TRASH")
    return False


def save_attachments(call: Call, mail: Mail, folder: str) -> list[str]:
    """Save the attachments of a mail in a folder of the phone and return their paths."""
    return [download(call, file, folder) for file in attachments_of(call, mail.attachments)]


def send(call: Call, letter: Letter) -> Mail:
    # The form of a mail checks addresses too, but tools send letters without the form.
    to = checked_addresses(letter.recipients)
    copies = checked_addresses(letter.cc)
    if not to:
        raise ActionError("bad_argument", "The email has no recipient.", "Give at least one address.")
    mail = Mail(
        id=call.new_id(Mail),
        sender=call.owner.email,
        recipients=tuple(to),
        cc=tuple(copies),
        subject=letter.subject,
        content=letter.content,
        folder="SENT",
        state="sent",
        parent_id=letter.parent_id,
        attachments=tuple(dict.fromkeys(letter.attachments)),
        sent_at=call.now,
        is_read=True,
    )
    call.put(mail)
    return mail


def save_draft(call: Call, letter: Letter, draft: Mail | None) -> None:
    """Save a letter in the folder DRAFT. `draft`: the saved draft that the letter replaces, or None."""
    mail = Mail(
        id=call.new_id(Mail) if draft is None else draft.id,
        sender=call.owner.email,
        # Not checked, because a draft may be unfinished.
        recipients=tuple(letter.recipients),
        cc=tuple(letter.cc),
        subject=letter.subject,
        content=letter.content,
        folder="DRAFT",
        state="draft",
        parent_id=letter.parent_id,
        attachments=tuple(letter.attachments),
        sent_at=call.now,
        is_read=True,
    )
    call.put(mail)


def reply(call: Call, mail: Mail, content: str, attachments: Sequence[str]) -> Mail:
    subject = answer_subject(mail.subject)
    return send(call, Letter(answer_to(call, mail), subject, content, (), attachments, mail.id))


def forward(call: Call, mail: Mail, recipients: Sequence[str]) -> Mail:
    """Send a mail's text and attachments to other people and return the new mail, which starts a new thread.

    Raise ActionError if the mail is a draft, or if the recipients are missing or invalid.
    """
    _must_have_left(mail)
    letter = Letter(recipients, _once("FWD: ", mail.subject), _quoted(call, mail), attachments=mail.attachments)
    return send(call, letter)


def answer_to(look: Look, mail: Mail) -> tuple[str, ...]:
    """Return the recipients of an answer: the sender, or the mail's recipients if the owner is the sender.

    Raise ActionError for a draft.
    """
    _must_have_left(mail)
    return mail.recipients if is_owner(look, mail.sender) else (mail.sender,)


def answer_subject(subject: str) -> str:
    return _once("Re: ", subject)


def _once(mark: str, subject: str) -> str:
    # A subject that already begins with the mark, as in `RE: Lunch`, gets no second mark.
    return subject if subject.casefold().startswith(mark.strip().casefold()) else f"{mark}{subject}"


def _quoted(look: Look, mail: Mail) -> str:
    head = [
        f"From: {mail.sender}",
        f"To: {', '.join(mail.recipients)}",
        f"Date: {look.show(mail.sent_at)}",
        f"Subject: {mail.subject}",
        "",
    ]
    return "\n".join(f"> {line}" for line in (*head, *mail.content.split("\n")))


def _must_have_left(mail: Mail) -> None:
    """Raise ActionError for a draft: it was never sent, so it can't be answered or forwarded."""
    if mail.state == "draft":
        raise ActionError("not_available", f"The email '{mail.id}' is a draft and was never sent.", "Send it first.")


def arrive(call: Call, email_id: str, fields: IncomingFields, files: tuple[str, ...], parent_id: str = "") -> Mail:
    """Put a mail to the owner into the inbox, notify the user and the assistant, and return the mail."""
    mail = Mail(
        id=email_id,
        sender=checked_address(fields.sender),
        recipients=(call.owner.email,),
        subject=fields.subject,
        content=fields.content,
        parent_id=parent_id,
        attachments=files,
        sent_at=call.now,
    )
    call.put(mail)
    _announce(call, mail)
    return mail


def file_mail(call: Call, fields: FiledMailFields) -> Mail:
    """Put a mail straight into a folder and return it; only a mail in the inbox causes notices."""
    folder = folder_named(fields.folder_name)
    sender = checked_address(fields.sender)
    state = state_of(is_owner(call, sender), folder)
    # By default a draft has no recipients, and any other mail is addressed to the owner.
    nobody_yet = [] if state == "draft" else [call.owner.email]
    mail = Mail(
        id=call.new_id(Mail),
        sender=sender,
        recipients=tuple(checked_addresses(fields.recipients or nobody_yet)),
        subject=fields.subject,
        content=fields.content,
        folder=folder,
        state=state,
        sent_at=call.now,
        is_read=folder != "INBOX",
    )
    call.put(mail)
    if folder == "INBOX":
        _announce(call, mail)
    return mail


def check_free_id(look: Look, email_id: str) -> None:
    """Raise ActionError if an id for a new mail is blank or already in use."""
    if not email_id.strip():
        raise ActionError("bad_argument", "The id of the new email is empty.", "Give one, or use another event.")
    if look.store.get(Mail, email_id) is not None:
        raise ActionError("bad_argument", f"There is an email with the id '{email_id}' already.", "Give another.")


def sent_to(look: Look, email_id: str, address: str) -> Mail:
    """Return the mail with this id. Raise ActionError unless the owner sent that mail to this address."""
    sent = look.find(Mail, email_id, "email", "Only an email that is still on the phone can be answered.")
    if sent.state != "sent":
        raise ActionError("not_available", f"The owner did not send '{email_id}'.", "Answer an email from SENT.")
    if not any(same_address(address.strip(), one) for one in (*sent.recipients, *sent.cc)):
        known = ", ".join((*sent.recipients, *sent.cc))
        raise ActionError("bad_argument", f"'{address}' did not get '{email_id}'.", f"It went to: {known}.")
    return sent


def _announce(call: Call, mail: Mail) -> None:
    title = f"{name_of(call, mail.sender)}: {mail.subject or NO_SUBJECT}"
    call.notify(APP, "email", title, glance(mail.content), _in_full(call, mail), mail)


def _in_full(look: Look, mail: Mail) -> str:
    """Return the text of the assistant's notice about a mail: the header fields and the content."""
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
