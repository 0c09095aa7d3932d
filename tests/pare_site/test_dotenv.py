"""The file .env: what a line may be, and that the environment wins."""

from __future__ import annotations

from pathlib import Path

import pytest

from pare_site.dotenv import BadEnvFile, load, parse


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("A=b", "b"),
        ("  A = b  ", "b"),
        ("export A=b", "b"),
        ("A=", ""),
        ("A='b c'", "b c"),
        ('A="b # c"  # why', "b # c"),
        ('A="x" # not "y"', "x"),
        ("A='x'  # it's", "x"),
        ('A="it\'s"', "it's"),
        ("A=b # why", "b"),
        ("A=b#c", "b#c"),
        ("A=# why", ""),
        ("A=postgresql://me:p=w@lab/x?y=1", "postgresql://me:p=w@lab/x?y=1"),
        ("A=it's", "it's"),
        ("\ufeffA=b", "b"),
    ],
)
def test_a_line_sets_a_name(line: str, value: str) -> None:
    assert parse(line) == {"A": value}


def test_remarks_and_empty_lines_are_nothing() -> None:
    assert parse("# A=b\n\n   \n  # more\nB=1\r\n") == {"B": "1"}


@pytest.mark.parametrize("line", ["hello", "A B=c", "=b", "1A=b", "A-B=c", "sk-secret"])
def test_anything_else_is_refused_with_its_place_and_without_its_words(line: str) -> None:
    with pytest.raises(BadEnvFile, match=r"^\.env:2: this line is not a setting\. Write NAME=value") as refusal:
        parse(f"A=b\n{line}\n")
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("line", ["A='b", 'A="b', "A='b\" c", "A='b' c"])
def test_a_quotation_mark_must_be_closed(line: str) -> None:
    with pytest.raises(BadEnvFile, match=r"^\.env:1: the quotation mark of A is not closed"):
        parse(line)


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text("A=file\nB=file\n")
    variables = {"A": "shell", "PARE_ENV_FILE": str(file)}
    load(variables)
    assert variables["A"] == "shell"
    assert variables["B"] == "file"


def test_a_file_that_is_named_but_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadEnvFile, match="PARE_ENV_FILE: the file "):
        load({"PARE_ENV_FILE": str(tmp_path / "none")})


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"A=\xe9\n")
    with pytest.raises(BadEnvFile, match="cannot be read: it is not UTF-8 text"):
        load({"PARE_ENV_FILE": str(tmp_path / "latin")})
    with pytest.raises(BadEnvFile, match="cannot be read: Is a directory"):
        load({"PARE_ENV_FILE": str(tmp_path)})
