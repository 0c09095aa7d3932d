"""Finds the role of each agent in an “hf” trace: by its actions, or by its prompt if the actions do not show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from replay.foreign.calls import ModelCall
from replay.foreign.events import ForeignEvent
from replay.foreign.hf_file import ForeignLog
from simulator.trace.exchange import Stage

ACCEPT = "accept_proposal"
ANSWERS = (ACCEPT, "reject_proposal")
SPEAK = "send_message_to_user"
_ONLY_USERS_HEAR = ("available_tools", "current_app_state")
# Weights of evidence for a role. An event that is noted as the user's is weak evidence, because the original PARE
# sometimes notes calls of the assistant as calls of the user. Answering offers, or being sent the screen, is strong
# evidence for a user.
_STRONG, _WEAK = 3, 1
# Words in the prompts of the original PARE that name the role.
_PROMPTED: tuple[tuple[str, Stage], ...] = (
    ("simulating a real human", "user"),
    ("monitors user actions", "observe"),
    ("observe the user", "observe"),
    ("executing an approved task", "execute"),
)
_CARRIES_OUT = ("carry out", "execut")


def roles_of(
    logs: Iterable[ForeignLog],
    calls: Sequence[ModelCall],
    matched: Mapping[int, ModelCall],
    events: Iterable[ForeignEvent],
) -> dict[str, Stage]:
    """Return the role of each agent. An agent without a known role is treated as the observing assistant."""
    votes: dict[str, Counter[Stage]] = {call.agent: Counter() for call in calls}
    prompts: dict[str, Stage] = {}
    for log in logs:
        if log.agent not in votes:
            continue
        if log.kind in _ONLY_USERS_HEAR or log.text("agent").startswith("user"):
            votes[log.agent]["user"] += _STRONG
        elif log.kind == "system_prompt":
            prompt = log.text("content")
            prompts.setdefault(log.agent, prompted(prompt) or ("execute" if carries_out(prompt) else "observe"))
    for call in calls:
        if call.function in ANSWERS:
            votes[call.agent]["user"] += _STRONG
    for event in events:
        made_by = matched.get(event.number)
        stage = None if made_by is None else _told_by(event)
        if made_by is not None and stage is not None:
            votes[made_by.agent][stage] += _WEAK if stage == "user" else _STRONG
    return {agent: _most(counted) or prompts.get(agent, "observe") for agent, counted in votes.items()}


def _told_by(event: ForeignEvent) -> Stage | None:
    if event.mode == "execute":
        return "execute"
    if event.mode or event.function == "wait":
        return "observe"
    return "user" if event.kind == "USER" else None


def _most(counted: Counter[Stage]) -> Stage | None:
    return counted.most_common(1)[0][0] if counted else None


def prompted(prompt: str) -> Stage | None:
    """Return the role that a prompt names in the words of the original PARE; None if the prompt names no role."""
    return next((stage for words, stage in _PROMPTED if words in prompt.lower()), None)


def carries_out(prompt: str) -> bool:
    """Return whether a prompt tells the agent to carry out an offer."""
    return any(words in prompt.lower() for words in _CARRIES_OUT)
