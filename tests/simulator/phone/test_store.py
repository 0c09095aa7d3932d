"""The store: writes that can be undone or retold, and a digest that follows them."""

from __future__ import annotations

import hashlib
from typing import ClassVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.state import Frame, Stack
from simulator.phone.store import Change, Patch, Record, Store, changed_fields, patch_of


class Book(Record, frozen=True):
    table: ClassVar[str] = "shelf.book"
    prefix: ClassVar[str] = "book"

    title: str
    pages: int = 0
    price: float | None = None
    authors: tuple[str, ...] = ()
    place: Frame | None = None


class Ticket(Record, frozen=True):
    table: ClassVar[str] = "meta.ticket"

    number: int = 0


TYPES: dict[str, type[Record]] = {cls.table: cls for cls in (Book, Ticket, Stack)}


def shelf(*records: Record) -> Store:
    store = Store(TYPES)
    store.begin()
    for record in records:
        store.put(record)
    store.commit()
    return store


def rows(store: Store) -> dict[str, dict[str, Record]]:
    return {table: dict(found) for table, found in store.tables().items()}


def through_json(changes: list[Change]) -> list[Patch]:
    written = msgspec.json.encode([patch_of(change) for change in changes])
    return msgspec.json.decode(written, type=list[Patch])


def test_a_record_that_was_put_is_there() -> None:
    store = shelf(Book(id="1", title="Moby"))
    assert store.get(Book, "1") == Book(id="1", title="Moby")
    assert store.get(Book, "2") is None


def test_a_commit_tells_what_was_made_changed_and_dropped_in_order_of_touch() -> None:
    old, gone = Book(id="1", title="Moby"), Book(id="2", title="Emma")
    store = shelf(old, gone)
    store.begin()
    store.drop(Book, "2")
    store.put(Book(id="1", title="Moby", pages=3))
    store.put(Book(id="3", title="Emil"))
    assert store.commit() == [
        Change(Book.table, "2", gone, None),
        Change(Book.table, "1", old, Book(id="1", title="Moby", pages=3)),
        Change(Book.table, "3", None, Book(id="3", title="Emil")),
    ]


def test_what_ended_as_it_was_is_no_change() -> None:
    store = shelf(Book(id="1", title="Moby"))
    store.begin()
    store.put(Book(id="1", title="Emma"))
    store.put(Book(id="1", title="Moby"))
    store.put(Book(id="2", title="Emil"))
    store.drop(Book, "2")
    assert store.commit() == []


def test_a_record_touched_twice_is_one_change_from_first_to_last() -> None:
    first = Book(id="1", title="a")
    store = shelf(first)
    store.begin()
    store.put(Book(id="1", title="b"))
    store.put(Book(id="1", title="c"))
    assert store.commit() == [Change(Book.table, "1", first, Book(id="1", title="c"))]


def test_changes_can_be_seen_before_they_are_final() -> None:
    store = shelf()
    store.begin()
    store.put(Book(id="1", title="a"))
    assert [change.id for change in store.changes()] == ["1"]
    store.rollback()
    assert store.get(Book, "1") is None


def test_a_rollback_leaves_no_trace() -> None:
    store = shelf(Book(id="1", title="Moby"), Book(id="2", title="Emma"))
    before, digest = rows(store), store.digest()
    store.begin()
    store.put(Book(id="1", title="changed"))
    store.drop(Book, "2")
    store.put(Book(id="3", title="new"))
    store.put(Ticket(id="t"))
    store.rollback()
    assert rows(store) == before
    assert store.digest() == digest
    store.begin()
    assert store.commit() == []


def test_a_digest_taken_in_the_middle_of_a_failed_action_is_forgotten() -> None:
    store = shelf(Book(id="1", title="Moby"))
    before = store.digest()
    store.begin()
    store.put(Book(id="1", title="changed"))
    assert store.digest() != before
    store.rollback()
    assert store.digest() == before


def test_what_was_committed_cannot_be_rolled_back() -> None:
    store = shelf(Book(id="1", title="Moby"))
    store.rollback()
    assert store.get(Book, "1") is not None


def test_dropping_what_is_not_there_is_an_error_that_can_be_rolled_back() -> None:
    store = shelf(Book(id="1", title="Moby"))
    before = rows(store)
    store.begin()
    with pytest.raises(KeyError):
        store.drop(Book, "9")
    store.rollback()
    assert rows(store) == before


def test_a_derived_value_is_built_once_until_its_table_changes() -> None:
    store = shelf(Book(id="1", title="b"), Book(id="2", title="a"))
    built = []

    def titles() -> list[str]:
        built.append(1)
        return sorted(book.title for book in store.all(Book).values())

    assert store.derived("titles", Book, titles) == ["a", "b"]
    store.put(Ticket(id="t"))
    assert store.derived("titles", Book, titles) == ["a", "b"]
    assert len(built) == 1
    store.put(Book(id="3", title="c"))
    assert store.derived("titles", Book, titles) == ["a", "b", "c"]


def test_a_derived_value_does_not_survive_a_rollback() -> None:
    store = shelf(Book(id="1", title="a"))

    def titles() -> list[str]:
        return sorted(book.title for book in store.all(Book).values())

    store.begin()
    store.put(Book(id="2", title="b"))
    assert store.derived("titles", Book, titles) == ["a", "b"]
    store.rollback()
    assert store.derived("titles", Book, titles) == ["a"]


def test_a_copy_goes_its_own_way() -> None:
    store = shelf(Book(id="1", title="a"))
    twin = store.copy()
    twin.begin()
    twin.put(Book(id="2", title="b"))
    twin.commit()
    assert store.get(Book, "2") is None
    assert twin.digest() != store.digest()


def test_a_copy_made_in_the_middle_of_an_action_cannot_undo_it() -> None:
    store = shelf()
    store.begin()
    store.put(Book(id="1", title="a"))
    twin = store.copy()
    twin.rollback()
    assert twin.get(Book, "1") is not None


def test_a_new_record_is_told_without_what_is_so_by_default() -> None:
    change = Change(Book.table, "1", None, Book(id="1", title="a", pages=2))
    assert patch_of(change) == Patch("add", Book.table, "1", {"title": "a", "pages": 2})


def test_a_changed_record_is_told_by_its_changed_fields_alone() -> None:
    old = Book(id="1", title="a", pages=2, authors=("x",))
    new = Book(id="1", title="a", authors=("x",))
    assert patch_of(Change(Book.table, "1", old, new)) == Patch("set", Book.table, "1", {"pages": 0})
    assert changed_fields(old, new) == {"pages": 0}


def test_a_field_set_back_to_its_default_is_retold() -> None:
    store = shelf(Book(id="1", title="a", pages=2, price=3.5))
    twin = store.copy()
    store.begin()
    store.put(Book(id="1", title="a"))
    twin.apply(through_json(store.commit()))
    assert twin.get(Book, "1") == Book(id="1", title="a")


@pytest.mark.parametrize(
    "wrong",
    [
        Patch("set", Book.table, "9", {"title": "x"}),
        Patch("drop", Book.table, "9"),
        Patch("add", "shelf.nothing", "1", {"title": "x"}),
        Patch("add", Book.table, "2", {"title": 5}),
    ],
)
def test_patches_that_do_not_fit_are_refused_as_a_whole(wrong: Patch) -> None:
    store = shelf(Book(id="1", title="a"))
    before = rows(store)
    with pytest.raises((KeyError, msgspec.ValidationError)):
        store.apply([Patch("set", Book.table, "1", {"title": "b"}), wrong])
    assert rows(store) == before


def test_tables_for_bookkeeping_do_not_count_in_the_digest() -> None:
    store = shelf(Book(id="1", title="a"))
    digest = store.digest()
    store.put(Ticket(id="t", number=5))
    assert store.digest() == digest


def test_every_difference_in_data_shows_in_the_digest() -> None:
    stores = [
        shelf(),
        shelf(Book(id="1", title="a")),
        shelf(Book(id="2", title="a")),
        shelf(Book(id="1", title="b")),
        shelf(Book(id="1", title="a"), Book(id="2", title="a")),
        shelf(Book(id="1", title="a", authors=("x",))),
        shelf(Book(id="1", title="a", authors=("x", "y"))),
        shelf(Book(id="1", title="a", authors=("y", "x"))),
    ]
    assert len({store.digest() for store in stores}) == len(stores)


def test_the_same_record_in_two_tables_counts_for_both() -> None:
    class Copy(Book, frozen=True):
        table: ClassVar[str] = "shelf.copy"

    store = Store({Book.table: Book, Copy.table: Copy})
    store.put(Book(id="1", title="a"))
    one = store.digest()
    store.put(Copy(id="1", title="a"))
    assert int(store.digest(), 16) not in (0, int(one, 16), 2 * int(one, 16))


def test_a_digest_is_the_same_on_every_machine() -> None:
    store = shelf(Book(id="1", title="a", pages=2))
    payload = b'shelf.book\0{"id":"1","pages":2,"title":"a"}'
    assert store.digest() == hashlib.sha256(payload).hexdigest()


ids = st.sampled_from("abcd")
books = st.builds(
    Book,
    id=ids,
    title=st.text(max_size=4),
    pages=st.integers(0, 3),
    price=st.none() | st.floats(allow_nan=False, allow_infinity=False),
    authors=st.lists(st.text(max_size=2), max_size=2).map(tuple),
    place=st.none() | st.builds(Frame, screen=st.just("S"), context=st.dictionaries(ids, st.integers(), max_size=2)),
)
steps = st.lists(st.tuples(st.sampled_from(["put", "drop", "ticket", "digest"]), books), max_size=12)
actions = st.lists(st.tuples(steps, st.booleans()), max_size=6)


def play(store: Store, moves: list[tuple[str, Book]]) -> None:
    for what, book in moves:
        if what == "put":
            store.put(book)
        elif what == "drop" and store.get(Book, book.id) is not None:
            store.drop(Book, book.id)
        elif what == "ticket":
            store.put(Ticket(id=book.id, number=book.pages))
        elif what == "digest":
            store.digest()


@given(actions)
def test_retelling_patches_gives_the_same_store_as_living_through_it(story: list[tuple[list, bool]]) -> None:  # type: ignore[type-arg]
    live, retold = Store(TYPES), Store(TYPES)
    for moves, works in story:
        live.begin()
        play(live, moves)
        if not works:
            live.rollback()
            continue
        changes = live.commit()
        assert retold.apply(through_json(changes)) == changes
        assert rows(retold) == rows(live)
        assert retold.digest() == live.digest()


@given(actions)
def test_the_running_digest_equals_one_taken_from_scratch(story: list[tuple[list, bool]]) -> None:  # type: ignore[type-arg]
    store = Store(TYPES)
    for moves, works in story:
        store.begin()
        play(store, moves)
        if works:
            store.commit()
        else:
            store.rollback()
        scratch = Store(TYPES)
        for found in store.tables().values():
            for record in found.values():
                scratch.put(record)
        assert store.digest() == scratch.digest() == store.copy().digest()


@given(st.lists(books, max_size=6, unique_by=lambda book: book.id), st.randoms(use_true_random=False))
def test_the_order_of_writing_does_not_matter(found: list[Book], rng: object) -> None:
    shuffled = list(found)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert shelf(*found).digest() == shelf(*shuffled).digest()
