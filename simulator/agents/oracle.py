"""The oracle: an assistant that plays a worked solution, through the same tools and the same consent as any other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision
from simulator.scenario.arguments import PENDING
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import evident_since
from simulator.scenario.story import BoundStep, Story
from simulator.trace.moments import Acted

WAITS = ("wait", "wait_for_notification")


class Oracle:
    """Which step comes next follows from how many calls it has made; a rejected offer ends it.

    A pushy one does not wait for consent: proofs use it to see that the engine does.
    """

    def __init__(
        self, story: Story, steps: Sequence[BoundStep], evidence: Callable[[], Evidence], pushy: bool = False
    ) -> None:
        self._story = story
        self._steps = steps
        self._evidence = evidence
        self._pushy = pushy

    def decide(self, view: AssistantView) -> Decision:
        done = [act for act in view.own if act.name not in WAITS]
        step = self._next(len(done))
        quiet = Decision(WAIT if view.phase == "observe" else WAIT_FOR_NOTIFICATION)
        if step is None or self._must_wait(view, step, len(done)):
            return quiet
        if step.part.offer is not None:
            return Decision(SAY, {"content": step.part.offer})
        if step.part.report is not None:
            return Decision(SAY, {"content": step.part.report})
        assert step.action is not None
        return Decision(step.action.full_name, self._bound(step.args, done))

    def _next(self, calls: int) -> BoundStep | None:
        """The step after so many calls, passing over waits for events that have come."""
        fired = self._evidence().ledger.fired
        index = 0
        for step in self._steps:
            if step.part.wait is not None:
                if index == calls and step.part.wait not in fired:
                    return None
                continue
            if index == calls:
                return step
            index += 1
        return None

    def _must_wait(self, view: AssistantView, step: BoundStep, calls: int) -> bool:
        if step.part.offer is None:
            return view.phase == "observe" and not self._pushy
        if view.phase == "execute" or view.proposal is not None:
            return True
        needs = self._story.scenario.needs
        made = sum(1 for other in self._offers_before(calls) if other.part.offer is not None)
        if made >= len(needs):
            return False
        return evident_since(needs[made], self._evidence()) is None

    def _offers_before(self, calls: int) -> list[BoundStep]:
        steps = [step for step in self._steps if step.part.wait is None]
        return steps[:calls]

    def _bound(self, args: dict[str, Any], done: list[Acted]) -> dict[str, Any]:
        """Arguments with the ids of records that earlier steps made."""
        made = {}
        steps = [step for step in self._steps if step.part.wait is None]
        for step, act in zip(steps, done, strict=False):
            if step.part.name is not None:
                made[PENDING.format(step.part.name)] = _made_by(act)
        return {name: _swapped(value, made) for name, value in args.items()} if made else args


def _made_by(act: Acted) -> str:
    for patch in act.patches:
        if patch.op == "add" and not patch.table.startswith(("phone.", "meta.")):
            return patch.id
    return ""


def _swapped(value: Any, made: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_swapped(item, made) for item in value]
    return made.get(value, value) if isinstance(value, str) else value
