"""Requests to language models and their answers, independent of the client that sends them."""

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
    """The tool call in this message of the assistant; None in the text format."""
    call_id: str = ""
    """Connects the assistant's call with the tool message that has its result."""
    foldable: int = 0
    """Messages with the highest number are shortened first, and messages with 0 never. It is not sent or stored."""


class Tool(msgspec.Struct, frozen=True):
    """A tool as a model sees it. `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]


class Request(msgspec.Struct, frozen=True):
    """Everything a client needs for one call."""

    stage: Stage | Literal["judge"]
    model: ModelChoice
    route: ModelRoute
    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    """The tools; empty in the text format, where the prompt describes the tools."""
    stop: tuple[str, ...] = ()
    schema: dict[str, Any] | None = None
    """If given, the reply must be JSON that fits this schema; not every server enforces the schema."""
    timeout_seconds: float = 120.0
    retries: int = 4


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request, with its costs."""

    reply: Reply
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    latency_ms: float = 0.0
    """Milliseconds of the answered request, without the failed requests before it."""
    tries: tuple[Try, ...] = ()
    """Requests that failed before the answered request."""


class TooLong(Exception):
    """Raised if the provider says that the request does not fit the model's context."""


class ModelClient(Protocol):
    def complete(self, request: Request) -> Answer:
        """Send a request to the model, and return its answer.

        Raises PlayerFailed if there is no answer, and TooLong if the request does not fit.
        """
        ...
