"""Writes a run in the format “hf” of the original PARE. Reading the file again gives the same decision points."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from replay.foreign.hf_calls import Sheet, acts_in
from replay.foreign.hf_events import completed, planned
from replay.foreign.hf_logs import Logs
from replay.foreign.originals import kept_events, kept_file
from replay.foreign.states import app_states
from simulator.config import EpisodeConfig
from simulator.scenario.load import from_source
from simulator.trace.moments import Ended
from simulator.trace.trace_reader import Trace

VERSION = "are_simulation_v1"


def write_hf(trace: Trace) -> bytes:
    """Return the run as the content of a file in the format “hf”."""
    story = from_source(trace.header.scenario)
    sheet = Sheet(story, f"{trace.header.scenario_hash}|{trace.header.config_hash}")
    noted = [sheet.noted(moment) for moment in acts_in(trace.moments)]
    kept = kept_file(trace)
    written: dict[str, Any] = {
        "version": VERSION,
        "metadata": metadata_of(trace, sheet.time(story.start), story.id),
        "apps": app_states(story.blank),
        "events": planned(sheet),
        # Events of an imported “hf” file are written as they were.
        "completed_events": kept_events(trace) or [completed(sheet, one) for one in noted],
        "world_logs": [_text(entry) for entry in Logs(sheet).entries(trace.moments)],
        "context": None,
        "augmentation": None,
        # Last, so that the fields of an imported file replace the fields made here.
        **kept,
    }
    return _text(written).encode()


def metadata_of(trace: Trace, start: float, scenario_id: str) -> dict[str, Any]:
    config = EpisodeConfig.model_validate(trace.header.config)
    crashed, error = _breakdown(trace)
    return {
        "definition": {
            "scenario_id": scenario_id,
            "seed": trace.header.seed,
            "duration": None,
            "time_increment_in_seconds": 1,
            "start_time": start,
            "run_number": None,
            "hints": [],
            "config": None,
            "has_a2a_augmentation": False,
            "has_tool_augmentation": bool(config.tool_failure_probability or config.tool_names),
            "has_env_events_augmentation": config.env_events_per_minute > 0,
            "has_exception": crashed,
            "exception_type": error.partition(":")[0] if crashed else None,
            "exception_message": error if crashed else None,
            "tags": list(trace.header.scenario.get("tags", [])),
            "hf_metadata": None,
        },
        "simulation": {"agent_id": agent_id(config), "model_id": model_id(config)},
        "annotation": {
            "annotation_id": None,
            "annotator": None,
            "validation_decision": decision_of(trace),
            "comment": None,
            "date": _date(trace),
        },
        "execution": None,
        "runner_config": None,
    }


def agent_id(config: EpisodeConfig) -> str:
    return f"user:{config.user}|proactive:{config.assistant}"


def model_id(config: EpisodeConfig) -> str | None:
    """Return the models by role, such as `user:gpt-5|observe:o3`; None if no model plays."""
    models = {"user": config.user_model, "observe": config.observe_model, "execute": config.execute_model}
    return "|".join(f"{stage}:{model.name}" for stage, model in models.items() if model is not None) or None


def decision_of(trace: Trace) -> str | None:
    """Return the outcome in the words of the original PARE; None for a run without an outcome."""
    outcome = None if trace.result is None else trace.result.outcome
    return None if outcome is None else "Valid" if outcome.success else "Invalid"


def _breakdown(trace: Trace) -> tuple[bool, str]:
    last = trace.moments[-1] if trace.moments else None
    return (True, last.error) if isinstance(last, Ended) and last.reason == "crashed" else (False, "")


def _date(trace: Trace) -> float | None:
    """Return the wall-clock time of the last moment, in seconds since 1970; None if no moment has a time."""
    walls = [moment.envelope.wall for moment in trace.moments if moment.envelope is not None and moment.envelope.wall]
    try:
        return datetime.fromisoformat(walls[-1]).timestamp() if walls else None
    except ValueError:
        return None


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
