"""Numbers and lists inside sentences."""

from __future__ import annotations

import pytest

from simulator.phone.store import grouped
from simulator.words.english import counted, cut, first_few, listed, plural_of, spoken


@pytest.mark.parametrize(("number", "text"), [(0, "0 notes"), (1, "1 note"), (2, "2 notes")])
def test_a_noun_follows_its_number(number: int, text: str) -> None:
    assert counted(number, "note") == text


@pytest.mark.parametrize(
    ("names", "text"),
    [((), "none"), (("a",), "a"), (("a", "b"), "a, b"), (("a", "b", "c", "d"), "a, b and 2 more")],
)
def test_only_the_first_names_are_listed(names: tuple[str, ...], text: str) -> None:
    assert listed(names, 2) == text


def test_names_that_have_commas_are_parted_otherwise() -> None:
    assert listed(["a, b", "c", "d"], 2, "; ") == "a, b; c and 1 more"


def test_lists_read_like_sentences() -> None:
    assert spoken(["a", "b", "c"]) == "a, b and c"
    assert spoken(["a", "b"], "or") == "a or b"
    assert spoken([]) == ""


def test_plurals_follow_the_noun() -> None:
    assert [plural_of(noun) for noun in ("run", "entry", "day")] == ["runs", "entries", "days"]
    assert counted(3, "person", "people") == "3 people"
    assert [counted(n, "reply", none="no") for n in (0, 1, 2)] == ["no replies", "1 reply", "2 replies"]
    assert (counted(1200, "run"), counted(1200, "run", grouped=True)) == ("1200 runs", "1,200 runs")


def test_long_lists_end_with_how_many_more_there_are() -> None:
    assert first_few(["a", "b", "c"]) == "a, b and c"
    assert first_few(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"


def test_rows_are_grouped_in_their_order() -> None:
    assert grouped([3, 1, 4, 6], lambda number: number % 2) == {1: [3, 1], 0: [4, 6]}


def test_a_text_cut_to_nothing_is_empty() -> None:
    assert (cut("abc", 0), cut("abc", 1), cut("", 0)) == ("", "…", "")
