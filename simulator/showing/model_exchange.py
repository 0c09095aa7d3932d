"""One exchange with a language model as people read it: messages, tools, reply and cost."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from simulator.showing.sentence_parts import shortened
from simulator.showing.told_moment import Lane
from simulator.trace.exchange import Exchange, ReplyFormat, Stage, ToolCall, Try
from simulator.trace.moments import Envelope, Moment
from simulator.words.money import dollars

LONGEST_OPENING = 110
_STAGES: Mapping[Stage, str] = {
    "user": "plays the user",
    "observe": "watches as the assistant",
    "execute": "carries out offers as the assistant",
}
_FORMATS: Mapping[ReplyFormat, str] = {"tools": "tool calls", "text": "Thought/Action text"}
_ROLES = {"system": "Instructions", "user": "Message", "assistant": "Model", "tool": "Result of its call"}


class ModelSetting(NamedTuple):
    """A setting of the request with its value."""

    name: str
    value: str


class ExchangeMessage(NamedTuple):
    """One message of the exchange. `tone` selects the style of the message on the page."""

    tone: Literal["to-model", "from-model", "lost"]
    title: str
    text: str
    call: str = ""
    opening: str = ""
    """The first words of the message, shown while the message is folded."""


class OfferedTool(NamedTuple):
    """A tool that the model could call."""

    name: str
    about: str
    parameters: str


class ShownExchange(msgspec.Struct, frozen=True, kw_only=True):
    """One exchange with a language model, with all texts."""

    lane: Lane
    """The side that the model plays: user or assistant."""
    stage: str
    alias: str
    used: tuple[str, ...]
    """Tokens, time and cost of the exchange in words, one entry each."""
    settings: tuple[ModelSetting, ...]
    tries: tuple[str, ...]
    """One sentence for each failed request before the answer."""
    shortened: int
    messages: tuple[ExchangeMessage, ...]
    tools: tuple[OfferedTool, ...]
    reply: ExchangeMessage
    reasoning: str
    cut: int
    problem: str


def shown_exchange(moment: Moment, parts: Mapping[str, Any]) -> ShownExchange | None:
    """Return the exchange that led to a moment; None if the moment has none. `parts`: messages and tools by hash."""
    envelope = moment.envelope
    if envelope is None or envelope.exchange is None:
        return None
    said = envelope.exchange
    call = "\n".join(map(_called, said.reply.calls))
    return ShownExchange(
        lane="user" if said.stage == "user" else "assistant",
        stage=_STAGES[said.stage],
        alias=said.alias,
        used=tuple(_used(envelope)),
        settings=tuple(_settings(said)),
        tries=tuple(map(_tried, said.tries)),
        shortened=said.shortened,
        messages=tuple(_message(parts.get(name)) for name in said.messages),
        tools=tuple(_tool(parts.get(name)) for name in said.tools),
        reply=ExchangeMessage("from-model", "Reply", said.reply.text, call),
        reasoning=said.reply.reasoning,
        cut=said.reply.cut,
        problem=said.problem,
    )


def _used(envelope: Envelope) -> Iterator[str]:
    if envelope.tokens_in is not None or envelope.tokens_out is not None:
        yield f"{envelope.tokens_in or 0:,} tokens in, {envelope.tokens_out or 0:,} out"
    if envelope.latency_ms is not None:
        yield f"took {_seconds(envelope.latency_ms)}"
    yield "price unknown" if envelope.cost is None else dollars(envelope.cost)


def _settings(said: Exchange) -> Iterator[ModelSetting]:
    yield ModelSetting("Model", said.model)
    yield ModelSetting("Format", _FORMATS[said.format])
    for name, value in said.parameters.items():
        yield ModelSetting(name, _plain(value))
    # The start of the prompts' hash is enough to compare two runs by eye.
    yield ModelSetting("Prompt set", said.prompt_set[:16])
    if said.reply.finish:
        yield ModelSetting("Reply ended with", said.reply.finish)


def _tried(one: Try) -> str:
    status = f" (status {one.status})" if one.status is not None else ""
    waited = f", then waited {_seconds(one.waited_ms)}" if one.waited_ms else ""
    return f"{one.problem.rstrip('.')}{status} after {_seconds(one.latency_ms)}{waited}."


def _seconds(ms: float) -> str:
    # A model on the same machine answers within milliseconds, a provider takes seconds.
    return f"{ms / 1000:.1f} s" if ms >= 100 else f"{ms:.0f} ms"


def _message(part: Any) -> ExchangeMessage:
    if not isinstance(part, dict):
        # Messages are stored separately from the moments; a damaged store may lack one.
        return ExchangeMessage("lost", "Message", "", opening="is missing")
    role, text = str(part.get("role", "")), str(part.get("text", ""))
    call = part.get("call")
    called = _called(msgspec.convert(call, ToolCall)) if isinstance(call, dict) and "name" in call else ""
    title = _ROLES.get(role, role.capitalize() or "Message")
    opening = shortened(text or called, LONGEST_OPENING)
    return ExchangeMessage("from-model" if role == "assistant" else "to-model", title, text, called, opening)


def _tool(part: Any) -> OfferedTool:
    if not isinstance(part, dict):
        return OfferedTool("(missing tool)", "", "")
    parameters = json.dumps(part.get("parameters", {}), indent=2, ensure_ascii=False)
    return OfferedTool(str(part.get("name", "")), str(part.get("description", "")), parameters)


def _called(call: ToolCall) -> str:
    try:
        given = json.loads(call.arguments) if call.arguments else {}
        arguments = json.dumps(given, indent=2, ensure_ascii=False) if given else ""
    except (ValueError, RecursionError):
        # A model may return arguments that are not JSON or nested too deeply; they are shown unchanged.
        arguments = call.arguments
    return f"{call.name} {arguments}".rstrip()


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
