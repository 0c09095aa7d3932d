"""Reads and writes replies as tool calls of the wire format."""

from __future__ import annotations

import json
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
from simulator.trace.exchange import Reply, ToolCall
from simulator.words.english import listed

_ONE_CALL = "Answer with exactly one tool call."
_MOST_NAMED = 5


def read(reply: Reply, offered: Mapping[str, Action]) -> Said:
    thought = spoken_text(reply)
    try:
        call = _only_call(reply, thought)
        name = writable_text(call.name.strip())
        return Said(name, _arguments(call, name, offered, reply.finish), thought)
    except Unreadable as problem:
        return Said(thought=thought, problem=str(problem))


def act_messages(
    name: str, args: Mapping[str, Any], thought: str, observation: str, call_id: str, foldable: int = 0
) -> tuple[Message, ...]:
    """Return two messages: an earlier call and its result.

    `foldable` says how soon the two may be shortened or left out.
    """
    call = ToolCall(name, json.dumps(args, ensure_ascii=False))
    return (
        Message("assistant", thought, call=call, call_id=call_id, foldable=foldable),
        Message("tool", observation, call_id=call_id, foldable=foldable),
    )


def misread_messages(reply: Reply, problem: str, foldable: int = 0) -> tuple[Message, ...]:
    """Return two messages: an earlier reply from which no action could be read, and the problem with the reply.

    Tool calls in the reply become text, because servers expect a result for each tool call.
    """
    calls = "\n".join(f"[called {call.name} with {quoted(call.arguments)}]" for call in reply.calls[:_MOST_NAMED])
    said = "\n".join(part for part in (spoken_text(reply), writable_text(calls)) if part)
    return (
        Message("assistant", said or "[nothing]", foldable=foldable),
        Message("user", problem, foldable=foldable),
    )


def _only_call(reply: Reply, text: str) -> ToolCall:
    if problem := too_long(reply):
        raise Unreadable(f"{problem} {_ONE_CALL}")
    if len(reply.calls) > 1:
        names = listed([quoted(call.name) for call in reply.calls], _MOST_NAMED)
        raise Unreadable(f"The reply makes {len(reply.calls)} tool calls at once: {names}. None was done. {_ONE_CALL}")
    if not reply.calls:
        problem = nothing_in(text, reply) or f"The reply is text without a tool call: {quoted(text)}."
        raise Unreadable(f"{problem} {_ONE_CALL}")
    if not reply.calls[0].name.strip():
        raise Unreadable(f"The tool call does not name a tool. {_ONE_CALL}")
    return reply.calls[0]


def _arguments(call: ToolCall, name: str, offered: Mapping[str, Action], finish: str) -> dict[str, Any]:
    text = call.arguments.strip()
    if not text:
        return {}
    what = f"The argument text of {quoted(name)}"
    found = read_json(text, 0, what, finish)
    if rest := text[found.end :].strip():
        raise Unreadable(f"{what} continues after its JSON object: {quoted(rest)}. Give one object.")
    return read_arguments(found.value, name, offered, what)
