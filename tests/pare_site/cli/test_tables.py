"""Tables: aligned, cut only for a terminal."""

from __future__ import annotations

import io

import pytest

from pare_site.cli.output import Console
from pare_site.cli.tables import columns_of, show_table


def table(rows: list[list[str]], flexible: int = 1) -> list[str]:
    out = io.StringIO()
    show_table(Console(out, io.StringIO()), ("id", "title"), rows, flexible)
    return out.getvalue().splitlines()


def test_columns_are_as_wide_as_their_content() -> None:
    assert table([["a", "first"], ["longer", "second"]]) == ["id      title", "a       first", "longer  second"]


def test_a_pipe_gets_long_cells_whole() -> None:
    assert table([["a", "word " * 60]])[1].endswith("word")
    assert len(table([["a", "word " * 60]])[1]) > 200


def test_the_flexible_column_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    line = table([["a_rather_long_name", "word " * 60]])[1]
    assert len(line) <= 40
    assert line.startswith("a_rather_long_name  word")
    assert line.endswith("…")


def test_a_cell_never_breaks_its_line() -> None:
    assert table([["a", "two\nlines\x1b"]])[1] == "a   two lines\\x1b"


def test_wide_and_combining_letters_are_measured_as_a_terminal_shows_them() -> None:
    assert columns_of("日本") == 4
    assert columns_of("e\u0301") == 1
    first, second = table([["日本", "x"], ["abcd", "x"]])[1:]
    assert columns_of(first) == columns_of(second)
