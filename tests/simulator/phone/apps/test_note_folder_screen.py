"""The screen of folders: what it shows, where it leads, what the owner can do with folders."""

from __future__ import annotations

import pytest

from simulator.phone.apps.note import Folder
from simulator.phone.apps.note.screens import FolderList, NoteList
from simulator.phone.apps.note.views import FolderRow, FoldersPage, NotesPage
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.note_phone import NotePhone


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone().open_folders()


def names(phone: NotePhone) -> list[str]:
    return [row.name for row in phone.shows(FoldersPage).rows]


def test_it_shows_every_folder_with_its_notes(phone: NotePhone) -> None:
    page = phone.shows(FoldersPage)
    assert page.rows == (
        FolderRow("Inbox", 3, "Keys, List for the viewing, Meter readings", True),
        FolderRow("Personal", 1, "Gift ideas", True),
        FolderRow("Work", 0, "", True),
        FolderRow("Recipes", 2, "Oat bread, Lentils", False),
    )
    assert (page.total, page.notes, page.offset) == (4, 6, 0)


def test_own_folders_stand_after_the_fixed_ones_by_name(phone: NotePhone) -> None:
    for name in ("élan", "Zoo", "attic"):
        phone.taps("new_folder", folder_name=name)
    assert names(phone) == ["Inbox", "Personal", "Work", "attic", "élan", "Recipes", "Zoo"]


def test_the_folders_can_be_listed_again(phone: NotePhone) -> None:
    assert phone.taps("list_folders") == "Folders: Inbox, Personal, Work, Recipes."
    assert phone.stack == ["NoteList", "FolderList"]


def test_many_folders_are_shown_page_by_page(phone: NotePhone) -> None:
    phone.put(*(Folder(id=f"folder_{n}", name=f"Box {n:02}") for n in range(30)))
    assert len(names(phone)) == 20
    phone.taps("list_folders", offset=20)
    page = phone.shows(FoldersPage)
    assert (page.rows[0].name, len(page.rows), page.total) == ("Box 17", 14, 34)
    assert phone.stack == ["NoteList", "FolderList"]


def test_folders_beyond_the_last_are_refused(phone: NotePhone) -> None:
    assert "The list ends after 4 folders." in refused(phone.tries("list_folders", offset=4))


def test_an_opened_folder_is_shown_by_the_list(phone: NotePhone) -> None:
    assert phone.taps("open", folder="Recipes") == "Recipes: 2 notes."
    assert phone.screen(NoteList) == NoteList(folder="Recipes")
    assert phone.stack == ["NoteList"]


def test_back_leads_to_the_list_as_it_was(phone: NotePhone) -> None:
    phone.open_app().taps("search", keyword="key")
    phone.taps("list_folders")
    phone.taps("go_back")
    assert phone.screen(NoteList) == NoteList(query="key")


def test_folders_do_not_pile_up(phone: NotePhone) -> None:
    for folder in ("Recipes", "Work", "Personal", "Recipes"):
        phone.taps("open", folder=folder)
        phone.taps("list_folders")
    assert phone.stack == ["NoteList", "FolderList"]


def test_the_whole_folder_is_opened_where_a_search_was_left(phone: NotePhone) -> None:
    phone.open_app().taps("search", keyword="key")
    phone.taps("list_folders")
    assert phone.taps("open", folder="inbox") == "Inbox: 3 notes."
    assert phone.screen(NoteList) == NoteList()


@pytest.mark.parametrize("spelled", ["recipes", " RECIPES ", "Récipes"])
def test_a_folder_is_found_however_its_name_is_typed(phone: NotePhone, spelled: str) -> None:
    assert phone.taps("open", folder=spelled).startswith("Recipes:")


def test_a_folder_that_is_not_there_is_refused_with_those_that_are(phone: NotePhone) -> None:
    said = refused(phone.tries("open", folder="Glazes"))
    assert said == "unknown_record: There is no folder 'Glazes'. Folders: Inbox, Personal, Work, Recipes."


def test_very_many_folders_are_not_all_listed_in_a_refusal(phone: NotePhone) -> None:
    phone.put(*(Folder(id=f"folder_{n}", name=f"Box {n:03}") for n in range(300)))
    assert refused(phone.tries("open", folder="Glazes")).endswith("Box 016 and 284 more.")


def test_the_owner_makes_a_folder(phone: NotePhone) -> None:
    assert phone.taps("new_folder", folder_name="  Plot   27 ") == "The folder 'Plot 27' is made."
    assert "Plot 27" in names(phone)
    assert phone.screen(FolderList) == FolderList()


def test_the_owner_renames_a_folder_and_its_notes_go_along(phone: NotePhone) -> None:
    said = phone.taps("rename_folder", folder="Recipes", new_folder="Kitchen")
    assert said == "The folder is now called 'Kitchen'."
    assert names(phone) == ["Inbox", "Personal", "Work", "Kitchen"]
    assert phone.note("bread").folder == "Kitchen"


def test_the_owner_deletes_a_folder_with_its_notes(phone: NotePhone) -> None:
    said = phone.taps("delete_folder", folder_name="Recipes")
    assert said == "The folder 'Recipes' is deleted with 2 notes."
    assert names(phone) == ["Inbox", "Personal", "Work"]
    assert not phone.is_there("bread")
    assert phone.is_there("gift")


@pytest.mark.parametrize(
    ("tap", "args", "left"),
    [
        ("rename_folder", {"folder": "recipes", "new_folder": "Kitchen"}, "Kitchen"),
        ("delete_folder", {"folder_name": "recipes"}, "Inbox"),
        ("rename_folder", {"folder": "Attic", "new_folder": "Cellar"}, "Recipes"),
        ("delete_folder", {"folder_name": "Attic"}, "Recipes"),
    ],
)
def test_the_list_below_does_not_lose_its_folder(phone: NotePhone, tap: str, args: dict[str, str], left: str) -> None:
    phone.tool("new_folder", folder_name="Attic")
    phone.open_folder("Recipes").taps("list_folders")
    phone.taps(tap, **args)
    if phone.stack[-1] == "FolderList":
        phone.taps("go_back")
    assert phone.shows(NotesPage).folder == left


@pytest.mark.parametrize(
    ("tap", "args", "stack"),
    [
        ("rename_folder", {"folder": "Recipes", "new_folder": "Kitchen"}, ["NoteList"]),
        ("delete_folder", {"folder_name": "Recipes"}, ["NoteList"]),
        ("rename_folder", {"folder": "Attic", "new_folder": "Cellar"}, ["NoteList", "FolderList"]),
        ("delete_folder", {"folder_name": "Attic"}, ["NoteList", "FolderList"]),
    ],
)
def test_only_what_the_list_showed_leads_back_to_it(
    phone: NotePhone, tap: str, args: dict[str, str], stack: list[str]
) -> None:
    phone.tool("new_folder", folder_name="Attic")
    phone.open_folder("Recipes").taps("list_folders")
    phone.taps(tap, **args)
    assert phone.stack == stack


def test_what_the_owner_does_with_folders_is_no_notification(phone: NotePhone) -> None:
    phone.taps("delete_folder", folder_name="Recipes")
    assert phone.told_both() == ([], [])
