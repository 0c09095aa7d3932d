"""Requests to language models and their answers, whoever carries them."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec

from simulator.language_models import ModelChoice, ModelRoute
from simulator.trace.exchange import Reply, Stage, ToolCall, Try

Role = Literal["system", "user", "assistant", "tool"]


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """One message of a conversation."""

    role: Role
    text: str
    call: ToolCall | None = None
    """The tool call that the assistant made here, if it used the wire format's tools."""
    call_id: str = ""
    """Ties the assistant's call to the tool message that answers it."""
    foldable: int = 0
    """How soon it may be shortened: higher is sooner, 0 is never. Not sent, not stored."""


class Tool(msgspec.Struct, frozen=True):
    """A tool as a model sees it. `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]


class Request(msgspec.Struct, frozen=True):
    """Everything a client needs for one call."""

    stage: Stage
    model: ModelChoice
    route: ModelRoute
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    """Empty in the text format, where tools are described in words."""
    stop: tuple[str, ...] = ()
    schema: dict[str, Any] | None = None
    """If given, the reply must be JSON of this schema, where the server can enforce that."""
    timeout_seconds: float = 120.0
    retries: int = 4


class Answer(msgspec.Struct, frozen=True):
    """A client's answer."""

    reply: Reply
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    latency_ms: float = 0.0
    """Of the request that was answered, without those that failed before it."""
    tries: tuple[Try, ...] = ()
    """Requests that failed before it."""


class TooLong(Exception):
    """The request does not fit the model's context, says the provider."""


class ModelClient(Protocol):
    def complete(self, request: Request) -> Answer:
        """Send a request. Raises PlayerFailed if no answer can be had, and TooLong if it does not fit."""
        ...
