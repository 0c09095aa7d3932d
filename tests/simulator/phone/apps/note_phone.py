"""A phone with notes on it, for the tests of the note app."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from simulator.phone import when
from simulator.phone.apps.note import Folder, Note
from tests.simulator.phone.apps.app_phone import START, AppPhone, ada_in
from tests.simulator.phone.small_phone import ZONE

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
DEEPEST = 4
"""A list, a note, its copy, and an editor or an attachment."""


class NotePhone(AppPhone):
    of = "note"

    def __init__(self, notes: Iterable[Mapping[str, Any]] = NOTES, *, zone: str = ZONE, start: str = START) -> None:
        super().__init__(notes, files=FILES, owner=ada_in(zone), now=when.parse_local(start, when.zone(zone)))

    def note(self, label_or_id: str) -> Note:
        return self.get(Note, label_or_id)

    def is_there(self, label: str) -> bool:
        return self.world.store.get(Note, self.id(label)) is not None

    def folders(self) -> list[str]:
        return sorted(folder.name for folder in self.world.store.all(Folder).values())

    def open_app(self) -> NotePhone:
        self.opens("Notes")
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


def many_notes(at: int, count: int, folder: str = "Work") -> list[Note]:
    """One a minute, the first the newest."""
    return [
        Note(id=f"note_{n:05d}", title=f"No {n}", folder=folder, created_at=at - 60 * n - 9, updated_at=at - 60 * n)
        for n in range(count)
    ]
