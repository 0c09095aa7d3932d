"""A foreign trace file taken apart: what it says of itself, its apps, its events and its logs, each checked."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from replay.foreign.events import KINDS, ForeignEvent, read_event
from replay.foreign.node import EARLIEST, LATEST, SMALLER, Node, open_object
from simulator.phone.writable import writable_text

# Checks of conditions among them: there may be hundreds in a short run.
MOST_EVENTS = 200_000
MOST_MOMENTS = 20_000
MOST_LOGS = 500_000
POLL = "CONDITION"


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
    events: list[ForeignEvent]
    logs: list[ForeignLog]
    left_out: Counter[str]
    """What is no moment: checks of conditions, and other kinds of events."""
    lost_logs: int
    rate_limited: bool
    raw: dict[str, Any]
    """All of it, as it was read."""


def open_file(data: bytes, file: str) -> ForeignFile:
    root = _root(data, file)
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
        events=events,
        logs=logs,
        left_out=left_out,
        lost_logs=lost,
        rate_limited=b"RateLimitError" in data,
        raw=root.fields(),
    )


def _root(data: bytes, file: str) -> Node:
    root = open_object(data, file)
    if not isinstance(root.value.get("completed_events"), list):
        root.refuse("There is no list 'completed_events' in it.", "Give an exported trace of the format “hf”.")
    return root


def _events(listed: Node, left_out: Counter[str]) -> list[ForeignEvent]:
    if len(listed.value) > MOST_EVENTS:
        listed.refuse(f"There are more than {MOST_EVENTS} events.", SMALLER)
    events: list[ForeignEvent] = []
    for number, node in enumerate(listed.items()):
        kind = node["event_type"].text().upper()
        known = next((one for one in KINDS if one == kind), None)
        if known is None or node["action"].missing:
            left_out[kind if known is None else "without an action"] += 1
            continue
        events.append(read_event(node, number, known))
        if len(events) > MOST_MOMENTS:
            listed.refuse(f"More than {MOST_MOMENTS} things happen in it.", SMALLER)
    return events


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
            listed.refuse(f"There are more than {MOST_LOGS} entries.", SMALLER)
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
