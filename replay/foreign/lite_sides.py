"""Finds the role of each agent in a transcript: by its actions, or by its prompt if the actions do not show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from replay.foreign.lite_messages import SPOKEN, LiteMessage, deed_in
from replay.foreign.roles import ACCEPT, ANSWERS, SPEAK, carries_out, prompted
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.trace.exchange import Stage

_WAIT = "wait"


def stages_of(messages: Sequence[LiteMessage]) -> dict[str, Stage]:
    """Return the role of each agent. An agent without a known role is treated as the observing assistant."""
    deeds: dict[str, set[str]] = {}
    prompts: dict[str, str] = {}
    for message in messages:
        done = deeds.setdefault(message.agent, set())
        if message.role == SPOKEN:
            done.add(deed_in(message.text).name.rpartition("__")[2])
        elif message.role == "system":
            prompts.setdefault(message.agent, message.text)
    stages = {agent: _stage(done - {""}, prompts.get(agent, "")) for agent, done in deeds.items()}
    for agent in _sent_for(messages, stages):
        if _WAIT not in deeds[agent] and prompted(prompts.get(agent, "")) is None:
            stages[agent] = "execute"
    return stages


def _sent_for(messages: Sequence[LiteMessage], stages: Mapping[str, Stage]) -> Iterator[str]:
    """Yield the agents whose first act comes after another agent's offer was accepted: they carry out the offer."""
    spoken: list[str] = []
    accepted = False
    for message in messages:
        name = deed_in(message.text).name.rpartition("__")[2] if message.role == SPOKEN else ""
        if not name or message.at is None:
            continue
        if stages[message.agent] == "user":
            accepted = name == ACCEPT if name in ANSWERS else accepted
        elif message.agent not in spoken:
            if spoken and accepted:
                yield message.agent
            spoken.append(message.agent)


def _stage(done: set[str], prompt: str) -> Stage:
    if done.intersection(ANSWERS):
        return "user"
    # Only the observing assistant can wait.
    if _WAIT in done:
        return "observe"
    told = prompted(prompt)
    if told is not None:
        return told
    # Only names that are not both a tap and a tool count as evidence, because many taps and tools share a name.
    only_taps, writes = _taps() - _tools(write=None), _tools(write=True) - _taps()
    if SPEAK not in done and len(done & only_taps) > len(done & writes):
        return "user"
    return "execute" if done & writes or carries_out(prompt) else "observe"


@cache
def _taps() -> frozenset[str]:
    found: set[str] = set()
    for app in all_apps().values():
        found.update(app.everywhere, *(taps_of(screen) for screen in app.screens))
    return frozenset(found)


@cache
def _tools(write: bool | None) -> frozenset[str]:
    return frozenset(
        name for app in all_apps().values() for name, tool in app.tools.items() if write is None or tool.write is write
    )
