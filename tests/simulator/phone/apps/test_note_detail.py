"""One note on the screen: read, moved, pinned, copied, deleted, with its attachments."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.note import Folder, Note
from simulator.phone.apps.note.screens import EditNote, NoteDetail, NoteList
from simulator.phone.apps.note.views import AttachmentRow, NoteAttachmentPage, NotePage, NotesPage
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import id_in, refused
from tests.simulator.phone.apps.note_phone import NotePhone


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone().open_note("gift")


def test_it_shows_the_whole_note(phone: NotePhone) -> None:
    assert phone.shows(NotePage) == NotePage(
        title="Gift ideas",
        id=phone.id("gift"),
        folder="Personal",
        content="A kettle for Ji-won, no café cups.",
        created="2026-02-28 08:22:00",
        updated="2026-03-05 07:22:00",
        attachments=(AttachmentRow("shelf.jpg", 17), AttachmentRow("plan.txt", 16, "Documents/plan.txt")),
        other_folders=("Inbox", "Work", "Recipes"),
    )


def test_not_all_of_very_many_folders_are_offered(phone: NotePhone) -> None:
    phone.put(*(Folder(id=f"folder_{n}", name=f"Box {n:02}") for n in range(50)))
    assert len(phone.shows(NotePage).other_folders) == 20


def test_it_can_be_read_again(phone: NotePhone) -> None:
    before = phone.shows(NotePage)
    assert phone.taps("refresh") == "'Gift ideas' is open."
    assert phone.shows(NotePage) == before


def test_a_long_title_is_cut_in_what_is_said(phone: NotePhone) -> None:
    note_id = id_in(phone.tool("create_note", title="x" * 500))
    phone.open_app().taps("open", note_id=note_id)
    assert len(phone.taps("refresh")) < 80


def test_attachments_are_listed(phone: NotePhone) -> None:
    assert phone.taps("list_attachments") == "Attachments: shelf.jpg, plan.txt."


def test_a_note_without_attachments_says_so(phone: NotePhone) -> None:
    assert phone.open_note("keys").taps("list_attachments") == "This note has no attachments."


def test_a_file_of_the_phone_is_attached(phone: NotePhone) -> None:
    assert phone.taps("add_attachment", attachment_path="Documents/lease.pdf") == "'lease.pdf' is attached."
    assert phone.note("gift").attachments[-1] == phone.id("lease")
    assert phone.note("gift").updated_at == phone.world.now


def test_a_file_that_is_not_there_is_not_attached(phone: NotePhone) -> None:
    said = refused(phone.tries("add_attachment", attachment_path="Documents/none.pdf"))
    assert said.startswith("unknown_file: There is no file at 'Documents/none.pdf'. Files: Documents/lease.pdf,")


@pytest.mark.parametrize("path", ["Documents/plan.txt", "Old/plan.txt"])
def test_two_attachments_cannot_have_one_name(phone: NotePhone, path: str) -> None:
    said = refused(phone.tries("add_attachment", attachment_path=path))
    assert said.startswith("bad_argument: 'Gift ideas' has an attachment 'plan.txt' already. Remove that one first")


@pytest.mark.parametrize(("given", "left"), [("plan.txt", "shelf.jpg"), ("shelf.jpg", "plan.txt")])
def test_an_attachment_is_removed_by_name(phone: NotePhone, given: str, left: str) -> None:
    assert phone.taps("remove_attachment", attachment=given) == f"'{given}' is removed."
    assert [row.name for row in phone.shows(NotePage).attachments] == [left]


@pytest.mark.parametrize("tap", ["remove_attachment", "open_attachment"])
@pytest.mark.parametrize("name", ["lease.pdf", "", "shelf"])
def test_an_attachment_that_is_not_there_is_refused_with_those_that_are(phone: NotePhone, tap: str, name: str) -> None:
    said = refused(phone.tries(tap, attachment=name))
    assert said == f"unknown_file: There is no attachment '{name}' on this note. Attachments: shelf.jpg, plan.txt."


@pytest.mark.parametrize("given", ["plan.txt", "Documents/plan.txt"])
def test_an_attachment_opens_by_name_or_path(phone: NotePhone, given: str) -> None:
    assert phone.taps("open_attachment", attachment=given) == "'plan.txt' is open."
    assert phone.shows(NoteAttachmentPage) == NoteAttachmentPage(
        title="plan.txt", name="plan.txt", size=16, text="First the walls.", note="Gift ideas"
    )
    phone.taps("go_back")
    assert phone.screen(NoteDetail).note_id == phone.id("gift")


def test_an_open_attachment_may_disappear(phone: NotePhone) -> None:
    phone.taps("open_attachment", attachment="plan.txt")
    phone.tool("remove_attachment", note_id=phone.id("gift"), attachment="plan.txt")
    gone = GoneView(title="plan.txt", text="This attachment is no longer there.")
    assert phone.shows(GoneView) == gone
    phone.drop(Note, "gift")
    assert phone.shows(GoneView) == gone


def test_a_moved_note_stays_open_and_shows_its_folder(phone: NotePhone) -> None:
    before = phone.note("gift").updated_at
    assert phone.taps("move", dest_folder_name="work") == "'Gift ideas' is now in Work."
    assert phone.shows(NotePage).folder == "Work"
    assert phone.note("gift").updated_at == before
    phone.taps("go_back")
    assert phone.shows(NotesPage).rows == ()


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("Personal", "bad_argument: The note is in Personal already. Choose another folder."),
        ("Attic", "unknown_record: There is no folder 'Attic'. Folders: Inbox, Personal, Work, Recipes."),
    ],
)
def test_a_note_cannot_be_moved_there(phone: NotePhone, folder: str, said: str) -> None:
    assert refused(phone.tries("move", dest_folder_name=folder)) == said


def test_a_note_is_pinned_and_unpinned(phone: NotePhone) -> None:
    before = phone.note("gift").updated_at
    assert phone.taps("pin") == "'Gift ideas' is now pinned."
    assert phone.shows(NotePage).pinned
    assert phone.taps("unpin") == "'Gift ideas' is now not pinned."
    assert not phone.note("gift").pinned
    assert phone.note("gift").updated_at == before


def test_what_is_pinned_already_is_not_pinned_again(phone: NotePhone) -> None:
    said = "not_available: 'Gift ideas' is not pinned already. Only pin changes that."
    assert refused(phone.tries("unpin")) == said
    phone.taps("pin")
    assert refused(phone.tries("pin")) == "not_available: 'Gift ideas' is pinned already. Only unpin changes that."


def test_a_deleted_note_leads_back_to_the_list(phone: NotePhone) -> None:
    assert phone.taps("delete") == "'Gift ideas' is deleted."
    assert not phone.is_there("gift")
    assert phone.screen(NoteList).folder == "Personal"


def test_a_copy_opens_on_top_of_the_note(phone: NotePhone) -> None:
    assert phone.taps("duplicate") == "'Copy of Gift ideas' is open."
    assert phone.stack == ["NoteList", "NoteDetail", "NoteDetail"]
    copy, original = phone.note(phone.screen(NoteDetail).note_id), phone.note("gift")
    assert copy.id != original.id
    assert (copy.content, copy.folder, copy.attachments) == (original.content, "Personal", original.attachments)
    assert (copy.created_at, copy.updated_at) == (phone.world.now, phone.world.now)
    phone.taps("go_back")
    assert phone.screen(NoteDetail).note_id == original.id


def test_a_copy_of_a_pinned_note_is_not_pinned(phone: NotePhone) -> None:
    phone.open_note("keys").taps("duplicate")
    assert not phone.shows(NotePage).pinned
    assert phone.note("keys").pinned


def test_copies_of_copies_do_not_pile_up(phone: NotePhone) -> None:
    for _ in range(4):
        phone.taps("duplicate")
    assert phone.stack == ["NoteList", "NoteDetail", "NoteDetail"]
    assert phone.shows(NotePage).title == "Copy of " * 4 + "Gift ideas"
    phone.taps("go_back")
    assert phone.screen(NoteDetail).note_id == phone.id("gift")


def test_the_editor_opens_with_what_the_note_says(phone: NotePhone) -> None:
    assert phone.taps("edit") == "'Gift ideas' is open for editing."
    assert phone.screen(EditNote) == EditNote(note_id=phone.id("gift"), folder="Personal")


TAPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("refresh", {}),
    ("list_attachments", {}),
    ("add_attachment", {"attachment_path": "Documents/lease.pdf"}),
    ("remove_attachment", {"attachment": "plan.txt"}),
    ("open_attachment", {"attachment": "plan.txt"}),
    ("edit", {}),
    ("delete", {}),
    ("duplicate", {}),
    ("move", {"dest_folder_name": "Work"}),
    ("pin", {}),
    ("unpin", {}),
)


@pytest.mark.parametrize(("tap", "args"), TAPS)
def test_a_note_deleted_meanwhile_refuses_every_tap(phone: NotePhone, tap: str, args: dict[str, Any]) -> None:
    phone.drop(Note, "gift")
    assert phone.shows(GoneView) == GoneView(title="Note", text="This note was deleted.")
    assert refused(phone.tries(tap, **args)).endswith("It was deleted; go back.")
    assert phone.stack[-1] == "NoteDetail"
