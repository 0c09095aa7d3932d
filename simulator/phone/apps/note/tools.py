"""What the assistant can do with notes and folders."""

from __future__ import annotations

from typing import Any

from simulator.phone.actions import tool
from simulator.phone.app import App
from simulator.phone.apps.files import attachments_of
from simulator.phone.apps.note.arguments import (
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
from simulator.phone.apps.note.finding import (
    find_attachment,
    find_note,
    in_order,
    note_in,
    notes_in,
    searched,
)
from simulator.phone.apps.note.folders import delete_folder, folder_named, folder_names, new_folder, rename_folder
from simulator.phone.apps.note.records import INBOX, Note
from simulator.phone.apps.note.writing import attach, create_note, detach, duplicate, move, rewrite
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_of
from simulator.phone.wording import counted


class FolderTools(App):
    @tool(write=True)
    def new_folder(self, call: Call, folder_name: NewFolderName) -> str:
        """Make a folder and give its name."""
        return new_folder(call, folder_name)

    @tool(write=True)
    def delete_folder(self, call: Call, folder_name: FolderName) -> str:
        """Delete a folder with all the notes in it. Inbox, Personal and Work stay."""
        name, lost = delete_folder(call, folder_name)
        return f"The folder '{name}' is deleted with {counted(len(lost), 'note')}."

    @tool(write=True)
    def rename_folder(self, call: Call, folder: FolderName, new_folder: NewFolderName) -> str:
        """Rename a folder and give its new name. Inbox, Personal and Work keep theirs."""
        return rename_folder(call, folder, new_folder)

    @tool(write=False)
    def list_folders(self, call: Call) -> list[str]:
        """List the names of the folders."""
        return list(folder_names(call))


class ReadingTools(App):
    @tool(write=False)
    def get_note_by_id(self, call: Call, note_id: NoteId) -> dict[str, Any]:
        """Read one note."""
        return told(call, find_note(call, note_id))

    @tool(write=False)
    def list_notes(self, call: Call, folder: FolderName, offset: Offset = 0, limit: Limit = 10) -> dict[str, Any]:
        """List a page of a folder: pinned notes first, then the last changed."""
        page = page_of(notes_in(call, folder_named(call, folder)), offset, limit, "note")
        return {
            "notes": [told(call, note) for note in page.rows],
            "notes_range": page.range,
            "total_returned_notes": len(page.rows),
            "total_notes": page.total,
        }

    @tool(write=False)
    def search_notes(self, call: Call, query: Query) -> list[dict[str, Any]]:
        """Search all folders for words in title or content."""
        return [told(call, note) for note in searched(call, in_order(call), query)]

    @tool(write=False)
    def search_notes_in_folder(self, call: Call, query: Query, folder_name: FolderName) -> list[dict[str, Any]]:
        """Search one folder for words in title or content."""
        return [told(call, note) for note in searched(call, notes_in(call, folder_named(call, folder_name)), query)]

    @tool(write=False)
    def list_attachments(self, call: Call, note_id: NoteId) -> list[str]:
        """List the names of what is attached to a note."""
        return [file.name for file in attachments_of(call, find_note(call, note_id).attachments)]

    @tool(write=False, ours=True)
    def read_attachment(self, call: Call, note_id: NoteId, attachment: AttachmentName) -> dict[str, Any]:
        """Read what is attached to a note."""
        file = find_attachment(call, find_note(call, note_id), attachment)
        return {"name": file.name, "size": file.size, "content": file.text}


class WritingTools(App):
    @tool(write=True)
    def create_note(
        self, call: Call, folder: FolderName = INBOX, title: Title = "", content: Content = "", pinned: Pinned = False
    ) -> str:
        """Write a note and give its id. Without a title it is called by how its content begins."""
        return create_note(call, folder_named(call, folder), title, content, pinned).id

    @tool(write=True)
    def update_note(self, call: Call, note_id: NoteId, title: NewTitle = None, content: NewContent = None) -> str:
        """Replace the title, the content or both, and give the note's id. What is blank stays as it is."""
        note = find_note(call, note_id)
        new_title, new_content = (title or "").strip(), (content or "").strip()
        if not new_title and not new_content:
            raise ActionError("bad_argument", "There is nothing to change.", "Give a title, a content or both.")
        rewrite(call, note, title or "" if new_title else note.title, content or "" if new_content else note.content)
        return note.id

    @tool(write=True)
    def delete_note(self, call: Call, note_id: NoteId) -> str:
        """Delete a note for good and give its id."""
        call.drop(find_note(call, note_id))
        return note_id

    @tool(write=True)
    def move_note(
        self,
        call: Call,
        note_id: NoteId,
        source_folder_name: FolderName = INBOX,
        dest_folder_name: FolderName = "Personal",
    ) -> str:
        """Move a note to another folder and give its id."""
        note = note_in(call, note_id, folder_named(call, source_folder_name))
        move(call, note, folder_named(call, dest_folder_name))
        return note.id

    @tool(write=True)
    def duplicate_note(self, call: Call, folder_name: FolderName, note_id: NoteId) -> str:
        """Copy a note within its folder and give the id of the copy, which is titled 'Copy of ...'."""
        return duplicate(call, note_in(call, note_id, folder_named(call, folder_name))).id

    @tool(write=True)
    def add_attachment_to_note(self, call: Call, note_id: NoteId, attachment_path: Path) -> str:
        """Attach a file from the phone to a note and give the note's id."""
        attach(call, find_note(call, note_id), attachment_path)
        return note_id

    @tool(write=True)
    def remove_attachment(self, call: Call, note_id: NoteId, attachment: AttachmentName) -> str:
        """Take an attachment off a note and give the note's id."""
        detach(call, find_note(call, note_id), attachment)
        return note_id


def told(look: Look, note: Note) -> dict[str, Any]:
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
