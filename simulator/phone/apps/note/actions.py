"""Actions on notes and folders: types of arguments, lookups, and the writes that taps, tools and events share."""

from __future__ import annotations

from typing import Annotated

from msgspec.structs import replace

from simulator.phone.apps.files import File, attachments_of, file_at
from simulator.phone.apps.note.records import FIXED_FOLDERS, Folder, Note, named, title_from
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Code, FilePath, Plain, Ref, Text
from simulator.phone.search_text import folded
from simulator.phone.store import Store, grouped
from simulator.words.english import listed

NoteId = Annotated[str, Ref("Id of the note.", Note.table)]
FolderName = Annotated[str, Code("Name of a folder.")]
NewFolderName = Annotated[str, Code("Name that the folder gets.")]
Title = Annotated[str, Text("Title of the note.")]
Content = Annotated[str, Text("What the note says.")]
NewTitle = Annotated[str | None, Text("The new title; without one it stays as it is.")]
NewContent = Annotated[str | None, Text("The new content, in place of the old; without one it stays as it is.")]
Pinned = Annotated[bool, Plain("Whether it stands at the top of its folder.")]
Path = Annotated[str, FilePath("Path of a file on the phone.")]
AttachmentName = Annotated[str, Code("Name of the attachment.")]
AttachmentToOpen = Annotated[str, FilePath("Name or path of the attachment.")]
Offset = Annotated[int, Plain("How many to skip, counted from the top.")]
Limit = Annotated[int, Plain("How many to show at most.")]
Query = Annotated[str, Plain("Words to look for in title and content; case and accents do not matter.")]
Keyword = Annotated[str, Plain("Words to look for in title and content; empty shows the whole folder again.")]
# Models read this text in errors, so it has the published names of tools.
FIND_IDS = "Notes__list_notes and Notes__search_notes give the ids."
# Maximum number of characters in the name of a folder.
LONGEST_NAME = 60
# Maximum number of folders that an error names.
_MOST_LISTED = 20


def in_order(look: Look) -> list[Note]:
    """Return all notes: the pinned notes before the others, and in both groups the most recently changed note first."""

    def build() -> list[Note]:
        notes = look.store.all(Note).values()
        # Length before id: ids made during a run end in a counter, and as text `note_a10` sorts before `note_a9`.
        return sorted(notes, key=lambda note: (note.pinned, note.updated_at, len(note.id), note.id), reverse=True)

    return look.store.derived("note.order", Note, build)


def notes_in(look: Look, folder: str) -> list[Note]:
    """Return the notes of a folder, sorted as in `in_order`."""
    folders = look.store.derived("note.by_folder", Note, lambda: grouped(in_order(look), lambda note: note.folder))
    return folders.get(folder, [])


def matching(look: Look, notes: list[Note], query: str) -> list[Note]:
    """Return the notes whose title or content contains the query, ignoring case and accents.

    An empty query matches all notes.
    """
    wanted = folded(query).strip()
    if not wanted:
        return notes
    # Folding is the slow part of a search, so the folded texts are cached until a note changes.
    texts = look.store.derived("note.texts", Note, lambda: _search_texts(look))
    return [note for note in notes if any(wanted in text for text in texts[note.id])]


def searched(look: Look, notes: list[Note], query: str) -> list[Note]:
    """Return the notes whose title or content contains the query. Raise ActionError if the query is empty."""
    if not folded(query).strip():
        raise ActionError("bad_argument", "The search is empty.", "Give a word; Notes__list_notes lists all.")
    return matching(look, notes, query)


def find_note(look: Look, note_id: str, remedy: str = FIND_IDS) -> Note:
    return look.find(Note, note_id, "note", remedy)


def note_in(look: Look, note_id: str, folder: str, remedy: str = FIND_IDS) -> Note:
    """Return the note with this id. Raise ActionError if there is no such note in this folder."""
    note = find_note(look, note_id, remedy)
    if note.folder != folder:
        problem = f"The note '{note_id}' is in {note.folder}, not in {folder}."
        raise ActionError("unknown_record", problem, f"Use the folder {note.folder}.")
    return note


def find_attachment(look: Look, note: Note, attachment: str) -> File:
    """Return an attachment of a note by its name or path. Raise ActionError if the note has no such attachment."""
    files = attachments_of(look, note.attachments)
    for file in files:
        # An empty argument would match the empty path of a file that exists only as an attachment.
        if attachment and attachment in (file.name, file.path):
            return file
    known = ", ".join(file.name for file in files) or "none"
    raise ActionError("unknown_file", f"There is no attachment '{attachment}' on this note.", f"Attachments: {known}.")


def _search_texts(look: Look) -> dict[str, tuple[str, str]]:
    """Return the title and content of each note, folded for searches, by the note's id."""
    return {note.id: (folded(note.title), folded(note.content)) for note in look.store.all(Note).values()}


def folder_names(look: Look) -> list[str]:
    """Return the names of the fixed folders, then the names of all other folders in alphabetical order."""

    def build() -> list[str]:
        others = {folder.name for folder in look.store.all(Folder).values()}.difference(FIXED_FOLDERS)
        return [*FIXED_FOLDERS, *sorted(others, key=lambda name: (folded(name), name))]

    return look.store.derived("note.folders", Folder, build)


def folder_named(look: Look, name: str) -> str:
    """Return the stored spelling of a folder's name. Raise ActionError if there is no such folder."""
    found = known_as(look.store, name)
    if found is None:
        known = listed(folder_names(look), _MOST_LISTED)
        raise ActionError("unknown_record", f"There is no folder '{name}'.", f"Folders: {known}.")
    return found


def known_as(store: Store, name: str) -> str | None:
    """Return the stored spelling of a folder's name, or None; case, accents and extra spaces make no difference."""

    def build() -> dict[str, str]:
        stored = sorted(folder.name for folder in store.all(Folder).values())
        # Fixed folders come last, because the last of several names with the same key is kept.
        return {_key(one): one for one in (*stored, *FIXED_FOLDERS)}

    return store.derived("note.folder_keys", Folder, build).get(_key(name))


def name_problem(store: Store, name: str, now_called: str = "") -> str:
    """Return the reason why a folder can't have this name, or an empty text if it can.

    `now_called`: the current name of the folder if it is to be renamed.
    """
    # A name of zero-width characters alone would look empty.
    if not any(character.isprintable() and not character.isspace() for character in name):
        return "A folder needs a name."
    if len(tidy(name)) > LONGEST_NAME:
        return f"The name of a folder has at most {LONGEST_NAME} characters."
    found = known_as(store, name)
    # A folder may be renamed to another spelling of its own name.
    return "" if found in (None, now_called) else f"There is a folder '{found}' already."


def tidy(name: str) -> str:
    return " ".join(name.split())


def new_folder(call: Call, name: str) -> str:
    _check_name(call, name)
    folder = Folder(id=call.new_id(Folder), name=tidy(name))
    call.put(folder)
    return folder.name


def rename_folder(call: Call, name: str, new_name: str) -> str:
    """Rename a folder and return its new name. Raise ActionError for an unknown or fixed folder or an invalid name."""
    old = _own_folder(call, name, "renamed")
    if tidy(new_name) == old.name:
        raise ActionError("bad_argument", f"The folder is called '{old.name}' already.", "Give another name.")
    _check_name(call, new_name, old.name)
    renamed = replace(old, name=tidy(new_name))
    # A note stores the name of its folder, so all notes of the folder change too.
    for note in notes_in(call, old.name):
        call.put(replace(note, folder=renamed.name))
    call.put(renamed)
    return renamed.name


def delete_folder(call: Call, name: str) -> tuple[str, list[Note]]:
    """Delete a folder with all its notes; return the name of the folder and the deleted notes.

    Raise ActionError for an unknown or fixed folder.
    """
    folder = _own_folder(call, name, "deleted")
    lost = notes_in(call, folder.name)
    for note in lost:
        call.drop(note)
    call.drop(folder)
    return folder.name, lost


def _own_folder(look: Look, name: str, verb: str) -> Folder:
    """Return the folder with this name. Raise ActionError for an unknown or fixed folder."""
    found = folder_named(look, name)
    if found in FIXED_FOLDERS:
        own = listed(folder_names(look)[len(FIXED_FOLDERS) :], _MOST_LISTED)
        raise ActionError("not_allowed", f"The folder '{found}' cannot be {verb}.", f"Folders that can: {own}.")
    return next(folder for folder in look.store.all(Folder).values() if folder.name == found)


def _check_name(look: Look, name: str, now_called: str = "") -> None:
    problem = name_problem(look.store, name, now_called)
    if problem:
        raise ActionError("bad_argument", problem, "Give another name.")


def _key(name: str) -> str:
    return folded(tidy(name))


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


def rewrite(call: Call, note: Note, title: str, content: str) -> Note:
    """Replace the title and the content of a note and return it. Raise ActionError if both texts are blank."""
    new = replace(note, title=_titled(title, content), content=content)
    _change(call, note, new)
    return new


def move(call: Call, note: Note, folder: str) -> None:
    if note.folder == folder:
        raise ActionError("bad_argument", f"The note is in {folder} already.", "Choose another folder.")
    # Without `_change`, because moving a note does not change its `updated_at`.
    call.put(replace(note, folder=folder))


def duplicate(call: Call, note: Note) -> Note:
    """Copy a note into the same folder and return the copy, which is titled `Copy of ...` and not pinned."""
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
    """Attach a file to a note and return the file's name.

    Raise ActionError if there is no file at this path, or if the note already has an attachment with the same name.
    """
    file = file_at(call, path)
    # Taps and tools refer to attachments by name, so no two may have the same name.
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
    """Store a changed note with the current time as `updated_at`; do nothing if the note is unchanged."""
    # A note that is saved without changes must not move to the top of its folder.
    if new != old:
        call.put(replace(new, updated_at=call.now))


def _titled(title: str, content: str) -> str:
    found = title_from(title, content)
    if not found.strip():
        raise ActionError("bad_argument", "The note would be empty.", "Give it a title or a content.")
    return found
