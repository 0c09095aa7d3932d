"""The logs of the format “hf”: the messages, thoughts, calls and results of each agent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from replay.foreign.hf_calls import Noted, Sheet
from replay.foreign.hf_hearing import Hearing
from simulator.trace.exchange import Exchange, Stage
from simulator.trace.moments import Acted, Envelope, Moment

# The agent id that the original PARE writes into entries of an app.
NOBODY = "unknown"
# Characters of messages in a file before repeated messages are left out. The format repeats all messages in every
# call, so a long run would give a huge file.
_MOST_REPEATED = 24 * 2**20
# Minimum time between two entries, in seconds.
_TICK = 0.0001
_ROLES = {"tool": "tool-response"}


class Logs:
    """Writes the log entries of a run. Keeps all message texts in memory, because moments store each text only once."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._parts: dict[str, Any] = {}
        self._met: set[str] = set()
        self._count = 0
        self._latest = 0.0
        # By agent, the hashes of the messages in earlier requests to its model.
        self._told: dict[str, set[str]] = {}
        self._size = 0
        self._hearing = Hearing(sheet)

    def entries(self, moments: Sequence[Moment]) -> Iterator[dict[str, Any]]:
        for moment in moments:
            if isinstance(moment, Acted):
                yield from self._of(self._sheet.noted(moment))
            self._hearing.take(moment)

    def _of(self, noted: Noted) -> Iterator[dict[str, Any]]:
        if noted.kind == "ENV":
            yield self._action(noted)
            return
        agent, envelope = self._agent(noted), noted.moment.envelope or Envelope()
        self._parts.update(envelope.parts)
        # The original PARE logs the system prompts of an agent once, before its first call.
        if envelope.exchange is not None and agent not in self._met:
            yield from self._prompts(noted, agent, envelope.exchange)
        for kind, text in self._hearing.heard(noted.moment.actor):
            yield self._entry(noted, agent, kind, content=text)
        if envelope.exchange is not None:
            yield from self._exchange(noted, agent, envelope, envelope.exchange)
        if envelope.thought:
            yield self._entry(noted, agent, "thought", content=envelope.thought)
        yield self._entry(noted, agent, "tool_call", tool_name=noted.called, tool_arguments=noted.args)
        yield self._action(noted)
        if noted.error is None:
            yield self._entry(noted, agent, "observation", content=_observed(noted.result), attachments=[])
        else:
            error = {"error": "ToolError", "exception": noted.error, "category": "tool", "agent": self._stage(noted)}
            yield {**self._entry(noted, agent, "error"), **error}

    def _messages(self, exchange: Exchange) -> list[dict[str, Any]]:
        return [_message(self._parts.get(name)) for name in exchange.messages]

    def _input(self, agent: str, exchange: Exchange) -> list[dict[str, Any]]:
        """Return all messages of a request. In a very long run, a note replaces the messages of earlier requests."""
        messages, told = self._messages(exchange), self._told.setdefault(agent, set())
        new = [message for name, message in zip(exchange.messages, messages, strict=True) if name not in told]
        told.update(exchange.messages)
        self._size += sum(len(message["content"]) for message in messages)
        if self._size <= _MOST_REPEATED or len(new) == len(messages):
            return messages
        note = f"({len(messages) - len(new)} earlier messages as before)"
        return [{"role": "system", "content": note, "attachments": None}, *new]

    def _prompts(self, noted: Noted, agent: str, exchange: Exchange) -> Iterator[dict[str, Any]]:
        self._met.add(agent)
        for message in self._messages(exchange):
            if message["role"] == "system":
                yield self._entry(noted, agent, "system_prompt", content=message["content"])

    def _exchange(self, noted: Noted, agent: str, envelope: Envelope, exchange: Exchange) -> Iterator[dict[str, Any]]:
        yield self._entry(noted, agent, "llm_input", content=self._input(agent, exchange))
        tokens_in, tokens_out = envelope.tokens_in or 0, envelope.tokens_out or 0
        yield self._entry(
            noted,
            agent,
            "llm_output",
            content=_reply(exchange),
            prompt_tokens=tokens_in,
            completion_tokens=tokens_out,
            total_tokens=tokens_in + tokens_out,
            reasoning_tokens=0,
            completion_duration=(envelope.latency_ms or 0) / 1000,
        )

    def _action(self, noted: Noted) -> dict[str, Any]:
        return {
            "timestamp": self._stamp(noted),
            "id": noted.id,
            "agent_id": NOBODY,
            "content": f"{noted.class_name}: {noted.function}",
            "input": noted.args,
            "event_type": noted.kind,
            "output": noted.result,
            "action_name": noted.function,
            "app_name": noted.app,
            "exception": noted.error,
            "exception_stack_trace": None,
            "log_type": "action",
        }

    def _entry(self, noted: Noted, agent: str, kind: str, **fields: Any) -> dict[str, Any]:
        self._count += 1
        ident = self._sheet.ident("log", self._count).replace("-", "")
        return {
            "timestamp": self._stamp(noted),
            "id": ident,
            "agent_id": agent,
            **fields,
            "log_type": kind,
        }

    def _stamp(self, noted: Noted) -> float:
        """Return the moment's time, or a time just after the previous entry if that time is later.

        Some programs sort entries by time alone.
        """
        self._latest = max(self._sheet.time(noted.moment.at), round(self._latest + _TICK, 4))
        return self._latest

    def _stage(self, noted: Noted) -> Stage:
        return "user" if noted.kind == "USER" else noted.moment.phase or "observe"

    def _agent(self, noted: Noted) -> str:
        return self._sheet.ident("agent", self._stage(noted)).replace("-", "")


def _message(part: Any) -> dict[str, Any]:
    fields: Mapping[str, Any] = part if isinstance(part, dict) else {}
    role, text, call = str(fields.get("role", "")), str(fields.get("text", "")), fields.get("call") or {}
    called = f"{call.get('name', '')} {call.get('arguments', '')}".strip()
    return {"role": _ROLES.get(role, role), "content": "\n".join(filter(None, (text, called))), "attachments": None}


def _reply(exchange: Exchange) -> str:
    reply = exchange.reply
    return "\n".join(filter(None, (reply.text, *(f"{call.name} {call.arguments}".strip() for call in reply.calls))))


def _observed(result: Any) -> str:
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)
