"""Reads and writes replies as text: a thought, then `Action:` with one JSON object, then the end mark."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from simulator.agents.llm.replies.said import (
    Said,
    Unreadable,
    nothing_in,
    quoted,
    read_arguments,
    read_json,
    spoken_text,
    too_long,
)
from simulator.agents.llm.wire import Message
from simulator.phone.actions import Action
from simulator.phone.writable import writable_text
from simulator.trace.exchange import Reply

END = "<end_action>"
# Stop sequences. Without the second, models continue and invent the result of their own action.
STOP = (END, "\nObservation:")
_FORM = (
    'Write "Thought:" and a sentence or two, then "Action:" and one JSON object '
    f'{{"action": "name", "action_input": {{arguments by name}}}}, then {END}.'
)
# Every repetition is bounded or can match in one way only: a reply is up to 64 kB of any text, and must be read fast.
_ACTION = re.compile(r"(?<!\w)\*{0,3}Action\*{0,3}[ \t]{0,9}:\*{0,3}", re.IGNORECASE)
_THOUGHT = re.compile(r"\A[\s*#]*Thought\*{0,3}[ \t]{0,9}:\*{0,3}\s*", re.IGNORECASE)
_OBSERVATION = re.compile(r"^[ \t*#>]{0,9}Observation\*{0,3}[ \t]{0,9}:", re.IGNORECASE | re.MULTILINE)
_BEFORE_JSON = re.compile(r"\s*(?:```\w*\s*)?")
_BETWEEN = re.compile(r"(?:[\s`,;]|json\b)*")


def read(reply: Reply, offered: Mapping[str, Action]) -> Said:
    text, thought = spoken_text(reply).partition(END)[0].rstrip(), ""
    try:
        if problem := too_long(reply) or nothing_in(text, reply):
            raise Unreadable(f"{problem} {_FORM}")
        start = _start_of_json(text)
        thought = _thought_before(text, start)
        what = "What follows 'Action:'" if _ACTION.search(text, 0, start) else "The reply"
        found = read_json(text, start, what, reply.finish)
        _refuse_second(text[found.end :])
        return _action(found.value, thought, offered)
    except Unreadable as error:
        return Said(thought=thought, problem=str(error))


def act_messages(
    name: str, args: Mapping[str, Any], thought: str, observation: str, call_id: str, foldable: int = 0
) -> tuple[Message, ...]:
    """Return two messages: an earlier action and its result.

    `foldable` says how soon the two may be shortened or left out.
    """
    call = json.dumps({"action": name, "action_input": dict(args)}, ensure_ascii=False)
    said = f"Thought: {thought}\n" if thought else ""
    return (
        Message("assistant", f"{said}Action: {call}{END}", foldable=foldable),
        Message("user", f"Observation: {observation}", foldable=foldable),
    )


def misread_messages(reply: Reply, problem: str, foldable: int = 0) -> tuple[Message, ...]:
    """Return two messages: an earlier reply from which no action could be read, and the problem with the reply."""
    return (
        Message("assistant", spoken_text(reply) or "[nothing]", foldable=foldable),
        Message("user", f"Observation: {problem}", foldable=foldable),
    )


def _start_of_json(text: str) -> int:
    """Return the position at which the action's JSON object starts. Raises Unreadable if there is no object.

    A reply that is only an object needs no `Action:`.
    """
    marks = [mark.end() for mark in _ACTION.finditer(text)]
    starts = [_after_fence(text, end) for end in (*marks, 0)]
    for start in starts:
        if text.startswith("{", start):
            return start
    if marks:
        raise Unreadable(f"What follows 'Action:' is not a JSON object but {quoted(text[starts[-2] :])}. {_FORM}")
    raise Unreadable(f"The reply has no 'Action:', only {quoted(text)}. {_FORM}")


def _after_fence(text: str, place: int) -> int:
    fence = _BEFORE_JSON.match(text, place)
    return fence.end() if fence else place


def _thought_before(text: str, start: int) -> str:
    marks = [mark.start() for mark in _ACTION.finditer(text, 0, start)]
    return _THOUGHT.sub("", text[: marks[-1]]).strip() if marks else ""


def _refuse_second(rest: str) -> None:
    """Raise Unreadable if a second action follows the first; any other text after the first action is ignored."""
    # Models sometimes invent the result of their action and then further actions; neither was meant for us.
    if observation := _OBSERVATION.search(rest):
        rest = rest[: observation.start()]
    for end in (0, *(mark.end() for mark in _ACTION.finditer(rest))):
        between = _BETWEEN.match(rest, end)
        if between and rest.startswith("{", between.end()):
            raise Unreadable(f"The reply has more than one action, and none was done. {_FORM}")


def _action(value: Any, thought: str, offered: Mapping[str, Action]) -> Said:
    if "action" not in value:
        keys = quoted(", ".join(value)) if value else "no keys"
        raise Unreadable(f"The JSON object has no key 'action', it has {keys}. {_FORM}")
    name = value["action"]
    if not isinstance(name, str) or not name.strip():
        raise Unreadable(f"The value of 'action' has to be the name of one action, but it is {quoted(name)}. {_FORM}")
    others = [key for key in value if key not in ("action", "action_input", "thought")]
    if others and "action_input" not in value:
        raise Unreadable(f"Put arguments into 'action_input': {quoted(others[0])} is outside it. {_FORM}")
    name = writable_text(name.strip())
    args = read_arguments(value.get("action_input"), name, offered, "The value of 'action_input'")
    if not thought and isinstance(value.get("thought"), str):
        thought = writable_text(value["thought"].strip())
    return Said(name, args, thought)
