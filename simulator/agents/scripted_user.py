"""The scripted user: follows the scenario's path tap by tap, and judges offers by the scenario's rules."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import takewhile

from simulator.agents.past import Past, was_asked
from simulator.agents.policy import Decision, UserView
from simulator.agents.taps import Destination, arrived, first_step, next_tap, place_of, shows
from simulator.phone.call import Look
from simulator.phone.screens import taps_of
from simulator.phone.state import Proposal
from simulator.scenario.argument_resolution import ArgumentError, resolve
from simulator.scenario.extra_acts import weigh
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to_all, read_for
from simulator.scenario.offer_classes import need_state
from simulator.scenario.offer_questions import PLAIN
from simulator.scenario.schema import PathStep
from simulator.scenario.story import Story
from simulator.trace.ledger import Ledger, Offer
from simulator.trace.moments import Acted
from simulator.words.english import spoken

PUT_DOWN = Decision("put_phone_down")
# The answer to an early offer, which stays open. It never names an event that the owner can't know.
_NOT_YET = "Not yet, please. Ask me again when it is time."
_ALLOWED = "Yes, please."
_DECLINED = {
    "too_late": "Thank you, but it is too late for that now.",
    "done_already": "Thank you, that has been done.",
}
_WRONG = {
    "person": "No, that would go to the wrong person.",
    "item": "No, that is the wrong one.",
    "day": "No, that is the wrong day.",
    "time": "No, that is the wrong time.",
    "amount": "No, that is the wrong amount.",
    "extra": "No, that does more than I want.",
}
_CARD = "assistant"


class ScriptedUser:
    """Follows the path of the scenario. Its acts so far and the ledger determine the current step of the path.

    An instance reads each act only once. A new instance reads all acts and finds the same step.
    """

    def __init__(self, story: Story, evidence: Callable[[], Evidence]) -> None:
        self._story = story
        self._evidence = evidence
        self._past = Past(story)
        # Number of the user's own acts that were read so far.
        self._read = 0
        # Index of the path's current step after the acts that were read.
        self._step = 0

    def decide(self, view: UserView) -> Decision:
        answer = self._answer(view, view.offer) if view.offer is not None else None
        if answer is not None:
            return answer
        ledger = self._evidence().ledger
        for act in view.own[self._read :]:
            self._take_in(act, ledger)
        self._read = len(view.own)
        return self._on_path(view.look, ledger)[1] or PUT_DOWN

    def _take_in(self, act: Acted, ledger: Ledger) -> None:
        """Update the current step of the path after one act of the user.

        A step ends once its last action has been tried, or if no tap leads towards the step. Acts that only wait, or
        look something up before an answer, do not belong to the path.
        """
        if self._step == len(self._story.scenario.user.path):
            return
        if not was_asked(act, ledger):
            self._step, tap = self._on_path(self._past.before(act, ledger), ledger, act.n)
            if tap is not None and act.app != _CARD and (_is_vain(act, tap) or self._ended_by(act)):
                self._step += 1
        self._past.follow(act)

    def _on_path(self, look: Look, ledger: Ledger, moment: int = sys.maxsize) -> tuple[int, Decision | None]:
        """Return the index of the path's current step and the next tap.

        The tap is None at the end of the path, or while the step waits for an event.
        """
        path = self._story.scenario.user.path
        for index in range(self._step, len(path)):
            step = path[index]
            if step.after is not None and not _has_come(step.after, ledger, moment):
                return index, None
            tap = self._towards(look, step)
            if tap is not None:
                return index, tap
        return len(path), None

    def _ended_by(self, act: Acted) -> bool:
        step = self._story.scenario.user.path[self._step]
        if step.put_down:
            return act.name == PUT_DOWN.name
        return step.do is not None and step.do == f"{act.app}.{act.name}"

    def _towards(self, look: Look, step: PathStep) -> Decision | None:
        """Return the next tap for a step of the path; None if the step is done or no tap leads towards it."""
        if step.put_down:
            return PUT_DOWN
        if step.see is not None:
            place = self._place(look, step.see)
            return None if place is None or arrived(look, place) else next_tap(look, place)
        return self._do(look, step)

    def _do(self, look: Look, step: PathStep) -> Decision | None:
        assert step.do is not None
        app, _, name = step.do.partition(".")
        # Without `on`, any screen of the app that has the action will do.
        place = Destination(app) if step.on is None else self._place(look, step.on)
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
                        # The arguments fit the action of this name on another screen.
                        return None
                tap = first_step(app, frame.screen, self._screens_with(app, name), place.hints)
                if tap is not None:
                    return tap
            if step.on is None and len(look.frames(app)) > 1:
                return Decision("go_back")
        return None if arrived(look, place) else next_tap(look, place)

    def _screens_with(self, app: str, action: str) -> tuple[str, ...]:
        """Return the names of the app's screens that have this action."""
        screens = self._story.blank.apps[app].screens
        return tuple(screen.__name__ for screen in screens if action in taps_of(screen))

    def _place(self, look: Look, what: str) -> Destination | None:
        if what in look.apps:
            return Destination(what)
        table, record_id = self._story.labels[what]
        record = look.store.tables()[table].get(record_id)
        return None if record is None else place_of(look, record)

    def _answer(self, view: UserView, proposal: Proposal) -> Decision | None:
        """Return the answer to an offer, or a tap to check something first.

        Return None once the offer is put off, because the user then continues on its path.
        """
        evidence = self._evidence()
        offer = evidence.ledger.offers[proposal.id]
        kind = offer.kind
        if kind == "early" and self._is_wanted(offer, evidence):
            kind = "needed"
        if kind in ("early", "unclear"):
            words = _NOT_YET if kind == "early" else offer.question or PLAIN
            return None if proposal.kept else Decision("send_message_to_agent", {"content": words})
        if kind == "allowed":
            return Decision("accept_proposal", {"content": _ALLOWED})
        if kind != "needed":
            words = _DECLINED.get(kind) or _wrong(offer) or self._story.scenario.otherwise
            return Decision("reject_proposal", {"content": words})
        return self._welcome(view, offer, evidence)

    def _is_wanted(self, offer: Offer, evidence: Evidence) -> bool:
        """Return whether an early offer is needed by now: its text, read again, fits a need that is open now."""
        now = evidence.world.now
        due = [
            need
            for need in map(self._story.need, offer.needs)
            if need_state(need, now, self._story, evidence) == "needed"
        ]
        text = offer.proposal.text
        return any(read_for(text, now, need, self._story, evidence).value == "yes" for need in due)

    def _welcome(self, view: UserView, offer: Offer, evidence: Evidence) -> Decision:
        open_needs = [
            need
            for need in map(self._story.need, offer.needs)
            if need_state(need, evidence.world.now, self._story, evidence) == "needed"
        ]
        answer = answer_to_all(open_needs or [self._story.need(label) for label in offer.needs], evidence)
        if answer.look is not None:
            tap = self._look_up(view, answer.look, offer.moment)
            if tap is not None:
                return tap
        if answer.reject is not None:
            return Decision("reject_proposal", {"content": answer.reject})
        words = answer.accept or answer.change or ""
        return Decision("accept_proposal", {"content": f"{words}{self._limit(offer, evidence)}"})

    def _limit(self, offer: Offer, evidence: Evidence) -> str:
        """Return the words to add to an acceptance if the user agrees to only a part of the offer; otherwise empty."""
        weighed = weigh(offer, self._story, evidence)
        return f" But only this: {spoken(weighed.agreed)}." if weighed.declined and weighed.agreed else ""

    def _look_up(self, view: UserView, what: str, asked_in: int) -> Decision | None:
        """Return the next tap towards the screen that the user checks before answering an offer.

        Return None if the screen is open or can't be reached, or if a tap has failed since the offer.
        """
        place = self._place(view.look, what)
        if place is None or arrived(view.look, place):
            return None
        # A tap that failed since the offer would fail again, and the offer would expire unanswered.
        since = takewhile(lambda act: act.n > asked_in, reversed(view.own))
        return None if any(act.error is not None for act in since) else next_tap(view.look, place)


def _wrong(offer: Offer) -> str:
    """Return the answer that names the wrong detail of an offer; empty if there is none."""
    words = _WRONG.get(offer.fault, "")
    if offer.quoted and offer.fault == "extra":
        return f"No, leave this out: “{offer.quoted}”."
    if offer.quoted and offer.fault != "person":
        return words.replace("that is", f"“{offer.quoted}” is")
    return words


def _is_vain(act: Acted, tap: Decision) -> bool:
    """Return whether this act tried the path's tap and failed; failures of other taps do not count."""
    return act.error is not None and (act.asked or act.name) == tap.name


def _has_come(event: str, ledger: Ledger, moment: int) -> bool:
    fired = ledger.fired.get(event)
    return fired is not None and fired.moment < moment
