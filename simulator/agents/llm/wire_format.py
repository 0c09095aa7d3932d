"""Writes requests in the OpenAI wire format, which litellm accepts for every provider, and reads the replies."""

from __future__ import annotations

from typing import Any

import msgspec

from simulator.agents.llm.secrets import masked
from simulator.agents.llm.wire import Message, Request, Tool
from simulator.phone.writable import writable_text
from simulator.trace.exchange import Reply, ToolCall

# Maximum characters of the text, of the reasoning and of a call's arguments; further ones are counted and dropped.
LONGEST_TEXT = 65_536
MOST_CALLS = 16


class Unusable(ValueError):
    """Raised if a response contains no reply."""


def body(request: Request) -> dict[str, Any]:
    """Return the body of a request, without address and credentials."""
    asked: dict[str, Any] = {**request.model.parameters, "messages": list(map(_message, request.messages))}
    if request.tools:
        # One reply is one decision. Some providers ignore `parallel_tool_calls`; a reply with two calls is refused.
        asked |= {"tools": list(map(_tool, request.tools)), "parallel_tool_calls": False}
    if request.stop:
        asked["stop"] = list(request.stop)
    if request.schema is not None:
        schema = {"name": "reply", "schema": request.schema}
        asked["response_format"] = {"type": "json_schema", "json_schema": schema}
    return asked


def reply_of(response: Any, key: str = "") -> Reply:
    """Return the reply in a response, with secrets masked and long texts cut. Raises Unusable.

    `key`: the key of the request, which is masked too.
    """
    try:
        choice = response.choices[0]
        message = choice.message
        calls = [(call.function.name or "", call.function.arguments or "") for call in message.tool_calls or ()]
    except (AttributeError, IndexError, TypeError):
        raise Unusable("the reply holds no message") from None
    cut = _Cut(key)
    return Reply(
        text=cut(message.content),
        calls=tuple(ToolCall(cut(name), cut(arguments)) for name, arguments in cut.most(calls)),
        reasoning=cut(getattr(message, "reasoning_content", None)),
        finish=cut(choice.finish_reason)[:40],
        cut=cut.count,
    )


def tokens(response: Any) -> tuple[int, int]:
    """Return the tokens of the request and of the reply; 0 if the server does not report them."""
    usage = getattr(response, "usage", None)
    return _number(getattr(usage, "prompt_tokens", 0)), _number(getattr(usage, "completion_tokens", 0))


class _Cut:
    """Cuts texts to a maximum length and counts the characters that it cuts."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.count = 0

    def __call__(self, text: object) -> str:
        if not text:
            return ""
        # Masked before the cut, which could leave half of a key.
        clean = writable_text(masked(str(text), self._key))
        self.count += max(0, len(clean) - LONGEST_TEXT)
        return clean[:LONGEST_TEXT]

    def most(self, calls: list[tuple[str, str]]) -> list[tuple[str, str]]:
        self.count += sum(len(name) + len(arguments) for name, arguments in calls[MOST_CALLS:])
        return calls[:MOST_CALLS]


def _message(message: Message) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.role == "tool":
        sent["tool_call_id"] = message.call_id
    elif message.call is not None:
        function = {"name": message.call.name, "arguments": _object(message.call.arguments)}
        sent["tool_calls"] = [{"id": message.call_id, "type": "function", "function": function}]
    return sent


def _tool(tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _object(arguments: str) -> str:
    """Return the arguments, or `{}` if they are not a JSON object: servers refuse a conversation with broken JSON."""
    try:
        return arguments if isinstance(msgspec.json.decode(arguments), dict) else "{}"
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return "{}"


def _number(count: object) -> int:
    return max(0, int(count)) if isinstance(count, int | float) else 0
