"""Events of the format “hf”: the planned events of the scenario, and the completed events of the run."""

from __future__ import annotations

from typing import Any

from replay.foreign.hf_calls import Noted, Sheet, argument
from simulator.phone import when
from simulator.scenario.story import Scheduled

START = "start"


def planned(sheet: Sheet) -> list[dict[str, Any]]:
    """Return the events of the timeline. Before an event with a condition comes a check, on which the event depends."""
    events: list[dict[str, Any]] = []
    ids = {event.part.label: sheet.event_id(event) for event in sheet.story.events}
    for event in sheet.story.events:
        if event.part.when is not None:
            events.append(_check(sheet, event))
        events.append(_planned(sheet, event, ids))
    return events


def _planned(sheet: Sheet, event: Scheduled, ids: dict[str, str]) -> dict[str, Any]:
    after, delay = _relation(sheet, event)
    depends = [_check_id(sheet, event)] if event.part.when is not None else [ids[after]] if after in ids else []
    app, class_name = sheet.names(event.app)
    return {
        "class_name": "Event",
        "event_type": "ENV",
        "event_time": None,
        "event_id": ids[event.part.label],
        "dependencies": depends,
        "event_relative_time": float(delay),
        "action": {
            "action_id": f"{class_name}.{event.name}-{sheet.ident('planned', event.part.label)}",
            "app": app,
            "function": event.name,
            "operation_type": "WRITE",
            "args": [argument(name, value) for name, value in event.args.items()],
        },
    }


def _relation(sheet: Sheet, event: Scheduled) -> tuple[str, int]:
    """Return what the event follows (another event's label, the start, or ""), and the delay in seconds."""
    part = event.part
    if part.when is not None:
        return "", when.parse_duration(part.delay) if part.delay else 0
    if event.at is not None:
        return "", max(0, int(sheet.time(event.at) - sheet.time(sheet.story.start)))
    after = when.parse_after(part.after or START)
    return after.anchor, after.delay


def _check_id(sheet: Sheet, event: Scheduled) -> str:
    return f"CONDITION-{event.part.label}-{sheet.ident('condition', event.part.label)}"


def _check(sheet: Sheet, event: Scheduled) -> dict[str, Any]:
    return {
        "class_name": "ConditionCheckEvent",
        "event_type": "CONDITION",
        "event_time": None,
        "event_id": _check_id(sheet, event),
        "dependencies": [],
        "event_relative_time": 0.0,
        "action": {
            "action_id": f"condition-{sheet.ident('check', event.part.label)}",
            "app": None,
            "function": f"condition_of_{event.part.label}",
            "operation_type": None,
            "args": [],
        },
    }


def completed(sheet: Sheet, noted: Noted) -> dict[str, Any]:
    moment = noted.moment
    error = noted.error
    return {
        "class_name": "CompletedEvent",
        "event_type": noted.kind,
        "event_time": sheet.time(moment.at),
        "event_id": noted.id,
        "dependencies": [],
        "event_relative_time": None,
        "action": {
            "action_id": f"{noted.class_name}.{noted.function}-{sheet.ident('action', moment.n)}",
            "app": noted.app,
            "function": noted.function,
            "operation_type": "WRITE" if moment.write else "READ",
            "args": [argument(name, value) for name, value in noted.args.items()],
        },
        "metadata": {
            # The original PARE writes null for every empty result.
            "return_value": str(noted.result) if noted.result and error is None else None,
            "return_value_type": type(noted.result).__name__ if noted.result and error is None else None,
            "exception": error,
            "exception_stack_trace": None,
            "proactive_mode": moment.phase if moment.actor == "assistant" else None,
            # The original PARE counts turns from 0.
            "turn_number": moment.turn - 1 if moment.turn > 0 else None,
        },
    }
