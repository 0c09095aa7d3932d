"""Checks that need only the file."""

from __future__ import annotations

from simulator.trace.trace_reader import parse_trace
from simulator.trace.verification import check_chain
from tests.replay.files import own


def test_a_trace_without_hashes_fails_the_check_of_the_chain() -> None:
    trace = parse_trace(own())
    assert check_chain(trace).state == "ok"
    assert check_chain(trace._replace(marks=())).state == "wrong"
