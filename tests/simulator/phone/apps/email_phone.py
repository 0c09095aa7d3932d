"""A phone with mails on it, for the tests of the mail app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from simulator.phone import when
from simulator.phone.app import App
from simulator.phone.apps.email import Emails, Mail
from simulator.phone.apps.email.seeds import MailSeed
from simulator.phone.apps.files import Files, FileSeed
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.screens import Screen, View
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.phone.world import World

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=Screen)

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


class MailPhone:
    """A seeded phone on which each side can act; labels stand for ids."""

    def __init__(
        self,
        mails: Iterable[Mapping[str, Any]] = MAILS,
        *,
        files: Iterable[Mapping[str, Any]] = FILES,
        zone: str = "Europe/Luxembourg",
        start: str = "2026-03-05 08:22",
        more_apps: Mapping[str, App] | None = None,
    ) -> None:
        owner = Owner(name="Ada Lind", email=OWNER, time_zone=zone)
        tz = when.zone(zone)
        now = when.parse_local(start, tz)
        apps = {**phone_with(("email",)), **(more_apps or {})}
        self.world = World.blank(owner, apps, now, Rules(standing_consent=True))
        self.plot = Plot("t", self.world.store, SeedClock(now, tz), owner, PEOPLE)
        clock = SeedClock(now, tz)
        for file in files:
            Files().plant(self.plot, FileSeed.model_validate(file, context=clock))
        for mail in mails:
            Emails().plant(self.plot, MailSeed.model_validate(mail, context=clock))
        self.world.store.commit()

    def id(self, label: str) -> str:
        return self.plot.labels[label][1]

    def mail(self, label: str) -> Mail:
        return self.stored(self.id(label))

    def stored(self, email_id: str) -> Mail:
        found = self.world.store.get(Mail, email_id)
        assert found is not None
        return found

    def is_there(self, label: str) -> bool:
        return self.world.store.get(Mail, self.id(label)) is not None

    def put(self, record: Record) -> None:
        self.world.store.put(record)
        self.world.store.commit()

    def user(self, name: str, /, **args: Any) -> Done:
        return user_does(self.world, name, args, 1)

    def assistant(self, name: str, /, **args: Any) -> Done:
        return assistant_does(self.world, f"Emails__{name}", args, 1)

    def world_does(self, name: str, /, reserved: tuple[str, str] | None = None, **args: Any) -> Done:
        return environment_does(self.world, "email", name, args, 1, reserved)

    def taps(self, *taps: tuple[str, dict[str, Any]]) -> None:
        """Several user actions, all of which must work."""
        for name, args in taps:
            done(self.user(name, **args))

    def open_mailbox(self, folder: str = "INBOX") -> MailPhone:
        self.taps(("go_home", {}), ("open_app", {"app_name": "Emails"}))
        if folder != "INBOX":
            self.taps(("switch_folder", {"folder_name": folder}))
        return self

    def open_mail(self, label: str) -> MailPhone:
        self.open_mailbox(self.mail(label).folder)
        self.taps(("open_email_by_id", {"email_id": self.id(label)}))
        return self

    def screen(self, expected: type[S]) -> S:
        screen = self.world.screen
        assert isinstance(screen, expected)
        return screen

    def view(self, expected: type[V]) -> V:
        view = self.world.screen.view(self.world)
        assert isinstance(view, expected)
        return view

    def depth(self) -> int:
        return len(self.world.frames("email"))

    def notices(self) -> tuple[list[Notice], list[Notice]]:
        return self.world.inbox("user"), self.world.inbox("assistant")

    def labels(self, ids: Iterable[str]) -> tuple[str, ...]:
        names = {record_id: label for label, (_, record_id) in self.plot.labels.items()}
        return tuple(names[record_id] for record_id in ids)


def done(attempt: Done) -> Any:
    """The result of an action that must have worked."""
    assert attempt.error is None, attempt.error
    return attempt.result


def refused(attempt: Done) -> str:
    """What was said about an action that must have failed, and changed nothing."""
    assert attempt.error is not None, attempt.result
    assert attempt.changes == []
    return attempt.error.message


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
