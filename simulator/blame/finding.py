"""What a run that was played to its end shows of who kept it from succeeding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simulator.blame.offers import NotTaken, not_taken
from simulator.blame.rules import Found
from simulator.episode import Episode
from simulator.phone.store import Record
from simulator.scenario.closed_world import Deed, forbidden_deeds
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.language import Goal
from simulator.scenario.needs import end_of_use, evident_since, is_after
from simulator.scenario.outcome import Outcome
from simulator.scenario.story import Story


class _Open(NamedTuple):
    """A goal that was not reached, or too late, and what the outcome says about it."""

    goal: Goal
    reason: str
    is_late: bool


def found_in(episode: Episode) -> list[Found]:
    """For a run that is over, was judged and is no success."""
    story, evidence, outcome = episode.story, episode.evidence(), episode.outcome()
    missing = list(_missing(story, evidence, outcome))
    passed_up = _passed_up(not_taken(story, episode.config, episode.moments), missing, evidence)
    found = [_by_user(offer) for offer in passed_up]
    found += [
        Found("user_did_forbidden", f"The user did it, not the assistant. Forbidden: {deed.says}", deed.effect.moment)
        for deed in forbidden_deeds(story, evidence, "user")
        if not _is_of_the_path(deed, story)
    ]
    found += _by_assistant(outcome, evidence)
    explained = {need for offer in passed_up for need in offer.offer.needs}
    found += [_why_open(one, story, evidence) for one in missing if one.goal.need not in explained]
    return found


def _missing(story: Story, evidence: Evidence, outcome: Outcome) -> Iterator[_Open]:
    reasons = iter(outcome.goals_met.reasons if not outcome.goals_met.ok else ())
    for goal in story.scenario.goals:
        finding = goal.judge(evidence)
        if not finding.ok:
            yield _Open(goal, next(reasons), False)
            continue
        end = end_of_use(story.need(goal.need), evidence) if goal.need is not None else None
        if end is not None and is_after(end, finding.moment, finding.at):
            yield _Open(goal, " ".join(outcome.in_time.reasons), True)


def _passed_up(offers: list[NotTaken], missing: list[_Open], evidence: Evidence) -> list[NotTaken]:
    """Those that matter: for a need that was not met, and no later offer for it was accepted."""
    open_needs = {one.goal.need for one in missing}
    last_accepted: dict[str, int] = {}
    for offer in evidence.ledger.offers.values():
        if offer.accepted:
            last_accepted |= dict.fromkeys(offer.needs, offer.moment)
    return [
        one
        for one in offers
        if any(need in open_needs and last_accepted.get(need, -1) < one.offer.moment for need in one.offer.needs)
    ]


def _by_user(passed_up: NotTaken) -> Found:
    about = _named(*passed_up.offer.needs)
    if passed_up.how == "refused":
        words = passed_up.offer.proposal.answer.strip()
        said = f": “{words}”" if words else "."
        why = f"At step {passed_up.moment} it turned down the offer for {about}{said}"
        return Found("user_refused", why, passed_up.moment)
    ended = "lapsed without an answer" if passed_up.how == "lapsed" else "had no answer when the run was over"
    told = f"The offer of step {passed_up.offer.moment} for {about} {ended}"
    if passed_up.had_time:
        return Found("user_ignored", f"{told}, though the user had turns to answer it.", passed_up.offer.moment)
    return Found("no_time_to_answer", f"{told}, and the user had no turn to answer it.", passed_up.offer.moment)


def _by_assistant(outcome: Outcome, evidence: Evidence) -> Iterator[Found]:
    if not outcome.consented.ok:
        yield Found("assistant_without_consent", outcome.consented.reasons[0], evidence.ledger.refused[0].n)
    if not outcome.clean.ok:
        yield Found("assistant_not_clean", outcome.clean.reasons[0])


def _why_open(one: _Open, story: Story, evidence: Evidence) -> Found:
    goal = one.goal
    if one.is_late:
        return Found("assistant_too_late", one.reason)
    if goal.by == "user":
        return Found("users_part", one.reason)
    if goal.need is None:
        # No offer leads to it, so that only an assistant that has done something can have missed it.
        return Found("assistant_not_done" if evidence.ledger.by("assistant") else "goal_without_need", one.reason)
    since = evident_since(story.need(goal.need), evidence)
    if since is None:
        return Found("need_never_came", f"Nothing of {_named(goal.need)} could be seen on the phone until the end.")
    return _why_not_helped(one, goal.need, since[0], evidence)


def _why_not_helped(one: _Open, need: str, since: int, evidence: Evidence) -> Found:
    """For a need that could be seen from this moment on."""
    offers, about = evidence.ledger.offers.values(), _named(need)
    fitting = [offer for offer in offers if need in offer.needs]
    accepted = next((offer for offer in reversed(fitting) if offer.accepted), None)
    if accepted is not None:
        return Found("assistant_not_done", f"Its offer was accepted, but: {one.reason}", accepted.answered_in)
    if evidence.standing:
        return Found("assistant_not_done", one.reason)
    if not any(act.n > since for act in evidence.ledger.assistant_acts):
        why = f"From step {since} on {about} could be seen, and the assistant had no turn after that."
        return Found("no_time_to_offer", why, since)
    if fitting:
        why = f"Its offer of step {fitting[-1].moment} for {about} came to nothing, and it made none later."
        return Found("assistant_no_offer", why, fitting[-1].moment)
    could_see = f"{about}, which could be seen from step {since} on"
    if not offers:
        return Found("assistant_no_offer", f"It never made an offer for {could_see}.", since)
    made = "Its one offer does not meet" if len(offers) == 1 else f"None of its {len(offers)} offers meets"
    return Found("assistant_wrong_offer", f"{made} {could_see}.", since)


def _is_of_the_path(deed: Deed, story: Story) -> bool:
    """Whether the scenario itself has its user do that; what it forbids is meant for the assistant then."""
    done = deed.effect.new or deed.effect.old
    for step in story.scenario.user.path:
        if step.do == deed.effect.action and (step.on is None or _is_about(done, story.labels[step.on][1])):
            return True
    return False


def _is_about(record: Record | None, record_id: str) -> bool:
    names = () if record is None else record.__struct_fields__
    return any(getattr(record, name) == record_id for name in names if name == "id" or name.endswith("_id"))


def _named(*needs: str) -> str:
    """Needs as the scenario's page titles them."""
    return " and ".join(f"“{need.replace('_', ' ').capitalize()}”" for need in needs)
