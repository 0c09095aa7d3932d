"""The scripted user: follows the scenario's path tap by tap and judges offers by the scenario's matcher."""

from __future__ import annotations

from collections.abc import Callable

from simulator.agents.policy import Decision, UserView
from simulator.agents.taps import Place, arrived, next_tap, place_of
from simulator.phone.screens import taps_of
from simulator.phone.state import Proposal
from simulator.phone.store import Record
from simulator.scenario.arguments import ArgumentError, resolve
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to
from simulator.scenario.schema import PathStep
from simulator.scenario.story import Story

PUT_DOWN = Decision("put_phone_down")


class ScriptedUser:
    """Its progress is a function of its own past actions; the counters here only remember that function's value."""

    def __init__(self, story: Story, evidence: Callable[[], Evidence]) -> None:
        self._story = story
        self._evidence = evidence
        self._read = 0
        self._step = 0
        self._looked_for: set[str] = set()

    def decide(self, view: UserView) -> Decision:
        self._catch_up(view)
        offer = view.offer
        if offer is not None:
            return self._answer(view, offer)
        while self._step < len(self._story.scenario.user.path):
            step = self._story.scenario.user.path[self._step]
            if step.after is not None and step.after not in self._evidence().ledger.fired:
                return PUT_DOWN
            decision = self._towards(view, step)
            if decision is not None:
                return decision
            self._step += 1
        return PUT_DOWN

    def _catch_up(self, view: UserView) -> None:
        """Steps that end with an action of their own are over once that action was tried."""
        path = self._story.scenario.user.path
        for act in view.own[self._read :]:
            step = path[self._step] if self._step < len(path) else None
            if step is None:
                continue
            done = step.do is not None and step.do == f"{act.app}.{act.name}"
            put_down = step.put_down and act.name == PUT_DOWN.name
            if done or put_down or (act.error is not None and act.app != "assistant"):
                self._step += 1
        self._read = len(view.own)

    def _towards(self, view: UserView, step: PathStep) -> Decision | None:
        """The next tap of a path step; None when it is over."""
        if step.put_down:
            return PUT_DOWN
        if step.see is not None:
            place = self._place(view, step.see)
            return None if place is None or arrived(view.look, place) else next_tap(view.look, place)
        return self._do(view, step)

    def _do(self, view: UserView, step: PathStep) -> Decision | None:
        assert step.do is not None
        app_name, _, name = step.do.partition(".")
        action = taps_of(type(view.look.screen)).get(name) if view.look.phone.active == app_name else None
        place = self._place(view, step.on) if step.on is not None else None
        if action is not None and (place is None or arrived(view.look, place)):
            try:
                return Decision(name, resolve(action, step.args, self._story.names))
            except ArgumentError:
                return None
        if place is None:
            place = _screen_with(self._story, app_name, name)
        return None if place is None else next_tap(view.look, place)

    def _place(self, view: UserView, what: str) -> Place | None:
        if what in view.look.apps:
            return Place(what)
        table, record_id = self._story.labels[what]
        record: Record | None = view.look.store.tables()[table].get(record_id)
        return None if record is None else place_of(view.look, record)

    def _answer(self, view: UserView, proposal: Proposal) -> Decision:
        evidence = self._evidence()
        needs = evidence.needs_of(proposal.id)
        if not needs:
            return Decision("reject_proposal", {"content": self._story.scenario.otherwise})
        answer = answer_to(self._story.need(needs[0]), evidence)
        if answer.look is not None and proposal.id not in self._looked_for:
            place = self._place(view, answer.look)
            tap = None if place is None or arrived(view.look, place) else next_tap(view.look, place)
            if tap is not None:
                return tap
            self._looked_for.add(proposal.id)
        if answer.reject is not None:
            return Decision("reject_proposal", {"content": answer.reject})
        return Decision("accept_proposal", {"content": answer.accept or answer.change or ""})


def _screen_with(story: Story, app_name: str, action: str) -> Place | None:
    """The screen on which an action is found."""
    for screen in story.blank.apps[app_name].screens:
        if action in taps_of(screen):
            return Place(app_name, screen.__name__)
    return None
