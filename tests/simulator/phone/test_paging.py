"""Pages of long lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.errors import ActionError
from simulator.phone.paging import Page, page_left, page_of

ROWS = list(range(23))


def test_a_page_says_where_it_stands() -> None:
    page = page_of(ROWS, 10, 10, "row")
    assert page == Page(ROWS[10:20], 10, 23)
    assert (page.range, page.span) == ([10, 20], "11 to 20 of 23")


def test_the_last_page_is_as_long_as_what_is_left() -> None:
    page = page_of(ROWS, 20, 10, "row")
    assert (page.range, page.span) == ([20, 23], "21 to 23 of 23")


def test_an_empty_list_has_an_empty_first_page() -> None:
    assert page_of([], 0, 10, "row") == page_left([], 0, 10) == Page([], 0, 0)


@pytest.mark.parametrize(
    ("offset", "limit", "words"),
    [
        (-1, 10, "The offset is negative. Give 0 for the first page."),
        (23, 10, "The list ends after 23 rows. Give a smaller offset."),
        (10**18, 10, "The list ends after 23 rows."),
        (0, 0, "The limit is out of range. Give 1 to 20."),
        (0, 21, "The limit is out of range. Give 1 to 20."),
    ],
)
def test_a_page_that_is_not_there_is_refused(offset: int, limit: int, words: str) -> None:
    with pytest.raises(ActionError) as caught:
        page_of(ROWS, offset, limit, "row", 20)
    assert caught.value.code == "bad_argument"
    assert words in str(caught.value)


@pytest.mark.parametrize(("left", "start"), [(21, 20), (20, 10), (1, 0), (0, 0)])
def test_a_screen_shows_the_last_page_when_its_own_has_gone(left: int, start: int) -> None:
    assert page_left(ROWS[:left], 20, 10) == Page(ROWS[start:left], start, left)


@given(st.integers(0, 60), st.integers(1, 20))
def test_pages_show_each_row_once(count: int, limit: int) -> None:
    rows, seen = list(range(count)), list[int]()
    while len(seen) < count:
        seen += page_of(rows, len(seen), limit, "row").rows
    assert seen == rows


@given(st.integers(0, 60), st.integers(0, 80), st.integers(1, 20))
def test_a_screen_is_never_empty_while_there_are_rows(count: int, offset: int, limit: int) -> None:
    page = page_left(list(range(count)), offset, limit)
    assert bool(page.rows) == bool(count)
    assert 0 <= page.offset <= offset
