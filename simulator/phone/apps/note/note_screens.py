"""The screens on which one note is read, written, and its attachments opened."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.files import attachments_of
from simulator.phone.apps.note.arguments import AttachmentName, AttachmentToOpen, Content, FolderName, Path, Title
from simulator.phone.apps.note.finding import find_attachment, find_note
from simulator.phone.apps.note.folders import folder_named, known_as
from simulator.phone.apps.note.records import APP, INBOX, PREFIX, Note, named
from simulator.phone.apps.note.views import EditNotePage, NoteAttachmentPage, note_page
from simulator.phone.apps.note.writing import attach, create_note, detach, duplicate, move, rewrite
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap

_GONE = "This note was deleted."
_FOLDER_GONE = "The folder of this note was renamed or deleted."


class NoteDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    note_id: str

    @tap()
    def refresh(self, call: Call) -> Step:
        """Look at this note again."""
        return stay(f"{named(self._note(call))} is open.")

    @tap()
    def list_attachments(self, call: Call) -> Step:
        """See what is attached to this note."""
        names = [file.name for file in attachments_of(call, self._note(call).attachments)]
        return stay(f"Attachments: {', '.join(names)}." if names else "This note has no attachments.")

    @tap(write=True)
    def add_attachment(self, call: Call, attachment_path: Path) -> Step:
        """Attach a file from the phone."""
        return stay(f"'{attach(call, self._note(call), attachment_path)}' is attached.")

    @tap(write=True)
    def remove_attachment(self, call: Call, attachment: AttachmentName) -> Step:
        """Take an attachment off."""
        return stay(f"'{detach(call, self._note(call), attachment)}' is removed.")

    # Ours: not in the published list.
    @tap(push("NoteAttachment"))
    def open_attachment(self, call: Call, attachment: AttachmentToOpen) -> Step:
        """Read an attachment."""
        file = find_attachment(call, self._note(call), attachment)
        return go(NoteAttachment(note_id=self.note_id, name=file.name), f"'{file.name}' is open.")

    @tap(push("EditNote"))
    def edit(self, call: Call) -> Step:
        """Change title and text of this note."""
        note = self._note(call)
        return go(EditNote(note_id=note.id, folder=note.folder), f"{named(note)} is open for editing.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Delete this note for good."""
        note = self._note(call)
        call.drop(note)
        return back(f"{named(note)} is deleted.")

    @tap(push("NoteDetail"), swap_to("NoteDetail"), write=True)
    def duplicate(self, call: Call) -> Step:
        """Make a copy in the same folder and open it."""
        copy = duplicate(call, self._note(call))
        opened, result = NoteDetail(note_id=copy.id), f"{named(copy)} is open."
        below = [frame.screen for frame in call.frames(APP)[-2:-1]]
        # A copy of a copy takes its place: they would pile up otherwise.
        return swap(opened, result) if below == [NoteDetail.__name__] else go(opened, result)

    @tap(write=True)
    def move(self, call: Call, dest_folder_name: FolderName) -> Step:
        """Put this note into another folder."""
        note, folder = self._note(call), folder_named(call, dest_folder_name)
        move(call, note, folder)
        return stay(f"{named(note)} is now in {folder}.")

    # Ours: not in the published list.
    @tap(write=True)
    def pin(self, call: Call) -> Step:
        """Keep this note at the top of its folder."""
        return self._pinned(call, True)

    # Ours: not in the published list.
    @tap(write=True)
    def unpin(self, call: Call) -> Step:
        """Let this note take its place among the others."""
        return self._pinned(call, False)

    def view(self, look: Look) -> View:
        note = look.store.get(Note, self.note_id)
        return GoneView(title="Note", text=_GONE) if note is None else note_page(look, note)

    def _note(self, look: Look) -> Note:
        return _still_there(look, self.note_id)

    def _pinned(self, call: Call, pinned: bool) -> Step:
        note, state = self._note(call), "pinned" if pinned else "not pinned"
        if note.pinned == pinned:
            remedy = f"Only {'unpin' if pinned else 'pin'} changes that."
            raise ActionError("not_available", f"{named(note)} is {state} already.", remedy)
        call.put(replace(note, pinned=pinned))
        return stay(f"{named(note)} is now {state}.")


class EditNote(Screen, frozen=True):
    """A note is made only when it is saved, so leaving the editor leaves nothing behind."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    note_id: str = ""
    folder: str = INBOX
    """Where a new note goes."""

    @tap(swap_to("NoteDetail"), POP, write=True)
    def update(self, call: Call, title: Title, content: Content) -> Step:
        """Save the note with this title and text in place of what was there; an empty title is taken from the text."""
        if self.note_id:
            rewrite(call, _still_there(call, self.note_id), title, content)
            return back(f"{named(_still_there(call, self.note_id))} is saved.")
        note = create_note(call, folder_named(call, self.folder), title, content)
        return swap(NoteDetail(note_id=note.id), f"{named(note)} is saved.")

    def view(self, look: Look) -> View:
        if not self.note_id:
            folder = known_as(look.store, self.folder)
            if folder is None:
                return GoneView(title="New note", text=_FOLDER_GONE)
            return EditNotePage(title="New note", name="", content="", folder=folder)
        note = look.store.get(Note, self.note_id)
        if note is None:
            return GoneView(title="Edit note", text=_GONE)
        return EditNotePage(title="Edit note", name=note.title, content=note.content, folder=note.folder)


class NoteAttachment(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    note_id: str
    name: str

    def view(self, look: Look) -> View:
        note = look.store.get(Note, self.note_id)
        files = [] if note is None else attachments_of(look, note.attachments)
        for file in files:
            if note is not None and file.name == self.name:
                return NoteAttachmentPage(
                    title=file.name, name=file.name, size=file.size, text=file.text, note=note.title
                )
        return GoneView(title=self.name, text="This attachment is no longer there.")


def _still_there(look: Look, note_id: str) -> Note:
    return find_note(look, note_id, "It was deleted; go back.")
