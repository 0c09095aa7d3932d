"""The words of the note app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.note.records import Folder, Note
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "new_folder": ("make the folder {folder_name}", "make a folder"),
    "delete_folder": ("delete the folder {folder_name}", "delete a folder"),
    "rename_folder": ("rename the folder {folder} to {new_folder}", "rename a folder"),
    "list_folders": "look at the folders[, {found:folder}]",
    "get_note_by_id": ("read the note {note_id}", "read a note"),
    "list_notes": "look through the notes[ in {folder}][, {found:note}]",
    "search_notes": ("search the notes for {query!q}[, {found:note}]", "search the notes"),
    "search_notes_in_folder": (
        "search the notes in {folder_name} for {query!q}[, {found:note}]",
        "search the notes in a folder",
    ),
    "search": ("search the notes for {keyword!q}", "look through the notes"),
    "list_attachments": ("look at the attachments of {note_id}", "look at the attachments of a note"),
    "read_attachment": ("read {attachment} in the note {note_id}", "read an attachment of a note"),
    "create_note": ("write the note {title}[ in {folder}]", "write a note[ in {folder}]"),
    "update_note": ("change the note {note_id}", "change a note"),
    "update": ("change the note {note_id}", "write the note {title}", "write the note"),
    "delete_note": ("delete the note {note_id}", "delete a note"),
    "delete": ("delete the note {note_id}", "delete the note"),
    "move_note": ("move the note {note_id} to {dest_folder_name}", "move a note to {dest_folder_name}", "move a note"),
    "move": ("move the note {note_id} to {dest_folder_name}", "move the note to {dest_folder_name}", "move the note"),
    "duplicate_note": ("copy the note {note_id}", "copy a note"),
    "duplicate": ("copy the note {note_id}", "copy the note"),
    "add_attachment_to_note": (
        "attach {attachment_path} to the note {note_id}",
        "attach {attachment_path} to a note",
        "attach a file to a note",
    ),
    "add_attachment": (
        "attach {attachment_path} to the note {note_id}",
        "attach {attachment_path} to the note",
        "attach a file to the note",
    ),
    "remove_attachment": (
        "remove {attachment} from the note {note_id}",
        "remove {attachment} from the note",
        "remove an attachment from a note",
    ),
    "open": ("open the note {note_id}", "open the folder {folder}", "open a note"),
    "new_note": "start a new note",
    "switch_folder": ("open the folder {folder_name}", "open another folder"),
    "refresh": "look at the note again",
    "open_attachment": ("open the attachment {attachment}", "open an attachment"),
    "edit": ("edit the note {note_id}", "edit the note"),
    "pin": ("pin the note {note_id}", "pin the note"),
    "unpin": ("unpin the note {note_id}", "unpin the note"),
}
_NEWS: Mapping[str, Phrases] = {
    "delete_folder": "The folder {folder_name} is deleted",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={
        Note: RecordWords(noun="note", told=("folder", "pinned")),
        Folder: RecordWords(noun="folder"),
    },
    labels={
        "EditNotePage.name": "title",
    },
)
