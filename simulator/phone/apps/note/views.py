"""Views of the note app: structs, the functions that fill them, and the division of a note's text into blocks."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import msgspec

from simulator.phone.apps.files import attachments_of
from simulator.phone.apps.note.actions import folder_names, notes_in
from simulator.phone.apps.note.records import FIXED_FOLDERS, Note
from simulator.phone.call import Look
from simulator.phone.screens import View
from simulator.phone.writable import shortened

_DASHES = ("- ", "* ", "• ", "– ")
_PREVIEW = 80
_TITLES_PREVIEWED = 3
_DESTINATIONS = 20


class NoteRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    preview: str
    updated: str
    pinned: bool = False
    attachments: int = 0


class NotesPage(View, frozen=True):
    folder: str
    folders: tuple[str, ...]
    """Names of the folders to switch to, at most 20."""
    rows: tuple[NoteRow, ...]
    total: int
    """Number of notes in the folder, or of notes that match the search."""
    offset: int
    limit: int
    query: str = ""


class AttachmentRow(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    size: int
    path: str = ""


class TextBlock(NamedTuple):
    """Consecutive lines of a note: a paragraph, or the points of a list without their dashes (`points` is True)."""

    points: bool
    lines: list[str]


class NotePage(View, frozen=True):
    id: str
    folder: str
    content: str
    created: str
    updated: str
    pinned: bool = False
    attachments: tuple[AttachmentRow, ...] = ()
    other_folders: tuple[str, ...] = ()
    """Names of folders that the note can be moved to, at most 20."""

    @property
    def blocks(self) -> list[TextBlock]:
        """Return the content in blocks: paragraphs, and lists of lines that begin with a dash, star or bullet."""
        return text_blocks(self.content)


class EditNotePage(View, frozen=True):
    name: str
    content: str
    folder: str


class NoteAttachmentPage(View, frozen=True):
    name: str
    size: int
    text: str
    note: str
    """Title of the note that has this attachment."""


class FolderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    notes: int
    preview: str = ""
    """Titles of the folder's first three notes, shortened."""
    fixed: bool = False
    """True if the folder can be neither renamed nor deleted."""


class FoldersPage(View, frozen=True):
    rows: tuple[FolderRow, ...]
    total: int
    notes: int
    """Number of notes in all folders."""
    offset: int
    limit: int


def note_row(look: Look, note: Note) -> NoteRow:
    return NoteRow(
        id=note.id,
        title=shortened(note.title, _PREVIEW),
        # Cut before splitting, to save time: a note may be long, and only its first words are shown.
        preview=" ".join(note.content[: 4 * _PREVIEW].split())[:_PREVIEW],
        updated=look.show(note.updated_at),
        pinned=note.pinned,
        attachments=len(note.attachments),
    )


def note_page(look: Look, note: Note) -> NotePage:
    # One name more than is shown, because the note's own folder is left out.
    others = (name for name in folder_names(look)[: _DESTINATIONS + 1] if name != note.folder)
    return NotePage(
        title=note.title,
        id=note.id,
        folder=note.folder,
        content=note.content,
        created=look.show(note.created_at),
        updated=look.show(note.updated_at),
        pinned=note.pinned,
        attachments=tuple(
            AttachmentRow(file.name, file.size, file.path) for file in attachments_of(look, note.attachments)
        ),
        other_folders=tuple(others)[:_DESTINATIONS],
    )


def folder_row(look: Look, name: str) -> FolderRow:
    notes = notes_in(look, name)
    titles = ", ".join(note.title for note in notes[:_TITLES_PREVIEWED])
    return FolderRow(name, len(notes), shortened(titles, _PREVIEW), name in FIXED_FOLDERS)


def text_blocks(text: str) -> list[TextBlock]:
    found: list[TextBlock] = []
    for kind, lines in groupby(text.split("\n"), key=_line_kind):
        if kind:
            found.append(TextBlock(kind == "point", [_plain(line) if kind == "point" else line for line in lines]))
    return found


def _line_kind(line: str) -> str:
    if not line.strip():
        return ""
    return "point" if line.lstrip().startswith(_DASHES) else "text"


def _plain(line: str) -> str:
    return line.lstrip()[2:]
