"""The claims of goals: their keys and sentences, and what another reader than the rules says about them."""

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
    """Return what the other reader of a run says: whether these texts together say what the goal asks for.

    None while a run is played, and for texts that the reader has not read.
    """
    source = evidence.readings
    if source is None or goal not in story.scenario.goals:
        return None
    keys = dict.fromkeys(one.claim.key for one in claims_of_goal(story.scenario.goals.index(goal), story))
    found = [answer for text in texts for key in keys if (answer := source.answer(text, key)) is not None]
    taken_back = [source.answer(text, "builtin:retraction") for text in texts]
    for answer in taken_back:
        if found and answer is not None and answer.value == "yes":
            return answer._replace(key=found[0].key, value="no")
    yes = next((answer for answer in found if answer.value == "yes"), None)
    if yes is not None or not found:
        return yes
    if len(texts) > 1 or any(answer.value == "unclear" for answer in found):
        # Each text was read alone: several that say a part each may say it all together.
        return next((one for one in found if one.value == "unclear"), found[0])._replace(value="unclear")
    return found[0]
