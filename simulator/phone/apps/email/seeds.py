"""Reads mails from a scenario file and adds them to the phone."""

from __future__ import annotations

from pydantic import Field

from simulator.phone.app import Seed
from simulator.phone.apps.email.records import Folder, Mail, same_address, state_of
from simulator.phone.apps.files import AttachmentSeed, plant_attachments
from simulator.phone.people import is_mail_address
from simulator.phone.plot import Plot, SeedError, SeedTime


class MailSeed(Seed):
    sender: str = Field(alias="from", description="Sender: a person's label or name, an e-mail address, or `owner`.")
    to: str | list[str] | None = Field(
        None, description="Recipients; by default the owner, unless the owner is the sender."
    )
    cc: str | list[str] = Field([], description="Who got a copy.")
    at: SeedTime
    subject: str = ""
    body: str = ""
    read: bool | None = Field(None, description="By default, mails in the inbox are unread.")
    folder: Folder | None = Field(None, description="By default SENT for mails from the owner, INBOX for others.")
    reply_to: str | None = Field(None, description="Label of the mail that this mail answers.")
    attachments: list[str | AttachmentSeed] = Field(
        [], description="Attached files: the label or path of a file, or the name and text of a new one."
    )


def plant_mail(plot: Plot, seed: MailSeed) -> None:
    sender = _address(plot, seed.sender, "from")
    from_owner = same_address(sender, plot.owner.email)
    folder: Folder = seed.folder or ("SENT" if from_owner else "INBOX")
    # A scenario's `world` describes the phone at the start; later mails are events of the timeline, which also notify.
    if seed.at > plot.start:
        raise SeedError("at", "this mail would arrive after the start; move it to the timeline")
    mail = Mail(
        id=plot.new_id(Mail),
        sender=sender,
        recipients=_recipients(plot, seed, from_owner, folder),
        cc=_addresses(plot, seed.cc, "cc"),
        subject=seed.subject,
        content=seed.body,
        folder=folder,
        state=state_of(from_owner, folder),
        parent_id=plot.labelled(seed.reply_to, Mail, "reply_to") if seed.reply_to else "",
        attachments=plant_attachments(plot, seed.attachments),
        sent_at=seed.at,
        is_read=folder != "INBOX" if seed.read is None else seed.read,
    )
    plot.add(mail, seed.label)


def _recipients(plot: Plot, seed: MailSeed, from_owner: bool, folder: Folder) -> tuple[str, ...]:
    if seed.to is None and not from_owner:
        return (plot.owner.email,)
    recipients = _addresses(plot, seed.to or [], "to")
    if not recipients and folder != "DRAFT":
        raise SeedError("to", "say whom this mail went to, as in `to: [tomas]`")
    return recipients


def _addresses(plot: Plot, who: str | list[str], field: str) -> tuple[str, ...]:
    people = [who] if isinstance(who, str) else who
    return tuple(dict.fromkeys(_address(plot, one, field) for one in people))


def _address(plot: Plot, who: str, field: str) -> str:
    address = plot.owner.email if who == plot.owner.name else plot.address(who, field)
    if not is_mail_address(address):
        raise SeedError(field, f"'{address}' is not an e-mail address; write it like name@place.example")
    return address
