"""Finds values in a plan that are valid alone but contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.questions import Question, asked_about
from simulator.plans.plan_file import PlanProblem
from simulator.words.english import spoken

# The known question to suggest for a kind of item that no question asks about.
_ASKED = {"offer": "decision", "silence": "missed"}
_SAMPLED = {"offers": ("offer",), "silences": ("silence",), "both": ("offer", "silence")}


def contradictions(plan: StudyPlan) -> Iterator[PlanProblem]:
    yield from _unasked(plan)
    yield from _marked_twice(plan)
    for name, items in (("practice", plan.practice), ("gold", plan.gold)):
        yield from _wrong_answers(name, items, plan.questions)


def wrong_answers(right: Mapping[str, str], questions: Sequence[Question]) -> Iterator[str]:
    """Yield a sentence for each right answer that does not fit the questions; one sentence if `right` is empty."""
    if not right:
        yield "The right answer is missing; give it for at least one question."
    known = {question.key: question for question in questions}
    for key, value in right.items():
        if key not in known:
            yield f"The study has no question '{key}'; its questions are {spoken(known)}."
        elif value not in known[key].values:
            yield f"'{value}' is not an answer to {key}; choose {spoken(known[key].values, 'or')}."


def _unasked(plan: StudyPlan) -> Iterator[PlanProblem]:
    """Yield a problem for each kind of item that is sampled although no question asks about it."""
    kinds = {kind for spec in plan.samples for kind in _SAMPLED[spec.kinds]}
    for kind in sorted(kinds):
        if not asked_about(plan.questions, kind):
            remedy = f"Add the question {_ASKED[kind]}, or sample no {kind}s"
            yield PlanProblem("questions", f"No question asks about {kind}s, but {kind}s are sampled", remedy)


def _marked_twice(plan: StudyPlan) -> Iterator[PlanProblem]:
    practice, gold = ([item.identity for item in items] for items in (plan.practice, plan.gold))
    # An item has one role, so it may be listed once over all three lists.
    seen: set[str] = set()
    for name, identities in (("practice", practice), ("gold", gold), ("left_out", plan.left_out)):
        for place, identity in enumerate(identities, 1):
            if identity in seen:
                yield PlanProblem(f"{name} {place}", "This item is listed twice", "Remove one of the two entries")
            seen.add(identity)


def _wrong_answers(name: str, items: Sequence[MarkedItem], questions: Sequence[Question]) -> Iterator[PlanProblem]:
    for place, item in enumerate(items, 1):
        for said in wrong_answers(item.right_answers, questions):
            yield PlanProblem(f"{name} {place}, right_answers", said, "Change the right answer or the questions")
