"""The note app: what it is made of, and what the rest of the phone asks it."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.phone.actions import NOTHING, event
from simulator.phone.app import Meddling
from simulator.phone.apps.files import File
from simulator.phone.apps.note import seeds
from simulator.phone.apps.note.arguments import FolderName
from simulator.phone.apps.note.finding import in_order
from simulator.phone.apps.note.folders import delete_folder
from simulator.phone.apps.note.list_screens import FolderList, NoteList
from simulator.phone.apps.note.note_screens import EditNote, NoteAttachment, NoteDetail
from simulator.phone.apps.note.records import APP, PREFIX, Folder, Note, named
from simulator.phone.apps.note.tools import FolderTools, ReadingTools, WritingTools
from simulator.phone.call import Call, Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store
from simulator.phone.wording import counted, listed

_MOST_LISTED = 20


class Notes(WritingTools, ReadingTools, FolderTools):
    name = APP
    prefix = PREFIX
    title = "Notes"
    about = "Notes in folders."
    records = (Note, Folder)
    screens = (NoteList, NoteDetail, EditNote, FolderList, NoteAttachment)
    seed = seeds.NoteSeed
    needs = ("files",)

    @event(name="delete_folder", makes=NOTHING)
    def lose_folder(self, call: Call, folder_name: FolderName) -> str:
        """A folder disappears with all the notes in it, as when it is deleted on another device."""
        name, lost = delete_folder(call, folder_name)
        deed = f"The folder '{name}' was deleted with {counted(len(lost), 'note')}"
        notes = listed([f"{named(note)} ({note.id})" for note in lost], _MOST_LISTED)
        full = f"{deed}: {notes}." if lost else f"{deed}."
        call.notify("folder_deleted", APP, f"Folder deleted: {name}", f"{deed}.", full)
        return f"{deed}."

    def prepare(self, plot: Plot) -> None:
        seeds.make_fixed_folders(plot)

    def plant(self, plot: Plot, seed: seeds.NoteSeed) -> None:
        seeds.make_fixed_folders(plot)
        seeds.plant(plot, seed)

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        if isinstance(record, Note):
            return (NoteList(folder=record.folder), NoteDetail(note_id=record.id))
        return (NoteList(folder=record.name) if isinstance(record, Folder) else self.root(look),)

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for note in (note for note in in_order(look) if note.id not in spared):
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
