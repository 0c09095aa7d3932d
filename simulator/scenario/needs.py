"""Computes when a need can be known, when help is wanted, until when help is useful, and the user's answer."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from simulator.phone import when
from simulator.reading.claims import Reading
from simulator.reading.facts import FactError
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import clause
from simulator.scenario.goals.scope import ClaimWindow
from simulator.scenario.need_evidence import events_of_evidence
from simulator.scenario.schema import Need, OfferAnswer
from simulator.scenario.story import Story
from simulator.scenario.text_claims import offer_reading
from simulator.trace.ledger import Ledger, Offer

START = "start"
# A moment number greater than any recorded number.
NOW = sys.maxsize


class NeedCounts(NamedTuple):
    """The number of needs that became evident, and how many of these needs got a needed offer."""

    evident: int
    helped: int


def known_since(need: Need, story: Story, evidence: Evidence) -> tuple[int, int] | None:
    """Return the moment and the time from which the need can be known; None if it can't be known yet."""
    return _after_all(events_of_evidence(need, story), evidence)


def evident_since(need: Need, story: Story, evidence: Evidence) -> tuple[int, int] | None:
    """Return the moment and the time from which help is wanted: the need can be known, and its `not_before` has passed.

    Return None if help is not wanted yet.
    """
    waits = need.not_before.event if need.not_before is not None else []
    return _after_all((*events_of_evidence(need, story), *waits), evidence)


def _after_all(events: Iterable[str], evidence: Evidence) -> tuple[int, int] | None:
    since = (0, evidence.start)
    for label in events:
        if label == START:
            continue
        fired = evidence.ledger.fired.get(label)
        if fired is None or not fired.ok:
            return None
        since = max(since, (fired.moment, fired.at))
    return since


def need_counts(story: Story, evidence: Evidence) -> NeedCounts:
    """Return how many needs became evident in a run, and how many of them got a needed offer.

    Optional needs are not counted.
    """
    required = [need for need in story.scenario.needs if not need.optional]
    since = {need.label: found for need in required if (found := evident_since(need, story, evidence))}
    needed = [offer for offer in evidence.ledger.offers.values() if offer.kind == "needed"]
    helped = {label for offer in needed for label in offer.needs if label in since and _served(offer, since[label][0])}
    return NeedCounts(len(since), len(helped))


def _served(offer: Offer, since: int) -> bool:
    """Return True if the need was evident when the offer was made, or became so while the accepted offer was open."""
    # An offer for two needs is needed if one of them is evident, so the other need may become evident later.
    return since <= offer.moment or (offer.accepted and (offer.closed_in is None or since < offer.closed_in))


def too_late_at(need: Need, evidence: Evidence) -> int | None:
    """Return the time after which help is useless; None if there is no such time or it is not known yet."""
    end = end_of_use(need, evidence)
    return None if end is None else end[1]


def end_of_use(need: Need, evidence: Evidence) -> tuple[int, int] | None:
    """Return moment and time after which help is useless; None if there is no such time or it is not known yet.

    The moment of a plain time is 0.
    """
    return None if need.too_late_after is None else evidence.anchor(need.too_late_after)


def is_after(end: tuple[int, int], moment: int, at: int) -> bool:
    """Return True if this moment and time are after `end`. If `end` is an event, moment numbers are compared."""
    return ClaimWindow(after=end).holds(moment, at)


def is_done(need: Need, story: Story, evidence: Evidence) -> bool:
    """Return True if an offer for the need was carried out and all goals of the need are met."""
    offers = evidence.ledger.offers.values()
    if not any(need.label in offer.needs and offer.proposal.state == "done" for offer in offers):
        return False
    # Help that was only half carried out leaves the need open, so a further offer is welcome.
    return all(goal.judge(evidence).ok for goal in story.scenario.goals if goal.need == need.label)


def is_waived(need: Need, evidence: Evidence) -> bool:
    """Return True if the need is optional and no offer that is or may be for it was accepted."""
    offers = evidence.ledger.offers.values()
    return need.optional and not any(
        offer.accepted and need.label in (*offer.needs, *offer.unclear) for offer in offers
    )


def read_for(text: str, at: int, need: Need, story: Story, evidence: Evidence) -> Reading:
    """Return a reading that says whether an offer with this text is for the need, even if help is not wanted now."""
    if need.acts:
        settled = evident_since(need, story, evidence) is not None
        return offer_reading(text, need, story, evidence, settled=settled)
    # Needs in older traces have no acts, but list the facts that an offer must mention.
    miss = why_not_mentioned(text, at, need, evidence)
    return Reading(f"need:{need.label}", "yes" if miss is None else "no", "", miss or "")


def why_not_mentioned(text: str, at: int, need: Need, evidence: Evidence) -> str | None:
    """Return how a text breaks the `welcome` of an older file; None if it does not, or if there is no `welcome`."""
    if need.welcome is None:
        return None
    try:
        return need.welcome.mentions.miss(text, at, evidence)
    except (FormulaError, FactError, when.TimeError) as error:
        return f"it cannot be judged yet: {clause(str(error))}"


def why_never_for(text: str, need: Need, story: Story) -> str | None:
    """Return why a text can't be an offer for the need; None if it is or may be one on some day of the story."""
    evidence = story.evidence(story.blank, Ledger())
    if need.acts:
        reading = read_for(text, story.start, need, story, evidence)
        return None if reading.value != "no" else reading.reason
    last = story.end or max([story.start, *(event.at or 0 for event in story.events)])
    miss = None
    try:
        for at in (*range(story.start, last, when.DAY), last):
            # The text is read for each day of the story, because the meaning of "tomorrow" depends on the day.
            miss = need.welcome.mentions.miss(text, at, evidence) if need.welcome is not None else None
            if miss is None:
                break
    # The facts are known only during a run, so the text may still mention them.
    except (FormulaError, FactError, when.TimeError, KeyError):
        return None
    return miss


def answer_to(need: Need, evidence: Evidence) -> OfferAnswer:
    """Return the user's current answer to an offer for this need.

    This is the first answer whose `before` (an event or a time) has not passed. The last answer has no `before`, so it
    applies after all others.
    """
    for answer in need.answer:
        if answer.before is None or not _has_come(answer.before, evidence):
            return answer
    return need.answer[-1]


def answer_to_all(needs: Sequence[Need], evidence: Evidence) -> OfferAnswer:
    """Return the answer to an offer for several needs: all accepting answers joined, or else the first rejection."""
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
