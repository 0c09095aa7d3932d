"""Finds the decision points of a run: offers with their needs, and silences with the needs that were open."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.config import EpisodeConfig
from simulator.phone.state import Proposal
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.needs import answer_to, evident_since, too_late_at
from simulator.scenario.offer_credit import judge_offers
from simulator.scenario.schema import Need, OfferAnswer
from simulator.scenario.story import Story
from simulator.trace.decisions import Labels, Point, decision_points
from simulator.trace.fold import apply_moment
from simulator.trace.ledger import Ledger
from simulator.trace.moments import Acted, Forked, Moment

_UNDER_WAY = ("pending", "accepted", "done")


def points_of(story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> list[Point]:
    world, ledger, tracker = story.fresh(config.rules), Ledger(), _OpenNeeds(story)
    open_after: dict[int, Labels] = {}
    for moment in moments:
        if isinstance(moment, Forked):
            world.rules = EpisodeConfig.model_validate(moment.config).rules
        made = ledger.feed(moment, apply_moment(world, moment))
        evidence = story.evidence(world, ledger)
        judge_offers(moment, made, story, lambda: story.evidence(world, ledger))
        if _matters(moment):
            open_after[moment.n] = tracker.after(evidence)
    return decision_points(
        moments, story.fresh(config.rules), open_after.__getitem__, lambda proposal: ledger.offers[proposal].needs
    )


def _matters(moment: Moment) -> bool:
    # Judging goals is slow, so needs are checked only after the assistant's calls and after changes of an offer.
    is_call = isinstance(moment, Acted) and moment.actor == "assistant"
    return is_call or any(patch.table == Proposal.table for patch in moment.patches)


class _OpenNeeds:
    """Finds the needs that call for an offer: required, evident, not met, not too late, and not settled by an offer."""

    def __init__(self, story: Story) -> None:
        self._story = story
        # The user's answer at the time when an offer was rejected, by offer and need.
        self._turned_down: dict[tuple[str, str], OfferAnswer] = {}

    def after(self, evidence: Evidence) -> Labels:
        # A run without help for an optional need misses nothing, so optional needs never call for an offer.
        required = (need for need in self._story.scenario.needs if not need.optional)
        return tuple(need.label for need in required if self._is_open(need, evidence))

    def _is_open(self, need: Need, evidence: Evidence) -> bool:
        settled = self._is_settled(need, evidence)
        if settled or evident_since(need, self._story, evidence) is None:
            return False
        deadline = too_late_at(need, evidence)
        in_time = deadline is None or evidence.world.now <= deadline
        return in_time and not self._is_reached(need, evidence)

    def _is_settled(self, need: Need, evidence: Evidence) -> bool:
        """Return True if an offer for the need is under way or done, or was rejected and would be rejected again."""
        answer = answer_to(need, evidence)
        settled = False
        for offer in evidence.ledger.offers.values():
            state = offer.proposal.state
            if need.label in offer.needs and state == "rejected":
                # Once the user would answer differently, `answer_to` returns another object and the need is open.
                settled |= self._turned_down.setdefault((offer.proposal.id, need.label), answer) is answer
            elif need.label in offer.needs:
                settled |= state in _UNDER_WAY
        return settled

    def _is_reached(self, need: Need, evidence: Evidence) -> bool:
        """Return True if a need has goals and all are met, even if the user met them without the assistant."""
        # An `unchanged` goal is met from the start, so it says nothing about whether help came.
        goals = [goal for goal in self._story.scenario.goals if goal.need == need.label and goal.claim != "unchanged"]
        return bool(goals) and all(goal.judge(evidence).ok or _by_user(goal, evidence) for goal in goals)


def _by_user(goal: Goal, evidence: Evidence) -> bool:
    alone = {"by": "user", "under": "any"}
    return goal.by == "assistant" and goal.model_copy(update=alone).judge(evidence).ok
