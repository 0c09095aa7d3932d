"""The oracle: an assistant that plays the worked solution with the same tools and consent as any other assistant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from simulator.agents.policy import SAY, WAIT, WAIT_FOR_NOTIFICATION, AssistantView, Decision
from simulator.phone.actions import Action
from simulator.phone.perform import TOOL_FAILED
from simulator.phone.roles import Ref
from simulator.scenario.argument_resolution import PENDING
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import evident_since, read_for
from simulator.scenario.schema import SolutionStep
from simulator.scenario.story import BoundStep, Story
from simulator.trace.ledger import Offer
from simulator.trace.moments import Acted, plain

WAITS = ("wait", "wait_for_notification")
_SAYS = "send_message_to_user"
_NOTHING_TO_DO = "There is nothing that I can do about this."
# States of an offer in which nothing more can be done for it.
_IN_VAIN = ("rejected", "expired", "withdrawn", "abandoned")


class _Done(NamedTuple):
    """A step that is done, and the call that did it. After a fork, another player may have made the call."""

    step: BoundStep
    act: Acted


class Oracle:
    """Plays the steps of the solution in order. Its calls and the state of its offers determine the next step.

    When an offer is rejected, expired, withdrawn or abandoned, the oracle continues with its next offer, if there is
    one. In a run that another player began, the oracle takes over an accepted offer that meets a need of the solution,
    but ignores all other calls of that player. A call whose tool fails is repeated until it works or no calls are left.
    `pare scenarios check` uses two other modes: `pushy` ignores consent, to prove that the engine enforces it, and
    without `retries` the oracle skips a broken call, to prove that the call was necessary.
    """

    def __init__(
        self,
        story: Story,
        steps: Sequence[BoundStep],
        evidence: Callable[[], Evidence],
        pushy: bool = False,
        retries: bool = True,
    ) -> None:
        self._story = story
        self._steps = steps
        self._evidence = evidence
        self._pushy = pushy
        self._retries = retries
        self._read = 0
        # The assistant's calls so far, without waits and without failed calls that the oracle repeats.
        self._calls: list[Acted] = []

    def decide(self, view: AssistantView) -> Decision:
        self._calls += [act for act in view.own[self._read :] if act.name not in WAITS and not self._repeats(act)]
        self._read = len(view.own)
        done, step = self._progress(self._calls)
        if not self._pushy and self._is_foreign(view, done):
            return Decision(SAY, {"content": _NOTHING_TO_DO})
        if step is None or self._must_wait(view, step, done):
            return Decision(WAIT if view.phase == "observe" else WAIT_FOR_NOTIFICATION)
        words = step.part.offer or step.part.report
        if step.action is None:
            return Decision(SAY, {"content": words or ""})
        return Decision(view.naming.shown(step.action.full_name), _bound(step.action, step.args, done))

    def _repeats(self, act: Acted) -> bool:
        """Return whether to repeat a call: only if its tool failed.

        A call that an app refused is not repeated, because the refusal may be part of the solution.
        """
        return self._retries and act.error is not None and act.error.code == TOOL_FAILED

    def _progress(self, acts: list[Acted]) -> tuple[list[_Done], BoundStep | None]:
        """Return the steps that are done, and the next step.

        The next step is None after the last step, and while a wait continues.
        """
        offers = {offer.moment: offer for offer in self._evidence().ledger.offers.values()}
        done: list[_Done] = []
        index = self._next_call(0)
        for number, act in enumerate(acts, start=1):
            if index >= len(self._steps):
                break
            if not self._is_for(self._steps[index], act, done, offers.get(act.n)):
                continue
            done.append(_Done(self._steps[index], act))
            index = self._next_call(index + 1)
            # A call in the execute phase shows that the offer was accepted, although it may be abandoned by now.
            goes_on = number < len(acts) and acts[number].phase == "execute"
            if not self._pushy and not goes_on and _is_in_vain(done, offers):
                index = self._next_offer(index)
        if index >= len(self._steps) or self._is_waiting(index):
            return done, None
        return done, self._steps[index]

    def _is_for(self, step: BoundStep, act: Acted, done: list[_Done], offer: Offer | None) -> bool:
        """Return whether a call fits this step: the same action or words, or an accepted offer for the same need."""
        if step.action is not None:
            is_same = (act.app, act.name) == (step.action.app, step.action.name)
            return is_same and plain(act.args) == plain(_bound(step.action, step.args, done))
        # Other words are another player's offer or report: a run may be forked, or resumed with another assistant.
        words = step.part.offer or step.part.report
        if act.name != _SAYS or act.args.get("content") == words:
            return act.name == _SAYS
        return step.part.offer is not None and offer is not None and self._takes_over(offer, step.part.offer)

    def _takes_over(self, offer: Offer, words: str) -> bool:
        """Return whether an offer in other words was accepted and is for the same need as an offer in these `words`."""
        evidence = self._evidence()
        needs = map(self._story.need, offer.needs)
        if not any(read_for(words, offer.at, need, self._story, evidence).value == "yes" for need in needs):
            return False
        # An offer that is done was carried out by this oracle only if the report after it is one of its own.
        later = (act for act in evidence.ledger.assistant_acts if act.n > offer.moment and act.name == _SAYS)
        report = next(later, None)
        own = {step.part.report for step in self._steps if step.part.report is not None}
        return offer.proposal.state == "accepted" if report is None else report.args.get("content") in own

    def _is_foreign(self, view: AssistantView, done: list[_Done]) -> bool:
        """Return whether the assistant carries out an offer that is not part of the solution."""
        if view.phase != "execute" or view.proposal is None:
            return False
        made_in = self._evidence().ledger.offers[view.proposal.id].moment
        return all(one.act.n != made_in for one in done)

    def _next_call(self, index: int) -> int:
        """Return the index of the first step that needs a call, starting at `index`."""
        while index < len(self._steps) and self._only_waits(self._steps[index]):
            index += 1
        return index

    def _next_offer(self, index: int) -> int:
        while index < len(self._steps) and self._steps[index].part.offer is None:
            index += 1
        return index

    def _only_waits(self, step: BoundStep) -> bool:
        """Return whether a step needs no call: a wait or, with standing consent, an offer.

        With standing consent an offer only marks the time from which the oracle acts.
        """
        return step.part.wait is not None or (step.part.offer is not None and self._evidence().standing)

    def _is_waiting(self, index: int) -> bool:
        """Return whether a wait directly before this step continues.

        A wait ends when its event happens. With standing consent, an offer is a wait until its need is evident.
        """
        fired = self._evidence().ledger.fired
        while index > 0 and self._only_waits(self._steps[index - 1]):
            index -= 1
            part = self._steps[index].part
            if part.wait is not None and part.wait not in fired:
                return True
            if part.offer is not None and self._is_early(part, _offers(self._steps[:index])):
                return True
        return False

    def _must_wait(self, view: AssistantView, step: BoundStep, done: list[_Done]) -> bool:
        if step.part.offer is None:
            return view.phase == "observe" and not self._pushy
        if view.phase == "execute" or view.proposal is not None:
            return True
        return self._is_early(step.part, _offers([one.step for one in done]))

    def _is_early(self, part: SolutionStep, before: Sequence[str]) -> bool:
        """Return whether the need of the offer in `part` is not evident yet. `before`: the offers of earlier steps."""
        if part.early:
            # Some near misses, which are solutions that must fail, offer too early on purpose.
            return False
        evidence, needs = self._evidence(), self._story.scenario.needs
        hidden = [need.label for need in needs if evident_since(need, self._story, evidence) is None]
        if len(hidden) in (0, len(needs)):
            return bool(hidden)
        meant = self._needs_of(part.offer or "")
        expected = [need.label for need in needs[len(before) : len(before) + 1]]
        # Needs and offers come in the same order. Words that fit only a later need must not delay an offer whose turn
        # it is: the later need may become evident only after this offer, and the oracle would wait forever.
        if not meant or set(expected) & set(meant) or self._is_unserved(expected, hidden, before):
            meant = expected
        return bool(meant) and all(label in hidden for label in meant)

    def _is_unserved(self, expected: Sequence[str], hidden: Sequence[str], before: Sequence[str]) -> bool:
        """Return whether a need in `expected` is evident, and none of the offers in `before` is for it."""
        evident = set(expected) - set(hidden)
        return bool(evident) and not any(evident & set(self._needs_of(words)) for words in before)

    def _needs_of(self, words: str) -> list[str]:
        """Return the labels of the needs that an offer in these words is for."""
        evidence, needs = self._evidence(), self._story.scenario.needs
        at = evidence.world.now
        return [need.label for need in needs if read_for(words, at, need, self._story, evidence).value == "yes"]


def _offers(steps: Sequence[BoundStep]) -> list[str]:
    return [step.part.offer for step in steps if step.part.offer is not None]


def _is_in_vain(done: list[_Done], offers: Mapping[int, Offer]) -> bool:
    """Return whether the last offer was rejected, expired, withdrawn or abandoned, so its steps can't be played."""
    made = [one.act.n for one in done if one.step.part.offer is not None]
    return bool(made) and made[-1] in offers and offers[made[-1]].proposal.state in _IN_VAIN


def _bound(action: Action, args: dict[str, Any], done: list[_Done]) -> dict[str, Any]:
    """Return the arguments, with each placeholder replaced by the id of the record that an earlier step made."""
    made = {PENDING.format(one.step.part.name): one.act for one in done if one.step.part.name is not None}
    if not made:
        return args
    tables = {name: param.role.table for name, param in action.params.items() if isinstance(param.role, Ref)}
    return {name: _swapped(value, made, tables.get(name, "")) for name, value in args.items()}


def _swapped(value: Any, made: Mapping[str, Acted], table: str) -> Any:
    if isinstance(value, list):
        return [_swapped(item, made, table) for item in value]
    return _made_by(made[value], table) if isinstance(value, str) and value in made else value


def _made_by(act: Acted, table: str) -> str:
    """Return the id of a record that a call made, for an argument that takes ids of `table`; empty if there is none.

    Prefer a new record of the table, then a record of the table to which a new record refers, then any new record.
    """
    new = [patch for patch in act.patches if patch.op == "add" and not patch.table.startswith(("phone.", "meta."))]
    holder = f"{table.partition('.')[2]}_id"
    fitting = [patch.id for patch in new if patch.table == table]
    holders = [str(patch.fields[holder]) for patch in new if holder in patch.fields]
    return next(iter([*fitting, *holders, *(patch.id for patch in new)]), "")
