"""Players who decide like others and record it as language models do, with prompts and screens of a realistic size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from simulator.agents.oracle import Oracle
from simulator.agents.policy import AssistantView, Decision, PlayerFailed, UserView
from simulator.agents.registry import ASSISTANTS, USERS, AssistantMaker, EvidenceNow, UserMaker
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.scenario.story import Story
from simulator.trace.exchange import Exchange, Reply, Stage, ToolCall, Try
from simulator.trace.exchange_parts import part_hash
from simulator.trace.moments import Envelope

NAME = "test_talker"
SYSTEM = "You are a person with a phone. Your secret goal: the surprise party. " + "Rules of the house. " * 300
SCREEN = "On the screen there is a list of mails, and each has a subject and a sender. " * 32
USED = {"tokens_in": 900, "tokens_out": 100, "cost": 0.002, "latency_ms": 1234.5}


class Talker:
    """As if each decision had been asked of a model that is sent the whole conversation so far."""

    def __init__(self, inner: Any, fails_at: int | None = None, kind: str = "provider") -> None:
        self._inner = inner
        self._brought: set[str] = set()
        self._fails_at, self._kind = fails_at, kind

    def decide(self, view: Any) -> Decision:
        if len(view.own) == self._fails_at:
            raise PlayerFailed(self._kind, "The provider of small answered 503 five times. Try again later.")  # type: ignore[arg-type]
        decision: Decision = self._inner.decide(view)
        return replace(decision, envelope=self._envelope(view, decision))

    def _envelope(self, view: UserView | AssistantView, decision: Decision) -> Envelope:
        number = len(view.own)
        told = list(_conversation(view))
        actions = view.actions if isinstance(view, UserView) else view.tools
        tools = [{"name": name, "description": action.name * 20, "parameters": {}} for name, action in actions.items()]
        parts = {part_hash(part): part for part in (*told, *tools)}
        fresh = {name: part for name, part in parts.items() if name not in self._brought}
        self._brought |= parts.keys()
        stage: Stage = view.phase if isinstance(view, AssistantView) else "user"
        call = ToolCall(decision.name, "{}")
        said = Exchange(
            stage=stage,
            alias="small",
            model="acme/small-1",
            format="tools",
            prompt_set="p" * 20,
            messages=tuple(map(part_hash, told)),
            tools=tuple(map(part_hash, tools)),
            parameters={"temperature": 0.5},
            reply=Reply(text="So be it.", calls=(call,), reasoning=f"I weigh decision {number}.", finish="tool_calls"),
            tries=(Try("The provider is busy.", 429, 12.5, 500.0),) if number == 1 else (),
            shortened=1 if number == 2 else 0,
        )
        return Envelope(**USED, exchange=said, parts=fresh, thought=f"I weigh decision {number}.")  # type: ignore[arg-type]


def _conversation(view: UserView | AssistantView) -> Iterator[dict[str, Any]]:
    """Follows from what the side has done, so that a player made anew tells the same."""
    yield {"role": "system", "text": SYSTEM}
    for number, act in enumerate(view.own):
        yield {"role": "user", "text": f"Decision {number}. {SCREEN}"}
        yield {"role": "assistant", "text": "So be it.", "call": {"name": act.name}}
    yield {"role": "user", "text": f"Decision {len(view.own)}. {SCREEN}"}


def user(fails_at: int | None = None, kind: str = "provider") -> UserMaker:
    def maker(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> Talker:
        return Talker(ScriptedUser(story, evidence), fails_at, kind)

    return maker


def assistant(fails_at: int | None = None, kind: str = "provider") -> AssistantMaker:
    def maker(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> Talker:
        return Talker(Oracle(story, story.solution, evidence), fails_at, kind)

    return maker


@contextmanager
def talkers(fails_at: int | None = None, kind: str = "provider") -> Iterator[dict[str, Any]]:
    """Both sides can be named; the assistant fails at its so-manieth decision. Gives the options that choose them."""
    USERS[NAME], ASSISTANTS[NAME] = user(), assistant(fails_at, kind)
    try:
        yield {"user": NAME, "assistant": NAME}
    finally:
        del USERS[NAME], ASSISTANTS[NAME]
