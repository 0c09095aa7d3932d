"""A file in the format “hf”, split into metadata, apps, events and logs, each checked."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

from replay.foreign.events import KINDS, ForeignEvent, read_event
from replay.foreign.node import EARLIEST, LATEST, SMALLER, Node, open_object
from simulator.phone.writable import writable_text

# This limit includes checks of conditions. Even a short run may have hundreds of them.
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
    """Numbers of the events that do not become moments, such as checks of conditions, by kind."""
    lost_logs: int
    rate_limited: bool
    raw: dict[str, Any]
    """The whole file as JSON values."""


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
        # Searched in the raw bytes: the error may be in any log entry or exception text.
        rate_limited=b"RateLimitError" in data,
        raw=root.fields(),
    )


def _root(data: bytes, file: str) -> Node:
    root = open_object(data, file)
    if not isinstance(root.value.get("completed_events"), list):
        root.refuse("The file has no list 'completed_events'.", "Import an exported trace of the format “hf”.")
    return root


def _events(listed: Node, left_out: Counter[str]) -> list[ForeignEvent]:
    if len(listed.value) > MOST_EVENTS:
        listed.refuse(f"The file has more than {MOST_EVENTS} events.", SMALLER)
    events: list[ForeignEvent] = []
    for number, node in enumerate(listed.items()):
        kind = node["event_type"].text().upper()
        known = next((one for one in KINDS if one == kind), None)
        if known is None or node["action"].missing:
            left_out[kind if known is None else "without an action"] += 1
            continue
        events.append(read_event(node, number, known))
        if len(events) > MOST_MOMENTS:
            listed.refuse(f"The run has more than {MOST_MOMENTS} steps.", SMALLER)
    return events


def _logs(listed: Node) -> tuple[list[ForeignLog], int]:
    """Return the log entries, each read from a JSON text, and the number of unreadable entries."""
    logs: list[ForeignLog] = []
    lost = 0
    for entry in listed.items():
        log = _log(entry.value, logs[-1].at if logs else 0.0)
        if log is None:
            lost += 1
        else:
            logs.append(log)
        if len(logs) > MOST_LOGS:
            listed.refuse(f"The logs have more than {MOST_LOGS} entries.", SMALLER)
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
        # An entry without a usable time gets the time of the previous entry, which keeps the order.
        at=float(at) if isinstance(at, int | float) and EARLIEST <= at <= LATEST else before,
        agent=agent if isinstance(agent, str) else "",
        kind=raw["log_type"],
        raw=raw,
    )
