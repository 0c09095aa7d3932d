"""What holds for notes whatever anybody types."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulator.phone.actions import Action
from simulator.phone.apps.note import Folder, Note, Notes
from simulator.phone.apps.note.records import FIXED_FOLDERS
from simulator.phone.perform import Done
from simulator.phone.screens import taps_of
from simulator.phone.store import Patch, patch_of
from tests.simulator.phone.apps.note_phone import NotePhone

APP = Notes()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**25), 10**25)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["Inbox", "Recipes", "recipes ", "Attic", "Documents/lease.pdf", "plan.txt", "the", ""])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
DEEPEST = 4
"""A list, a note, its copy, and an editor or an attachment."""


def arguments(data: st.DataObject, phone: NotePhone, action: Action) -> dict[str, Any]:
    """Anything JSON can say, with ids and folders among it so that some calls work."""
    given = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys((*action.params, "extra"), VALUES)))
    if "note_id" in given:
        given["note_id"] = phone.id(data.draw(st.sampled_from(["keys", "gift", "bread"])))
    for name in ("folder", "folder_name", "dest_folder_name"):
        if name in given and data.draw(st.booleans()):
            given[name] = data.draw(st.sampled_from(["Inbox", "Recipes", "Work", "Attic"]))
    return given


def check(phone: NotePhone, before: str, attempt: Done) -> None:
    if attempt.error is not None:
        assert phone.world.state_hash() == before
    folders = [folder.name for folder in phone.world.store.all(Folder).values()]
    assert len(folders) == len({name.casefold() for name in folders})
    assert set(FIXED_FOLDERS) <= set(folders)
    for note in phone.world.store.all(Note).values():
        assert note.folder in folders
        assert note.title.strip()
        assert note.created_at <= note.updated_at
    phone.world.screen.view(phone.world)
    msgspec.json.encode([attempt.result, attempt.args])


@pytest.mark.parametrize("name", sorted(APP.tools))
@settings(max_examples=40)
@given(data=st.data())
def test_a_tool_answers_or_refuses_whatever_it_is_given(name: str, data: st.DataObject) -> None:
    phone = NotePhone()
    before = phone.world.state_hash()
    attempt = phone.assistant(name, **arguments(data, phone, APP.tools[name]))
    check(phone, before, attempt)
    if not APP.tools[name].write:
        assert phone.world.state_hash() == before


@settings(max_examples=40)
@given(data=st.data())
def test_the_event_happens_or_fails_whatever_it_is_given(data: st.DataObject) -> None:
    phone = NotePhone()
    before = phone.world.state_hash()
    check(phone, before, phone.world_does("delete_folder", **arguments(data, phone, APP.events["delete_folder"])))


@given(data=st.data())
def test_the_user_can_tap_anything_in_any_order(data: st.DataObject) -> None:
    phone = NotePhone().open_folder(data.draw(st.sampled_from(["Inbox", "Personal", "Recipes"])))
    twin = phone.world.copy()
    for _ in range(data.draw(st.integers(1, 10))):
        actions = taps_of(type(phone.world.screen))
        name = data.draw(st.sampled_from([*sorted(actions), "go_back"]))
        args = arguments(data, phone, actions[name]) if name in actions else {}
        before = phone.world.state_hash()
        attempt = phone.user(name, **args)
        check(phone, before, attempt)
        retold = msgspec.json.encode([patch_of(change) for change in attempt.changes])
        twin.store.apply(msgspec.json.decode(retold, type=list[Patch]))
        assert twin.state_hash() == phone.world.state_hash()
        assert twin.screen == phone.world.screen
        assert len(phone.stack()) <= DEEPEST


@given(st.lists(st.sampled_from(["Inbox", "Recipes", "duplicate", "edit", "back"]), max_size=25))
def test_no_way_through_the_app_piles_up_screens(ways: list[str]) -> None:
    phone = NotePhone().open_app()
    for way in ways:
        if way == "back":
            phone.user("go_back")
        elif way in ("duplicate", "edit"):
            phone.user("open", note_id=phone.id("keys"))
            phone.user(way)
        else:
            phone.user("list_folders")
            phone.user("open", folder=way)
        assert len(phone.stack()) <= DEEPEST


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=12),
    st.integers(1, 5),
)
def test_pages_put_together_are_the_sorted_folder(notes: list[tuple[bool, int]], limit: int) -> None:
    phone = NotePhone(())
    now = phone.world.now
    phone.put(
        *(
            Note(id=f"note_{n}", title=f"{n}", folder="Work", pinned=pinned, created_at=now - 9, updated_at=now - ago)
            for n, (pinned, ago) in enumerate(notes)
        )
    )
    pages = [
        phone.calls("list_notes", folder="Work", offset=offset, limit=limit)["notes"]
        for offset in range(0, len(notes), limit)
    ]
    found = [phone.stored(note["note_id"]) for page in pages for note in page]
    keys = [(not note.pinned, -note.updated_at) for note in found]
    assert keys == sorted(keys)
    assert sorted(note.id for note in found) == sorted(phone.world.store.all(Note))


@given(title=st.text(max_size=20), content=st.text(max_size=80))
def test_what_is_written_is_read_as_it_was_typed(title: str, content: str) -> None:
    phone = NotePhone(())
    attempt = phone.assistant("create_note", title=title, content=content)
    if attempt.error is not None:
        assert not title.strip() and not content.strip()
        return
    read = phone.calls("get_note_by_id", note_id=attempt.result)
    assert read["content"] == content
    assert read["title"] == title if title.strip() else read["title"] in " ".join(content.split())


@given(st.text(max_size=12), st.text(max_size=12))
def test_a_folder_made_under_a_name_is_found_under_it(name: str, other: str) -> None:
    phone = NotePhone(())
    attempt = phone.assistant("new_folder", folder_name=name)
    if attempt.error is None:
        assert phone.calls("list_notes", folder=name)["total_notes"] == 0
        if phone.assistant("rename_folder", folder=name, new_folder=other).error is None:
            assert phone.calls("list_notes", folder=other)["total_notes"] == 0
            assert len(phone.folders()) == len(FIXED_FOLDERS) + 1
