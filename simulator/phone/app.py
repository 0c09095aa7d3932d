"""The base class of apps. Each subclass declares the records, screens, tools, events, seeds and words of one app."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.actions import Action, actions_of
from simulator.phone.screens import Screen
from simulator.phone.state import Frame
from simulator.phone.store import Record, Store
from simulator.phone.words import Words
from simulator.phone.writable import texts_in

if TYPE_CHECKING:
    from simulator.phone.call import Call, Look
    from simulator.phone.plot import Plot


class Seed(BaseModel):
    """An entry of an app's data in a scenario file, which may add several records, such as a chat with its messages."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    label: str | None = Field(None, description="Name by which the rest of the file refers to this item.")


class Alarm(NamedTuple):
    """An event that an app starts by itself; `at` is in epoch seconds."""

    at: int
    event: str
    args: dict[str, Any]


class Meddling(NamedTuple):
    """A write that nobody asked for. The scenario check adds it to a correct solution, which must then fail."""

    tool: str
    args: dict[str, Any]


class Outgoing(NamedTuple):
    """A message sent from the phone, with fields that fit both mail and chat."""

    to: tuple[str, ...]
    """E-mail addresses or user ids."""
    text: str
    subject: str = ""
    reply_to: str = ""
    """Id of the mail that this mail answers, or of the chat that this message continues; empty for a new thread."""
    attachments: tuple[str, ...] = ()
    """Ids of files."""


class App:
    """One app of the phone. An instance holds no data of a run: all data is in the store."""

    name: ClassVar[str] = ""
    prefix: ClassVar[str] = ""
    """First part of the published tool names, such as `Emails` in `Emails__list_emails`."""
    title: ClassVar[str] = ""
    about: ClassVar[str] = ""
    category: ClassVar[str] = ""
    """Category that is suggested for a new scenario with this app only."""
    records: ClassVar[tuple[type[Record], ...]] = ()
    """Types of the app's records. Where a scenario file names an app but no type, the first type is meant."""
    screens: ClassVar[tuple[type[Screen], ...]] = ()
    """Types of the app's screens. Opening the app shows the first type."""
    seed: ClassVar[type[Seed] | None] = None
    system: ClassVar[bool] = False
    """True for a system app: it is on every phone, and noise never makes its tools fail."""
    needs: ClassVar[tuple[str, ...]] = ()
    """Names of the apps that this app needs; every phone with this app has them too."""
    incidental: ClassVar[tuple[type[Record], ...]] = ()
    """Types of records that change as a side effect of other writes, such as a chat created by its first message."""
    words: ClassVar[Words] = Words()
    """Phrases for the app's actions, records and fields, which people and models read in place of names in code."""

    @cached_property
    def tools(self) -> dict[str, Action]:
        return actions_of(type(self), self.name, self.prefix, "assistant")

    @cached_property
    def events(self) -> dict[str, Action]:
        return actions_of(type(self), self.name, self.prefix, "environment")

    @cached_property
    def everywhere(self) -> dict[str, Action]:
        """Return the taps that do not belong to one screen; `offered` says which of them are possible now."""
        return actions_of(type(self), self.name, self.prefix, "user")

    @cached_property
    def screen_types(self) -> dict[str, type[Screen]]:
        return {screen.__name__: screen for screen in self.screens}

    @property
    def launchable(self) -> bool:
        """Return whether the app has an icon on the home screen."""
        # Files has no screens, and the launcher and the assistant's card are not opened like apps.
        return bool(self.screens) and not self.system

    def screen_at(self, frame: Frame) -> Screen:
        """Return the screen that a frame describes; the back stack holds frames because a trace can store them."""
        return msgspec.convert(frame.context, self.screen_types[frame.screen])

    def root(self, look: Look) -> Screen:
        """Return the first screen of the app."""
        return self.screens[0]()

    def prepare(self, plot: Plot) -> None:
        """Add the records that the app always has, before the seeds of any app are added."""

    def plant(self, plot: Plot, seed: Any) -> None:
        """Add the records of one seed to the phone, before the run starts."""
        raise NotImplementedError

    def offered(self, look: Look, action: Action) -> bool:
        """Return whether an action from `everywhere` can be tapped now."""
        return True

    def next_alarm(self, look: Look) -> Alarm | None:
        """Return the app's next alarm, or None if no alarm is set."""
        return None

    def badge(self, look: Look) -> int:
        """Return the number on the app's icon, such as the number of unread mails."""
        return 0

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        """Return the back stack to show after a tap on a notification about this record, the bottom screen first."""
        return (self.root(look),)

    def looked_at(self, call: Call, record: Record) -> None:
        """Mark a record as seen after a tap on its notification has opened it; a mail, for example, becomes read."""

    def outgoing(self, store: Store, record: Record) -> Outgoing | None:
        """Return the record as a message if it was sent from this phone; otherwise return None."""
        return None

    def gone(self, record: Record) -> bool:
        """Return whether goals treat this stored record as deleted, as they do a mail in the trash."""
        return False

    def harmless(self, store: Store, old: Record | None, new: Record | None) -> bool:
        """Return whether the assistant may make this change although no goal asks for it, such as saving a draft."""
        return False

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        """Yield unrequested writes for the scenario check; none of them touches a record whose id is in `spared`."""
        return ()

    def readable(self, store: Store, record: Record) -> str:
        """Return the content of a record as one text; by default all stored values, separated by spaces."""
        return " ".join(texts_in(msgspec.to_builtins(record)))
