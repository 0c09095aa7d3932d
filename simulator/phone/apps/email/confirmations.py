"""Sentences with which tools tell the assistant what they did with a mail. Each sentence contains the mail's id."""

from __future__ import annotations

from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import attachments_of
from simulator.phone.call import Look
from simulator.words.english import counted, spoken


def sent_text(look: Look, mail: Mail, how: str = "sent") -> str:
    """Return the confirmation of a sent mail: id, subject, recipients, copies and attachments.

    `how`: the word for what was done, such as `sent` or `forwarded`.
    """
    copies = f", copy to {spoken(mail.cc)}" if mail.cc else ""
    files = [file.name for file in attachments_of(look, mail.attachments)]
    attached = f", with {counted(len(files), 'attachment')}: {', '.join(files)}" if files else ""
    return f"Email {mail.id}{_subject(mail)} is {how} to {spoken(mail.recipients)}{copies}{attached}."


def moved_text(mail: Mail, source: str, target: str) -> str:
    return f"Email {mail.id}{_subject(mail)} is moved from {source} to {target}."


def deleted_text(mail: Mail, for_good: bool) -> str:
    return f"Email {mail.id}{_subject(mail)} is {'deleted for good' if for_good else 'in the trash'}."


def saved_text(mail: Mail, paths: list[str]) -> str:
    if not paths:
        return f"Email {mail.id}{_subject(mail)} has no attachments; nothing is saved."
    number = f"{counted(len(paths), 'attachment')} of email {mail.id} {'is' if len(paths) == 1 else 'are'}"
    return f"{number} saved: {', '.join(paths)}."


def _subject(mail: Mail) -> str:
    return f" '{mail.subject}'" if mail.subject.strip() else " without a subject"
