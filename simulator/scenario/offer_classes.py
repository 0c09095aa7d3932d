"""Classifies each offer when it is made, for example as needed, early, too late or unneeded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from simulator.reading.claims import Reading
from simulator.scenario.allowed_offers import is_allowed
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import NOW, end_of_use, evident_since, is_after, is_done, known_since, read_for
from simulator.scenario.offer_faults import fault_in
from simulator.scenario.offer_questions import question_about, quotable
from simulator.scenario.schema import Need
from simulator.scenario.story import Story
from simulator.trace.ledger import Ledger, Offer, OfferFault, OfferKind

# If an offer is for several needs, it gets the first class in this order. If `allowed` covers an offer, its class is
# "allowed" even if the offer comes too late or its need is met already.
_FIRST: tuple[OfferKind, ...] = ("needed", "early")
_AFTER_ALLOWED: tuple[OfferKind, ...] = ("too_late", "done_already")
_WHY: dict[OfferKind, str] = {
    "early": "the user does not want this yet",
    "guess": "it comes before the need can be known",
    "too_late": "it comes too late to be of use",
    "done_already": "this has been done already",
}
# Number of words by which the user names a deed that an offer should leave out.
_FIRST_WORDS = 5
# Classes that always count as unneeded, whatever happens later.
_UNNEEDED: tuple[OfferKind, ...] = ("guess", "unneeded", "too_late", "done_already")


def judge_offer(offer: Offer, story: Story, evidence: Evidence) -> None:
    """Set the needs, the class, the reason and the fault of an offer. Called once, when the offer is made."""
    text, at = offer.proposal.text, offer.at
    readings = {need.label: read_for(text, at, need, story, evidence) for need in story.scenario.needs}
    states = {
        need.label: need_state(need, at, story, evidence)
        for need in story.scenario.needs
        if readings[need.label].value == "yes"
    }
    offer.needs = tuple(label for label, state in states.items() if state != "done_already")
    offer.unclear = tuple(label for label, reading in readings.items() if reading.value == "unclear")
    offer.kind, offer.why = _class_of(offer, list(states.values()), readings, story, evidence)
    # Only known needs: a reason from a later need would reveal something that nobody can know yet.
    known = [
        need for need in story.scenario.needs if need_state(need, offer.at, story, evidence) in ("needed", "early")
    ]
    if offer.kind == "unclear":
        doubts = (readings[need.label] for need in known if readings[need.label].value == "unclear")
        offer.question = question_about(text, next(doubts, None))
    if offer.kind == "unneeded":
        offer.fault, offer.quoted = _fault(offer, known, readings, evidence)


def _fault(
    offer: Offer, needs: Sequence[Need], readings: dict[str, Reading], evidence: Evidence
) -> tuple[OfferFault, str]:
    """Return the wrong detail of an offer that nearly fits a need, and its wording; both are empty if none is found."""
    now = datetime.fromtimestamp(offer.at, UTC).astimezone(evidence.world.tz)
    for need in needs:
        fault = fault_in(offer.proposal.text, readings[need.label], need.say, now)
        if fault:
            words = readings[need.label].words
            if fault == "extra":
                # The first words name the deed; its other words are what the user need not hear again.
                return fault, quotable(offer.proposal.text, " ".join(words.split()[:_FIRST_WORDS]))
            words = quotable(offer.proposal.text, words)
            # For persons and items the reader may quote only the verb.
            return fault, words if fault in ("day", "time", "amount") or words[:1].isupper() else ""
    return "", ""


def need_state(need: Need, at: int, story: Story, evidence: Evidence) -> OfferKind:
    """Return the class that an offer for this need has if it is made at the time `at`."""
    if known_since(need, story, evidence) is None:
        return "guess"
    end = end_of_use(need, evidence)
    if end is not None and is_after(end, NOW, at):
        return "too_late"
    if is_done(need, story, evidence):
        return "done_already"
    return "needed" if evident_since(need, story, evidence) is not None else "early"


def _class_of(
    offer: Offer, states: list[OfferKind], readings: dict[str, Reading], story: Story, evidence: Evidence
) -> tuple[OfferKind, str]:
    for kind in _FIRST:
        if kind in states:
            return kind, _WHY.get(kind, "")
    open_now = [need_state(story.need(label), offer.at, story, evidence) for label in offer.unclear]
    # Half of an offer may be a guess: "and order once they agree". Then the other half decides, even if it is unclear.
    if "guess" in states and not set(open_now) & set(_FIRST):
        return "guess", _WHY["guess"]
    if not set(open_now) & {*_FIRST, "guess"} and is_allowed(offer.proposal.text, offer.at, story.scenario, evidence):
        return "allowed", ""
    for kind in _AFTER_ALLOWED:
        if kind in states:
            return kind, _WHY.get(kind, "")
    unclear = [reading for reading in readings.values() if reading.value == "unclear"]
    if unclear:
        return "unclear", unclear[0].reason
    wrong = [reading.reason for reading in readings.values() if reading.reason]
    return "unneeded", wrong[0] if wrong else "no need asks for this"


def unneeded(ledger: Ledger) -> list[Offer]:
    """Return the offers that count as unneeded.

    The first early offer for a need does not count. An unclear offer counts unless the next offer is needed.
    """
    offers = list(ledger.offers.values())
    found: list[Offer] = []
    early: set[str] = set()
    for index, offer in enumerate(offers):
        if offer.kind in _UNNEEDED:
            found.append(offer)
        elif offer.kind == "early":
            if early.issuperset(offer.needs):
                found.append(offer)
            early.update(offer.needs)
        elif offer.kind == "unclear":
            following = offers[index + 1] if index + 1 < len(offers) else None
            if following is None or following.kind != "needed":
                found.append(offer)
    return found
