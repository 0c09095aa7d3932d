"""The class of the note app: its tools, its event, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import App, Meddling
from simulator.phone.apps.files import File, attachments_of
from simulator.phone.apps.note import actions
from simulator.phone.apps.note.actions import (
    AttachmentName,
    Content,
    FolderName,
    Limit,
    NewContent,
    NewFolderName,
    NewTitle,
    NoteId,
    Offset,
    Path,
    Pinned,
    Query,
    Title,
)
from simulator.phone.apps.note.records import APP, INBOX, PREFIX, Folder, Note, named
from simulator.phone.apps.note.screens import EditNote, FolderList, NoteAttachment, NoteDetail, NoteList
from simulator.phone.apps.note.seeds import NoteSeed, make_fixed_folders, plant_seed
from simulator.phone.apps.note.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_of
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store
from simulator.words.english import counted, listed, spoken

# Maximum number of deleted notes that a notice names.
_MOST_LISTED = 20


class Notes(App):
    name = APP
    prefix = PREFIX
    title = "Notes"
    about = "Notes in folders."
    category = "knowledge-notes"
    records = (Note, Folder)
    screens = (NoteList, NoteDetail, EditNote, FolderList, NoteAttachment)
    seed = NoteSeed
    words = WORDS
    needs = ("files",)

    @tool(write=True, act=ToolAct("add"))
    def new_folder(self, call: Call, folder_name: NewFolderName) -> str:
        """Make a folder."""
        return f"The folder '{actions.new_folder(call, folder_name)}' is created."

    @tool(write=True, act=ToolAct("delete"))
    def delete_folder(self, call: Call, folder_name: FolderName) -> str:
        """Delete a folder with all the notes in it. Inbox, Personal and Work stay."""
        name, lost = actions.delete_folder(call, folder_name)
        return f"The folder '{name}' is deleted with {counted(len(lost), 'note')}."

    @tool(write=True, act=ToolAct("change"))
    def rename_folder(self, call: Call, folder: FolderName, new_folder: NewFolderName) -> str:
        """Rename a folder. Inbox, Personal and Work keep their names."""
        before = actions.folder_named(call, folder)
        return f"The folder '{before}' is renamed to '{actions.rename_folder(call, folder, new_folder)}'."

    @tool(write=False)
    def list_folders(self, call: Call) -> list[str]:
        """List the names of the folders."""
        return list(actions.folder_names(call))

    @tool(write=False)
    def get_note_by_id(self, call: Call, note_id: NoteId) -> dict[str, Any]:
        """Read one note."""
        return told(call, actions.find_note(call, note_id))

    @tool(write=False)
    def list_notes(self, call: Call, folder: FolderName, offset: Offset = 0, limit: Limit = 10) -> dict[str, Any]:
        """List a page of a folder: pinned notes first, then the last changed."""
        page = page_of(actions.notes_in(call, actions.folder_named(call, folder)), offset, limit, "note")
        return {
            "notes": [told(call, note) for note in page.rows],
            "notes_range": page.range,
            "total_returned_notes": len(page.rows),
            "total_notes": page.total,
        }

    @tool(write=False)
    def search_notes(self, call: Call, query: Query) -> list[dict[str, Any]]:
        """Search all folders for words in title or content."""
        return [told(call, note) for note in actions.searched(call, actions.in_order(call), query)]

    @tool(write=False)
    def search_notes_in_folder(self, call: Call, query: Query, folder_name: FolderName) -> list[dict[str, Any]]:
        """Search one folder for words in title or content."""
        return [
            told(call, note)
            for note in actions.searched(call, actions.notes_in(call, actions.folder_named(call, folder_name)), query)
        ]

    @tool(write=False)
    def list_attachments(self, call: Call, note_id: NoteId) -> list[str]:
        """List the names of a note's attachments."""
        return [file.name for file in attachments_of(call, actions.find_note(call, note_id).attachments)]

    @tool(write=False, ours=True)
    def read_attachment(self, call: Call, note_id: NoteId, attachment: AttachmentName) -> dict[str, Any]:
        """Read an attachment of a note."""
        file = actions.find_attachment(call, actions.find_note(call, note_id), attachment)
        return {"name": file.name, "size": file.size, "content": file.text}

    @tool(write=True, act=ToolAct("note"))
    def create_note(
        self, call: Call, folder: FolderName = INBOX, title: Title = "", content: Content = "", pinned: Pinned = False
    ) -> str:
        """Write a note and return its id. Without a title, the beginning of the content becomes the title."""
        note = actions.create_note(call, actions.folder_named(call, folder), title, content, pinned)
        return f"Note {note.id}, {named(note)}, is created in {note.folder}."

    @tool(write=True, act=ToolAct("change", on="note_id"))
    def update_note(self, call: Call, note_id: NoteId, title: NewTitle = None, content: NewContent = None) -> str:
        """Replace the title, the content or both, and return the note's id. A blank argument changes nothing."""
        note = actions.find_note(call, note_id)
        new_title, new_content = (title or "").strip(), (content or "").strip()
        if not new_title and not new_content:
            raise ActionError("bad_argument", "There is nothing to change.", "Give a title, a content or both.")
        new = actions.rewrite(
            call, note, title or "" if new_title else note.title, content or "" if new_content else note.content
        )
        parts = spoken([*(["title"] if new_title else []), *(["content"] if new_content else [])])
        return f"Note {note.id}, {named(new)}, has a new {parts}."

    @tool(write=True, act=ToolAct("delete", on="note_id"))
    def delete_note(self, call: Call, note_id: NoteId) -> str:
        """Delete a note for good and return its id."""
        note = actions.find_note(call, note_id)
        call.drop(note)
        return f"Note {note.id}, {named(note)}, is deleted for good."

    @tool(write=True, act=ToolAct("change", on="note_id"))
    def move_note(
        self,
        call: Call,
        note_id: NoteId,
        source_folder_name: FolderName = INBOX,
        dest_folder_name: FolderName = "Personal",
    ) -> str:
        """Move a note to another folder and return its id."""
        note = actions.note_in(call, note_id, actions.folder_named(call, source_folder_name))
        target = actions.folder_named(call, dest_folder_name)
        actions.move(call, note, target)
        return f"Note {note.id}, {named(note)}, is moved from {note.folder} to {target}."

    @tool(write=True, act=ToolAct("note", on="note_id"))
    def duplicate_note(self, call: Call, folder_name: FolderName, note_id: NoteId) -> str:
        """Copy a note within its folder and return the id of the copy, which is titled 'Copy of ...'."""
        copy = actions.duplicate(call, actions.note_in(call, note_id, actions.folder_named(call, folder_name)))
        return f"Note {note_id} is copied to {copy.id}, {named(copy)}, in {copy.folder}."

    @tool(write=True, act=ToolAct("change", on="note_id"))
    def add_attachment_to_note(self, call: Call, note_id: NoteId, attachment_path: Path) -> str:
        """Attach a file from the phone to a note and return the note's id."""
        note = actions.find_note(call, note_id)
        return f"'{actions.attach(call, note, attachment_path)}' is attached to note {note.id}, {named(note)}."

    @tool(write=True, act=ToolAct("change", on="note_id"))
    def remove_attachment(self, call: Call, note_id: NoteId, attachment: AttachmentName) -> str:
        """Remove an attachment from a note and return the note's id."""
        note = actions.find_note(call, note_id)
        return f"'{actions.detach(call, note, attachment)}' is removed from note {note.id}, {named(note)}."

    # The tool has the same name, so the event's method has another name.
    @event(name="delete_folder", makes=NOTHING)
    def lose_folder(self, call: Call, folder_name: FolderName) -> str:
        """A folder disappears with all the notes in it, as when it is deleted on another device."""
        name, lost = actions.delete_folder(call, folder_name)
        deed = f"The folder '{name}' was deleted with {counted(len(lost), 'note')}"
        notes = listed([f"{named(note)} ({note.id})" for note in lost], _MOST_LISTED)
        full = f"{deed}: {notes}." if lost else f"{deed}."
        call.notify("folder_deleted", APP, f"Folder deleted: {name}", f"{deed}.", full)
        return f"{deed}."

    def prepare(self, plot: Plot) -> None:
        make_fixed_folders(plot)

    def plant(self, plot: Plot, seed: NoteSeed) -> None:
        make_fixed_folders(plot)
        plant_seed(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        if isinstance(record, Note):
            return (NoteList(folder=record.folder), NoteDetail(note_id=record.id))
        return (NoteList(folder=record.name) if isinstance(record, Folder) else self.root(look),)

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for note in (note for note in actions.in_order(look) if note.id not in spared):
            elsewhere = "Work" if note.folder != "Work" else "Personal"
            folders = {"source_folder_name": note.folder, "dest_folder_name": elsewhere}
            yield Meddling("delete_note", {"note_id": note.id})
            yield Meddling("move_note", {"note_id": note.id, **folders})
            break
        yield Meddling("create_note", {"title": "Ferns", "content": "They like shade and damp soil."})

    def readable(self, store: Store, record: Record) -> str:
        if isinstance(record, Note):
            files = (store.get(File, file_id) for file_id in record.attachments)
            attached = (text for file in files if file is not None for text in (file.name, file.text))
            return "\n".join((record.title, record.folder, record.content, *attached))
        return record.name if isinstance(record, Folder) else super().readable(store, record)


def told(look: Look, note: Note) -> dict[str, Any]:
    """Return a note in the form in which tools return it to the assistant."""
    return {
        "note_id": note.id,
        "title": note.title,
        "content": note.content,
        "folder": note.folder,
        "pinned": note.pinned,
        "attachments": [file.name for file in attachments_of(look, note.attachments)],
        "created_at": look.show(note.created_at),
        "updated_at": look.show(note.updated_at),
    }
