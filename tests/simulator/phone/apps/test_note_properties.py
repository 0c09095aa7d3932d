"""What holds for notes whatever anybody types."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.note import Note
from simulator.phone.apps.note.records import FIXED_FOLDERS
from tests.simulator.phone.apps.app_phone import id_in
from tests.simulator.phone.apps.note_phone import DEEPEST, NotePhone


@given(st.lists(st.sampled_from(["Inbox", "Recipes", "duplicate", "edit", "back"]), max_size=25))
def test_no_way_through_the_app_piles_up_screens(ways: list[str]) -> None:
    phone = NotePhone().open_app()
    for way in ways:
        if way == "back":
            phone.tries("go_back")
        elif way in ("duplicate", "edit"):
            phone.tries("open", note_id=phone.id("keys"))
            phone.tries(way)
        else:
            phone.tries("list_folders")
            phone.tries("open", folder=way)
        assert len(phone.stack) <= DEEPEST


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
        phone.tool("list_notes", folder="Work", offset=offset, limit=limit)["notes"]
        for offset in range(0, len(notes), limit)
    ]
    found = [phone.note(note["note_id"]) for page in pages for note in page]
    keys = [(not note.pinned, -note.updated_at) for note in found]
    assert keys == sorted(keys)
    assert sorted(note.id for note in found) == sorted(phone.world.store.all(Note))


@given(title=st.text(max_size=20), content=st.text(max_size=80))
def test_what_is_written_is_read_as_it_was_typed(title: str, content: str) -> None:
    phone = NotePhone(())
    attempt = phone.tries_tool("create_note", title=title, content=content)
    if attempt.error is not None:
        assert not title.strip() and not content.strip()
        return
    read = phone.tool("get_note_by_id", note_id=id_in(attempt.result))
    assert read["content"] == content
    assert read["title"] == title if title.strip() else read["title"] in " ".join(content.split())


@given(st.text(max_size=12), st.text(max_size=12))
def test_a_folder_made_under_a_name_is_found_under_it(name: str, other: str) -> None:
    phone = NotePhone(())
    attempt = phone.tries_tool("new_folder", folder_name=name)
    if attempt.error is None:
        assert phone.tool("list_notes", folder=name)["total_notes"] == 0
        if phone.tries_tool("rename_folder", folder=name, new_folder=other).error is None:
            assert phone.tool("list_notes", folder=other)["total_notes"] == 0
            assert len(phone.folders()) == len(FIXED_FOLDERS) + 1
