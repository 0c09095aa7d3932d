"""The parts of a “lite” file that moments keep, so that an export has the same content again."""

from __future__ import annotations

from typing import Any

from replay.foreign.lite_messages import HISTORIES
from replay.foreign.originals import kept_file
from simulator.trace.moments import Started
from simulator.trace.trace_reader import Trace

# Keys in a moment's `Envelope.original`: its message, the answer, earlier messages that are not shown, and the agent.
MESSAGE, ANSWER, BEFORE, AGENT = "message", "answer", "before", "agent"
# Key in the first moment's `Envelope.original`: the fields of the file without the histories.
FIELDS = "lite"
Histories = dict[str, list[dict[str, Any]]]


def fields_of(root: dict[str, Any]) -> dict[str, Any]:
    return {FIELDS: {name: value for name, value in root.items() if name != HISTORIES}}


def kept_fields(trace: Trace) -> dict[str, Any]:
    """Return the fields from the imported file, or from the metadata of an “hf” file; empty for a run played here."""
    metadata = kept_file(trace).get("metadata")
    if isinstance(metadata, dict):
        return _from_metadata(metadata)
    kept = _original(trace, 0).get(FIELDS, {}) if trace.moments and isinstance(trace.moments[0], Started) else {}
    return dict(kept)


def kept_histories(trace: Trace) -> Histories:
    """Return the messages in the imported “lite” file by agent; empty for a run that is not from a “lite” file."""
    histories: Histories = {}
    for place in range(len(trace.moments)):
        original = _original(trace, place)
        for entry in (*original.get(BEFORE, ()), original):
            if MESSAGE in entry:
                told = [entry[MESSAGE], entry[ANSWER]] if ANSWER in entry else [entry[MESSAGE]]
                histories.setdefault(entry[AGENT], []).extend(told)
    return histories


def _original(trace: Trace, place: int) -> dict[str, Any]:
    envelope = trace.moments[place].envelope
    return {} if envelope is None else envelope.original


def _from_metadata(metadata: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a “lite” file from the metadata of an “hf” file."""
    places = (
        ("scenario_id", "definition", "scenario_id"),
        ("model_id", "simulation", "model_id"),
        ("main_agent_type", "simulation", "agent_id"),
        ("validation_decision", "annotation", "validation_decision"),
    )
    found = {name: (metadata.get(part) or {}).get(field) for name, part, field in places}
    return {name: value for name, value in found.items() if value is not None}
