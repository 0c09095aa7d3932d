"""Lists the claims of goals with their keys and sentences, and looks up how a model or a person read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from simulator.reading.claims import Claim, Reading
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.story import Story


class ClaimOfGoal(NamedTuple):
    """A claim with the simple goal that it belongs to."""

    claim: Claim
    part: Goal
    place: str
    """The goal's key, such as `goal:2`; for a part of a compound goal with the part's index, such as `goal:2.0`."""


def claims_of_goals(story: Story) -> Iterator[ClaimOfGoal]:
    """Yield the claims of all goals. If a part of a compound goal has no `say`, it gets the goal's claim."""
    for index in range(len(story.scenario.goals)):
        yield from claims_of_goal(index, story)


def claims_of_goal(index: int, story: Story) -> Iterator[ClaimOfGoal]:
    goal = story.scenario.goals[index]
    for number, part in enumerate(goal.parts()):
        place = f"goal:{index}" if part is goal else f"goal:{index}.{number}"
        if part is not goal and part.say and part.say != goal.say:
            yield ClaimOfGoal(Claim(place, part.say), part, place)
        elif goal.say:
            yield ClaimOfGoal(Claim(f"goal:{index}", goal.say), part, place)


def text_fields(part: Goal) -> Mapping[str, FieldMatch]:
    """Return a simple goal's conditions on the content of texts, by field."""
    fields = part.exists.where if part.exists is not None else part.changed.to if part.changed is not None else {}
    return {name: match for name, match in fields.items() if match.judges_text}


def field_claim(one: ClaimOfGoal, name: str) -> Claim | None:
    """Return the claim that the text of a field is read against: the field's own sentence, otherwise the goal's.

    Return None if the goal has no condition on the field's text. Also return None if only other fields of the goal have
    their own sentences: then only those fields are read.
    """
    fields = text_fields(one.part)
    say = fields[name].say if name in fields else None
    if say is not None:
        # The title "Dinner with Papá" need not say that the event is on Sunday, although its goal does.
        return Claim(f"{one.place}/{name}", f"This is the {name} of a record. It says: {say}")
    return one.claim if name in fields and all(match.say is None for match in fields.values()) else None


def goal_answer(goal: Goal, texts: Sequence[str], story: Story, evidence: Evidence, field: str = "") -> Reading | None:
    """Return the reading of a judge model or a person: whether these texts together say what the goal asks for.

    Return None if no model or person read these texts against the goal. `field`: the name of the field that the texts
    come from; empty for messages and reports.
    """
    source = evidence.readings
    if source is None or goal not in story.scenario.goals:
        return None
    claims = list(claims_of_goal(story.scenario.goals.index(goal), story))
    if field:
        keys = dict.fromkeys(claim.key for one in claims if (claim := field_claim(one, field)) is not None)
    else:
        keys = dict.fromkeys(one.claim.key for one in claims)
    by_key = {key: [answer for text in texts if (answer := source.answer(text, key)) is not None] for key in keys}
    found = [_together(answers) for answers in by_key.values() if answers]
    if not found:
        return None
    for text in texts:
        taken_back = source.answer(text, "builtin:retraction")
        if taken_back is not None and taken_back.value == "yes":
            return taken_back._replace(key=found[0].key, value="no")
    # With `any_of` the best reading counts, with `all_of` the worst. The text of a field belongs to one record, so it
    # need only say what one part asks for.
    order = ("no", "unclear", "yes") if goal.all_of is not None and not field else ("yes", "unclear", "no")
    return min(found, key=lambda answer: order.index(answer.value))


def _together(answers: Sequence[Reading]) -> Reading:
    """Return the best of several readings for one claim.

    If all of several texts were read as no, the result is unclear, because they may say it together.
    """
    best = min(answers, key=lambda answer: ("yes", "unclear", "no").index(answer.value))
    return best._replace(value="unclear") if best.value == "no" and len(answers) > 1 else best
