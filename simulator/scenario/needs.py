"""Matches offers with needs: finds the needs that an offer meets, and the user's answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from simulator.phone import when
from simulator.reading.facts import FactError
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import clause
from simulator.scenario.goals.scope import ClaimWindow
from simulator.scenario.schema import Need, OfferAnswer, Scenario
from simulator.scenario.story import Story
from simulator.trace.ledger import Ledger, Offer

START = "start"
# A moment number that is greater than all recorded ones.
_NOW = sys.maxsize


def evident_since(need: Need, evidence: Evidence) -> tuple[int, int] | None:
    """Return moment and time from which the need is evident; None while it is not."""
    since = (0, evidence.start)
    for label in need.evident_after:
        if label == START:
            continue
        fired = evidence.ledger.fired.get(label)
        if fired is None or not fired.ok:
            return None
        since = max(since, (fired.moment, fired.at))
    return since


def too_late_at(need: Need, evidence: Evidence) -> int | None:
    """Return the time at which help stops being useful; None if there is no such time or it is not known yet."""
    end = end_of_use(need, evidence)
    return None if end is None else end[1]


def end_of_use(need: Need, evidence: Evidence) -> tuple[int, int] | None:
    """Return moment (0 for a plain time) and time after which help is useless; None if unlimited or not known yet."""
    return None if need.too_late_after is None else evidence.anchor(need.too_late_after)


def is_after(end: tuple[int, int], moment: int, at: int) -> bool:
    """Return True if this moment and time are after `end`. If `end` is an event, moment numbers are compared."""
    return ClaimWindow(after=end).holds(moment, at)


def met_by(text: str, at: int, scenario: Scenario, evidence: Evidence) -> tuple[str, ...]:
    """Return the labels of the needs that an offer with this text, made now, would meet."""
    return tuple(need.label for need in scenario.needs if why_unwelcome(text, at, need, scenario, evidence) is None)


def why_unwelcome(text: str, at: int, need: Need, scenario: Scenario, evidence: Evidence) -> str | None:
    """Return why an offer with this text, made now, does not meet the need; None if it does."""
    if evident_since(need, evidence) is None:
        return "it comes before the need can be known"
    end = end_of_use(need, evidence)
    if end is not None and is_after(end, _NOW, at):
        return f"it comes after {evidence.world.show(end[1])}, too late to be of use"
    if _is_done(need, scenario, evidence):
        return "this has been done already"
    return why_not_mentioned(text, at, need, evidence)


def _is_done(need: Need, scenario: Scenario, evidence: Evidence) -> bool:
    """Return True if an offer for the need was carried out and all goals of the need are met."""
    offers = evidence.ledger.offers.values()
    if not any(need.label in offer.needs and offer.proposal.state == "done" for offer in offers):
        return False
    # Help that was only half carried out leaves the need open, so a further offer is welcome.
    return all(goal.judge(evidence).ok for goal in scenario.goals if goal.need == need.label)


def why_not_mentioned(text: str, at: int, need: Need, evidence: Evidence) -> str | None:
    """Return why a text does not mention the need, or None if it does."""
    try:
        return need.welcome.mentions.miss(text, at, evidence)
    except (FormulaError, FactError) as error:
        return f"what it should mention is not known yet: {clause(str(error))}"


def why_never_mentioned(text: str, need: Need, story: Story) -> str | None:
    """Return why a text does not mention the need on any day of the story; None if it does or may."""
    evidence = story.evidence(story.blank, Ledger())
    last = story.end or max([story.start, *(event.at or 0 for event in story.events)])
    miss = None
    try:
        for at in (*range(story.start, last, when.DAY), last):
            # What "tomorrow" means depends on the day.
            miss = need.welcome.mentions.miss(text, at, evidence)
            if miss is None:
                break
    # The facts depend on what happens in a run, so the text may mention them there.
    except (FormulaError, FactError, when.TimeError, KeyError):
        return None
    return miss


def judge_offer(offer: Offer, scenario: Scenario, evidence: Evidence) -> None:
    """Store on a new offer which needs it meets. Called once, when the offer is made."""
    offer.needs = met_by(offer.proposal.text, offer.at, scenario, evidence)


def answer_to(need: Need, evidence: Evidence) -> OfferAnswer:
    """Return the user's current answer to a welcome offer for this need."""
    for answer in need.answer:
        if answer.before is None or not _has_come(answer.before, evidence):
            return answer
    return need.answer[-1]


def answer_to_all(needs: Sequence[Need], evidence: Evidence) -> OfferAnswer:
    """Return the answer to an offer for several needs: yes if any need says yes, with the words of all that do."""
    answers = [answer_to(need, evidence) for need in needs]
    yes = [answer for answer in answers if answer.reject is None]
    if len(yes) < 2:
        return yes[0] if yes else answers[0]
    words = " ".join(dict.fromkeys(answer.accept or answer.change or "" for answer in yes))
    look = next((answer.look for answer in yes if answer.look is not None), None)
    if any(answer.change is not None for answer in yes):
        return OfferAnswer(change=words, look=look)
    return OfferAnswer(accept=words, look=look)


def _has_come(anchor: str, evidence: Evidence) -> bool:
    found = evidence.anchor(anchor)
    return found is not None and found[1] <= evidence.world.now
