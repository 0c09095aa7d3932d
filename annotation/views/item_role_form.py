"""The form for the role of an item: practice and gold need right answers, practice also an explanation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.http import QueryDict

from annotation.labelling.answer_checks import questions_of
from annotation.models import Item, Role, Study
from annotation.questions import Question, asked_about

UNASKED = "The study has no question about this kind of item. Add a question under “Settings” first."
NO_ANSWER = "Choose the right answer. People's answers are compared with it."
NO_EXPLANATION = "Explain why this answer is right: people read the explanation after they have answered."
_WITH_ANSWERS = (Role.GOLD, Role.PRACTICE)


class RightAnswerField(NamedTuple):
    """A question with the answer chosen as right, if any."""

    question: Question
    chosen: str
    suggested: str
    """Answer of the simulated user, if its run succeeded."""
    error: str = ""


class MarkForm(NamedTuple):
    item: Item
    role: str
    asked: Sequence[RightAnswerField]
    explanation: str
    errors: Mapping[str, str] = {}

    @property
    def right_answers(self) -> dict[str, str]:
        return {one.question.key: one.chosen for one in self.asked if one.chosen}


def suggested_for(item: Item, question: Question) -> str:
    """Return the simulated user's answer as the suggested right answer if the run succeeded, else ""."""
    is_known = question.key == "decision" and item.simulated in question.values
    return item.simulated if is_known and item.outcome == "success" else ""


def mark_form(study: Study, item: Item) -> MarkForm:
    """Return the form filled with the stored values of the item."""
    asked = [
        RightAnswerField(question, str(item.right_answers.get(question.key, "")), suggested_for(item, question))
        for question in asked_about(questions_of(study), item.kind)
    ]
    return MarkForm(item, item.role, asked, item.explanation)


def posted_mark(study: Study, item: Item, data: QueryDict) -> MarkForm:
    """Return the form as it was sent, with the errors found in it."""
    asked = [
        RightAnswerField(question, data.get(f"right_{question.key}", ""), suggested_for(item, question))
        for question in asked_about(questions_of(study), item.kind)
    ]
    return _checked(MarkForm(item, data.get("role", ""), asked, data.get("explanation", "").strip()))


def _checked(form: MarkForm) -> MarkForm:
    if form.role not in Role.values:
        return form._replace(errors={"role": "Choose a role."})
    if form.role not in _WITH_ANSWERS:
        return form
    if not form.asked:
        return form._replace(errors={"role": UNASKED})
    # With several questions, one right answer is enough to score the item.
    if not form.right_answers:
        first, *rest = form.asked
        return form._replace(asked=[first._replace(error=NO_ANSWER), *rest], errors={"right": NO_ANSWER})
    if form.role == Role.PRACTICE and not form.explanation:
        return form._replace(errors={"explanation": NO_EXPLANATION})
    return form
