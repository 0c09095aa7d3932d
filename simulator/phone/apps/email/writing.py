"""Mails that the owner's phone makes: new ones, answers, forwards and drafts."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.phone.apps.email.addresses import checked_addresses, is_owner
from simulator.phone.apps.email.records import Mail
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError


def send(
    call: Call,
    recipients: Sequence[str] | None,
    subject: str,
    content: str,
    cc: Sequence[str] | None = None,
    attachments: Sequence[str] = (),
    parent_id: str = "",
) -> Mail:
    to = checked_addresses(recipients or ())
    copies = checked_addresses(cc or ())
    if not to:
        raise ActionError("bad_argument", "The email has no recipient.", "Give at least one address.")
    mail = Mail(
        id=call.new_id(Mail),
        sender=call.owner.email,
        recipients=tuple(to),
        cc=tuple(copies),
        subject=subject,
        content=content,
        folder="SENT",
        state="sent",
        parent_id=parent_id,
        attachments=tuple(dict.fromkeys(attachments)),
        sent_at=call.now,
        is_read=True,
    )
    call.put(mail)
    return mail


def reply(call: Call, mail: Mail, content: str, attachments: Sequence[str]) -> Mail:
    return send(call, answer_to(call, mail), answer_subject(mail.subject), content, None, attachments, mail.id)


def forward(call: Call, mail: Mail, recipients: Sequence[str] | None) -> Mail:
    """Not an answer: it begins a thread of its own."""
    _must_have_left(mail)
    return send(call, recipients, _once("FWD: ", mail.subject), _quoted(call, mail), None, mail.attachments)


def answer_to(look: Look, mail: Mail) -> tuple[str, ...]:
    """Whom an answer goes to: the sender, or those to whom the owner wrote."""
    _must_have_left(mail)
    return mail.recipients if is_owner(look, mail.sender) else (mail.sender,)


def answer_subject(subject: str) -> str:
    return _once("Re: ", subject)


def _once(mark: str, subject: str) -> str:
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
    if mail.state == "draft":
        raise ActionError("not_available", f"The email '{mail.id}' is a draft and was never sent.", "Send it first.")
