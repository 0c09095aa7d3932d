"""A phone with notes on it, for the tests of the note app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from simulator.phone import when
from simulator.phone.apps.files import Files, FileSeed
from simulator.phone.apps.note import Folder, Note, Notes
from simulator.phone.apps.note.seeds import NoteSeed
from simulator.phone.people import Owner, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.screens import Screen, View
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.phone.world import World

V = TypeVar("V", bound=View)
S = TypeVar("S", bound=Screen)

FILES: tuple[dict[str, Any], ...] = (
    {"label": "lease", "path": "Documents/lease.pdf", "text": "Rent is 900."},
    {"label": "plan", "path": "Documents/plan.txt", "text": "First the walls."},
    {"label": "other_plan", "path": "Old/plan.txt", "text": "First the roof."},
)
NOTES: tuple[dict[str, Any], ...] = (
    {"label": "meter", "title": "Meter readings", "body": "Gas 1204.", "at": "-2d"},
    {"label": "viewing", "title": "List for the viewing", "body": "Ask about the cellar.\nAnd the bins.", "at": "-1d"},
    {"label": "keys", "title": "Keys", "body": "Who has the spare key?", "at": "-9d", "pinned": True},
    {
        "label": "gift",
        "title": "Gift ideas",
        "body": "A kettle for Ji-won, no café cups.",
        "in": "Personal",
        "at": "-5d",
        "changed": "-1h",
        "attachments": [{"name": "shelf.jpg", "text": "a shelf with cups"}, "plan"],
    },
    {"label": "lentils", "title": "Lentils", "body": "Soak them first.", "in": "Recipes", "at": "-4d"},
    {"label": "bread", "title": "Oat bread", "body": "Bake for 50 minutes.", "in": "Recipes", "at": "-3d"},
)
INBOX = ("keys", "viewing", "meter")
"""What lies in the inbox, from the top."""


class NotePhone:
    """A seeded phone on which each side can act; labels stand for ids."""

    def __init__(
        self,
        notes: Iterable[Mapping[str, Any]] = NOTES,
        *,
        zone: str = "Europe/Luxembourg",
        start: str = "2026-03-05 08:22",
    ) -> None:
        owner = Owner(name="Ada Lind", email="ada@lind.example", time_zone=zone)
        tz = when.zone(zone)
        now = when.parse_local(start, tz)
        clock = SeedClock(now, tz)
        self.world = World.blank(owner, phone_with(("note",)), now, Rules(standing_consent=True))
        self.plot = Plot("t", self.world.store, clock, owner, {})
        Notes().prepare(self.plot)
        for file in FILES:
            Files().plant(self.plot, FileSeed.model_validate(file, context=clock))
        for note in notes:
            Notes().plant(self.plot, NoteSeed.model_validate(note, context=clock))
        self.world.store.commit()

    def id(self, label: str) -> str:
        return self.plot.labels[label][1]

    def note(self, label: str) -> Note:
        return self.stored(self.id(label))

    def stored(self, note_id: str) -> Note:
        found = self.world.store.get(Note, note_id)
        assert found is not None
        return found

    def is_there(self, label: str) -> bool:
        return self.world.store.get(Note, self.id(label)) is not None

    def folders(self) -> list[str]:
        return sorted(folder.name for folder in self.world.store.all(Folder).values())

    def put(self, *records: Record) -> None:
        for record in records:
            self.world.store.put(record)
        self.world.store.commit()

    def lose(self, label: str) -> None:
        """The note disappears under the player's feet."""
        self.world.store.drop(Note, self.id(label))
        self.world.store.commit()

    def user(self, name: str, /, **args: Any) -> Done:
        return user_does(self.world, name, args, 1)

    def assistant(self, name: str, /, **args: Any) -> Done:
        return assistant_does(self.world, f"Notes__{name}", args, 1)

    def world_does(self, name: str, /, **args: Any) -> Done:
        return environment_does(self.world, "note", name, args, 1)

    def taps(self, name: str, /, **args: Any) -> str:
        return str(done(self.user(name, **args)))

    def calls(self, name: str, /, **args: Any) -> Any:
        return done(self.assistant(name, **args))

    def open_app(self) -> NotePhone:
        self.taps("go_home")
        self.taps("open_app", app_name="Notes")
        return self

    def open_folders(self) -> NotePhone:
        self.open_app().taps("list_folders")
        return self

    def open_folder(self, folder: str) -> NotePhone:
        self.open_folders().taps("open", folder=folder)
        return self

    def open_note(self, label: str) -> NotePhone:
        self.open_folder(self.note(label).folder).taps("open", note_id=self.id(label))
        return self

    def screen(self, expected: type[S]) -> S:
        screen = self.world.screen
        assert isinstance(screen, expected)
        return screen

    def view(self, expected: type[V]) -> V:
        view = self.world.screen.view(self.world)
        assert isinstance(view, expected)
        return view

    def stack(self) -> list[str]:
        return [frame.screen for frame in self.world.frames("note")]

    def told(self) -> tuple[list[Notice], list[Notice]]:
        """What user and assistant were told, without the user's own taps."""
        return self.world.inbox("user"), [one for one in self.world.inbox("assistant") if one.kind != "user_action"]

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
    return f"{attempt.error.code}: {attempt.error.message}"


def many_notes(at: int, count: int, folder: str = "Work") -> list[Note]:
    """One a minute, the first the newest."""
    return [
        Note(id=f"note_{n:05d}", title=f"No {n}", folder=folder, created_at=at - 60 * n - 9, updated_at=at - 60 * n)
        for n in range(count)
    ]
