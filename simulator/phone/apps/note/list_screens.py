"""The screens that list the notes of a folder and the folders."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import STAY, push, root, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.note.arguments import FolderName, Keyword, Limit, NewFolderName, NoteId, Offset
from simulator.phone.apps.note.finding import in_order, matching, note_in, notes_in
from simulator.phone.apps.note.folders import (
    delete_folder,
    folder_named,
    folder_names,
    known_as,
    new_folder,
    rename_folder,
)
from simulator.phone.apps.note.note_screens import EditNote, NoteDetail
from simulator.phone.apps.note.records import APP, INBOX, PREFIX, Note, named
from simulator.phone.apps.note.views import FoldersPage, NotesPage, folder_row, note_row
from simulator.phone.call import Call, Look
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, go, stay, swap, to_root
from simulator.phone.wording import counted

PAGE = 10
LONGEST_PAGE = 50
FOLDERS_SHOWN = 20


class NoteList(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    folder: str = INBOX
    query: str = ""
    offset: int = 0
    limit: int = PAGE

    @tap(swap_to("NoteList"))
    def list_notes(self, call: Call, offset: Offset = 0, limit: Limit = PAGE) -> Step:
        """Show a page of this folder, or of the search under way."""
        return self._shown(call, replace(self, offset=offset, limit=limit))

    @tap(push("NoteDetail"))
    def open(self, call: Call, note_id: NoteId) -> Step:
        """Open a note of this folder."""
        note = note_in(call, note_id, self._folder(call), "Pick one from the list.")
        return go(NoteDetail(note_id=note.id), f"{named(note)} is open.")

    @tap(push("EditNote"))
    def new_note(self, call: Call) -> Step:
        """Start a new note in this folder."""
        return go(EditNote(folder=self._folder(call)), "A new note is open for writing.")

    @tap(swap_to("NoteList"))
    def search(self, call: Call, keyword: Keyword) -> Step:
        """Search this folder; empty words show all of it again."""
        return self._shown(call, NoteList(folder=self.folder, query=keyword.strip()))

    # Ours: not in the published list.
    @tap(swap_to("NoteList"))
    def switch_folder(self, call: Call, folder_name: FolderName) -> Step:
        """Show another folder."""
        return self._shown(call, NoteList(folder=folder_named(call, folder_name)))

    @tap(push("FolderList"))
    def list_folders(self, call: Call) -> Step:
        """See all folders, and make, rename or delete some."""
        return go(FolderList(), f"{counted(len(folder_names(call)), 'folder')}.")

    def view(self, look: Look) -> View:
        folder = known_as(look.store, self.folder)
        if folder is None:
            return GoneView(title=self.folder, text="This folder was renamed or deleted.")
        page = page_left(self._notes(look), self.offset, self.limit)
        return NotesPage(
            title=folder,
            folder=folder,
            folders=tuple(folder_names(look)[:FOLDERS_SHOWN]),
            rows=tuple(note_row(look, note) for note in page.rows),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
            query=self.query,
        )

    def _folder(self, look: Look) -> str:
        return folder_named(look, self.folder)

    def _notes(self, look: Look) -> list[Note]:
        return matching(look, notes_in(look, self._folder(look)), self.query)

    @staticmethod
    def _shown(call: Call, screen: NoteList) -> Step:
        page = page_of(screen._notes(call), screen.offset, screen.limit, "note", LONGEST_PAGE)
        return swap(screen, f"{screen.folder}: notes {page.span}." if page.rows else f"{screen.folder}: no notes.")


class FolderList(Screen, frozen=True):
    """Always lies on the list of notes, which shows the folder that is opened here."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    offset: int = 0

    # Ours: the argument is not in the published list.
    @tap(swap_to("FolderList"))
    def list_folders(self, call: Call, offset: Offset = 0) -> Step:
        """Show the folders, from this place of the list on."""
        page = page_of(folder_names(call), offset, FOLDERS_SHOWN, "folder")
        return swap(FolderList(offset=offset), f"Folders: {', '.join(page.rows)}.")

    @tap(root("NoteList"))
    def open(self, call: Call, folder: FolderName) -> Step:
        """Show the notes of a folder."""
        name = folder_named(call, folder)
        return to_root(f"{name}: {counted(len(notes_in(call, name)), 'note')}.", NoteList(folder=name))

    # Ours: not in the published list.
    @tap(write=True)
    def new_folder(self, call: Call, folder_name: NewFolderName) -> Step:
        """Make a folder."""
        return stay(f"The folder '{new_folder(call, folder_name)}' is made.")

    # Ours: not in the published list.
    @tap(STAY, root("NoteList"), write=True)
    def rename_folder(self, call: Call, folder: FolderName, new_folder: NewFolderName) -> Step:
        """Give a folder another name; the list that you came from shows it under the new one."""
        old, new = folder_named(call, folder), rename_folder(call, folder, new_folder)
        return _list_follows(call, old, new, f"The folder is now called '{new}'.")

    # Ours: not in the published list.
    @tap(STAY, root("NoteList"), write=True)
    def delete_folder(self, call: Call, folder_name: FolderName) -> Step:
        """Delete a folder with all the notes in it."""
        name, lost = delete_folder(call, folder_name)
        return _list_follows(call, name, INBOX, f"The folder '{name}' is deleted with {counted(len(lost), 'note')}.")

    def view(self, look: Look) -> View:
        page = page_left(folder_names(look), self.offset, FOLDERS_SHOWN)
        return FoldersPage(
            title="Folders",
            rows=tuple(folder_row(look, name) for name in page.rows),
            total=page.total,
            notes=len(in_order(look)),
            offset=page.offset,
            limit=FOLDERS_SHOWN,
        )


def _list_follows(call: Call, old: str, new: str, result: str) -> Step:
    """If the list below shows the old folder, it is shown again with the new one; otherwise the folders stay."""
    listed = call.frames(APP)[0].context.get("folder", INBOX)
    return to_root(result, NoteList(folder=new)) if listed == old else stay(result)
