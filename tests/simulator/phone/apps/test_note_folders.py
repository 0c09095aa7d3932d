"""Folders: what the assistant does with them, and what the world does to them."""

from __future__ import annotations

import pytest

from simulator.phone.apps.note import Folder, Note
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.note_phone import NotePhone, many_notes


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone()


def test_folders_are_listed_by_name_the_fixed_ones_first(phone: NotePhone) -> None:
    phone.tool("new_folder", folder_name="Attic")
    assert phone.tool("list_folders") == ["Inbox", "Personal", "Work", "Attic", "Recipes"]


def test_a_folder_is_made(phone: NotePhone) -> None:
    assert phone.tool("new_folder", folder_name=" Plot  27 ") == "The folder 'Plot 27' is created."
    assert phone.folders() == ["Inbox", "Personal", "Plot 27", "Recipes", "Work"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Recipes", "There is a folder 'Recipes' already."),
        ("RECIPES ", "There is a folder 'Recipes' already."),
        ("inbox", "There is a folder 'Inbox' already."),
        ("", "A folder needs a name."),
        (" \n", "A folder needs a name."),
        ("\u200b\x00", "A folder needs a name."),
        ("x" * 61, "The name of a folder has at most 60 characters."),
    ],
)
def test_a_name_that_cannot_be_is_refused(phone: NotePhone, name: str, said: str) -> None:
    assert refused(phone.tries_tool("new_folder", folder_name=name)) == f"bad_argument: {said} Give another name."
    phone.tool("new_folder", folder_name="Attic")
    again = refused(phone.tries_tool("rename_folder", folder="Attic", new_folder=name))
    assert again == f"bad_argument: {said} Give another name."


def test_a_folder_is_renamed_with_its_notes_which_count_as_unchanged(phone: NotePhone) -> None:
    before = phone.note("bread")
    assert phone.tool("rename_folder", folder="recipes", new_folder="Kitchen").endswith("renamed to 'Kitchen'.")
    after = phone.note("bread")
    assert (after.folder, after.updated_at) == ("Kitchen", before.updated_at)
    assert phone.tool("list_notes", folder="Kitchen")["total_notes"] == 2
    assert phone.tool("list_folders") == ["Inbox", "Personal", "Work", "Kitchen"]


def test_a_renamed_folder_is_the_same_record(phone: NotePhone) -> None:
    phone.tool("new_folder", folder_name="Attic")
    phone.tool("rename_folder", folder="Attic", new_folder="Cellar")
    folder = phone.world.store.get(Folder, "folder_a1")
    assert folder is not None
    assert folder.name == "Cellar"


def test_only_the_spelling_of_a_name_may_change(phone: NotePhone) -> None:
    assert phone.tool("rename_folder", folder="Recipes", new_folder="récipes").endswith("renamed to 'récipes'.")
    assert phone.note("bread").folder == "récipes"


def test_the_same_name_is_no_new_name(phone: NotePhone) -> None:
    said = refused(phone.tries_tool("rename_folder", folder="recipes", new_folder=" Recipes"))
    assert said == "bad_argument: The folder is called 'Recipes' already. Give another name."


@pytest.mark.parametrize("name", ["Inbox", "personal", " Work "])
def test_the_fixed_folders_stay_as_they_are(phone: NotePhone, name: str) -> None:
    remedy = "Folders that can: Recipes."
    said = refused(phone.tries_tool("rename_folder", folder=name, new_folder="Else"))
    assert said == f"not_allowed: The folder '{name.strip().title()}' cannot be renamed. {remedy}"
    said = refused(phone.tries_tool("delete_folder", folder_name=name))
    assert said == f"not_allowed: The folder '{name.strip().title()}' cannot be deleted. {remedy}"
    assert "cannot be deleted" in refused(phone.tries_world("delete_folder", folder_name=name))


def test_a_folder_that_is_not_there_cannot_be_renamed_or_deleted(phone: NotePhone) -> None:
    said = "unknown_record: There is no folder 'Attic'. Folders: Inbox, Personal, Work, Recipes."
    assert refused(phone.tries_tool("rename_folder", folder="Attic", new_folder="Else")) == said
    assert refused(phone.tries_tool("delete_folder", folder_name="Attic")) == said


def test_a_deleted_folder_takes_its_notes_along(phone: NotePhone) -> None:
    said = phone.tool("delete_folder", folder_name="recipes")
    assert said == "The folder 'Recipes' is deleted with 2 notes."
    assert phone.folders() == ["Inbox", "Personal", "Work"]
    assert not phone.is_there("bread") and not phone.is_there("lentils")
    assert len(phone.world.store.all(Note)) == 4


def test_a_deleted_folder_may_be_made_again_and_is_empty(phone: NotePhone) -> None:
    phone.tool("delete_folder", folder_name="Recipes")
    phone.tool("new_folder", folder_name="Recipes")
    assert phone.tool("delete_folder", folder_name="Recipes") == "The folder 'Recipes' is deleted with 0 notes."


def test_the_world_deletes_a_folder_and_tells_both_sides(phone: NotePhone) -> None:
    attempt = phone.tries_world("delete_folder", folder_name="Recipes")
    assert attempt.result == "The folder 'Recipes' was deleted with 2 notes."
    assert phone.tool("list_folders") == ["Inbox", "Personal", "Work"]
    ((user,), (assistant,)) = phone.told_both()
    assert (user.kind, user.app, user.title) == ("folder_deleted", "note", "Folder deleted: Recipes")
    assert user.text == "The folder 'Recipes' was deleted with 2 notes."
    bread, lentils = phone.id("bread"), phone.id("lentils")
    assert assistant.text == (
        f"The folder 'Recipes' was deleted with 2 notes: 'Oat bread' ({bread}), 'Lentils' ({lentils})."
    )


def test_the_world_deletes_an_empty_folder(phone: NotePhone) -> None:
    phone.tool("new_folder", folder_name="Attic")
    phone.tries_world("delete_folder", folder_name="Attic")
    ((_,), (assistant,)) = phone.told_both()
    assert assistant.text == "The folder 'Attic' was deleted with 0 notes."


def test_of_very_many_lost_notes_the_first_are_named(phone: NotePhone) -> None:
    phone.put(*many_notes(phone.world.now, 100, "Recipes"))
    phone.tries_world("delete_folder", folder_name="Recipes")
    ((_,), (assistant,)) = phone.told_both()
    assert assistant.text.endswith("'No 19' (note_00019) and 82 more.")


@pytest.mark.parametrize("name", ["Attic", "", "Inbox"])
def test_of_a_failed_event_nobody_is_told(phone: NotePhone, name: str) -> None:
    before = phone.world.state_hash()
    refused(phone.tries_world("delete_folder", folder_name=name))
    assert phone.told_both() == ([], [])
    assert phone.world.state_hash() == before


def test_the_notice_of_a_deleted_folder_opens_nothing(phone: NotePhone) -> None:
    phone.tries_world("delete_folder", folder_name="Recipes")
    phone.taps("open_notifications")
    assert "This notification opens nothing." in refused(phone.tries("open_notification", notification_id="1"))
