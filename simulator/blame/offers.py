"""Welcome offers that the user did not take although the scenario says that it would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from simulator.config import EpisodeConfig
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.needs import answer_to_all, judge_offer
from simulator.scenario.story import Story
from simulator.trace.fold import apply_moment
from simulator.trace.ledger import Ledger, Offer
from simulator.trace.moments import Moment


class NotTaken(NamedTuple):
    how: Literal["refused", "lapsed", "open"]
    offer: Offer
    moment: int
    """Where it was refused or lapsed; the last moment if it still stood open."""
    had_time: bool
    """Whether the user did anything at all while the offer stood open."""


def not_taken(story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> list[NotTaken]:
    """Each judged by what the user would have said then: a refusal that the scenario itself asks for is none."""
    world, ledger = story.fresh(config.rules), Ledger()
    found: list[NotTaken] = []
    wanted: dict[str, bool] = {}
    for moment in moments:
        world.now = moment.at
        evidence = story.evidence(world, ledger)
        pending = [offer for offer in ledger.offers.values() if offer.needs and offer.proposal.state == "pending"]
        wanted = {offer.proposal.id: _would_be_taken(offer, story, evidence) for offer in pending}
        made = ledger.feed(moment, apply_moment(world, moment))
        if made is not None:
            judge_offer(made, story.scenario, story.evidence(world, ledger))
        for offer in pending:
            how = {"rejected": "refused", "expired": "lapsed"}.get(offer.proposal.state)
            if how is not None and wanted[offer.proposal.id]:
                found.append(NotTaken(how, offer, moment.n, _has_acted_since(offer, ledger)))  # type: ignore[arg-type]
    still_open = (offer for offer in ledger.offers.values() if wanted.get(offer.proposal.id))
    return found + [
        NotTaken("open", offer, moments[-1].n, _has_acted_since(offer, ledger))
        for offer in still_open
        if offer.proposal.state == "pending"
    ]


def _would_be_taken(offer: Offer, story: Story, evidence: Evidence) -> bool:
    return answer_to_all([story.need(label) for label in offer.needs], evidence).reject is None


def _has_acted_since(offer: Offer, ledger: Ledger) -> bool:
    return any(act.n > offer.moment for act in reversed(ledger.user_acts))
