"""A file is recognised by what is in it, and what is none of ours is refused with what it looks like."""

from __future__ import annotations

import pytest

from replay.foreign.detecting import is_own, read_any
from simulator.trace.header import Result, TraceError
from simulator.trace.trace_reader import parse_trace
from simulator.trace.trace_writer import dump
from tests.replay.files import NOT_TRACES, changed, cut, hf_shell, own
from tests.simulator.stories.shelf import played


def _refusal(data: bytes, name: str = "file") -> str:
    with pytest.raises(TraceError) as refused:
        read_any(data, name)
    return str(refused.value)


def test_a_trace_of_ours_is_read_and_verified() -> None:
    brought = read_any(own(), "dentist.jsonl")
    assert brought.format == "pare.trace"
    assert brought.trace.result is not None
    assert brought.warnings == ()


@pytest.mark.parametrize("name", NOT_TRACES)
def test_what_is_no_trace_is_refused_with_what_it_looks_like(name: str) -> None:
    data, says = NOT_TRACES[name]
    told = _refusal(data, name)
    assert says in told
    assert told.startswith(f"{name}: ")


def test_a_cut_file_is_refused_with_the_words_of_the_reader_and_what_to_do() -> None:
    told = _refusal(cut(own()))
    assert "whole moments" in told
    assert "Only whole traces can be imported" in told


def test_the_trace_of_a_run_that_goes_on_is_refused_likewise() -> None:
    without_result = own().rpartition(b'{"kind":"result"')[0]
    assert "the run had not ended" in _refusal(without_result)
    assert "Only whole traces can be imported" in _refusal(without_result)


@pytest.mark.parametrize(
    "damage",
    [
        changed,
        lambda data: data.replace(b'"engine":"', b'"engine":"9'),
        lambda data: data.replace(b'"seed":0', b'"seed":1'),
        lambda data: data.replace(b'"turn":1', b'"turn": 1'),
        lambda data: data + b"{}\n",
        lambda data: data.replace(b"\n", b"\r\n"),
    ],
)
def test_a_changed_file_is_refused(damage: object) -> None:
    assert callable(damage)
    data = damage(own())
    assert data != own()
    told = _refusal(data)
    assert "changed or damaged" in told


@pytest.mark.parametrize("respelled", [b"\xef\xbb\xbf" + own(), own().replace(b'{"kind":"', b'{"kind": "')])
def test_lines_that_are_not_as_they_were_written_are_refused(respelled: bytes) -> None:
    assert "not the lines of an unchanged trace" in _refusal(respelled)


def test_a_forged_result_is_found_even_under_a_right_checksum() -> None:
    silent = parse_trace(own(plays="silent"))
    assert silent.result is not None and silent.result.outcome is not None and not silent.result.outcome.success
    good = played("dentist").result()
    assert good is not None
    forged = dump(
        silent.header,
        silent.moments,
        Result(
            ended=silent.result.ended,
            outcome=good.outcome,
            state_hash=silent.result.state_hash,
            metrics=silent.result.metrics,
        ),
    )
    assert "The result does not match the moments." in _refusal(forged)


def test_a_file_that_only_claims_to_be_foreign_is_refused_without_a_breakdown() -> None:
    assert _refusal(hf_shell(apps="what", metadata=3))


def test_the_first_bytes_say_whether_a_file_is_ours() -> None:
    assert is_own(own())
    assert is_own(cut(own()))
    assert not is_own(hf_shell())
