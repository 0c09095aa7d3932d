"""Reads the format “lite” of the original PARE: a transcript without the state of any app."""

from __future__ import annotations

from typing import Any

import msgspec

from replay.foreign.brought import Brought
from replay.foreign.events import MOST_TURNS
from replay.foreign.exchanges import NamedModel, models_of
from replay.foreign.lite_messages import USAGE, LiteMessage, answers_in, messages_in, open_lite
from replay.foreign.lite_originals import fields_of
from replay.foreign.lite_sides import stages_of
from replay.foreign.lite_telling import Transcript, Used
from replay.foreign.lite_writing import write_lite
from replay.foreign.node import Node
from replay.foreign.playing import players_of
from replay.foreign.states import scenario_of
from simulator.config import EpisodeConfig
from simulator.episode.trace_lines import header_of, result_of
from simulator.phone.writable import writable
from simulator.trace.exchange import Stage
from simulator.trace.trace_reader import Trace

__all__ = ["read_lite", "write_lite"]

# A “lite” file does not name its engine, so the format's name is used.
ENGINE = "lite"
NO_PHONE = "The file records the messages of the models, but no state of any app, so the run has no phone."
# Part of the scenario and of its content hash, so the wording must not change.
_ABOUT = "A transcript of another system. What was on the phone is not known."
_SAID = {
    "scenario_id": "scenario_id",
    "model_id": "model_id",
    "main_agent_type": "agent_id",
    "validation_decision": "validation_decision",
    "validation_rationale": "validation_rationale",
    "run_duration": "run_duration",
}
_COUNTED = ("prompt_tokens", "completion_tokens", "total_tokens", "reasoning_tokens", "completion_duration")


def read_lite(data: bytes, file: str) -> Brought:
    """Return the run in a file of the format “lite”. Raise ForeignError with the place in the file and a remedy."""
    root = open_lite(data, file)
    models = models_of(root["model_id"].text())
    messages = messages_in(root)
    usage = root[USAGE]
    said = _said(root, usage, models)
    start = next((message.at for message in messages if message.at is not None), 0.0)
    story = scenario_of([], root["scenario_id"].text(), start, about=_ABOUT, file=file).story
    config = EpisodeConfig(**players_of(models, root["main_agent_type"].text()))
    original = writable(fields_of(root.fields()))
    told = Transcript(story.fresh(config.rules), stages_of(messages), _used(usage), original)
    answers = answers_in(messages)
    # An answer belongs to the moment of its call, and gets no moment of its own.
    paired = {answer.number for answer in answers.values()}
    for message in messages:
        if message.number not in paired:
            told.tell(message, answers.get(message.number))
    told.end()
    # The number of turns is known only now, and the config must allow all of them.
    config = config.model_copy(update={"max_turns": min(max(told.turn, 1), MOST_TURNS)})
    header = msgspec.structs.replace(header_of(story, config), engine=ENGINE)
    result = result_of("unknown", "", None, told.world.state_hash(), told.moments)
    return Brought(Trace(header, tuple(told.moments), result, file=file), "lite", said, tuple(_warnings(messages)))


def _warnings(messages: list[LiteMessage]) -> list[str]:
    warnings = [NO_PHONE]
    if not messages:
        warnings.append("The transcript is empty.")
    elif all(message.at is None for message in messages):
        warnings.append("The messages have no times, so the agents are shown one after the other.")
    return warnings


def _said(root: Node, usage: Node, models: dict[Stage, NamedModel]) -> dict[str, Any]:
    said = {ours: writable(root[theirs].value) for theirs, ours in _SAID.items()}
    # Pages show `validation_decision`, so anything but text is refused.
    root["validation_decision"].text()
    said["models"] = {stage: model.name for stage, model in models.items()}
    said["usage"] = _sums(usage)
    return {name: value for name, value in said.items() if value not in (None, "", [], {})}


def _sums(usage: Node) -> dict[str, float]:
    """Return the usage summed over all agents, without sums that are 0."""
    sums: dict[str, float] = {}
    for agent in usage.fields():
        stats = _stats(usage, agent)
        calls = stats["total_llm_calls"].whole(0, 10**9) or 0
        sums["calls"] = sums.get("calls", 0) + calls
        for name in _COUNTED:
            sums[name] = sums.get(name, 0) + sum(_numbers(stats[name]))
    return {name: round(value, 3) for name, value in sums.items() if value}


def _used(usage: Node) -> dict[tuple[str, int], Used]:
    """Return the usage of each reply, by agent and number of the reply, counted from 0."""
    found: dict[tuple[str, int], Used] = {}
    for agent in usage.fields():
        stats = _stats(usage, agent)
        tokens_in, tokens_out, seconds = (_numbers(stats[name]) for name in (*_COUNTED[:2], _COUNTED[4]))
        for number in range(max(map(len, (tokens_in, tokens_out, seconds)), default=0)):
            counts = _at(tokens_in, number), _at(tokens_out, number)
            whole_in, whole_out = (None if count is None else int(count) for count in counts)
            found[agent, number] = Used(whole_in, whole_out, _at(seconds, number))
    return found


def _stats(usage: Node, agent: str) -> Node:
    return Node(usage.value[agent], usage.file, f"{usage.place}.{agent}")


def _numbers(listed: Node) -> list[float]:
    """Return the numbers in a list. Implausible values become 0, which the original PARE writes for unknown values."""
    values = [node.value for node in listed.items()]
    return [
        float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 10**9 else 0.0
        for value in values
    ]


def _at(values: list[float], number: int) -> float | None:
    return (values[number] or None) if number < len(values) else None
