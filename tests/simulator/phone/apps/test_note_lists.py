"""The list of notes: order, pages, search, what opens from it."""

from __future__ import annotations

import pytest

from simulator.phone.apps.note import Note
from simulator.phone.apps.note.screens import EditNote, NoteDetail, NoteList
from simulator.phone.apps.note.views import NotesPage
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import id_in, refused
from tests.simulator.phone.apps.note_phone import INBOX, NotePhone, many_notes


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone().open_app()


def shown(phone: NotePhone) -> tuple[str, ...]:
    return phone.labels(row.id for row in phone.shows(NotesPage).rows)


def test_the_app_opens_with_the_inbox_pinned_notes_first_then_the_last_changed(phone: NotePhone) -> None:
    assert shown(phone) == INBOX
    page = phone.shows(NotesPage)
    assert (page.title, page.folder, page.total, page.offset, page.limit, page.query) == (
        "Inbox",
        "Inbox",
        3,
        0,
        10,
        "",
    )


def test_a_row_shows_the_beginning_of_the_note_in_one_line_and_when_it_changed(phone: NotePhone) -> None:
    keys, viewing, _ = phone.shows(NotesPage).rows
    assert (viewing.title, viewing.preview) == ("List for the viewing", "Ask about the cellar. And the bins.")
    assert (viewing.updated, viewing.pinned, viewing.attachments) == ("2026-03-04 08:22:00", False, 0)
    assert keys.pinned


def test_a_row_counts_attachments(phone: NotePhone) -> None:
    phone.open_folder("Personal")
    assert [row.attachments for row in phone.shows(NotesPage).rows] == [2]


def test_of_notes_changed_in_one_second_the_one_made_last_stands_first(phone: NotePhone) -> None:
    made = [id_in(phone.tool("create_note", title=f"No {number}")) for number in range(11)]
    ids = [note["note_id"] for note in phone.tool("list_notes", folder="Inbox", limit=12)["notes"]]
    assert ids[1:] == list(reversed(made))


def test_times_are_those_of_the_owners_zone() -> None:
    rows = NotePhone(zone="Asia/Tokyo", start="2026-03-05 08:22").open_app().shows(NotesPage).rows
    assert rows[1].updated == "2026-03-04 08:22:00"


def test_a_long_folder_is_shown_page_by_page(phone: NotePhone) -> None:
    phone.put(*many_notes(phone.world.now, 25))
    phone.open_folder("Work")
    assert phone.taps("list_notes", offset=20) == "Work: notes 21 to 25 of 25."
    page = phone.shows(NotesPage)
    assert [row.title for row in page.rows] == [f"No {n}" for n in range(20, 25)]
    assert (page.total, page.offset) == (25, 20)


def test_paging_replaces_the_list(phone: NotePhone) -> None:
    phone.taps("list_notes", offset=1, limit=1)
    phone.taps("list_notes", offset=2, limit=1)
    assert phone.stack == ["NoteList"]
    assert shown(phone) == ("meter",)


def test_a_page_that_lost_its_notes_shows_the_last_one_there_is(phone: NotePhone) -> None:
    phone.taps("list_notes", offset=2, limit=2)
    phone.drop(Note, "meter")
    assert (shown(phone), phone.shows(NotesPage).offset) == (("keys", "viewing"), 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"offset": -1}, "The offset is negative. Give 0 for the first page."),
        ({"offset": 3}, "The list ends after 3 notes. Give a smaller offset."),
        ({"limit": 0}, "The limit is out of range. Give 1 to 50."),
        ({"limit": 51}, "The limit is out of range. Give 1 to 50."),
    ],
)
def test_an_impossible_page_is_refused(phone: NotePhone, wrong: dict[str, int], said: str) -> None:
    assert refused(phone.tries("list_notes", **wrong)) == f"bad_argument: {said}"


def test_an_empty_folder_says_so(phone: NotePhone) -> None:
    phone.open_folder("Work")
    assert phone.taps("list_notes") == "Work: no notes."
    assert phone.shows(NotesPage).rows == ()


@pytest.mark.parametrize("keyword", ["cellar", "CELLAR", " the viewing ", "Cèllar"])
def test_a_search_finds_words_in_title_and_text(phone: NotePhone, keyword: str) -> None:
    assert phone.taps("search", keyword=keyword) == "Inbox: notes 1 to 1 of 1."
    assert shown(phone) == ("viewing",)


def test_a_search_stays_in_its_folder(phone: NotePhone) -> None:
    assert phone.taps("search", keyword="kettle") == "Inbox: no notes."


def test_accents_in_a_note_do_not_matter(phone: NotePhone) -> None:
    phone.open_folder("Personal").taps("search", keyword="cafe")
    assert shown(phone) == ("gift",)


def test_searches_replace_the_list_and_an_empty_one_shows_all_again(phone: NotePhone) -> None:
    phone.taps("search", keyword="key")
    assert (shown(phone), phone.shows(NotesPage).query) == (("keys",), "key")
    phone.taps("search", keyword="")
    assert (shown(phone), phone.stack) == (INBOX, ["NoteList"])


def test_a_search_goes_on_over_its_pages(phone: NotePhone) -> None:
    phone.taps("search", keyword="e")
    phone.taps("list_notes", offset=1, limit=1)
    assert (phone.screen(NoteList).query, shown(phone)) == ("e", ("viewing",))


def test_a_note_opens(phone: NotePhone) -> None:
    assert phone.taps("open", note_id=phone.id("keys")) == "'Keys' is open."
    assert phone.screen(NoteDetail).note_id == phone.id("keys")
    phone.taps("go_back")
    assert shown(phone) == INBOX


def test_a_note_of_another_folder_does_not_open_here(phone: NotePhone) -> None:
    said = refused(phone.tries("open", note_id=phone.id("gift")))
    assert (
        said == f"unknown_record: The note '{phone.id('gift')}' is in Personal, not in Inbox. Use the folder Personal."
    )


def test_a_note_that_is_not_there_does_not_open(phone: NotePhone) -> None:
    said = refused(phone.tries("open", note_id="note_x"))
    assert said == "unknown_record: There is no note with the id 'note_x'. Pick one from the list."
    assert phone.stack == ["NoteList"]


def test_another_folder_takes_the_place_of_the_one_shown(phone: NotePhone) -> None:
    phone.taps("search", keyword="key")
    assert phone.taps("switch_folder", folder_name="recipes") == "Recipes: notes 1 to 2 of 2."
    assert (shown(phone), phone.shows(NotesPage).folder) == (("bread", "lentils"), "Recipes")
    assert phone.screen(NoteList) == NoteList(folder="Recipes")
    assert phone.stack == ["NoteList"]


def test_the_list_names_the_folders_that_can_be_shown(phone: NotePhone) -> None:
    assert phone.shows(NotesPage).folders == ("Inbox", "Personal", "Work", "Recipes")


def test_a_folder_that_is_not_there_is_not_shown(phone: NotePhone) -> None:
    assert "There is no folder 'Attic'." in refused(phone.tries("switch_folder", folder_name="Attic"))
    assert shown(phone) == INBOX


def test_a_new_note_opens_the_editor_and_makes_nothing(phone: NotePhone) -> None:
    attempt = phone.tries("new_note")
    assert not [change for change in attempt.changes if change.table.startswith("note.")]
    assert phone.screen(EditNote) == EditNote(note_id="", folder="Inbox")


def test_a_list_whose_folder_was_deleted_says_so(phone: NotePhone) -> None:
    phone.open_folder("Recipes")
    phone.tool("delete_folder", folder_name="Recipes")
    assert phone.shows(GoneView) == GoneView(title="Recipes", text="This folder was renamed or deleted.")
    for name, args in (("list_notes", {}), ("search", {"keyword": "x"}), ("new_note", {}), ("open", {"note_id": "x"})):
        assert "There is no folder 'Recipes'" in refused(phone.tries(name, **args))
    phone.taps("list_folders")
    assert phone.stack == ["NoteList", "FolderList"]


def test_a_list_follows_a_folder_whose_name_is_only_spelled_anew(phone: NotePhone) -> None:
    phone.open_folder("Recipes")
    phone.tool("rename_folder", folder="Recipes", new_folder="RECIPES")
    page = phone.shows(NotesPage)
    assert (page.folder, phone.labels(row.id for row in page.rows)) == ("RECIPES", ("bread", "lentils"))
