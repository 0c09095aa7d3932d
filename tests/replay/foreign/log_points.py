"""Decision points read off a foreign trace's own records, without anything of the reader that is tested by them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

ANSWERS = {"accept_proposal": "accepted", "reject_proposal": "rejected"}


class LogPoint(NamedTuple):
    text: str
    reaction: str
    final: str


def log_points(data: bytes) -> list[LogPoint]:
    """Every offer of the watching agent that was answered before the next one, and whether the user looked first."""
    trace = json.loads(data)
    calls = [log for log in _decoded(trace) if log["log_type"] == "tool_call"]
    users = {call["agent_id"] for call in calls if _function(call) in ANSWERS}
    watching = _texts_while_watching(trace)
    points: list[LogPoint] = []
    offer: str | None = None
    looked = False
    for number, call in enumerate(calls):
        function = _function(call)
        if function == "send_message_to_user" and call["tool_arguments"].get("content") in watching:
            offer, looked = call["tool_arguments"]["content"], False
        elif call["agent_id"] in users and offer is not None and _worked(trace, calls, number):
            if function in ANSWERS:
                reaction = "gather_context" if looked else function.partition("_")[0]
                points.append(LogPoint(offer, reaction, ANSWERS[function]))
                offer = None
            looked = True
    return points


def _decoded(trace: dict[str, Any]) -> list[dict[str, Any]]:
    return [json.loads(entry) for entry in trace["world_logs"]]


def _function(call: dict[str, Any]) -> str:
    return str(call["tool_name"]).rpartition("__")[2]


def _texts_while_watching(trace: dict[str, Any]) -> set[str]:
    """What was said to the user in any other mode than that of carrying out."""
    return {
        str(argument["value"])
        for event in trace["completed_events"]
        if event["action"] and event["action"]["function"] == "send_message_to_user"
        if event["metadata"]["proactive_mode"] != "execute"
        for argument in event["action"]["args"]
        if argument["name"] == "content"
    }


def _worked(trace: dict[str, Any], calls: list[dict[str, Any]], number: int) -> bool:
    """Whether the agent's next answer is no error: a tap that fails is no looking."""
    logs, call = _decoded(trace), calls[number]
    start = next(place for place, log in enumerate(logs) if log["id"] == call["id"])
    answers = (log["log_type"] for log in logs[start:] if log["agent_id"] == call["agent_id"])
    return next((kind for kind in answers if kind in ("observation", "error")), "") == "observation"
