"""Notes and folders in a scenario file: defaults, files, mistakes."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.files import File
from simulator.phone.apps.note import Folder, Note
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.note_phone import NotePhone
from tests.simulator.phone.small_phone import SmallPhone

HOUR = 3600


def seeded(*earlier: dict[str, Any], **seed: Any) -> NotePhone:
    return NotePhone((*earlier, {"label": "it", "title": "It", "at": "-3h", **seed}))


def test_a_note_lies_in_the_inbox_unless_it_says_otherwise() -> None:
    phone = seeded(body="Text.")
    note, then = phone.note("it"), phone.world.now - 3 * HOUR
    assert note == Note(id=note.id, title="It", content="Text.", created_at=then, updated_at=then)
    assert (note.folder, note.pinned, note.attachments) == ("Inbox", False, ())


def test_a_note_says_where_it_lies_and_when_it_was_changed() -> None:
    phone = seeded(**{"in": "work", "pinned": True, "changed": "-1h"})
    note = phone.note("it")
    assert (note.folder, note.pinned) == ("Work", True)
    assert (phone.world.now - note.created_at, phone.world.now - note.updated_at) == (3 * HOUR, HOUR)


def test_a_note_without_a_title_is_called_by_how_it_begins() -> None:
    assert seeded(title="", body="Buy bread\nand butter").note("it").title == "Buy bread and butter"


def test_a_folder_that_is_missing_is_made_once() -> None:
    phone = seeded({"title": "Soup", "in": "Recipes", "at": "-2d"}, **{"in": "recipes"})
    assert phone.note("it").folder == "Recipes"
    assert phone.folders() == ["Inbox", "Personal", "Recipes", "Work"]


def test_a_folder_alone_is_made_without_notes() -> None:
    phone = NotePhone(({"label": "box", "new_folder": " Old  letters"},))
    assert phone.world.store.get(Folder, phone.id("box")) == Folder(id=phone.id("box"), name="Old letters")
    assert not phone.world.store.all(Note)


def test_the_fixed_folders_are_there_once() -> None:
    phone = seeded()
    phone.world.apps["note"].prepare(phone.plot)
    assert phone.folders() == ["Inbox", "Personal", "Work"]


def test_the_fixed_folders_are_there_even_on_a_blank_phone() -> None:
    phone = SmallPhone("note")
    assert phone.calls("Notes__list_folders") == ["Inbox", "Personal", "Work"]
    phone.opens("Notes")
    assert phone.view.folder == "Inbox"


def test_attachments_are_inline_or_files_by_label_or_path() -> None:
    phone = seeded(attachments=[{"name": "a.txt", "text": "A"}, "lease", "Documents/plan.txt", "lease"])
    files = [phone.world.store.get(File, file_id) for file_id in phone.note("it").attachments]
    assert [(file.name, file.path, file.text) for file in files if file] == [
        ("a.txt", "", "A"),
        ("lease.pdf", "Documents/lease.pdf", "Rent is 900."),
        ("plan.txt", "Documents/plan.txt", "First the walls."),
    ]


def test_ids_follow_from_the_order_in_the_file_and_not_from_the_text() -> None:
    assert seeded().id("it") == seeded(title="Else", body="x", **{"in": "Attic"}).id("it")


def test_a_note_may_be_written_at_the_very_start() -> None:
    phone = seeded(at="+0h")
    assert phone.note("it").created_at == phone.world.now


@pytest.mark.parametrize(
    ("field", "seed"),
    [
        ("title", {"title": ""}),
        ("title", {"title": " ", "body": "\n"}),
        ("at", {"at": None}),
        ("at", {"at": "+1h"}),
        ("changed", {"changed": "+1h"}),
        ("changed", {"changed": "-4h"}),
        ("in", {"in": " "}),
        ("in", {"in": "x" * 61}),
        ("attachments", {"attachments": ["nowhere"]}),
        ("attachments", {"attachments": [""]}),
        ("attachments", {"attachments": ["plan", "other_plan"]}),
        ("attachments", {"attachments": ["plan", {"name": "plan.txt"}]}),
        ("at", {"new_folder": "Attic"}),
        ("label", {"label": "plan"}),
    ],
)
def test_a_mistake_names_its_field(field: str, seed: dict[str, Any]) -> None:
    with pytest.raises(SeedError) as mistake:
        seeded(**seed)
    assert mistake.value.field == field


@pytest.mark.parametrize("name", ["Inbox", "work", "Recipes", "", " "])
def test_a_folder_that_cannot_be_made_is_refused(name: str) -> None:
    with pytest.raises(SeedError, match="List each folder once, before its notes") as mistake:
        NotePhone(({"title": "Soup", "in": "Recipes", "at": "-2d"}, {"new_folder": name}))
    assert mistake.value.field == "new_folder"


def test_what_stands_beside_a_new_folder_is_named_as_in_the_file() -> None:
    with pytest.raises(SeedError, match="write the note as a separate item") as mistake:
        NotePhone(({"new_folder": "Attic", "in": "Work"},))
    assert mistake.value.field == "in"


@pytest.mark.parametrize(
    "seed", [{"at": "soon"}, {"at": 9}, {"text": "x"}, {"pinned": "perhaps"}, {"attachments": [{"name": ""}]}]
)
def test_a_wrong_shape_is_refused(seed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        seeded(**seed)
