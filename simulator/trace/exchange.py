"""The exchange between a player and a language model for one decision, small enough to be kept in a trace."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Stage = Literal["user", "observe", "execute"]
ReplyFormat = Literal["tools", "text"]


class ToolCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call as the model wrote it; `arguments` is the model's text, which need not be JSON."""

    name: str
    arguments: str = ""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The model's reply. `cut`: number of characters that were dropped because the reply was too long to keep."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    reasoning: str = ""
    finish: str = ""
    cut: int = 0


class Try(msgspec.Struct, frozen=True, omit_defaults=True):
    """A failed request, after which the request was sent again."""

    problem: str
    status: int | None = None
    latency_ms: float = 0
    waited_ms: float = 0


class Exchange(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A model request and its reply. Messages and tool schemas appear as hashes; `Envelope.parts` has their content."""

    stage: Stage
    alias: str
    model: str
    """The model's name as it was sent in the request."""
    format: ReplyFormat
    prompt_set: str
    """Hash of the prompts that the request was made with."""
    messages: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    parameters: dict[str, Any] = {}
    reply: Reply = Reply()
    problem: str = ""
    """The problem with the reply, if no action could be read from it."""
    shortened: int = 0
    """Number of messages that were shortened to fit the context."""
    tries: tuple[Try, ...] = ()
