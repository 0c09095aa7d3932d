"""Adds needs to offers: needs that become known while the offer is open, and needs that the offered deeds serve.

A conditional offer ("Shall I ask both, and order once they agree?") depends on facts that are unknown when it is made,
so it is read again when a need becomes known. A user who accepts an offer agrees to the deeds that it names, even if
the offer was read as being for a different need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simulator.reading.offers.read_offer import named_acts
from simulator.scenario.goals.evidence import Evidence, SentMessage
from simulator.scenario.named_deeds import NamedDeeds, words_for
from simulator.scenario.needs import known_since, read_for
from simulator.scenario.offer_classes import judge_offer
from simulator.scenario.reading_scene import scene_of
from simulator.scenario.schema import Need
from simulator.scenario.story import Story
from simulator.trace.ledger import Effect, Offer
from simulator.trace.moments import Acted, Moment

EvidenceNow = Callable[[], Evidence]
ACCEPT = "accept_proposal"


def judge_offers(moment: Moment, made: Offer | None, story: Story, evidence: EvidenceNow) -> None:
    """Update the needs and the class of offers after a moment. `made`: the offer that this moment made, if any."""
    if made is not None:
        # Judged at once, because the class of an offer depends on which needs are evident when it is made.
        judge_offer(made, story, evidence())
    elif isinstance(moment, Acted) and moment.error is None:
        if moment.event:
            credit_new_needs(moment.n, story, evidence())
        elif moment.name == ACCEPT:
            _keep_named(evidence())
        elif moment.proposal:
            now = evidence()
            credit_named_deeds([effect for effect in now.ledger.effects if effect.moment == moment.n], story, now)


def _keep_named(evidence: Evidence) -> None:
    """Store the deeds that the accepted offer names, because their records may be deleted and unrecognisable later."""
    offer = _open_offer(evidence)
    if offer is not None:
        offer.named = tuple(named_acts(offer.proposal.text, scene_of(evidence, offer.at)))


def credit_new_needs(moment: int, story: Story, evidence: Evidence) -> None:
    """Read the open offer again for each need that became known at this moment."""
    offer = _open_offer(evidence)
    if offer is None:
        return
    for need in _others(offer, story):
        known = known_since(need, story, evidence)
        if known is None or known[0] != moment:
            continue
        reading = read_for(offer.proposal.text, offer.at, need, story, evidence)
        if reading.value == "yes":
            offer.needs = (*offer.needs, need.label)
            offer.unclear = tuple(label for label in offer.unclear if label != need.label)
        elif reading.value == "unclear" and need.label not in offer.unclear:
            offer.unclear = (*offer.unclear, need.label)


def credit_named_deeds(effects: Sequence[Effect], story: Story, evidence: Evidence) -> None:
    """Add the needs that these deeds serve to the offer's possible needs, if the accepted offer names the deeds."""
    for effect in effects:
        offer = evidence.ledger.offers.get(effect.proposal)
        if offer is None:
            continue
        message = next(iter(evidence.messages([effect])), None)
        deeds = NamedDeeds(evidence)
        for need in _others(offer, story):
            # Compare with the need first, because reading the offer is slow.
            is_unread = need.label not in offer.unclear
            if is_unread and _serves(effect, message, need, deeds, evidence) and deeds.names(effect, message):
                offer.unclear = (*offer.unclear, need.label)


def _open_offer(evidence: Evidence) -> Offer | None:
    latest = evidence.world.latest_proposal()
    is_open = latest is not None and latest.state in ("pending", "accepted")
    return evidence.ledger.offers.get(latest.id) if latest is not None and is_open else None


def _others(offer: Offer, story: Story) -> list[Need]:
    """Return the needs with acts that the offer is not known to be for. Needs in older traces have no acts."""
    return [need for need in story.scenario.needs if need.acts and need.label not in offer.needs]


def _serves(effect: Effect, message: SentMessage | None, need: Need, deeds: NamedDeeds, evidence: Evidence) -> bool:
    """Return True if a deed is one of the need's acts and concerns one of its records or people."""
    tool = deeds.act_of(effect)
    done_to = deeds.people_of(message) if message is not None else {evidence.record_label(effect.id)}
    return tool is not None and any(act.act in words_for(tool.act) and done_to & set(act.targets) for act in need.acts)
