"""The calls of models in the logs of a foreign trace, each with the request, the thought and the reply before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from replay.foreign.hf_file import ForeignLog

_THOUGHTS = ("thought", "rationale")
_ANSWERS = ("observation", "error")


class LoggedEvent(NamedTuple):
    """An event that the log notes as part of a call."""

    event: str
    function: str


@dataclass
class ModelCall:
    """One call of a model, with the request, the thought and the reply before the call."""

    agent: str
    name: str = ""
    """App and function, such as `Emails__list_emails`."""
    at: float = 0.0
    args: Any = None
    thought: str = ""
    asked_at: float | None = None
    """Time when the model was asked, in seconds since 1970."""
    messages: list[Any] = field(default_factory=list)
    output: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    tries: list[str] = field(default_factory=list)
    """Errors of earlier replies that led to no call."""
    actions: list[LoggedEvent] = field(default_factory=list)
    error: str = ""
    front: str = ""
    """The log's text about the screen that was shown when a user was asked."""

    @property
    def function(self) -> str:
        return self.name.rpartition("__")[2]


class Talks:
    """Collects model calls from the logs. All messages and thoughts of an agent belong to the agent's next call."""

    def __init__(self, logs: Iterable[ForeignLog]) -> None:
        self.calls: list[ModelCall] = []
        # Results by event id, if the log has them as data and not only as text.
        self.outputs: dict[str, dict[str, Any]] = {}
        self._next: dict[str, ModelCall] = {}
        # By agent, the call that has no answer yet.
        self._open: dict[str, ModelCall] = {}
        for log in logs:
            self._take(log)

    def _take(self, log: ForeignLog) -> None:
        coming = self._next.setdefault(log.agent, ModelCall(log.agent))
        if log.kind == "action":
            self._note_action(log)
        elif log.kind == "llm_input":
            content = log.raw.get("content")
            coming.messages = content if isinstance(content, list) else []
            coming.asked_at = log.at
            self._open.pop(log.agent, None)
        elif log.kind == "llm_output":
            _note_output(coming, log)
        elif log.kind == "current_app_state":
            coming.front = log.text("content")
        elif log.kind in _THOUGHTS:
            coming.thought = log.text("content") or coming.thought
        elif log.kind == "tool_call":
            self._note_call(coming, log)
        elif log.kind in _ANSWERS:
            self._note_answer(coming, log)

    def _note_call(self, coming: ModelCall, log: ForeignLog) -> None:
        coming.name, coming.at, coming.args = log.text("tool_name"), log.at, log.raw.get("tool_arguments")
        self.calls.append(coming)
        # Removed and added again, so that the latest call is the last in the dict.
        self._open.pop(log.agent, None)
        self._open[log.agent] = coming
        self._next[log.agent] = ModelCall(log.agent)

    def _note_action(self, log: ForeignLog) -> None:
        """Keep the result of an event, and add the event to the latest open call."""
        output = log.raw.get("output")
        if isinstance(output, dict):
            self.outputs[log.text("id")] = output
        # Actions do not name their agent, but agents take turns, so an action belongs to the latest open call.
        under_way = next(reversed(self._open.values()), None)
        if under_way is not None and log.text("event_type").upper() != "ENV":
            under_way.actions.append(LoggedEvent(log.text("id"), log.text("action_name")))

    def _note_answer(self, coming: ModelCall, log: ForeignLog) -> None:
        answered = self._open.pop(log.agent, None)
        if log.kind != "error":
            return
        problem = log.text("exception") or log.text("error")
        if answered is not None:
            answered.error = problem
        else:
            coming.tries.append(problem)


def _note_output(coming: ModelCall, log: ForeignLog) -> None:
    coming.output = log.text("content")
    coming.tokens_in, coming.tokens_out = _count(log, "prompt_tokens"), _count(log, "completion_tokens")
    # The original PARE writes 0 for a duration that it did not measure. Then the time from request to reply must do.
    took = log.raw.get("completion_duration")
    measured = float(took) if isinstance(took, int | float) and 0 < took < 1e6 else 0.0
    waited = log.at - coming.asked_at if coming.asked_at is not None else 0.0
    coming.seconds = measured or max(waited, 0.0)


def _count(log: ForeignLog, name: str) -> int:
    value = log.raw.get(name)
    # Counts are added up, so absurd numbers from a broken file count as 0.
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 10**9 else 0
