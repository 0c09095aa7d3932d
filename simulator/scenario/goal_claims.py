"""Lists the claims of goals with their keys and sentences, and looks up how a model or a person read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.reading.claims import Claim, Reading
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.story import Story


class ClaimOfGoal(NamedTuple):
    """A claim with the simple goal that it belongs to."""

    claim: Claim
    part: Goal


def claims_of_goals(story: Story) -> Iterator[ClaimOfGoal]:
    """Yield the claims of all goals. Parts of a compound goal without a sentence of their own share the goal's."""
    for index in range(len(story.scenario.goals)):
        yield from claims_of_goal(index, story)


def claims_of_goal(index: int, story: Story) -> Iterator[ClaimOfGoal]:
    goal = story.scenario.goals[index]
    for number, part in enumerate(goal.parts()):
        if part is not goal and part.say and part.say != goal.say:
            yield ClaimOfGoal(Claim(f"goal:{index}.{number}", part.say), part)
        elif goal.say:
            yield ClaimOfGoal(Claim(f"goal:{index}", goal.say), part)


def goal_answer(goal: Goal, texts: Sequence[str], story: Story, evidence: Evidence) -> Reading | None:
    """Return whether these texts together say what the goal asks for, according to the model or person that judges.

    Return None while a run is played, and for texts that this reader has not read.
    """
    source = evidence.readings
    if source is None or goal not in story.scenario.goals:
        return None
    keys = dict.fromkeys(one.claim.key for one in claims_of_goal(story.scenario.goals.index(goal), story))
    by_key = {key: [answer for text in texts if (answer := source.answer(text, key)) is not None] for key in keys}
    found = [_together(answers) for answers in by_key.values() if answers]
    if not found:
        return None
    for text in texts:
        taken_back = source.answer(text, "builtin:retraction")
        if taken_back is not None and taken_back.value == "yes":
            return taken_back._replace(key=found[0].key, value="no")
    # One way of several is enough; of a goal with several parts, each must be said.
    order = ("no", "unclear", "yes") if goal.all_of is not None else ("yes", "unclear", "no")
    return min(found, key=lambda answer: order.index(answer.value))


def _together(answers: Sequence[Reading]) -> Reading:
    """Combine the readings of several texts for one claim.

    No text alone says it: unclear, because two may say it together.
    """
    best = min(answers, key=lambda answer: ("yes", "unclear", "no").index(answer.value))
    return best._replace(value="unclear") if best.value == "no" and len(answers) > 1 else best
