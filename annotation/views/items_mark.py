"""Giving an item its role: practice and gold need right answers, and practice an explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import QueryDict

from annotation.jobs.checking import questions_of
from annotation.models import Item, Role, Study
from annotation.questions import Question, asked_about

UNASKED = "No question of this study is asked about it. Add one under “Settings” first."
NO_ANSWER = "Choose the right answer: without one nobody can be told whether theirs is."
NO_EXPLANATION = "Say why this answer is right: people read it after they have answered."
_WITH_ANSWERS = (Role.GOLD, Role.PRACTICE)


class Asked(NamedTuple):
    """A question with the answer that is right, as far as it is chosen."""

    question: Question
    chosen: str
    suggested: str
    """What the simulated user did, if that came out well."""
    error: str = ""


class MarkForm(NamedTuple):
    item: Item
    role: str
    asked: Sequence[Asked]
    explanation: str
    errors: Mapping[str, str] = {}

    @property
    def right_answers(self) -> dict[str, str]:
        return {one.question.key: one.chosen for one in self.asked if one.chosen}


def suggested_for(item: Item, question: Question) -> str:
    """The simulated user's answer is worth something as a right one where the run was a success in the end."""
    is_known = question.key == "decision" and item.simulated in question.values
    return item.simulated if is_known and item.outcome == "success" else ""


def mark_form(study: Study, item: Item) -> MarkForm:
    """As it is now; what is not known yet is suggested."""
    asked = [
        Asked(question, str(item.right_answers.get(question.key, "")), suggested_for(item, question))
        for question in asked_about(questions_of(study), item.kind)
    ]
    return MarkForm(item, item.role, asked, item.explanation)


def posted_mark(study: Study, item: Item, data: QueryDict) -> MarkForm:
    """As it was sent, with what is missing in it."""
    asked = [
        Asked(question, data.get(f"right_{question.key}", ""), suggested_for(item, question))
        for question in asked_about(questions_of(study), item.kind)
    ]
    return _checked(MarkForm(item, data.get("role", ""), asked, data.get("explanation", "").strip()))


def _checked(form: MarkForm) -> MarkForm:
    if form.role not in Role.values:
        return form._replace(errors={"role": "Choose what the item is for."})
    if form.role not in _WITH_ANSWERS:
        return form
    if not form.asked:
        return form._replace(errors={"role": UNASKED})
    # One right answer is enough to be scored by.
    if not form.right_answers:
        first, *rest = form.asked
        return form._replace(asked=[first._replace(error=NO_ANSWER), *rest], errors={"right": NO_ANSWER})
    if form.role == Role.PRACTICE and not form.explanation:
        return form._replace(errors={"explanation": NO_EXPLANATION})
    return form
