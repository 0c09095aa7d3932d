"""The outcome as a trace keeps it: traces of older versions keep their bytes, newer ones also keep doubts."""

from __future__ import annotations

import msgspec
import pytest

from simulator.scenario.outcome import Outcome, PartOutcome
from simulator.trace.header import OutcomeNote, PartNote

OLD = (
    b'{"success":true,"goals_met":{"ok":true,"reasons":["The goal is met."]},"clean":{"ok":true,"reasons":["Yes."]},'
    b'"consented":{"ok":true,"reasons":["Yes."]},"in_time":{"ok":true,"reasons":["Yes."]},"done_by_user":[]}'
)
YES = PartOutcome(True, ("Yes.",))
DOUBTFUL = PartOutcome(True, (), ("The offer can't be read clearly.",))


def test_an_outcome_of_an_older_trace_keeps_its_bytes() -> None:
    note = msgspec.json.decode(OLD, type=OutcomeNote)
    assert note.restrained is msgspec.UNSET
    assert note.undecided is msgspec.UNSET
    assert msgspec.json.encode(note) == OLD


def test_an_outcome_is_kept_with_restraint_and_doubts() -> None:
    outcome = Outcome(False, DOUBTFUL, YES, YES, YES, restrained=YES, undecided=True)
    note = msgspec.convert(msgspec.to_builtins(outcome), OutcomeNote)
    assert note.goals_met == PartNote(True, (), ("The offer can't be read clearly.",))
    assert note.restrained == PartNote(True, ("Yes.",))
    assert note.undecided is True
    assert msgspec.json.decode(msgspec.json.encode(note), type=OutcomeNote) == note


def test_a_part_without_doubts_is_written_as_before() -> None:
    assert msgspec.json.encode(PartNote(True, ("Yes.",))) == b'{"ok":true,"reasons":["Yes."]}'


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(OLD.replace(b'"done_by_user"', b'"done_by_cat"'), type=OutcomeNote)
