"""The published JSON Schema of trace lines: current, and true of real traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from simulator.agents.policy import AssistantView, Decision
from simulator.episode.loop import Episode
from simulator.trace.exchange import Exchange, Reply, ToolCall
from simulator.trace.moments import Envelope, Forked, Remembered, moment_kinds
from simulator.trace.trace_json_schema import trace_schema, trace_schema_text
from simulator.trace.trace_writer import trace_bytes
from tests.simulator.stories.shelf import NAMES, fresh, played

VALIDATOR = Draft202012Validator(trace_schema())


class Costly:
    """An assistant whose decisions come in an envelope."""

    def decide(self, view: AssistantView) -> Decision:
        said = Exchange(
            stage="observe", alias="a", model="m", format="text", prompt_set="p", reply=Reply(calls=(ToolCall("wait"),))
        )
        envelope = Envelope(wall="2026-01-01T00:00:00Z", latency_ms=3, cost=0.25, exchange=said, parts={"p": [1]})
        return Decision("no such tool" if len(view.own) % 2 else "PAREAgentUserInterface__wait", envelope=envelope)


def lines(episode: Episode) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace_bytes(episode).splitlines()]


def problems(line: dict[str, Any]) -> list[str]:
    return [error.message for error in VALIDATOR.iter_errors(line)]


def test_the_committed_schema_is_current(root: Path) -> None:
    assert (root / "docs/schemas/trace.schema.json").read_text(encoding="utf-8") == trace_schema_text()


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(trace_schema())


def test_every_kind_of_moment_is_described() -> None:
    described = {
        part["properties"]["kind"]["enum"][0]
        for part in trace_schema()["$defs"].values()
        if "kind" in part.get("properties", {})
    }
    assert described == {"pare.trace", "result", *moment_kinds()}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("plays", ["oracle", "eager", "random"])
def test_every_line_of_a_real_trace_is_valid(name: str, plays: str) -> None:
    for line in lines(played(name, plays=plays)):
        assert not problems(line)


def test_lines_with_envelopes_notes_forks_and_a_crash_are_valid() -> None:
    episode = fresh("dentist", assistant=lambda *_: Costly())
    next(iter(episode.play()))
    stamp: dict[str, Any] = {"at": episode.moments[0].at, "local": episode.moments[0].local}
    episode.replay([Remembered(n=1, **stamp, actor="user", note={"mood": "good"})])
    config = episode.config.model_copy(update={"user": "scripted", "max_turns": 2}).model_dump(mode="json")
    episode.replay([Forked(n=2, **stamp, parent="a", parent_moment=1, config=config)])
    episode.run()
    found = lines(episode)
    assert {line["kind"] for line in found} >= {"memory@1", "forked@1", "action@1"}
    for line in found:
        assert not problems(line)


@pytest.mark.parametrize(
    "change", [{"actor": "cat"}, {"n": "1"}, {"mood": "good"}, {"h": "xyz"}, {"kind": "action@2"}, {"patches": [{}]}]
)
def test_a_line_that_cannot_be_read_is_not_valid(change: dict[str, Any]) -> None:
    line = lines(played("dentist", max_turns=1))[2]
    assert not problems(line)
    assert problems({**line, **change})
