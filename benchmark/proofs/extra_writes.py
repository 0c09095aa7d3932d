"""Proof (g): plays the solution with one extra write that nobody asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from pydantic import BaseModel

from simulator.agents.oracle import WAITS, Oracle
from simulator.agents.policy import AssistantPolicy, AssistantView, Decision
from simulator.agents.registry import EvidenceNow
from simulator.config import EpisodeConfig
from simulator.scenario.story import BoundStep, Story
from simulator.trace.moments import Acted


class MeddlingOracle(Oracle):
    """An oracle that makes one unasked write in an app just before its last report.

    `choice` is the index of the write among the writes that are possible then.
    """

    def __init__(self, story: Story, steps: Sequence[BoundStep], evidence: EvidenceNow, app: str, choice: int) -> None:
        super().__init__(story, steps, evidence)
        self._app = app
        self._choice = choice
        self._last = max((i for i, step in enumerate(_calls(steps)) if step.part.report is not None), default=-1)
        self._spared = spared(story, steps)
        self.meddled: int | None = None

    def decide(self, view: AssistantView) -> Decision:
        # Steps that wait are not calls, so they are left out of both counts.
        made = [act for act in view.own if act.name not in WAITS]
        if self.meddled is None and view.phase == "execute" and len(made) == self._last:
            app = view.look.apps[self._app]
            # Records that the assistant added are spared: undoing its own write is not an extra write.
            own = {patch.id for act in view.own for patch in act.patches if patch.op == "add"}
            meddling = next(islice(app.meddlings(view.look, self._spared | own), self._choice, None), None)
            if meddling is not None:
                self.meddled = len(view.own)
                return Decision(app.tools[meddling.tool].full_name, meddling.args)
        if self.meddled is not None:
            # The extra call is hidden from the oracle, which would count it as one of its own steps.
            calls = [act for index, act in enumerate(view.own) if index != self.meddled]
            view = replace(view, own=calls)
        return super().decide(view)


class Meddler:
    """Makes the assistant of one trial, and finds the assistant's extra write in the finished run."""

    def __init__(self, steps: Sequence[BoundStep], app: str, choice: int) -> None:
        self._steps = steps
        self._app = app
        self._choice = choice
        self._made: MeddlingOracle | None = None

    def make(self, story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> AssistantPolicy:
        self._made = MeddlingOracle(story, self._steps, evidence, self._app, self._choice)
        return self._made

    def extra(self, acts: Sequence[Acted]) -> Acted | None:
        """Return the extra write among the assistant's acts, or None if the assistant made no extra write."""
        meddled = None if self._made is None else self._made.meddled
        return None if meddled is None else acts[meddled]


def spared(story: Story, steps: Sequence[BoundStep]) -> frozenset[str]:
    """Return the ids and addresses that an extra write must avoid.

    These are records and people in the solution, in goals and in `allowed` and `forbidden`, and the senders of events.
    """
    ids = set(_strings([step.args for step in steps]))
    parts = [*story.scenario.goals, *story.scenario.allowed, *story.scenario.forbidden]
    for word in _strings(parts):
        if word in story.labels:
            ids.add(story.labels[word][1])
        if word in story.people:
            ids.update({story.people[word].user_id, story.people[word].email})
    # A short message to a person who sent something may count as an allowed confirmation and not make the run fail.
    askers = frozenset[str]().union(*(event.senders for event in story.events))
    for person in story.people.values():
        if askers & {person.email, person.user_id, person.name}:
            ids.update({person.email, person.user_id})
    return frozenset(ids)


def _calls(steps: Sequence[BoundStep]) -> list[BoundStep]:
    return [step for step in steps if step.part.wait is None]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _strings(getattr(value, name))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
