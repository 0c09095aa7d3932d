"""Reads mails from a foreign trace, and writes our mails in the same format."""

from __future__ import annotations

import re
from typing import Any

from replay.foreign.states.attachments import read_attachments, told_attachments
from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry
from simulator.phone.apps.email.records import FOLDERS, Folder, Mail
from simulator.phone.people import is_mail_address
from simulator.phone.world import World

_ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+")
# Part of the scenario and of its content hash, so it must not change.
_NOBODY = "unknown@sender.invalid"
_VIEW_LIMIT = 5


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    """Return mails sorted by time, so that a reply comes after the mail that it answers."""
    state.ignore("view_limit", "user_email")
    mails: list[tuple[int, str, dict[str, Any]]] = []
    for key, folder in state.entries("folders"):
        name = _folder(folder, folder.text("folder_name") or key, draft)
        for mail_key, mail in folder.entries("emails"):
            found = _mail(mail_key, mail, name, draft)
            if found is not None:
                mails.append(found)
    mails.sort(key=lambda mail: mail[0])
    return _with_answers(mails, draft)


def _with_answers(mails: list[tuple[int, str, dict[str, Any]]], draft: Draft) -> list[dict[str, Any]]:
    """Return the mails, with each reply linked to the mail that it answers, if that mail comes earlier."""
    seeds: list[dict[str, Any]] = []
    there: set[str] = set()
    for _, parent, seed in mails:
        answered = draft.labels.get((Mail.table, parent), "")
        seeds.append({**seed, "reply_to": answered} if answered in there else seed)
        there.add(seed["label"])
    return seeds


def _folder(folder: ForeignEntry, written: str, draft: Draft) -> Folder:
    for known in FOLDERS:
        if written.strip().upper() == known:
            return known
    draft.notes.say(folder.app, f"the mails of a folder called '{written[:40]}' are shown in the inbox")
    return "INBOX"


def _mail(key: str, mail: ForeignEntry, folder: Folder, draft: Draft) -> tuple[int, str, dict[str, Any]] | None:
    foreign = mail.text("email_id") or key
    if foreign and draft.has(Mail.table, foreign):
        draft.notes.say(mail.app, "a mail with a duplicate id is shown once")
        return None
    at = draft.past(mail, mail.time("timestamp"), "a mail")
    seed = {
        "label": draft.label(Mail.table, foreign),
        "from": _sender(mail, draft),
        "at": draft.written(at),
        "folder": folder,
        "read": mail.flag("is_read"),
        "subject": mail.text("subject"),
        "body": mail.text("content"),
        "cc": _addresses(mail, "cc"),
        "attachments": read_attachments(mail, "attachments"),
    }
    # `to` is kept even if it is empty: in a scenario, a mail without `to` is a mail to the owner.
    return at, mail.text("parent_id"), {**without_blanks(seed), "to": _recipients(mail, folder, draft)}


def _sender(mail: ForeignEntry, draft: Draft) -> str:
    found = _ADDRESS.search(mail.text("sender"))
    if found is not None and is_mail_address(found[0]):
        return found[0]
    draft.notes.say(mail.app, f"a mail without a sender address is shown with the sender {_NOBODY}")
    return _NOBODY


def _recipients(mail: ForeignEntry, folder: Folder, draft: Draft) -> list[str] | None:
    found = _addresses(mail, "recipients")
    if found or folder == "DRAFT":
        return found
    draft.notes.say(mail.app, "a mail without a recipient address is shown with an unknown recipient")
    return [_NOBODY]


def _addresses(mail: ForeignEntry, name: str) -> list[str]:
    written = mail.texts(name)
    found = [match[0] for one in written if (match := _ADDRESS.search(one)) and is_mail_address(match[0])]
    if len(found) < len(written):
        mail.odd(name)
    return list(dict.fromkeys(found))


def write(world: World) -> dict[str, Any]:
    mails = sorted(world.store.all(Mail).values(), key=lambda mail: (-mail.sent_at, mail.id))
    folders = {
        name: {"folder_name": name, "emails": [_told(world, mail) for mail in mails if mail.folder == name]}
        for name in FOLDERS
    }
    return {"user_email": world.owner.email, "view_limit": _VIEW_LIMIT, "folders": folders}


def _told(world: World, mail: Mail) -> dict[str, Any]:
    return {
        "sender": mail.sender,
        "recipients": list(mail.recipients),
        "subject": mail.subject,
        "content": mail.content,
        "email_id": mail.id,
        "parent_id": mail.parent_id or None,
        "cc": list(mail.cc),
        "attachments": told_attachments(world, mail.attachments),
        "timestamp": told_time(mail.sent_at, world.tz),
        "is_read": mail.is_read,
    }
