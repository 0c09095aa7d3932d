"""The records of the note app: notes and folders."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.store import Record
from simulator.phone.writable import shortened

APP = "note"
PREFIX = "Notes"
INBOX = "Inbox"
# Every phone with notes has these folders. They can be neither renamed nor deleted.
FIXED_FOLDERS = (INBOX, "Personal", "Work")
# In characters: a note without a title gets the start of its content, up to this length, as the title.
TITLE_FROM_CONTENT = 50
_LONGEST_NAMED = 60


class Note(Record, frozen=True):
    table: ClassVar[str] = "note.note"
    prefix: ClassVar[str] = "note"
    details: ClassVar[tuple[str, ...]] = ("content", "folder", "pinned")
    along: ClassVar[tuple[str, ...]] = ("updated_at",)

    title: str
    """Never blank: a note without a title gets the beginning of its content as the title."""
    created_at: int
    updated_at: int
    """Time of the last change of title, content or attachments; moving and pinning leave it as it is."""
    content: str = ""
    folder: str = INBOX
    """Name of the folder."""
    pinned: bool = False
    attachments: tuple[str, ...] = ()
    """Ids of the attached files; no two of these files have the same name."""


class Folder(Record, frozen=True):
    table: ClassVar[str] = "note.folder"
    prefix: ClassVar[str] = "folder"

    name: str


def title_from(title: str, content: str) -> str:
    """Return the title or, if it is blank, the beginning of the content in one line; blank if both are blank."""
    return title if title.strip() else " ".join(content.strip()[:TITLE_FROM_CONTENT].split())


def named(note: Note) -> str:
    """Return the note's title for a sentence, shortened and in quotes."""
    return f"'{shortened(note.title, _LONGEST_NAMED)}'"
