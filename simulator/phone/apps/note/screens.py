"""The screens of the note app and their taps: lists of notes and folders, one note, its editor and its attachments."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from simulator.phone.actions import POP, STAY, push, root, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.files import attachments_of
from simulator.phone.apps.note import actions
from simulator.phone.apps.note.actions import (
    AttachmentName,
    AttachmentToOpen,
    Content,
    FolderName,
    Keyword,
    Limit,
    NewFolderName,
    NoteId,
    Offset,
    Path,
    Title,
)
from simulator.phone.apps.note.records import APP, INBOX, PREFIX, Note, named
from simulator.phone.apps.note.views import (
    EditNotePage,
    FoldersPage,
    NoteAttachmentPage,
    NotesPage,
    folder_row,
    note_page,
    note_row,
)
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.paging import page_left, page_of
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap, to_root
from simulator.words.english import counted

PAGE = 10
LONGEST_PAGE = 50
FOLDERS_SHOWN = 20
_GONE = "This note was deleted."
_FOLDER_GONE = "The folder of this note was renamed or deleted."


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
        note = actions.note_in(call, note_id, self._folder(call), "Pick one from the list.")
        return go(NoteDetail(note_id=note.id), f"{named(note)} is open.")

    @tap(push("EditNote"))
    def new_note(self, call: Call) -> Step:
        """Start a new note in this folder."""
        return go(EditNote(folder=self._folder(call)), "A new note is open for writing.")

    @tap(swap_to("NoteList"))
    def search(self, call: Call, keyword: Keyword) -> Step:
        """Search this folder; without words, show the whole folder again."""
        return self._shown(call, NoteList(folder=self.folder, query=keyword.strip()))

    # Our addition: not among PARE's published actions.
    @tap(swap_to("NoteList"))
    def switch_folder(self, call: Call, folder_name: FolderName) -> Step:
        """Show another folder."""
        return self._shown(call, NoteList(folder=actions.folder_named(call, folder_name)))

    @tap(push("FolderList"))
    def list_folders(self, call: Call) -> Step:
        """See all folders, and make, rename or delete some."""
        return go(FolderList(), f"{counted(len(actions.folder_names(call)), 'folder')}.")

    def view(self, look: Look) -> View:
        folder = actions.known_as(look.store, self.folder)
        # The assistant or an event may have renamed or deleted the folder while its list was open.
        if folder is None:
            return GoneView(title=self.folder, text="This folder was renamed or deleted.")
        page = page_left(self._notes(look), self.offset, self.limit)
        return NotesPage(
            title=folder,
            folder=folder,
            folders=tuple(actions.folder_names(look)[:FOLDERS_SHOWN]),
            rows=tuple(note_row(look, note) for note in page.rows),
            total=page.total,
            offset=page.offset,
            limit=self.limit,
            query=self.query,
        )

    def _folder(self, look: Look) -> str:
        return actions.folder_named(look, self.folder)

    def _notes(self, look: Look) -> list[Note]:
        return actions.matching(look, actions.notes_in(look, self._folder(look)), self.query)

    @staticmethod
    def _shown(call: Call, screen: NoteList) -> Step:
        page = page_of(screen._notes(call), screen.offset, screen.limit, "note", LONGEST_PAGE)
        return swap(screen, f"{screen.folder}: notes {page.span}." if page.rows else f"{screen.folder}: no notes.")


class FolderList(Screen, frozen=True):
    """The list of folders. A list of notes is always below it on the back stack."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    offset: int = 0

    # Our addition: PARE's published action has no offset.
    @tap(swap_to("FolderList"))
    def list_folders(self, call: Call, offset: Offset = 0) -> Step:
        """Show the folders, starting at this place in the list."""
        page = page_of(actions.folder_names(call), offset, FOLDERS_SHOWN, "folder")
        return swap(FolderList(offset=offset), f"Folders: {', '.join(page.rows)}.")

    @tap(root("NoteList"))
    def open(self, call: Call, folder: FolderName) -> Step:
        """Show the notes of a folder."""
        name = actions.folder_named(call, folder)
        return to_root(f"{name}: {counted(len(actions.notes_in(call, name)), 'note')}.", NoteList(folder=name))

    # Our addition: not among PARE's published actions.
    @tap(write=True)
    def new_folder(self, call: Call, folder_name: NewFolderName) -> Step:
        """Make a folder."""
        return stay(f"The folder '{actions.new_folder(call, folder_name)}' is made.")

    # Our addition: not among PARE's published actions.
    @tap(STAY, root("NoteList"), write=True)
    def rename_folder(self, call: Call, folder: FolderName, new_folder: NewFolderName) -> Step:
        """Rename a folder; the list that you came from then shows the new name."""
        old, new = actions.folder_named(call, folder), actions.rename_folder(call, folder, new_folder)
        return _list_follows(call, old, new, f"The folder is now called '{new}'.")

    # Our addition: not among PARE's published actions.
    @tap(STAY, root("NoteList"), write=True)
    def delete_folder(self, call: Call, folder_name: FolderName) -> Step:
        """Delete a folder with all the notes in it."""
        name, lost = actions.delete_folder(call, folder_name)
        return _list_follows(call, name, INBOX, f"The folder '{name}' is deleted with {counted(len(lost), 'note')}.")

    def view(self, look: Look) -> View:
        page = page_left(actions.folder_names(look), self.offset, FOLDERS_SHOWN)
        return FoldersPage(
            title="Folders",
            rows=tuple(folder_row(look, name) for name in page.rows),
            total=page.total,
            notes=len(actions.in_order(look)),
            offset=page.offset,
            limit=FOLDERS_SHOWN,
        )


def _list_follows(call: Call, old: str, new: str, result: str) -> Step:
    """Return a `Step` to the notes of folder `new` if the list below shows `old`, otherwise a `Step` that stays."""
    listed = call.frames(APP)[0].context.get("folder", INBOX)
    return to_root(result, NoteList(folder=new)) if listed == old else stay(result)


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
        return stay(f"'{actions.attach(call, self._note(call), attachment_path)}' is attached.")

    @tap(write=True)
    def remove_attachment(self, call: Call, attachment: AttachmentName) -> Step:
        """Remove an attachment."""
        return stay(f"'{actions.detach(call, self._note(call), attachment)}' is removed.")

    # Our addition: not among PARE's published actions.
    @tap(push("NoteAttachment"))
    def open_attachment(self, call: Call, attachment: AttachmentToOpen) -> Step:
        """Read an attachment."""
        file = actions.find_attachment(call, self._note(call), attachment)
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
        copy = actions.duplicate(call, self._note(call))
        opened, result = NoteDetail(note_id=copy.id), f"{named(copy)} is open."
        below = [frame.screen for frame in call.frames(APP)[-2:-1]]
        # If the screen below shows a note too, the copy replaces this screen, so the back stack does not grow further.
        return swap(opened, result) if below == [NoteDetail.__name__] else go(opened, result)

    @tap(write=True)
    def move(self, call: Call, dest_folder_name: FolderName) -> Step:
        """Put this note into another folder."""
        note, folder = self._note(call), actions.folder_named(call, dest_folder_name)
        actions.move(call, note, folder)
        return stay(f"{named(note)} is now in {folder}.")

    # Our addition: not among PARE's published actions.
    @tap(write=True)
    def pin(self, call: Call) -> Step:
        """Keep this note at the top of its folder."""
        return self._pinned(call, True)

    # Our addition: not among PARE's published actions.
    @tap(write=True)
    def unpin(self, call: Call) -> Step:
        """No longer keep this note at the top of its folder."""
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
    """The editor of a note. A new note is stored only when it is saved; leaving the editor earlier stores nothing."""

    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    note_id: str = ""
    folder: str = INBOX
    """The folder of a new note."""

    @tap(swap_to("NoteDetail"), POP, write=True)
    def update(self, call: Call, title: Title, content: Content) -> Step:
        """Save the note with this title and text; without a title, the beginning of the text becomes the title."""
        if self.note_id:
            actions.rewrite(call, _still_there(call, self.note_id), title, content)
            # The note is read again, because saving may have changed its title.
            return back(f"{named(_still_there(call, self.note_id))} is saved.")
        note = actions.create_note(call, actions.folder_named(call, self.folder), title, content)
        return swap(NoteDetail(note_id=note.id), f"{named(note)} is saved.")

    def view(self, look: Look) -> View:
        if not self.note_id:
            folder = actions.known_as(look.store, self.folder)
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
    return actions.find_note(look, note_id, "It was deleted; go back.")
