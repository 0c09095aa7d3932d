"""What the model server can be told to do with a request: answer in either reply format, or go wrong in some way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FOR_EVER = 3600.0


@dataclass(frozen=True)
class Reply:
    """One scripted answer. Build it with the functions below; `dataclasses.replace` changes details."""

    text: str | None = None
    calls: tuple[tuple[str, str], ...] = ()
    """Names and arguments; the arguments are text, which need not be JSON."""
    reasoning: str = ""
    finish: str = ""
    """Empty for the usual: `tool_calls` if there are any, else `stop`."""
    tokens_in: int | None = None
    tokens_out: int | None = None
    """None counts a token for every four characters."""
    delay: float = 0.0
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: Mapping[str, Any] | None = None
    """Sent as the error object of the wire format. `{key}` in its message becomes the key that the client sent."""
    body: bytes | None = None
    """Sent as it is, in place of everything else."""
    cut_at: int | None = None
    """After so many bytes of the body, or events of a stream, the connection is closed."""
    drips: int = 0
    """So many empty lines come before the body, each after `every` seconds."""
    every: float = 0.1


def say(text: str, **more: Any) -> Reply:
    return Reply(text=text, **more)


def call(name: str, args: Mapping[str, Any] | str | None = None, **more: Any) -> Reply:
    """A native tool call. Arguments that are a string go out as they are."""
    return calls([(name, args or {})], **more)


def calls(several: Sequence[tuple[str, Mapping[str, Any] | str]], **more: Any) -> Reply:
    """Tool calls at once."""
    return Reply(calls=tuple((name, _as_text(args)) for name, args in several), **more)


def action(name: str, args: Mapping[str, Any] | None = None, thought: str = "I see what to do.", **more: Any) -> Reply:
    """The same in the text format."""
    return say(action_text(name, args, thought), **more)


def action_text(name: str, args: Mapping[str, Any] | None = None, thought: str = "I see what to do.") -> str:
    body = json.dumps({"action": name, "action_input": dict(args or {})})
    return f"Thought: {thought}\nAction:\n{body}<end_action>"


def empty(**more: Any) -> Reply:
    """Neither words nor calls."""
    return Reply(text="", **more)


def huge(size: int = 2_000_000, **more: Any) -> Reply:
    return say("word " * (size // 5), **more)


def fail(status: int, message: str = "", *, retry_after: float | None = None, code: str = "", **more: Any) -> Reply:
    """An answer with an error status, such as 429 or 500."""
    headers = {} if retry_after is None else {"Retry-After": f"{retry_after:g}"}
    error = {"message": message or f"The server answers {status}.", "type": "scripted", "param": None, "code": code}
    return Reply(status=status, headers=headers, error=error, **more)


def leak(status: int = 401) -> Reply:
    """An error that repeats the key, as real providers do."""
    return fail(status, "Incorrect API key provided: {key}. Bearer {key} is not known here.", code="invalid_api_key")


def too_long(limit: int = 8192) -> Reply:
    """The request does not fit the model's context."""
    message = f"This model's maximum context length is {limit} tokens. Please reduce the length of the messages."
    return fail(400, message, code="context_length_exceeded")


def hang(seconds: float = FOR_EVER) -> Reply:
    """Takes the request and says nothing, until `server.release()`; then the connection is closed."""
    return Reply(delay=seconds, body=b"", cut_at=0)


def drip(text: str = "At last.", lines: int = 600, every: float = 0.1) -> Reply:
    """Sends an empty line now and then, as servers do to keep a connection alive; `server.release()` ends that."""
    return Reply(text=text, drips=lines, every=every)


def cut(after: int = 20, text: str = "This sentence will not arrive whole.") -> Reply:
    """Begins to answer and breaks off: after so many bytes, or after two events of a stream."""
    return Reply(text=text, cut_at=after)


def garbled() -> Reply:
    """Status 200, but no JSON."""
    return Reply(body=b'{"id": "chatcmpl-1", "choices": [{"message": {"role"')


def _as_text(args: Mapping[str, Any] | str) -> str:
    return args if isinstance(args, str) else json.dumps(dict(args))
