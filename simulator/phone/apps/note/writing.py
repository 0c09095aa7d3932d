"""Writing notes: making them, changing what they say, moving and copying them."""

from __future__ import annotations

from msgspec.structs import replace

from simulator.phone.apps.files import attachments_of, file_at
from simulator.phone.apps.note.finding import find_attachment
from simulator.phone.apps.note.records import Note, named, title_from
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


def create_note(call: Call, folder: str, title: str, content: str, pinned: bool = False) -> Note:
    note = Note(
        id=call.new_id(Note),
        title=_titled(title, content),
        content=content,
        folder=folder,
        pinned=pinned,
        created_at=call.now,
        updated_at=call.now,
    )
    call.put(note)
    return note


def rewrite(call: Call, note: Note, title: str, content: str) -> None:
    """Give a note this title and content in place of the old."""
    _change(call, note, replace(note, title=_titled(title, content), content=content))


def move(call: Call, note: Note, folder: str) -> None:
    if note.folder == folder:
        raise ActionError("bad_argument", f"The note is in {folder} already.", "Choose another folder.")
    call.put(replace(note, folder=folder))


def duplicate(call: Call, note: Note) -> Note:
    """A copy in the same folder; it is not pinned."""
    copy = replace(
        note,
        id=call.new_id(Note),
        title=f"Copy of {note.title}",
        pinned=False,
        created_at=call.now,
        updated_at=call.now,
    )
    call.put(copy)
    return copy


def attach(call: Call, note: Note, path: str) -> str:
    """The name under which the file now hangs on the note."""
    file = file_at(call, path)
    if any(other.name == file.name for other in attachments_of(call, note.attachments)):
        problem = f"{named(note)} has an attachment '{file.name}' already."
        raise ActionError("bad_argument", problem, "Remove that one first, or attach another file.")
    _change(call, note, replace(note, attachments=(*note.attachments, file.id)))
    return file.name


def detach(call: Call, note: Note, attachment: str) -> str:
    file = find_attachment(call, note, attachment)
    _change(call, note, replace(note, attachments=tuple(one for one in note.attachments if one != file.id)))
    return file.name


def _change(call: Call, old: Note, new: Note) -> None:
    """What says the same as before has not changed."""
    if new != old:
        call.put(replace(new, updated_at=call.now))


def _titled(title: str, content: str) -> str:
    found = title_from(title, content)
    if not found.strip():
        raise ActionError("bad_argument", "The note would be empty.", "Give it a title or a content.")
    return found
