"""Our own file of a foreign run still says where it comes from, and a forged note says nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from replay.foreign.brought import Brought
from replay.foreign.detecting import read_any
from replay.foreign.provenance import provenance_of, with_provenance
from simulator.trace.hashing import content_hash
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import dump
from tests.replay.files import own
from tests.replay.foreign.runs import evening


def _noted(note: Any) -> Trace:
    trace = parse_trace(own())
    first = msgspec.structs.replace(trace.moments[0], envelope=Envelope(original={"imported": note}))
    return parse_trace(dump(trace.header, (first, *trace.moments[1:]), trace.result))


def test_a_foreign_run_keeps_what_its_file_said() -> None:
    brought = read_any(evening().bytes(), "kiln.json")
    again = read_any(dump(*brought.trace[:3]), "kiln.jsonl")
    assert (again.format, again.said, again.warnings) == ("hf", brought.said, brought.warnings)


def test_the_note_changes_no_content() -> None:
    brought = Brought(parse_trace(own()), "hf", {"scenario_id": "x"}, ("Something is missing.",))
    noted = with_provenance(brought)
    assert content_hash(noted.trace.moments) == content_hash(brought.trace.moments)
    found = provenance_of(noted.trace)
    assert found is not None
    assert (found.format, found.said, found.warnings) == ("hf", brought.said, brought.warnings)


def test_a_run_of_ours_has_no_such_note() -> None:
    assert provenance_of(parse_trace(own())) is None


@pytest.mark.parametrize(
    "note", [3, None, [], {}, {"format": "xls"}, {"format": "pare.trace"}, {"format": "hf", "said": 3}]
)
def test_a_note_that_makes_no_sense_says_nothing(note: Any) -> None:
    assert provenance_of(_noted(note)) is None
