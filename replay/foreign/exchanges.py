"""Turns a model's call in a foreign trace into the envelope of a moment."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from replay.foreign.calls import ModelCall
from simulator.phone.writable import writable, writable_text
from simulator.trace.exchange import Exchange, Reply, Stage, Try
from simulator.trace.exchange_parts import part_hash
from simulator.trace.moments import Envelope

STAGES: tuple[Stage, ...] = ("user", "observe", "execute")
_ROLES = {"tool-response": "tool", "tool-call": "assistant"}
_THOUGHT = "Thought:"


class NamedModel(NamedTuple):
    name: str
    alias: str


def models_of(model_id: str) -> dict[Stage, NamedModel]:
    """Return the models by stage from a text such as `user:a|observe:b`. A single name applies to all stages."""
    named = dict(part.partition(":")[::2] for part in model_id.split("|") if ":" in part)
    found: dict[Stage, NamedModel] = {stage: _model(named[stage]) for stage in STAGES if named.get(stage, "").strip()}
    if not found and model_id.strip():
        found = {stage: _model(model_id) for stage in STAGES}
    return found


def envelope_of(
    call: ModelCall | None, stage: Stage, models: Mapping[Stage, NamedModel], original: dict[str, Any]
) -> Envelope:
    if call is None:
        return Envelope(original=original)
    exchange, parts = _exchange(call, stage, models)
    return Envelope(
        latency_ms=round(call.seconds * 1000, 1) if call.seconds else None,
        tokens_in=call.tokens_in or None,
        tokens_out=call.tokens_out or None,
        thought=call.thought.strip().removeprefix(_THOUGHT).strip(),
        exchange=exchange,
        parts=parts,
        original=original,
    )


def _model(name: str) -> NamedModel:
    name = writable_text(name.strip())
    return NamedModel(name[:200], (name.rpartition("/")[2] or name)[:100])


def _exchange(
    call: ModelCall, stage: Stage, models: Mapping[Stage, NamedModel]
) -> tuple[Exchange | None, dict[str, Any]]:
    if not call.output and not call.messages:
        return None, {}
    parts = {part_hash(part): part for part in map(_message, call.messages)}
    model = models.get(stage, NamedModel("not known", "not known"))
    exchange = Exchange(
        stage=stage,
        alias=model.alias,
        model=model.name,
        format="text",
        prompt_set="",
        messages=tuple(part_hash(_message(message)) for message in call.messages),
        reply=Reply(text=call.output),
        tries=tuple(Try(problem) for problem in call.tries),
    )
    return exchange, parts


def _message(message: Any) -> dict[str, str]:
    fields = message if isinstance(message, dict) else {"content": message}
    role, content = str(fields.get("role", "")), fields.get("content")
    text = content if isinstance(content, str) else json.dumps(writable(content), ensure_ascii=False)
    return {"role": _ROLES.get(role, writable_text(role)), "text": writable_text(text)}
