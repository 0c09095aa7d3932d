"""Finding notes: by id, by folder, by words, in the order in which they are shown."""

from __future__ import annotations

from simulator.phone.apps.files import File, attachments_of
from simulator.phone.apps.note.records import Note
from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded
from simulator.phone.grouping import grouped

FIND_IDS = "Notes__list_notes and Notes__search_notes give the ids."


def in_order(look: Look) -> list[Note]:
    """All notes, pinned ones first, then the last changed; of those of one second the one made last."""

    def build() -> list[Note]:
        notes = look.store.all(Note).values()
        # Run-time ids count up, so the longer one is the later one.
        return sorted(notes, key=lambda note: (note.pinned, note.updated_at, len(note.id), note.id), reverse=True)

    return look.store.derived("note.order", Note, build)


def notes_in(look: Look, folder: str) -> list[Note]:
    """The notes of a folder in the same order."""
    folders = look.store.derived("note.by_folder", Note, lambda: grouped(in_order(look), lambda note: note.folder))
    return folders.get(folder, [])


def matching(look: Look, notes: list[Note], query: str) -> list[Note]:
    """Those whose title or content contains the words; all if there are no words."""
    wanted = folded(query).strip()
    if not wanted:
        return notes
    texts = look.store.derived("note.texts", Note, lambda: _texts(look))
    return [note for note in notes if any(wanted in text for text in texts[note.id])]


def searched(look: Look, notes: list[Note], query: str) -> list[Note]:
    """As `matching`, for a search that must say what it is for."""
    if not folded(query).strip():
        raise ActionError("bad_argument", "The search is empty.", "Give a word; Notes__list_notes lists all.")
    return matching(look, notes, query)


def find_note(look: Look, note_id: str, remedy: str = FIND_IDS) -> Note:
    return look.find(Note, note_id, "note", remedy)


def note_in(look: Look, note_id: str, folder: str, remedy: str = FIND_IDS) -> Note:
    """The note, which must lie in this folder."""
    note = find_note(look, note_id, remedy)
    if note.folder != folder:
        problem = f"The note '{note_id}' is in {note.folder}, not in {folder}."
        raise ActionError("unknown_record", problem, f"Use the folder {note.folder}.")
    return note


def find_attachment(look: Look, note: Note, attachment: str) -> File:
    """By its name, or by the path of the file on the phone."""
    files = attachments_of(look, note.attachments)
    for file in files:
        if attachment and attachment in (file.name, file.path):
            return file
    known = ", ".join(file.name for file in files) or "none"
    raise ActionError("unknown_file", f"There is no attachment '{attachment}' on this note.", f"Attachments: {known}.")


def _texts(look: Look) -> dict[str, tuple[str, str]]:
    """Titles and contents as search compares them."""
    return {note.id: (folded(note.title), folded(note.content)) for note in look.store.all(Note).values()}
