"""A phone with mails on it, for the tests of the mail app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simulator.phone import when
from simulator.phone.app import App
from simulator.phone.apps.email import Mail
from simulator.phone.people import Person
from tests.simulator.phone.apps.app_phone import START, AppPhone, ada_in
from tests.simulator.phone.small_phone import ZONE

OWNER = "ada@lind.example"
BO = "bo@berg.example"
CY = "cy@kamau.example"
NEWS = "news@rail.example"
PEOPLE = {
    "bo": Person(label="bo", name="Bo Berg", email=BO),
    "cy": Person(label="cy", name="Cy Kamau", email=CY),
    "mute": Person(label="mute", name="Mo Mute"),
}
FILES: tuple[dict[str, Any], ...] = (
    {"label": "lease", "path": "Documents/lease.pdf", "text": "Rent is 900."},
    {"label": "plan", "path": "Documents/plan.txt", "text": "First the walls."},
)
MAILS: tuple[dict[str, Any], ...] = (
    {"label": "room", "from": "bo", "at": "-1d", "subject": "Room", "body": "The small room is booked.", "read": True},
    {"label": "asked", "from": "owner", "to": ["bo"], "cc": ["cy"], "at": "-20h", "subject": "Budget", "body": "Ok?"},
    {"label": "answer", "from": "bo", "at": "-3h", "subject": "Re: Budget", "body": "Fine.", "reply_to": "asked"},
    {
        "label": "photos",
        "from": "cy",
        "at": "-2h",
        "subject": "Kitchen",
        "body": "Two photos.\nAnd a plan.",
        "attachments": [{"name": "sink.jpg", "text": "a sink"}, "plan"],
    },
    {"label": "news", "from": NEWS, "at": "-1h", "subject": "Works on line 4", "body": "No trains at night."},
    {
        "label": "begun",
        "from": "owner",
        "to": ["cy"],
        "at": "-4h",
        "subject": "Idea",
        "body": "What if",
        "folder": "DRAFT",
    },
    {"label": "old", "from": NEWS, "at": "-9d", "subject": "Sale", "body": "Cheap tickets.", "folder": "TRASH"},
)
INBOX = ("news", "photos", "answer", "room")
"""What lies in the inbox, newest first."""


class MailPhone(AppPhone):
    of = "email"

    def __init__(
        self,
        mails: Iterable[Mapping[str, Any]] = MAILS,
        *,
        files: Sequence[Mapping[str, Any]] = FILES,
        zone: str = ZONE,
        start: str = START,
        more_apps: Mapping[str, App] | None = None,
    ) -> None:
        super().__init__(
            mails,
            files=files,
            owner=ada_in(zone),
            now=when.parse_local(start, when.zone(zone)),
            people=PEOPLE,
            more_apps=more_apps,
        )

    def mail(self, label_or_id: str) -> Mail:
        return self.get(Mail, label_or_id)

    def is_there(self, label: str) -> bool:
        return self.world.store.get(Mail, self.id(label)) is not None

    def open_mailbox(self, folder: str = "INBOX") -> MailPhone:
        self.opens("Emails")
        if folder != "INBOX":
            self.taps("switch_folder", folder_name=folder)
        return self

    def open_mail(self, label: str) -> MailPhone:
        self.open_mailbox(self.mail(label).folder)
        self.taps("open_email_by_id", email_id=self.id(label))
        return self


def mails_from(sent_at: int, count: int) -> list[Mail]:
    """Many mails, one a minute, the first the newest."""
    return [
        Mail(
            id=f"mail_{n:05d}",
            sender=f"p{n}@x.example",
            recipients=(OWNER,),
            subject=f"No {n}",
            sent_at=sent_at - 60 * n,
        )
        for n in range(count)
    ]
