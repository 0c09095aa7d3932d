"""The scripted user: follows the scenario's path tap by tap and judges offers by the scenario's matcher."""

from __future__ import annotations

from collections.abc import Callable

from simulator.agents.policy import Decision, UserView
from simulator.agents.taps import Place, arrived, first_step, next_tap, place_of, shows
from simulator.phone.call import Look
from simulator.phone.screens import taps_of
from simulator.phone.state import Proposal
from simulator.scenario.arguments import ArgumentError, resolve
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to_all
from simulator.scenario.schema import PathStep
from simulator.scenario.story import Story
from simulator.trace.moments import Acted

PUT_DOWN = Decision("put_phone_down")
_CARD = "assistant"


class ScriptedUser:
    """What it remembers follows from what it was shown and did; deciding again in the same places gives it back."""

    def __init__(self, story: Story, evidence: Callable[[], Evidence]) -> None:
        self._story = story
        self._evidence = evidence
        self._read = 0
        self._step = 0
        self._aside: set[int] = set()
        """Which of its own actions do not belong to the path: waiting for an event, looking something up."""
        self._looked_for: set[str] = set()

    def decide(self, view: UserView) -> Decision:
        self._catch_up(view)
        if view.offer is not None:
            return self._answer(view, view.offer)
        path = self._story.scenario.user.path
        while self._step < len(path):
            step = path[self._step]
            if step.after is not None and step.after not in self._evidence().ledger.fired:
                self._aside.add(len(view.own))
                return PUT_DOWN
            decision = self._towards(view.look, step)
            if decision is not None:
                return decision
            self._step += 1
        return PUT_DOWN

    def _catch_up(self, view: UserView) -> None:
        """A step that ends with an action of its own is over once that was tried, and so is one that cannot go on."""
        path = self._story.scenario.user.path
        for index in range(self._read, len(view.own)):
            act = view.own[index]
            if index in self._aside or act.app == _CARD or self._step >= len(path):
                continue
            if act.error is not None or _ends(path[self._step], act):
                self._step += 1
        self._read = len(view.own)

    def _towards(self, look: Look, step: PathStep) -> Decision | None:
        """The next tap of a path step; None when it is over."""
        if step.put_down:
            return PUT_DOWN
        if step.see is not None:
            place = self._place(look, step.see)
            return None if place is None or arrived(look, place) else next_tap(look, place)
        return self._do(look, step)

    def _do(self, look: Look, step: PathStep) -> Decision | None:
        assert step.do is not None
        app, _, name = step.do.partition(".")
        place = Place(app) if step.on is None else self._place(look, step.on)
        if place is None:
            return None
        if look.phone.active == app:
            frame = look.frames(app)[-1]
            if shows(frame, place.ids):
                action = taps_of(type(look.screen)).get(name)
                if action is not None:
                    try:
                        return Decision(name, resolve(action, step.args, self._story.names))
                    except ArgumentError:
                        return None
                tap = first_step(app, frame.screen, self._screens_with(app, name), place.hints)
                if tap is not None:
                    return tap
            if step.on is None and len(look.frames(app)) > 1:
                return Decision("go_back")
        return None if arrived(look, place) else next_tap(look, place)

    def _screens_with(self, app: str, action: str) -> tuple[str, ...]:
        """The screens on which an action is found."""
        screens = self._story.blank.apps[app].screens
        return tuple(screen.__name__ for screen in screens if action in taps_of(screen))

    def _place(self, look: Look, what: str) -> Place | None:
        if what in look.apps:
            return Place(what)
        table, record_id = self._story.labels[what]
        record = look.store.tables()[table].get(record_id)
        return None if record is None else place_of(look, record)

    def _answer(self, view: UserView, proposal: Proposal) -> Decision:
        evidence = self._evidence()
        needs = [self._story.need(label) for label in evidence.needs_of(proposal.id)]
        if not needs:
            return Decision("reject_proposal", {"content": self._story.scenario.otherwise})
        answer = answer_to_all(needs, evidence)
        if answer.look is not None:
            tap = self._look(view, answer.look, proposal)
            if tap is not None:
                return tap
        if answer.reject is not None:
            return Decision("reject_proposal", {"content": answer.reject})
        return Decision("accept_proposal", {"content": answer.accept or answer.change or ""})

    def _look(self, view: UserView, what: str, proposal: Proposal) -> Decision | None:
        """The next tap towards what is looked up before answering; None once it was seen or cannot be."""
        if proposal.id in self._looked_for:
            return None
        place = self._place(view.look, what)
        failed = len(view.own) - 1 in self._aside and view.own[-1].error is not None
        tap = None if place is None or failed or arrived(view.look, place) else next_tap(view.look, place)
        if tap is None:
            self._looked_for.add(proposal.id)
        else:
            self._aside.add(len(view.own))
        return tap


def _ends(step: PathStep, act: Acted) -> bool:
    if step.put_down:
        return act.name == PUT_DOWN.name
    return step.do is not None and step.do == f"{act.app}.{act.name}"
