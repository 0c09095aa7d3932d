"""Reading a trace file: what is wrong is told with its line and what to do about it."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Limits, parse_trace, read_trace, unreadable
from simulator.trace.trace_writer import trace_bytes
from tests.simulator.stories.shelf import fresh, played

DATA = trace_bytes(played("dentist", max_turns=2))
LINES = DATA.splitlines(keepends=True)
MOMENTS = len(LINES) - 2
Edit = Callable[[dict[str, Any]], object]


def edited(line: int, edit: Edit) -> bytes:
    """The trace with one line, counted from 1, changed as data."""
    data = json.loads(LINES[line - 1])
    edit(data)
    return b"".join([*LINES[: line - 1], json.dumps(data).encode() + b"\n", *LINES[line:]])


def complaint(data: bytes, limits: Limits | None = None) -> TraceError:
    with pytest.raises(TraceError) as caught:
        parse_trace(data, "run.jsonl", limits)
    return caught.value


def test_a_whole_trace_is_read() -> None:
    trace = parse_trace(DATA)
    assert len(trace.moments) == MOMENTS
    assert trace.result is not None
    assert trace.sha256 == trace.result.sha256
    assert trace.odd_lines == ()


def test_a_complaint_names_file_line_problem_and_remedy() -> None:
    error = complaint(edited(3, lambda line: line.update(n="two")))
    assert str(error) == (
        "run.jsonl, line 3: The field 'n' is wrong: expected int, got str. "
        "The file was changed or damaged after it was written; copy the original file again."
    )


@pytest.mark.parametrize(
    ("data", "line", "problem"),
    [
        (b"", None, "The file is empty."),
        (b" \n\n", None, "The file is empty."),
        (b"hello", 1, "This is not a trace."),
        (b"[1]\n", 1, "This is not a trace. The line is not a JSON object."),
        (b'{"kind": "scenario"}\n', 1, "This is not a trace."),
        (b"\x89PNG\r\n\x1a\n\x00\n", 1, "This is not a trace. The line is not UTF-8 (at byte 0)."),
        (b"\xef\xbb\xbf" + DATA, 1, "This is not a trace."),
        (LINES[0][:50], 1, "The file is cut in its first line."),
        (LINES[0] + b"\n" + b"".join(LINES[1:]), 2, "The line is empty."),
        (LINES[0] + b"{]\n" + b"".join(LINES[2:]), 2, "The line is not JSON"),
        (LINES[0] + b'{"n": "\xff"}\n' + b"".join(LINES[2:]), 2, "The line is not UTF-8 (at byte 7)."),
        (LINES[0] + b"[" * 100_000 + b"\n" + b"".join(LINES[2:]), 2, "The line is nested too deeply."),
        (LINES[0] + b"7\n" + b"".join(LINES[2:]), 2, "The line is not a JSON object."),
        (LINES[0] * 2 + b"".join(LINES[1:]), 2, "This line is a second header."),
        (DATA + LINES[1], len(LINES) + 1, "There are more lines after the result."),
        (LINES[0] + LINES[-1], 2, f"The result counts {MOMENTS} moments, but the file has 0; lines are missing."),
    ],
)
def test_what_is_no_trace_is_refused_with_its_line(data: bytes, line: int | None, problem: str) -> None:
    error = complaint(data)
    assert error.problem.startswith(problem)
    assert error.line == line
    assert error.remedy


@pytest.mark.parametrize(
    ("line", "edit", "problem"),
    [
        (1, lambda line: line.update(schema=2), "The trace has schema 2; this version reads up to 1."),
        (1, lambda line: line.update(schema=0), "Unknown schema 0."),
        (1, lambda line: line.update(schema="1"), "The field 'schema' is wrong: expected int, got str."),
        (1, lambda line: line.pop("config"), "The field 'config' is missing."),
        (1, lambda line: line.update(mood="good"), "Unknown field 'mood' in a line of this kind."),
        (2, lambda line: line.pop("kind"), "The field 'kind' is missing or is not text."),
        (2, lambda line: line.update(kind="started@2"), "The moment kind started@2 is newer than this version reads"),
        (2, lambda line: line.update(kind="dreamt@1"), "Unknown moment kind 'dreamt@1'; known kinds: started@1, "),
        (2, lambda line: line.pop("h"), "The field 'h' is not a hash of 16 digits."),
        (2, lambda line: line.update(h="xyz"), "The field 'h' is not a hash of 16 digits."),
        (3, lambda line: line.pop("at"), "The field 'at' is missing."),
        (3, lambda line: line.update(actor="cat"), "The field 'actor' is wrong: invalid enum value 'cat'."),
        (3, lambda line: line.update(patches=[{"op": "add"}]), "The field 'patches[0].table' is missing."),
        (3, lambda line: line.update(thoughts="?"), "Unknown field 'thoughts' in a line of this kind."),
        (3, lambda line: line.update(n=7), "Moment 7 is here instead of moment 1; lines are missing or out of"),
        (len(LINES), lambda line: line.pop("sha256"), "The field 'sha256' is missing."),
        (
            len(LINES),
            lambda line: line.update(ended="bored"),
            "The field 'ended' is wrong: invalid enum value 'bored'.",
        ),
        (len(LINES), lambda line: line["outcome"].pop("clean"), "The field 'outcome.clean' is missing."),
    ],
)
def test_a_wrong_field_is_named_with_its_line(line: int, edit: Edit, problem: str) -> None:
    error = complaint(edited(line, edit))
    assert error.problem.startswith(problem)
    assert error.line == line


@pytest.mark.parametrize("kind", ["action@2", "ended@17"])
def test_a_newer_kind_names_the_upgrade(kind: str) -> None:
    assert "newer version" in complaint(edited(3, lambda line: line.update(kind=kind))).remedy


@pytest.mark.parametrize("whole", [0, 1, 4])
def test_a_cut_trace_says_how_much_is_there_and_gives_it_when_asked(whole: int) -> None:
    data = b"".join(LINES[: whole + 1]) + LINES[whole + 1][:-20]
    error = complaint(data)
    amount = "the file has 1 whole moment" if whole == 1 else f"the file has {whole} whole moments"
    assert error.problem == f"The file is cut in the middle of this line; {amount}."
    assert error.remedy == "You can view the whole moments, but the trace can't be fully verified."
    assert (error.line, error.moments) == (whole + 2, whole)
    assert len(parse_trace(data, partial=True).moments) == whole


def test_a_trace_cut_inside_a_character_is_cut_and_not_misspelled() -> None:
    data = LINES[0] + '{"kind":"memory@1","note":"Café'.encode()[:-1]
    assert complaint(data).problem.startswith("The file is cut in the middle of this line")


def test_a_trace_without_result_says_so_and_gives_its_moments_when_asked() -> None:
    data = b"".join(LINES[:-1])
    assert complaint(data).problem == (
        "The result is missing: the run had not ended, or the file is cut at the end of a line; "
        f"the file has {MOMENTS} whole moments."
    )
    partial = parse_trace(data, partial=True)
    assert (len(partial.moments), partial.result) == (MOMENTS, None)


def test_a_run_that_goes_on_can_be_read() -> None:
    episode = fresh("dentist")
    next(iter(episode.play()))
    assert len(parse_trace(trace_bytes(episode), partial=True).moments) == 1


def test_damage_in_the_middle_is_a_complaint_also_for_partial_reading() -> None:
    with pytest.raises(TraceError):
        parse_trace(LINES[0] + b"{]\n" + b"".join(LINES[2:]), partial=True)


def test_a_missing_line_end_is_noticed() -> None:
    assert parse_trace(DATA[:-1]).odd_lines == (len(LINES),)


def test_other_spellings_of_the_same_are_noticed() -> None:
    assert parse_trace(edited(3, lambda line: None)).odd_lines == (3,)
    assert parse_trace(DATA.replace(b"\n", b"\r\n")).odd_lines == tuple(range(1, len(LINES) + 1))


def test_large_files_and_lines_are_refused_by_limits_that_can_be_raised() -> None:
    assert complaint(DATA, Limits(file=100)).problem == "The file is larger than 100 bytes."
    longest = max(map(len, LINES))
    error = complaint(DATA, Limits(line=longest - 1))
    assert error.problem == f"The line is longer than {longest - 1} bytes."
    assert parse_trace(DATA, limits=Limits(len(DATA), longest)).result is not None


def test_a_large_file_is_refused_before_it_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as handle:
        handle.truncate(Limits().file + 1)
    with pytest.raises(TraceError, match="larger than 67108864 bytes"):
        read_trace(path)


def test_a_missing_file_a_folder_and_an_impossible_name_are_told_apart(tmp_path: Path) -> None:
    for path, problem in {
        tmp_path / "none.jsonl": "The file does not exist.",
        tmp_path: "This is a folder.",
        tmp_path / "a\0b": "The file cannot be read: embedded null byte.",
        tmp_path / ("x" * 300): "The file cannot be read: File name too long.",
    }.items():
        with pytest.raises(TraceError) as caught:
            read_trace(path)
        assert caught.value.problem == problem
        assert caught.value.line is None


def test_a_file_without_the_right_to_read_it_is_told() -> None:
    assert unreadable(PermissionError(errno.EACCES, "Permission denied")) == (
        "You are not allowed to read this file.",
        "Check its permissions.",
    )
