"""Facts of a foreign file, and plain sentences about what could not be imported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from replay.foreign.exchanges import NamedModel
from replay.foreign.hf_file import POLL, ForeignFile
from replay.foreign.retelling import Retelling
from simulator.phone.writable import shortened, writable, writable_text
from simulator.trace.exchange import Stage

_MOST_REASONS = 5
_LONGEST_REASON = 200
_DEFINITION = (
    "scenario_id",
    "run_number",
    "seed",
    "duration",
    "start_time",
    "config",
    "tags",
    "has_exception",
    "exception_type",
    "exception_message",
    "has_a2a_augmentation",
    "has_tool_augmentation",
    "has_env_events_augmentation",
    "hf_metadata",
)
# Entries of the logs that are told, or repeat what is told elsewhere in the file.
_LOG_KINDS = {
    "system_prompt",
    "task",
    "step",
    "available_tools",
    "current_app_state",
    "user_action",
    "environment_notifications",
    "agent_message",
    "llm_input",
    "llm_output",
    "thought",
    "rationale",
    "tool_call",
    "observation",
    "error",
    "action",
}
_MOST_KINDS = 8
_SIMULATION = ("agent_id", "model_id")
_ANNOTATION = ("validation_decision", "annotator", "comment", "date")


def said_of(foreign: ForeignFile, models: Mapping[Stage, NamedModel]) -> dict[str, Any]:
    """Only what is there."""
    # It is shown as the verdict: anything but words is refused.
    foreign.annotation["validation_decision"].text()
    said: dict[str, Any] = {"version": foreign.version}
    for node, names in (
        (foreign.definition, _DEFINITION),
        (foreign.simulation, _SIMULATION),
        (foreign.annotation, _ANNOTATION),
    ):
        said |= {name: writable(node[name].value) for name in names}
    said["models"] = {stage: model.name for stage, model in models.items()}
    return {name: value for name, value in said.items() if value not in (None, "", [], {})}


def warnings_of(foreign: ForeignFile, retelling: Retelling) -> Iterator[str]:
    yield from _untold(foreign, retelling)
    if retelling.fitted:
        one = retelling.fitted == 1
        taps = "1 tap is" if one else f"{retelling.fitted} taps are"
        moved = "it, and its step says so" if one else "them, and their steps say so"
        yield f"{taps} not possible on the screen that is in front here; the phone was moved for {moved}."
    if retelling.astray:
        yield f"{_times(retelling.astray)} the phone there showed another screen than here when its user decided."
    polls = foreign.left_out[POLL]
    if polls:
        yield "1 check of a condition is left out." if polls == 1 else f"{polls} checks of conditions are left out."
    for kind, count in foreign.left_out.items():
        if kind != POLL:
            yield f"Events left out ({shortened(writable_text(kind or 'without a kind'), 60)}): {count}."
    yield from _about_logs(foreign)


def _untold(foreign: ForeignFile, retelling: Retelling) -> Iterator[str]:
    untold = retelling.untold
    if not untold:
        return
    reasons = [f"{why} ({count} times)" if count > 1 else why for why, count in untold.most_common(_MOST_REASONS)]
    more = len(untold) - len(reasons)
    listed = "; ".join(shortened(reason.rstrip("."), _LONGEST_REASON) for reason in reasons)
    rest = f"; and {more} more reasons" if more > 1 else "; and 1 more reason" if more else ""
    yield f"{untold.total()} of {len(foreign.events)} events could not be shown on the phone: {listed}{rest}."


def _times(count: int) -> str:
    return "Once" if count == 1 else "Twice" if count == 2 else f"{count} times"


def _about_logs(foreign: ForeignFile) -> Iterator[str]:
    if foreign.lost_logs:
        one = foreign.lost_logs == 1
        entries, left_out = ("1 entry", "is left out") if one else (f"{foreign.lost_logs} entries", "are left out")
        yield f"{entries} of the logs cannot be read and {left_out}."
    others = Counter(log.kind for log in foreign.logs if log.kind not in _LOG_KINDS)
    if others:
        listed = others.most_common(_MOST_KINDS)
        named = ", ".join(f"{shortened(writable_text(kind), 40)} ({count})" for kind, count in listed)
        more = " and others" if len(others) > len(listed) else ""
        yield f"Entries of the logs that have no place in a run are left out: {named}{more}."
    if not any(log.kind == "tool_call" for log in foreign.logs):
        yield "The logs say nothing of the models, so their thoughts and what they were told are not known."
    if foreign.rate_limited:
        yield "The file speaks of a RateLimitError: a model's provider refused requests during this run."
