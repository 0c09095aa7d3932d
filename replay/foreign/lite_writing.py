"""Writes a run in the format “lite”: the messages of every agent in order, and the usage of its model."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from replay.foreign.hf_calls import Sheet
from replay.foreign.hf_hearing import DEEDS, NEWS, TASK
from replay.foreign.hf_logs import NOBODY, Logs
from replay.foreign.hf_writing import agent_id, decision_of, model_id
from replay.foreign.lite_messages import ANSWERED, HISTORIES, SPOKEN, USAGE, deed_in
from replay.foreign.lite_originals import kept_fields, kept_histories
from simulator.config import EpisodeConfig
from simulator.phone.perform import NO_ACTION
from simulator.scenario.load import from_source
from simulator.scenario.outcome import PARTS
from simulator.trace.header import PartNote
from simulator.trace.trace_reader import Trace

_ROLES = {"system_prompt": "system", TASK: "user", NEWS: "user", DEEDS: "user"}
# The original PARE puts these frames around texts, and programs that read the format expect them.
_FRAMES = {
    TASK: "[TASK]: \n{content}\n",
    NEWS: "Environment notifications updates:\n***\n{content}\n***\n",
    DEEDS: "[User Actions]:\n***\n{content}\n***\n",
    "observation": "[OUTPUT OF STEP {step}] Observation:\n***\n{content}\n***\n",
    "error": "[OUTPUT OF STEP {step}] ERROR:\n***\n{content}\n***\n",
}
_USED = ("prompt_tokens", "completion_tokens", "total_tokens", "reasoning_tokens", "completion_duration")


def write_lite(trace: Trace) -> bytes:
    """Return the run as the content of a file in the format “lite”."""
    config = EpisodeConfig.model_validate(trace.header.config)
    outcome = None if trace.result is None else trace.result.outcome
    judged = [] if outcome is None else [getattr(outcome, name) for name in PARTS]
    # Some older versions did not judge restraint.
    parts = [part for part in judged if isinstance(part, PartNote)]
    sheet = Sheet(from_source(trace.header.scenario), f"{trace.header.scenario_hash}|{trace.header.config_hash}")
    histories = _written(Logs(sheet).entries(trace.moments))
    written = {
        "scenario_id": trace.header.scenario["id"],
        "model_id": model_id(config),
        "main_agent_type": agent_id(config),
        "validation_decision": decision_of(trace),
        "validation_rationale": " ".join(reason for part in parts for reason in part.reasons) or None,
        "run_duration": _duration(trace),
        HISTORIES: kept_histories(trace) or {agent: one.messages for agent, one in histories.items()},
        USAGE: {agent: one.usage for agent, one in histories.items()},
        **kept_fields(trace),
    }
    return json.dumps(written, ensure_ascii=False, allow_nan=False).encode()


class History:
    """Collects the messages of one agent and the usage of its model."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []
        self.usage: dict[str, Any] = {"total_llm_calls": 0, **{name: [] for name in _USED}}
        self._reply = self._thought = ""
        self._steps = 0

    def take(self, entry: dict[str, Any]) -> None:
        kind = entry["log_type"]
        if kind in _ROLES:
            self._add(entry, _ROLES[kind], kind, entry["content"])
        elif kind == "llm_output":
            self._reply = entry["content"]
            self.usage["total_llm_calls"] += 1
            for name in _USED:
                self.usage[name].append(entry[name])
        elif kind == "thought":
            self._thought = entry["content"]
        elif kind == "tool_call":
            self._call(entry)
        elif kind in ("observation", "error"):
            self._steps += 1
            self._add(entry, ANSWERED, kind, entry["content"] if kind == "observation" else entry["exception"])

    def _call(self, entry: dict[str, Any]) -> None:
        """Add a reply of the model.

        If the text of the reply does not contain the call, write the thought and the call in the format's own form.
        """
        reply = self._reply
        if not entry["tool_name"].endswith(f"__{NO_ACTION}") and deed_in(reply).name != entry["tool_name"]:
            called = {"action": entry["tool_name"], "action_input": entry["tool_arguments"]}
            thought = f"Thought: {self._thought}\n\n" if self._thought else ""
            reply = f"{thought}Action:\n{json.dumps(called, ensure_ascii=False, indent=2)}"
        self._add(entry, SPOKEN, "", f"{reply}\n")
        self._reply = self._thought = ""

    def _add(self, entry: dict[str, Any], role: str, kind: str, content: str) -> None:
        text = _FRAMES.get(kind, "{content}").format(content=content, step=self._steps)
        if content.strip():
            self.messages.append({"role": role, "content": text, "attachments": None, "timestamp": entry["timestamp"]})


def _written(entries: Iterable[dict[str, Any]]) -> dict[str, History]:
    histories: dict[str, History] = {}
    for entry in entries:
        if entry["agent_id"] != NOBODY:
            histories.setdefault(f"agent_{entry['agent_id']}", History()).take(entry)
    return histories


def _duration(trace: Trace) -> float | None:
    """Return the wall-clock seconds from the first moment to the last; None if the run has no wall-clock times."""
    walls = [moment.envelope.wall for moment in trace.moments if moment.envelope is not None and moment.envelope.wall]
    try:
        first, last = datetime.fromisoformat(walls[0]), datetime.fromisoformat(walls[-1])
        return round((last - first).total_seconds(), 3)
    except (IndexError, ValueError, TypeError):
        return None
