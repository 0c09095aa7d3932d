"""Finds welcome offers that the user rejected or ignored, although the scenario wants the user to accept them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from simulator.config import EpisodeConfig
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to_all
from simulator.scenario.offer_credit import judge_offers
from simulator.scenario.story import Story
from simulator.trace.fold import apply_moment
from simulator.trace.ledger import Ledger, Offer
from simulator.trace.moments import Moment


class MissedOffer(NamedTuple):
    """A welcome offer that was not accepted."""

    how: Literal["refused", "lapsed", "open"]
    offer: Offer
    moment: int
    """The moment at which the offer was rejected or expired; the run's last moment if the offer was still open."""
    had_time: bool
    """True if the user acted between the offer and its end, for example by rejecting it."""


def missed_offers(story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> list[MissedOffer]:
    """Return the missed offers of a run, without the offers that the scenario tells the user to reject."""
    world, ledger = story.fresh(config.rules), Ledger()
    found: list[MissedOffer] = []
    wanted: dict[str, bool] = {}
    for moment in moments:
        # The answer that the scenario wants may change during the run, so it is computed again before each moment.
        world.now = moment.at
        evidence = story.evidence(world, ledger)
        pending = [
            offer for offer in ledger.offers.values() if offer.kind == "needed" and offer.proposal.state == "pending"
        ]
        wanted = {offer.proposal.id: _would_be_taken(offer, story, evidence) for offer in pending}
        made = ledger.feed(moment, apply_moment(world, moment))
        judge_offers(moment, made, story, lambda: story.evidence(world, ledger))
        for offer in pending:
            how = {"rejected": "refused", "expired": "lapsed"}.get(offer.proposal.state)
            if how is not None and wanted[offer.proposal.id]:
                found.append(MissedOffer(how, offer, moment.n, _has_acted_since(offer, ledger)))  # type: ignore[arg-type]
    # An offer that is still open at the end was not accepted either.
    still_open = (offer for offer in ledger.offers.values() if wanted.get(offer.proposal.id))
    return found + [
        MissedOffer("open", offer, moments[-1].n, _has_acted_since(offer, ledger))
        for offer in still_open
        if offer.proposal.state == "pending"
    ]


def _would_be_taken(offer: Offer, story: Story, evidence: Evidence) -> bool:
    return answer_to_all([story.need(label) for label in offer.needs], evidence).reject is None


def _has_acted_since(offer: Offer, ledger: Ledger) -> bool:
    return any(act.n > offer.moment for act in reversed(ledger.user_acts))
