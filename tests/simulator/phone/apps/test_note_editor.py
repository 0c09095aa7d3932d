"""Writing a note on the screen: new ones and old ones."""

from __future__ import annotations

import pytest

from simulator.phone.apps.note import Note
from simulator.phone.apps.note.screens import NoteDetail
from simulator.phone.apps.note.views import EditNotePage, NotePage
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.note_phone import NotePhone


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone()


def notes(phone: NotePhone) -> int:
    return len(phone.world.store.all(Note))


def test_a_new_note_is_empty_and_belongs_to_the_folder_in_which_it_was_begun(phone: NotePhone) -> None:
    phone.open_folder("Recipes").taps("new_note")
    assert phone.shows(EditNotePage) == EditNotePage(title="New note", name="", content="", folder="Recipes")


def test_a_saved_new_note_takes_the_place_of_the_editor(phone: NotePhone) -> None:
    phone.open_app().taps("new_note")
    assert phone.taps("update", title="Paint", content="Two tins of white.") == "'Paint' is saved."
    note = phone.note(phone.screen(NoteDetail).note_id)
    assert (note.title, note.content, note.folder, note.pinned) == ("Paint", "Two tins of white.", "Inbox", False)
    assert (note.created_at, note.updated_at) == (phone.world.now, phone.world.now)
    assert phone.stack == ["NoteList", "NoteDetail"]


def test_leaving_the_editor_leaves_nothing_behind(phone: NotePhone) -> None:
    before = notes(phone)
    phone.open_app().taps("new_note")
    phone.taps("go_back")
    assert notes(phone) == before
    assert phone.stack == ["NoteList"]


def test_a_new_note_without_a_title_is_called_by_how_it_begins(phone: NotePhone) -> None:
    phone.open_app().taps("new_note")
    phone.taps("update", title=" ", content="Two tins\nof white, one of a blue that goes with the door.")
    assert phone.shows(NotePage).title == "Two tins of white, one of a blue that goes with th"


@pytest.mark.parametrize("blank", ["", " \n"])
def test_an_empty_note_is_not_saved(phone: NotePhone, blank: str) -> None:
    before = notes(phone)
    phone.open_app().taps("new_note")
    said = refused(phone.tries("update", title=blank, content=blank))
    assert said == "bad_argument: The note would be empty. Give it a title or a content."
    assert notes(phone) == before
    assert phone.stack[-1] == "EditNote"


def test_the_editor_shows_what_the_note_says(phone: NotePhone) -> None:
    phone.open_note("keys").taps("edit")
    assert phone.shows(EditNotePage) == EditNotePage(
        title="Edit note", name="Keys", content="Who has the spare key?", folder="Inbox"
    )


def test_a_saved_note_shows_its_new_text_and_back_leads_to_the_list(phone: NotePhone) -> None:
    phone.open_note("keys").taps("edit")
    assert phone.taps("update", title="Spare key", content="Bo has it.") == "'Spare key' is saved."
    page = phone.shows(NotePage)
    assert (page.id, page.title, page.content) == (phone.id("keys"), "Spare key", "Bo has it.")
    phone.taps("go_back")
    assert phone.stack[-1] == "NoteList"


def test_saving_keeps_everything_else_and_tells_the_time(phone: NotePhone) -> None:
    before = phone.note("gift")
    phone.open_note("gift").taps("edit")
    phone.taps("update", title="Gifts", content="A kettle.")
    after = phone.note("gift")
    assert (after.folder, after.pinned, after.attachments, after.created_at) == (
        before.folder,
        before.pinned,
        before.attachments,
        before.created_at,
    )
    assert after.updated_at == phone.world.now


def test_what_is_saved_as_it_was_has_not_changed(phone: NotePhone) -> None:
    before = phone.note("keys")
    phone.open_note("keys").taps("edit")
    phone.taps("update", title=before.title, content=before.content)
    assert phone.note("keys") == before


def test_the_owner_may_clear_the_text(phone: NotePhone) -> None:
    phone.open_note("keys").taps("edit")
    phone.taps("update", title="Keys", content="")
    assert phone.note("keys").content == ""


def test_a_cleared_title_is_taken_from_the_text(phone: NotePhone) -> None:
    phone.open_note("keys").taps("edit")
    phone.taps("update", title="", content="Bo has it.")
    assert phone.note("keys").title == "Bo has it."


def test_a_note_cannot_be_emptied(phone: NotePhone) -> None:
    before = phone.note("keys")
    phone.open_note("keys").taps("edit")
    assert "The note would be empty." in refused(phone.tries("update", title="", content=""))
    assert phone.note("keys") == before


def test_a_note_deleted_meanwhile_cannot_be_saved(phone: NotePhone) -> None:
    phone.open_note("keys").taps("edit")
    phone.drop(Note, "keys")
    assert phone.shows(GoneView) == GoneView(title="Edit note", text="This note was deleted.")
    assert refused(phone.tries("update", title="A", content="B")).endswith("It was deleted; go back.")


def test_a_new_note_cannot_be_saved_in_a_folder_that_has_gone(phone: NotePhone) -> None:
    phone.open_folder("Recipes").taps("new_note")
    phone.tool("delete_folder", folder_name="Recipes")
    gone = GoneView(title="New note", text="The folder of this note was renamed or deleted.")
    assert phone.shows(GoneView) == gone
    assert "There is no folder 'Recipes'." in refused(phone.tries("update", title="A", content="B"))
