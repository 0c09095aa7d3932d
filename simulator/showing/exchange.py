"""What went to a language model for one decision and what came back, as people read it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from simulator.showing.parts import Lane, shortened
from simulator.trace.exchange import Exchange, ReplyFormat, Stage, ToolCall, Try
from simulator.trace.moments import Envelope, Moment

LONGEST_OPENING = 110
_STAGES: Mapping[Stage, str] = {
    "user": "plays the user",
    "observe": "watches as the assistant",
    "execute": "carries out as the assistant",
}
_FORMATS: Mapping[ReplyFormat, str] = {"tools": "tool calls", "text": "Thought/Action text"}
_ROLES = {"system": "Instructions", "user": "Told", "assistant": "Model", "tool": "Told after its call"}


class Fact(NamedTuple):
    name: str
    value: str


class Said(NamedTuple):
    """One message. `tone` says whose it is, for its looks."""

    tone: Literal["to-model", "from-model", "lost"]
    title: str
    text: str
    call: str = ""
    opening: str = ""
    """Its first words, for when it is folded."""


class ToolTold(NamedTuple):
    name: str
    about: str
    parameters: str


class Talk(msgspec.Struct, frozen=True, kw_only=True):
    """One exchange in full."""

    lane: Lane
    """The side that the model plays."""
    stage: str
    alias: str
    used: tuple[str, ...]
    """Tokens, time and money."""
    settings: tuple[Fact, ...]
    tries: tuple[str, ...]
    """What came to nothing before it was answered."""
    shortened: int
    messages: tuple[Said, ...]
    tools: tuple[ToolTold, ...]
    reply: Said
    reasoning: str
    cut: int
    problem: str


def talk_of(moment: Moment, parts: Mapping[str, Any]) -> Talk | None:
    """The exchange of a moment, with what its messages and tools say; None if no model was asked."""
    envelope = moment.envelope
    if envelope is None or envelope.exchange is None:
        return None
    said = envelope.exchange
    call = "\n".join(map(_called, said.reply.calls))
    return Talk(
        lane="user" if said.stage == "user" else "assistant",
        stage=_STAGES[said.stage],
        alias=said.alias,
        used=tuple(_used(envelope)),
        settings=tuple(_settings(said)),
        tries=tuple(map(_tried, said.tries)),
        shortened=said.shortened,
        messages=tuple(_message(parts.get(name)) for name in said.messages),
        tools=tuple(_tool(parts.get(name)) for name in said.tools),
        reply=Said("from-model", "Reply", said.reply.text, call),
        reasoning=said.reply.reasoning,
        cut=said.reply.cut,
        problem=said.problem,
    )


def _used(envelope: Envelope) -> Iterator[str]:
    if envelope.tokens_in is not None or envelope.tokens_out is not None:
        yield f"{envelope.tokens_in or 0:,} tokens in, {envelope.tokens_out or 0:,} out"
    if envelope.latency_ms is not None:
        yield f"took {_seconds(envelope.latency_ms)}"
    yield "no price is known" if envelope.cost is None else f"${envelope.cost:.4f}"


def _settings(said: Exchange) -> Iterator[Fact]:
    yield Fact("Model", said.model)
    yield Fact("Format", _FORMATS[said.format])
    for name, value in said.parameters.items():
        yield Fact(name, _plain(value))
    yield Fact("Prompt set", said.prompt_set[:16])
    if said.reply.finish:
        yield Fact("Reply ended with", said.reply.finish)


def _tried(one: Try) -> str:
    status = f" (status {one.status})" if one.status is not None else ""
    waited = f", then waited {_seconds(one.waited_ms)}" if one.waited_ms else ""
    return f"{one.problem.rstrip('.')}{status} after {_seconds(one.latency_ms)}{waited}."


def _seconds(ms: float) -> str:
    return f"{ms / 1000:.1f} s" if ms >= 100 else f"{ms:.0f} ms"


def _message(part: Any) -> Said:
    if not isinstance(part, dict):
        return Said("lost", "Message", "", opening="is no longer kept")
    role, text = str(part.get("role", "")), str(part.get("text", ""))
    call = part.get("call")
    called = _called(msgspec.convert(call, ToolCall)) if isinstance(call, dict) and "name" in call else ""
    title = _ROLES.get(role, role.capitalize() or "Message")
    opening = shortened(text or called, LONGEST_OPENING)
    return Said("from-model" if role == "assistant" else "to-model", title, text, called, opening)


def _tool(part: Any) -> ToolTold:
    if not isinstance(part, dict):
        return ToolTold("(a tool that is no longer kept)", "", "")
    parameters = json.dumps(part.get("parameters", {}), indent=2, ensure_ascii=False)
    return ToolTold(str(part.get("name", "")), str(part.get("description", "")), parameters)


def _called(call: ToolCall) -> str:
    try:
        given = json.loads(call.arguments) if call.arguments else {}
        arguments = json.dumps(given, indent=2, ensure_ascii=False) if given else ""
    except (ValueError, RecursionError):
        arguments = call.arguments
    return f"{call.name} {arguments}".rstrip()


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
