"""A foreign trace file taken apart: what it says of itself, its apps, its events and its logs, each checked."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from replay.foreign.brought import ForeignError
from replay.foreign.events import KINDS, ForeignEvent, read_event
from replay.foreign.node import AS_EXPORTED, EARLIEST, LATEST, Node
from simulator.phone.writable import writable_text

MOST_BYTES = 64 * 2**20
MOST_EVENTS = 200_000
"""Checks of conditions among them: there may be hundreds in a short run."""
MOST_MOMENTS = 20_000
MOST_LOGS = 500_000
POLL = "CONDITION"
_SMALLER = "Give a smaller file: one run at a time."


class ForeignLog(NamedTuple):
    """One entry of the logs."""

    at: float
    agent: str
    kind: str
    raw: dict[str, Any]

    def text(self, name: str) -> str:
        value = self.raw.get(name)
        return "" if value is None else writable_text(value if isinstance(value, str) else str(value))


class ForeignFile(NamedTuple):
    version: str
    definition: Node
    simulation: Node
    annotation: Node
    apps: list[dict[str, Any]]
    scheduled: frozenset[str]
    """Ids of the events that the scenario had planned."""
    events: list[ForeignEvent]
    logs: list[ForeignLog]
    left_out: Counter[str]
    """What is no moment: checks of conditions, and other kinds of events."""
    lost_logs: int
    rate_limited: bool
    raw: dict[str, Any]
    """All of it, as it was read."""


def open_file(data: bytes, file: str) -> ForeignFile:
    root = _decoded(data, file)
    left_out: Counter[str] = Counter()
    events = _events(root["completed_events"], left_out)
    logs, lost = _logs(root["world_logs"])
    metadata = root["metadata"]
    return ForeignFile(
        version=root["version"].text(),
        definition=metadata["definition"],
        simulation=metadata["simulation"],
        annotation=metadata["annotation"],
        apps=[app.fields() for app in root["apps"].items()],
        scheduled=frozenset(_scheduled(root["events"])),
        events=events,
        logs=logs,
        left_out=left_out,
        lost_logs=lost,
        rate_limited=b"RateLimitError" in data,
        raw=root.fields(),
    )


def _decoded(data: bytes, file: str) -> Node:
    if len(data) > MOST_BYTES:
        raise ForeignError(file, "", f"The file is larger than {MOST_BYTES // 2**20} MB.", _SMALLER)
    try:
        value = json.loads(data)
    except RecursionError:
        raise ForeignError(file, "", "The file is nested too deeply.", AS_EXPORTED) from None
    except ValueError as error:
        raise ForeignError(file, "", f"This is not JSON ({error}).", AS_EXPORTED) from None
    root = Node(value, file)
    if not isinstance(value, dict):
        root.refuse("This is no JSON object.", AS_EXPORTED)
    if not isinstance(value.get("completed_events"), list):
        root.refuse("There is no list 'completed_events' in it.", "Give an exported trace of the format “hf”.")
    return root


def _events(listed: Node, left_out: Counter[str]) -> list[ForeignEvent]:
    if len(listed.value) > MOST_EVENTS:
        listed.refuse(f"There are more than {MOST_EVENTS} events.", _SMALLER)
    events: list[ForeignEvent] = []
    for number, node in enumerate(listed.items()):
        kind = node["event_type"].text().upper()
        known = next((one for one in KINDS if one == kind), None)
        if known is None or node["action"].missing:
            left_out[kind if known is None else "without an action"] += 1
            continue
        events.append(read_event(node, number, known))
        if len(events) > MOST_MOMENTS:
            listed.refuse(f"More than {MOST_MOMENTS} things happen in it.", _SMALLER)
    return events


def _scheduled(listed: Node) -> list[str]:
    return [str(event.value["event_id"]) for event in listed.items() if event.fields().get("event_id")]


def _logs(listed: Node) -> tuple[list[ForeignLog], int]:
    """Each entry is JSON in a text of its own; those that are not are counted."""
    logs: list[ForeignLog] = []
    lost = 0
    for entry in listed.items():
        log = _log(entry.value, logs[-1].at if logs else 0.0)
        if log is None:
            lost += 1
        else:
            logs.append(log)
        if len(logs) > MOST_LOGS:
            listed.refuse(f"There are more than {MOST_LOGS} entries.", _SMALLER)
    return logs, lost


def _log(value: Any, before: float) -> ForeignLog | None:
    try:
        raw = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or not isinstance(raw.get("log_type"), str):
        return None
    at, agent = raw.get("timestamp"), raw.get("agent_id")
    return ForeignLog(
        at=float(at) if isinstance(at, int | float) and EARLIEST <= at <= LATEST else before,
        agent=agent if isinstance(agent, str) else "",
        kind=raw["log_type"],
        raw=raw,
    )
