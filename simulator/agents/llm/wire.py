"""What goes to a language model and comes back, whoever carries it."""

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
    """For the assistant: the tool call that it made here, if it used the tools of the wire format."""
    call_id: str = ""
    """Ties the assistant's call to the tool's message that answers it."""
    foldable: int = 0
    """What may be shortened to fit: the higher, the sooner. 0 is never shortened. Not sent, not stored."""


class Tool(msgspec.Struct, frozen=True):
    """A tool as a model is told of it. `parameters` is a JSON schema of an object."""

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
    """Empty in the text format, where tools are told of in words."""
    stop: tuple[str, ...] = ()
    schema: dict[str, Any] | None = None
    """If given, the reply has to be JSON of this schema, where the server can see to that."""
    timeout_seconds: float = 120.0
    retries: int = 4


class Answer(msgspec.Struct, frozen=True):
    """What a client brings back."""

    reply: Reply
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    latency_ms: float = 0.0
    """Of the request that was answered, without those that failed before it."""
    tries: tuple[Try, ...] = ()
    """Requests that failed before it."""


class TooLong(Exception):
    """The provider says that the request does not fit the model's context."""


class ModelClient(Protocol):
    def complete(self, request: Request) -> Answer:
        """Raises PlayerFailed if no answer can be had, and TooLong if the request is too long for the model."""
        ...
