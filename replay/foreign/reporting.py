"""Facts of an “hf” file, and sentences about the parts that could not be imported."""

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
# Known kinds of log entries: those that are imported, and those that only repeat other parts of the file.
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
    """Return the facts that the file states."""
    # Pages show `validation_decision`, so anything but text is refused.
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
    """Yield a sentence for each kind of content that was skipped, performed on another screen, or not shown."""
    yield from _untold(foreign, retelling)
    if retelling.fitted:
        one = retelling.fitted == 1
        taps = "1 tap is" if one else f"{retelling.fitted} taps are"
        marked = "its step is marked" if one else "their steps are marked"
        yield f"{taps} not possible on the current screen, so the phone was moved to another screen; {marked}."
    if retelling.astray:
        differed = "the original phone showed a different screen than this phone when its user decided."
        yield f"{_times(retelling.astray)} {differed}"
    polls = foreign.left_out[POLL]
    if polls:
        yield "1 check of a condition is skipped." if polls == 1 else f"{polls} checks of conditions are skipped."
    for kind, count in foreign.left_out.items():
        if kind != POLL:
            yield f"Skipped events ({shortened(writable_text(kind or 'without a kind'), 60)}): {count}."
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
        entries, skipped = ("1 entry", "is skipped") if one else (f"{foreign.lost_logs} entries", "are skipped")
        yield f"{entries} of the logs can’t be read and {skipped}."
    others = Counter(log.kind for log in foreign.logs if log.kind not in _LOG_KINDS)
    if others:
        listed = others.most_common(_MOST_KINDS)
        named = ", ".join(f"{shortened(writable_text(kind), 40)} ({count})" for kind, count in listed)
        more = " and others" if len(others) > len(listed) else ""
        yield f"Log entries of unknown kinds are skipped: {named}{more}."
    if not any(log.kind == "tool_call" for log in foreign.logs):
        yield "The logs have no calls of models, so their thoughts and requests are unknown."
    if foreign.rate_limited:
        yield "The file contains a RateLimitError: a model provider refused requests during this run."
