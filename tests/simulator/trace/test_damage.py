"""Damaged traces: whatever is done to a file, it is reported or the file is as it was."""

from __future__ import annotations

import random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from simulator.episode.verify import verify
from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import trace_bytes
from simulator.trace.verification import VerifyReport
from tests.simulator.stories.shelf import played

DATA = trace_bytes(played("late_train", plays="random", seed=3))
LINES = DATA.splitlines(keepends=True)


def report(data: bytes) -> VerifyReport | TraceError:
    """What reading and verifying say; anything else that is raised fails the test."""
    try:
        return verify(parse_trace(data))
    except TraceError as error:
        assert error.problem
        assert error.remedy
        return error


def is_fine(said: VerifyReport | TraceError) -> bool:
    return isinstance(said, VerifyReport) and said.ok


def named_lines(said: VerifyReport | TraceError) -> set[int | None]:
    if isinstance(said, TraceError):
        return {said.line}
    return {check.difference.line for check in said.checks if check.difference is not None}


def damaged(rng: random.Random) -> bytes:
    lines = list(LINES)
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[one]
        case 1:
            lines.insert(one, lines[other])
        case 2:
            lines[one], lines[other] = lines[other], lines[one]
        case 3:
            return DATA[: rng.randrange(len(DATA))]
        case _:
            place = rng.randrange(len(DATA))
            return DATA[:place] + rng.randbytes(rng.randrange(1, 4)) + DATA[place + rng.randrange(4) :]
    return b"".join(lines)


def test_an_untouched_trace_is_fine() -> None:
    assert is_fine(report(DATA))


@given(st.binary(max_size=300))
@example(b"{")
@example(LINES[0] + b"{}\n")
def test_random_bytes_are_never_a_trace(data: bytes) -> None:
    assert isinstance(report(data), TraceError)


@given(st.binary(max_size=200))
def test_random_bytes_after_a_header_are_never_a_trace(data: bytes) -> None:
    assert isinstance(report(LINES[0] + data), TraceError)


@settings(max_examples=150)
@given(place=st.integers(0, len(DATA) - 1), bits=st.integers(1, 255))
@example(place=len(DATA) - 1, bits=1)
@example(place=len(DATA) - 5, bits=32)
@example(place=2, bits=1)
def test_a_changed_byte_is_found_and_its_line_is_named(place: int, bits: int) -> None:
    said = report(DATA[:place] + bytes([DATA[place] ^ bits]) + DATA[place + 1 :])
    assert not is_fine(said)
    line = DATA.count(b"\n", 0, place) + 1
    if 1 < line < len(LINES):
        assert line in named_lines(said)


@settings(max_examples=150)
@given(st.randoms(use_true_random=False))
def test_lines_lost_doubled_swapped_or_cut_are_found(rng: random.Random) -> None:
    data = damaged(rng)
    assert is_fine(report(data)) == (data == DATA)


@given(st.integers(0, len(DATA) - 2))
def test_the_whole_moments_of_a_cut_trace_can_be_had(place: int) -> None:
    data = DATA[:place]
    whole = max(data.count(b"\n") - 1, 0)
    try:
        trace: Trace = parse_trace(data, partial=True)
    except TraceError:
        assert data.count(b"\n") == 0
    else:
        assert len(trace.moments) in (whole, whole + 1)
        assert verify(trace).ok
