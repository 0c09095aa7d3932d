"""Files on the phone and those that hang on messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.apps.files import File, attach, attachments_of, download, file_at, named_attachment, new_file
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.plot import SeedError
from tests.simulator.phone.small_phone import SmallPhone, everything, refusal

T = TypeVar("T")
LEASE = File(id="f1", name="lease.pdf", text="Rent is 900.", size=12)


@pytest.fixture
def phone() -> SmallPhone:
    made = SmallPhone("email").plant(
        "files",
        {"label": "plan", "path": "Documents/plan.txt", "text": "Wände zuerst."},
        {"path": "Documents/old/lease.pdf", "text": "Rent is 800."},
        {"path": "Documents2/other.txt"},
        {"path": "note.txt", "text": "Hi"},
    )
    made.put(LEASE)
    return made


def doing(phone: SmallPhone, act: Callable[[Call], T]) -> T:
    result = act(Call(phone.world, "assistant", 1))
    phone.world.store.commit()
    return result


def paths(phone: SmallPhone) -> list[str]:
    return [row["path"] for row in phone.calls("Files__list_files")]


def test_files_on_the_phone_are_listed_by_path_with_their_size(phone: SmallPhone) -> None:
    assert phone.calls("Files__list_files") == [
        {"path": "Documents/old/lease.pdf", "size": 12},
        {"path": "Documents/plan.txt", "size": 14},
        {"path": "Documents2/other.txt", "size": 0},
        {"path": "note.txt", "size": 2},
    ]


@pytest.mark.parametrize("folder", ["Documents", "Documents/", "/Documents/", " Documents "])
def test_a_folder_is_listed_with_what_is_below_it_and_nothing_beside_it(phone: SmallPhone, folder: str) -> None:
    found = phone.calls("Files__list_files", path=folder)
    assert [row["path"] for row in found] == ["Documents/old/lease.pdf", "Documents/plan.txt"]


@pytest.mark.parametrize("folder", ["Doc", "documents", "Music", "note.txt", "..", "Documents/plan.txt"])
def test_what_is_no_folder_lists_nothing(phone: SmallPhone, folder: str) -> None:
    assert phone.calls("Files__list_files", path=folder) == []


@pytest.mark.parametrize("folder", ["", "/", "  "])
def test_no_folder_lists_everything(phone: SmallPhone, folder: str) -> None:
    assert len(phone.calls("Files__list_files", path=folder)) == 4


def test_a_file_can_be_read(phone: SmallPhone) -> None:
    read = phone.calls("Files__read_file", path="Documents/plan.txt")
    assert read == {"path": "Documents/plan.txt", "size": 14, "content": "Wände zuerst."}


@pytest.mark.parametrize("path", ["", "lease.pdf", "Documents", "documents/plan.txt", "f1"])
def test_what_is_not_on_the_phone_cannot_be_read_and_the_answer_names_what_is(phone: SmallPhone, path: str) -> None:
    said = refusal(phone.asks("Files__read_file", path=path))
    assert said.startswith(f"unknown_file: There is no file at '{path}'.")
    assert "Documents/plan.txt" in said


def test_a_file_that_only_hangs_on_a_message_cannot_be_attached_by_an_empty_path(phone: SmallPhone) -> None:
    with pytest.raises(ActionError, match="no file at ''"):
        attach(Call(phone.world, "assistant", 1), [""])


def test_an_empty_phone_says_that_there_are_no_files() -> None:
    said = refusal(SmallPhone("email").asks("Files__read_file", path="x"))
    assert said.endswith("Files: none.")


def test_reading_changes_nothing(phone: SmallPhone) -> None:
    before = everything(phone.world)
    phone.calls("Files__list_files")
    phone.calls("Files__read_file", path="note.txt")
    assert everything(phone.world) == before


def test_files_are_attached_by_path_each_once(phone: SmallPhone) -> None:
    plan = phone.id("plan")
    call = Call(phone.world, "assistant", 1)
    assert attach(call, ["Documents/plan.txt", "Documents/plan.txt"]) == (plan,)
    assert attach(call, None) == attach(call, []) == ()
    with pytest.raises(ActionError, match="no file at 'nope'"):
        attach(call, ["Documents/plan.txt", "nope"])


def test_attachments_are_found_by_id_and_name(phone: SmallPhone) -> None:
    ids = (phone.id("plan"), "f1", "lost")
    assert [file.name for file in attachments_of(phone.world, ids)] == ["plan.txt", "lease.pdf"]
    assert named_attachment(phone.world, ids, "lease.pdf") == LEASE
    with pytest.raises(ActionError, match=r"There is no attachment 'x'. Attachments: plan.txt, lease.pdf."):
        named_attachment(phone.world, ids, "x")


@pytest.mark.parametrize(
    ("folder", "path"),
    [
        ("Downloads/", "Downloads/lease.pdf"),
        ("Downloads", "Downloads/lease.pdf"),
        ("/Downloads//", "Downloads/lease.pdf"),
        ("My papers/2026", "My papers/2026/lease.pdf"),
        ("", "lease.pdf"),
        ("/", "lease.pdf"),
    ],
)
def test_a_download_is_a_copy_in_the_folder_named(phone: SmallPhone, folder: str, path: str) -> None:
    assert doing(phone, lambda call: download(call, LEASE, folder)) == path
    copy = file_at(phone.world, path)
    assert (copy.name, copy.text, copy.size, copy.copy_of) == ("lease.pdf", "Rent is 900.", 12, "f1")
    assert copy.id != LEASE.id


def test_a_second_download_makes_no_second_copy(phone: SmallPhone) -> None:
    doing(phone, lambda call: download(call, LEASE, "Downloads/"))
    before = everything(phone.world)
    assert doing(phone, lambda call: download(call, LEASE, "Downloads")) == "Downloads/lease.pdf"
    assert everything(phone.world) == before


def test_another_file_of_that_name_gets_a_free_name(phone: SmallPhone) -> None:
    assert doing(phone, lambda call: download(call, LEASE, "Documents/old")) == "Documents/old/lease (2).pdf"
    assert file_at(phone.world, "Documents/old/lease.pdf").text == "Rent is 800."


def test_a_copy_under_a_free_name_is_not_made_twice_either(phone: SmallPhone) -> None:
    doing(phone, lambda call: download(call, LEASE, "Documents/old"))
    count = len(paths(phone))
    assert doing(phone, lambda call: download(call, LEASE, "Documents/old")) == "Documents/old/lease (2).pdf"
    assert len(paths(phone)) == count


def test_the_same_file_may_be_saved_in_two_folders(phone: SmallPhone) -> None:
    doing(phone, lambda call: download(call, LEASE, "A"))
    assert doing(phone, lambda call: download(call, LEASE, "B")) == "B/lease.pdf"


@pytest.mark.parametrize(
    ("folder", "name", "second"),
    [
        ("v1.2", "readme", "v1.2/readme (2)"),
        ("", ".hidden", ".hidden (2)"),
        ("", "a.tar.gz", "a.tar (2).gz"),
        ("x.y/z", "plain.txt", "x.y/z/plain (2).txt"),
    ],
)
def test_a_free_name_keeps_folder_and_ending(phone: SmallPhone, folder: str, name: str, second: str) -> None:
    for file_id, path in (("a", f"{folder}/{name}".lstrip("/")), ("b", second)):
        file = new_file(file_id, name, "", file_id)
        phone.put(file)
        assert doing(phone, lambda call, file=file: download(call, file, folder)) == path  # type: ignore[misc]


names = st.sampled_from(["a.txt", "a", ".a", "a (2).txt"])


@given(st.lists(st.tuples(st.sampled_from("xyz"), names, st.sampled_from(["", "D", "D/E"])), max_size=12))
def test_paths_are_never_shared_and_no_file_is_copied_twice_into_a_folder(found: list[tuple[str, str, str]]) -> None:
    phone = SmallPhone("email")
    asked: dict[tuple[str, str, str], str] = {}
    for file_id, name, folder in found:
        file = new_file(f"{file_id}-{name}", name, "", file_id)
        phone.put(file)
        path = doing(phone, lambda call, file=file, folder=folder: download(call, file, folder))  # type: ignore[misc]
        assert asked.setdefault((file_id, name, folder), path) == path
    assert sorted(asked.values()) == paths(phone)
    assert len(set(asked.values())) == len(asked)


def test_a_download_of_the_assistant_is_harmless_and_another_file_is_not(phone: SmallPhone) -> None:
    app, store = phone.world.apps["files"], phone.world.store
    copy = File(id="c", name="a", path="Downloads/a")
    assert app.harmless(store, None, copy)
    assert not app.harmless(store, None, File(id="c", name="a", path="Documents/a"))
    assert not app.harmless(store, copy, File(id="c", name="a", path="Downloads/b"))
    assert not app.harmless(store, copy, None)


@pytest.mark.parametrize("path", ["", "/", "Documents/", "/Documents/a.txt", " a.txt"])
def test_a_seed_needs_the_path_of_a_file(path: str) -> None:
    with pytest.raises(SeedError, match="is not the path of a file; write it like Documents") as caught:
        SmallPhone("email").plant("files", {"path": path})
    assert caught.value.field == "path"


def test_two_seeds_cannot_lie_at_one_path() -> None:
    seeds: list[dict[str, Any]] = [{"path": "a.txt"}, {"path": "a.txt", "text": "other"}]
    with pytest.raises(SeedError, match=r"there is a file at 'a\.txt' already"):
        SmallPhone("email").plant("files", *seeds)
