"""The words of the mail app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.email.records import FOLDER_TITLES, Mail, known_name
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "list_emails": "look through the mails[ in {folder_name}][, {found:mail}]",
    "get_email_by_id": ("read the mail {email_id!q} from {email_id.sender}", "read a mail"),
    "get_email_by_index": ("read the mail {result.subject!q} from {result.sender}", "read a mail"),
    "search_emails": ("search the mails for {query!q}[ in {folder_name}][, {found:mail}]", "search the mails"),
    "send_email": ("send a mail to {recipients}[, {subject!q}]", "send a mail"),
    "reply_to_email": ("reply to {email_id.sender}, {email_id!q}", "reply to a mail"),
    "reply": ("reply to {email_id.sender}, {email_id!q}", "reply to the mail"),
    "forward_email": (
        "forward the mail {email_id!q} to {recipients}",
        "forward a mail to {recipients}",
        "forward a mail",
    ),
    "forward": (
        "forward the mail {email_id!q} to {recipients}",
        "forward the mail to {recipients}",
        "forward the mail",
    ),
    "move_email": (
        "move the mail {email_id!q} to {dest_folder_name}",
        "move a mail to {dest_folder_name}",
        "move a mail",
    ),
    "move": (
        "move the mail {email_id!q} to {destination_folder}",
        "move the mail to {destination_folder}",
        "move the mail",
    ),
    "delete_email": ("delete the mail {email_id!q}", "delete a mail"),
    "delete": ("delete the mail {email_id!q}", "delete the mail"),
    "read_attachment": ("read {attachment!q} of the mail {email_id!q}", "read an attachment"),
    "download_attachments": ("save the attachments of the mail {email_id!q}", "save the attachments of a mail"),
    "open_email_by_id": ("open the mail {email_id!q} from {email_id.sender}", "open a mail"),
    "open_email_by_index": ("open the mail {email_id!q} from {email_id.sender}", "open a mail"),
    "switch_folder": ("open the folder {folder_name}", "open another folder"),
    "start_compose": "start a new mail",
    "refresh": "look at the mail again",
    "open_attachment": ("open the attachment {name}", "open an attachment"),
    "start_compose_reply": ("start a reply to {email_id.sender}", "start a reply"),
    "edit_draft": ("go on with the draft {email_id!q}", "go on with the draft"),
    "set_recipients": ("address the mail to {recipients}", "clear the recipients"),
    "add_recipient": ("add {recipient} to the recipients", "add somebody to the recipients"),
    "remove_recipient": ("remove {recipient} from the recipients", "remove somebody from the recipients"),
    "set_cc": ("put {cc} in copy", "clear the copies"),
    "set_subject": ("write the subject {subject!q}", "clear the subject"),
    "set_body": "write the text of the mail",
    "attach_file": ("attach {attachment_path}", "attach a file"),
    "remove_attachment": ("remove the attachment {attachment_path}", "remove an attachment"),
    "send_composed_email": "send the mail[ to {recipients}][, {subject!q}]",
    "save_draft": "keep the mail as a draft[, {subject!q}]",
    "discard_draft": "throw the draft away",
}
_NEWS: Mapping[str, Phrases] = {
    "send_email_to_user_only": "E-mail from {sender}[, {subject!q}]",
    "send_email_to_user_with_id": "E-mail from {sender}[, {subject!q}]",
    "reply_to_email_from_user": ("E-mail from {sender} in reply to {email_id!q}", "E-mail from {sender}"),
    "create_and_add_email": "E-mail from {sender}[, {subject!q}][, into {folder_name}]",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={
        Mail: RecordWords(
            noun="mail",
            name=lambda look, mail: mail.subject.strip() or "without a subject",
            labels={"is_read": "read", "parent_id": "in reply to", "sender": "from"},
            told=("folder", "is_read"),
        )
    },
    codes=dict(FOLDER_TITLES.items()),
    # With this function, phrases of all apps can show a person's name in place of an address.
    person_at=known_name,
    labels={
        "MailRow.who": "from or to",
        "MailboxPage.since": "shown from",
        "MailboxPage.until": "shown until",
    },
)
