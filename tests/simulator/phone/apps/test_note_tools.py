"""What the assistant can do with notes."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.note import Note, Notes
from tests.simulator.phone.apps.app_phone import id_in, refused
from tests.simulator.phone.apps.note_phone import INBOX, NotePhone, many_notes

FIND_IDS = "Notes__list_notes and Notes__search_notes give the ids."
MISSING = f"unknown_record: There is no note with the id 'note_x'. {FIND_IDS}"
EMPTY_SEARCH = "bad_argument: The search is empty. Give a word; Notes__list_notes lists all."


@pytest.fixture
def phone() -> NotePhone:
    return NotePhone()


def ids(notes: list[dict[str, Any]]) -> list[str]:
    return [note["note_id"] for note in notes]


def test_a_note_is_read_whole(phone: NotePhone) -> None:
    assert phone.tool("get_note_by_id", note_id=phone.id("gift")) == {
        "note_id": phone.id("gift"),
        "title": "Gift ideas",
        "content": "A kettle for Ji-won, no café cups.",
        "folder": "Personal",
        "pinned": False,
        "attachments": ["shelf.jpg", "plan.txt"],
        "created_at": "2026-02-28 08:22:00",
        "updated_at": "2026-03-05 07:22:00",
    }


def test_times_are_local_to_the_owner(phone: NotePhone) -> None:
    far = NotePhone(zone="America/New_York")
    far.world.now = phone.world.now
    made = id_in(far.tool("create_note", title="Late"))
    assert far.tool("get_note_by_id", note_id=made)["created_at"] == "2026-03-05 02:22:00"


def test_a_folder_is_listed_pinned_first_then_the_last_changed(phone: NotePhone) -> None:
    listing = phone.tool("list_notes", folder="Inbox")
    assert phone.labels(ids(listing["notes"])) == INBOX
    assert {key: listing[key] for key in listing if key != "notes"} == {
        "notes_range": [0, 3],
        "total_returned_notes": 3,
        "total_notes": 3,
    }


def test_pages_are_cut_from_the_sorted_list(phone: NotePhone) -> None:
    notes = many_notes(phone.world.now, 25)
    phone.put(*reversed(notes))
    found = [phone.tool("list_notes", folder="work", offset=offset) for offset in (0, 10, 20)]
    assert [note_id for listing in found for note_id in ids(listing["notes"])] == [note.id for note in notes]
    assert [listing["notes_range"] for listing in found] == [[0, 10], [10, 20], [20, 25]]
    assert found[2]["total_returned_notes"] == 5


def test_an_empty_folder_lists_nothing(phone: NotePhone) -> None:
    listing = phone.tool("list_notes", folder="Work")
    assert (listing["notes"], listing["notes_range"], listing["total_notes"]) == ([], [0, 0], 0)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"folder": "Attic"}, "There is no folder 'Attic'. Folders: Inbox, Personal, Work, Recipes."),
        ({"folder": "Inbox", "offset": -1}, "The offset is negative."),
        ({"folder": "Inbox", "offset": 3}, "The list ends after 3 notes."),
        ({"folder": "Inbox", "limit": 0}, "The limit is out of range."),
        ({}, "needs the argument 'folder'"),
    ],
)
def test_an_impossible_listing_is_refused(phone: NotePhone, wrong: dict[str, Any], said: str) -> None:
    assert said in refused(phone.tries_tool("list_notes", **wrong))


@pytest.mark.parametrize("query", ["kettle", "KETTLE", "Gift", "cafe", "  kettle for  ".strip()])
def test_a_search_finds_notes_in_any_folder(phone: NotePhone, query: str) -> None:
    assert phone.labels(ids(phone.tool("search_notes", query=query))) == ("gift",)


def test_what_is_found_stands_in_order(phone: NotePhone) -> None:
    assert phone.labels(ids(phone.tool("search_notes", query="the"))) == ("keys", "viewing", "lentils")


def test_a_search_sees_what_was_just_written(phone: NotePhone) -> None:
    assert phone.tool("search_notes", query="marzipan") == []
    made = id_in(phone.tool("create_note", content="Buy marzipan"))
    assert ids(phone.tool("search_notes", query="marzipan")) == [made]


def test_a_search_in_one_folder_stays_there(phone: NotePhone) -> None:
    found = phone.tool("search_notes_in_folder", query="the", folder_name="recipes")
    assert phone.labels(ids(found)) == ("lentils",)


@pytest.mark.parametrize(("name", "more"), [("search_notes", {}), ("search_notes_in_folder", {"folder_name": "Work"})])
@pytest.mark.parametrize("blank", ["", " \n"])
def test_an_empty_search_is_refused(phone: NotePhone, name: str, more: dict[str, str], blank: str) -> None:
    assert refused(phone.tries_tool(name, query=blank, **more)) == EMPTY_SEARCH


def test_a_search_in_no_folder_is_refused(phone: NotePhone) -> None:
    said = refused(phone.tries_tool("search_notes_in_folder", query="x", folder_name="Attic"))
    assert said.startswith("unknown_record: There is no folder 'Attic'.")


def test_a_note_is_written_into_the_inbox_by_default(phone: NotePhone) -> None:
    note = phone.note(id_in(phone.tool("create_note", title="Paint", content="White.")))
    assert (note.title, note.content, note.folder, note.pinned) == ("Paint", "White.", "Inbox", False)
    assert (note.created_at, note.updated_at) == (phone.world.now, phone.world.now)


def test_a_note_is_written_into_a_folder_and_pinned(phone: NotePhone) -> None:
    note = phone.note(id_in(phone.tool("create_note", folder="recipes", title="Soup", pinned=True)))
    assert (note.folder, note.pinned) == ("Recipes", True)
    assert ids(phone.tool("list_notes", folder="Recipes")["notes"])[0] == note.id


def test_without_a_title_the_first_fifty_characters_are_it(phone: NotePhone) -> None:
    content = "0123456789" * 6
    assert phone.note(id_in(phone.tool("create_note", content=content))).title == content[:50]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"folder": "Attic", "title": "A"}, "unknown_record: There is no folder 'Attic'."),
        ({}, "bad_argument: The note would be empty. Give it a title or a content."),
        ({"title": "  ", "content": "\n"}, "bad_argument: The note would be empty."),
    ],
)
def test_a_note_that_cannot_be_written_is_refused(phone: NotePhone, wrong: dict[str, Any], said: str) -> None:
    assert said in refused(phone.tries_tool("create_note", **wrong))


@pytest.mark.parametrize(
    ("given", "title", "content"),
    [
        ({"title": "Spare key"}, "Spare key", "Who has the spare key?"),
        ({"content": "Bo has it."}, "Keys", "Bo has it."),
        ({"title": "Spare key", "content": "Bo has it."}, "Spare key", "Bo has it."),
        ({"title": " ", "content": "Bo has it."}, "Keys", "Bo has it."),
        ({"title": "Spare key", "content": ""}, "Spare key", "Who has the spare key?"),
        ({"title": None, "content": " Bo has it. "}, "Keys", " Bo has it. "),
    ],
)
def test_an_update_replaces_what_is_not_blank(
    phone: NotePhone, given: dict[str, Any], title: str, content: str
) -> None:
    assert phone.id("keys") in phone.tool("update_note", note_id=phone.id("keys"), **given)
    note = phone.note("keys")
    assert (note.title, note.content, note.pinned) == (title, content, True)
    assert note.updated_at == phone.world.now > note.created_at


@pytest.mark.parametrize("given", [{}, {"title": ""}, {"title": " ", "content": "\n"}, {"content": None}])
def test_an_update_with_nothing_is_refused(phone: NotePhone, given: dict[str, Any]) -> None:
    said = refused(phone.tries_tool("update_note", note_id=phone.id("keys"), **given))
    assert said == "bad_argument: There is nothing to change. Give a title, a content or both."


def test_an_update_that_says_the_same_changes_nothing(phone: NotePhone) -> None:
    before = phone.world.state_hash()
    phone.tool("update_note", note_id=phone.id("keys"), title="Keys")
    assert phone.world.state_hash() == before


def test_a_note_is_deleted(phone: NotePhone) -> None:
    assert phone.id("keys") in phone.tool("delete_note", note_id=phone.id("keys"))
    assert not phone.is_there("keys")


def test_a_note_is_moved_and_counts_as_unchanged(phone: NotePhone) -> None:
    before = phone.note("keys")
    assert before.id in phone.tool("move_note", note_id=before.id)
    after = phone.note("keys")
    assert (after.folder, after.updated_at, after.pinned) == ("Personal", before.updated_at, True)


@pytest.mark.parametrize(
    ("label", "folders", "said"),
    [
        ("gift", {"dest_folder_name": "Work"}, "is in Personal, not in Inbox. Use the folder Personal."),
        ("keys", {"dest_folder_name": "Inbox"}, "The note is in Inbox already. Choose another folder."),
        ("keys", {"dest_folder_name": "Attic"}, "There is no folder 'Attic'."),
        ("keys", {"source_folder_name": "Attic"}, "There is no folder 'Attic'."),
    ],
)
def test_a_wrong_move_is_refused(phone: NotePhone, label: str, folders: dict[str, str], said: str) -> None:
    assert said in refused(phone.tries_tool("move_note", note_id=phone.id(label), **folders))


def test_a_note_is_copied_within_its_folder(phone: NotePhone) -> None:
    said = phone.tool("duplicate_note", folder_name="Personal", note_id=phone.id("gift"))
    copy = phone.note(id_in(said.partition("copied to")[2]))
    original = phone.note("gift")
    assert copy.title == "Copy of Gift ideas"
    assert (copy.content, copy.folder, copy.attachments) == (original.content, "Personal", original.attachments)
    assert (copy.created_at, copy.updated_at, copy.pinned) == (phone.world.now, phone.world.now, False)


def test_a_copy_from_the_wrong_folder_is_refused(phone: NotePhone) -> None:
    said = refused(phone.tries_tool("duplicate_note", folder_name="Inbox", note_id=phone.id("gift")))
    assert said.endswith("is in Personal, not in Inbox. Use the folder Personal.")


def test_a_file_is_attached_and_listed(phone: NotePhone) -> None:
    args = {"note_id": phone.id("keys"), "attachment_path": "Documents/lease.pdf"}
    assert phone.id("keys") in phone.tool("add_attachment_to_note", **args)
    assert phone.tool("list_attachments", note_id=phone.id("keys")) == ["lease.pdf"]
    assert phone.note("keys").updated_at == phone.world.now


@pytest.mark.parametrize(
    ("path", "said"),
    [("Documents/none.txt", "unknown_file: There is no file at"), ("Old/plan.txt", "an attachment 'plan.txt' already")],
)
def test_a_file_that_cannot_be_attached_is_refused(phone: NotePhone, path: str, said: str) -> None:
    args = {"note_id": phone.id("gift"), "attachment_path": path}
    assert said in refused(phone.tries_tool("add_attachment_to_note", **args))


def test_an_attachment_is_read(phone: NotePhone) -> None:
    found = phone.tool("read_attachment", note_id=phone.id("gift"), attachment="shelf.jpg")
    assert found == {"name": "shelf.jpg", "size": 17, "content": "a shelf with cups"}


def test_an_attachment_is_removed_and_its_file_stays(phone: NotePhone) -> None:
    args = {"note_id": phone.id("gift"), "attachment": "plan.txt"}
    assert phone.id("gift") in phone.tool("remove_attachment", **args)
    assert phone.tool("list_attachments", note_id=phone.id("gift")) == ["shelf.jpg"]
    assert phone.note("gift").updated_at == phone.world.now
    assert phone.plot.labels["plan"][1] in phone.world.store.tables()["files.file"]


@pytest.mark.parametrize("name", ["read_attachment", "remove_attachment"])
def test_an_attachment_that_is_not_there_is_refused(phone: NotePhone, name: str) -> None:
    said = refused(phone.tries_tool(name, note_id=phone.id("keys"), attachment="plan.txt"))
    assert said == "unknown_file: There is no attachment 'plan.txt' on this note. Attachments: none."


WITH_ID: dict[str, dict[str, str]] = {
    "get_note_by_id": {},
    "update_note": {"title": "A"},
    "delete_note": {},
    "move_note": {},
    "duplicate_note": {"folder_name": "Inbox"},
    "add_attachment_to_note": {"attachment_path": "Documents/plan.txt"},
    "remove_attachment": {"attachment": "plan.txt"},
    "list_attachments": {},
    "read_attachment": {"attachment": "plan.txt"},
}


@pytest.mark.parametrize(("name", "more"), WITH_ID.items())
def test_an_unknown_id_is_refused_with_the_tools_that_give_ids(
    phone: NotePhone, name: str, more: dict[str, str]
) -> None:
    assert refused(phone.tries_tool(name, note_id="note_x", **more)) == MISSING


def test_every_tool_that_takes_an_id_was_tried() -> None:
    assert set(WITH_ID) == {name for name, action in Notes().tools.items() if "note_id" in action.params}


READS: dict[str, dict[str, Any]] = {
    "list_folders": {},
    "list_notes": {"folder": "Inbox"},
    "search_notes": {"query": "the"},
    "search_notes_in_folder": {"query": "the", "folder_name": "Inbox"},
    "get_note_by_id": {"note_id": "gift"},
    "list_attachments": {"note_id": "gift"},
    "read_attachment": {"note_id": "gift", "attachment": "plan.txt"},
}


@pytest.mark.parametrize(("name", "args"), READS.items())
def test_reading_changes_nothing(phone: NotePhone, name: str, args: dict[str, Any]) -> None:
    before = phone.world.state_hash()
    args = {key: phone.id(value) if key == "note_id" else value for key, value in args.items()}
    attempt = phone.tries_tool(name, **args)
    assert (attempt.error, attempt.changes) == (None, [])
    assert phone.world.state_hash() == before


def test_every_reading_tool_was_tried() -> None:
    assert set(READS) == {name for name, action in Notes().tools.items() if not action.write}


def test_the_tools_are_those_published_and_one_of_ours() -> None:
    usage = {name: action.usage for name, action in Notes().tools.items()}
    assert usage == {
        "new_folder": "folder_name",
        "delete_folder": "folder_name",
        "rename_folder": "folder, new_folder",
        "create_note": "folder='Inbox', title='', content='', pinned=False",
        "get_note_by_id": "note_id",
        "update_note": "note_id, title=None, content=None",
        "delete_note": "note_id",
        "list_notes": "folder, offset=0, limit=10",
        "list_folders": "none",
        "move_note": "note_id, source_folder_name='Inbox', dest_folder_name='Personal'",
        "duplicate_note": "folder_name, note_id",
        "search_notes": "query",
        "search_notes_in_folder": "query, folder_name",
        "add_attachment_to_note": "note_id, attachment_path",
        "remove_attachment": "note_id, attachment",
        "list_attachments": "note_id",
        "read_attachment": "note_id, attachment",
    }


def test_the_assistant_writes_nothing_that_others_are_told_of(phone: NotePhone) -> None:
    phone.tool("create_note", title="A")
    phone.tool("delete_folder", folder_name="Recipes")
    assert phone.told_both() == ([], [])


def test_ids_of_new_notes_count_up_for_each_actor(phone: NotePhone) -> None:
    assert [id_in(phone.tool("create_note", title=title)) for title in "ab"] == ["note_a1", "note_a2"]
    phone.open_app().taps("new_note")
    phone.taps("update", title="c", content="")
    assert phone.world.store.get(Note, "note_u1") is not None
