"""The OpenAI wire format of the model server: what was asked, and replies as bodies or as events of a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.model_server.replies import Reply

_CHARACTERS_A_TOKEN = 4
_PIECE = 4000
"""Characters in an event of a stream."""


@dataclass(frozen=True)
class Asked:
    """A request as it came in."""

    number: int
    """Counted from 0."""
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    raw: bytes
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.body.get("messages", []))

    @property
    def system(self) -> str:
        """The text of all system messages."""
        return "\n".join(_text_of(one) for one in self.messages if one["role"] == "system")

    @property
    def last(self) -> str:
        """The text of the last message."""
        return _text_of(self.messages[-1]) if self.messages else ""

    @property
    def text(self) -> str:
        """All that the model was told in messages."""
        return "\n".join(_text_of(one) for one in self.messages)

    @property
    def tools(self) -> list[str]:
        return [tool["function"]["name"] for tool in self.body.get("tools", [])]

    @property
    def streams(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def key(self) -> str:
        return self.headers.get("authorization", "").removeprefix("Bearer ")


def body_of(asked: Asked, reply: Reply) -> bytes:
    if reply.body is not None:
        return reply.body
    if reply.error is not None:
        problem = str(reply.error["message"]).replace("{key}", asked.key)
        return json.dumps({"error": {**reply.error, "message": problem}}).encode()
    message = {"role": "assistant", **_said(reply)}
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
    return json.dumps({**_head(asked, "chat.completion"), "choices": [choice], "usage": usage(asked, reply)}).encode()


def events_of(asked: Asked, reply: Reply) -> Iterator[bytes]:
    """The reply in pieces, as a stream has them."""
    yield _event(asked, {"role": "assistant", "content": ""})
    for name, text in (("reasoning_content", reply.reasoning), ("content", reply.text or "")):
        for start in range(0, len(text), _PIECE):
            yield _event(asked, {name: text[start : start + _PIECE]})
    for place, call in enumerate(_calls(reply)):
        yield _event(asked, {"tool_calls": [{"index": place, **call}]})
    yield _event(asked, {}, _finish(reply))
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        last = {**_head(asked, "chat.completion.chunk"), "choices": [], "usage": usage(asked, reply)}
        yield b"data: " + json.dumps(last).encode() + b"\n\n"
    yield b"data: [DONE]\n\n"


def usage(asked: Asked, reply: Reply) -> dict[str, int]:
    said = len(reply.text or "") + len(reply.reasoning) + sum(len(name) + len(args) for name, args in reply.calls)
    tokens_in = len(asked.raw) // _CHARACTERS_A_TOKEN if reply.tokens_in is None else reply.tokens_in
    tokens_out = said // _CHARACTERS_A_TOKEN + 1 if reply.tokens_out is None else reply.tokens_out
    return {"prompt_tokens": tokens_in, "completion_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}


def _said(reply: Reply) -> dict[str, Any]:
    said: dict[str, Any] = {"content": reply.text}
    if reply.reasoning:
        said["reasoning_content"] = reply.reasoning
    if reply.calls:
        said["tool_calls"] = _calls(reply)
    return said


def _calls(reply: Reply) -> list[dict[str, Any]]:
    return [
        {"id": f"call_{place}", "type": "function", "function": {"name": name, "arguments": args}}
        for place, (name, args) in enumerate(reply.calls)
    ]


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _event(asked: Asked, delta: Mapping[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
    return b"data: " + json.dumps({**_head(asked, "chat.completion.chunk"), "choices": [choice]}).encode() + b"\n\n"


def _head(asked: Asked, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{asked.number}", "object": kind, "created": 1_700_000_000, "model": asked.model}


def _text_of(message: Mapping[str, Any]) -> str:
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)
