"""The plan of a study as a form: what was typed, what it means as a plan, and a plan as it would have been typed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict

from annotation.plan.reading import plan_from
from annotation.plan.schema import ITEMS, SETTINGS, TEXTS, StudyPlan
from annotation.questions import DECISION, KNOWN, Question
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.plans.typed import TypedForm
from simulator.plans.values import plain_number

OWN_FIELDS = ("questions", "hide_goal")
"""Settings that are more than a text in a box."""
TYPED = tuple(name for name in SETTINGS if name not in OWN_FIELDS)
KEPT = "kept"
"""What a plan file says about samples and items: the form carries it along unseen, and the saving acts on it."""
_HINTS = {
    "decision": "compared with what the simulated user did",
}
_NO_KEPT = "What the plan file says about samples and items got lost. Load the file again."


class QuestionChoice(NamedTuple):
    question: Question
    is_chosen: bool
    value: str
    """What the form sends: the key of a known question, or a question of one's own in full."""
    place: int

    @property
    def id(self) -> str:
        return f"question-{self.place}"

    @property
    def text(self) -> str:
        return self.question.text.replace("{name}", "Leila")

    @property
    def hint(self) -> str:
        return _HINTS.get(self.value, "" if self.value in KNOWN else "from the plan file")


class StudyForm(TypedForm):
    """`fixed`: by field why it cannot be changed any more."""

    def __init__(
        self,
        values: Mapping[str, list[str]],
        problems: Sequence[PlanProblem] = (),
        fixed: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(values, problems)
        self.fixed = dict(fixed or {})
        self.may_save = True

    @property
    def chosen(self) -> list[str]:
        return self._values.get("questions", [])

    @property
    def questions(self) -> list[QuestionChoice]:
        """The chosen ones in their order, then the known ones that are left."""
        found = [(question, value, True) for value in self.chosen if (question := _question(value)) is not None]
        taken = {question.key for question, _, _ in found}
        found += [(question, key, False) for key, question in KNOWN.items() if key not in taken]
        return [QuestionChoice(one, chosen, value, place) for place, (one, value, chosen) in enumerate(found)]

    @property
    def kept(self) -> dict[str, Any]:
        """Samples and marked items of a plan file, as plain data."""
        try:
            data = json.loads(self.text.get(KEPT, "") or "{}")
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict) or not set(data) <= set(ITEMS):
            raise BadPlan([PlanProblem("", _NO_KEPT, "")])
        return data

    @property
    def kept_counts(self) -> dict[str, int]:
        try:
            return {name: len(items) for name, items in self.kept.items()}
        except BadPlan:
            return {}

    @property
    def marked_count(self) -> int:
        return sum(count for name, count in self.kept_counts.items() if name in ("practice", "gold"))

    def plan(self) -> StudyPlan:
        """Raises BadPlan with all that is wrong."""
        text = self.text
        plain: dict[str, Any] = {name: text[name].strip() for name in TYPED if text.get(name, "").strip()}
        plain |= {name: text.get(name, "") for name in TEXTS}
        plain |= {"questions": self._questions_given(), "hide_goal": bool(text.get("hide_goal"))}
        return plan_from({**plain, **self.kept})

    def _questions_given(self) -> list[Any]:
        return [value if value in KNOWN else _data(value) for value in self.chosen]


def posted_form(data: QueryDict, fixed: Mapping[str, str] | None = None, now: StudyPlan | None = None) -> StudyForm:
    """`now`: what holds; fields that are fixed are not sent, and keep it. Its items stay, whatever was sent."""
    values = {name: data.getlist(name) for name in data}
    if now is not None:
        held = _values_of(now)
        values |= {name: held.get(name, []) for name in (*(fixed or {}), KEPT)}
    return StudyForm(values, fixed=fixed)


def form_of(plan: StudyPlan, leads: Iterable[str] = (), fixed: Mapping[str, str] | None = None) -> StudyForm:
    return StudyForm({**_values_of(plan), "leads": [", ".join(leads)]}, fixed=fixed)


def first_form(lead: str) -> StudyForm:
    """What a newcomer finds: all but a title."""
    values = _values_of(StudyPlan(title="-", questions=(DECISION,)))
    return StudyForm({**values, "title": [""], "leads": [lead]})


def _values_of(plan: StudyPlan) -> dict[str, list[str]]:
    plain = plan.model_dump(mode="json")
    values = {name: [_typed(plain[name])] for name in (*TYPED, *TEXTS)}
    values["questions"] = [_sent(question) for question in plan.questions]
    values["hide_goal"] = ["yes"] if plan.hide_goal else []
    kept = {name: plain[name] for name in ITEMS if plain[name]}
    values[KEPT] = [json.dumps(kept)] if kept else []
    return values


def _sent(question: Question) -> str:
    return question.key if KNOWN.get(question.key) == question else question.model_dump_json()


def _question(value: str) -> Question | None:
    if value in KNOWN:
        return KNOWN[value]
    try:
        return Question.model_validate_json(value)
    except ValueError:
        return None


def _data(value: str) -> Any:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _typed(value: Any) -> str:
    if isinstance(value, float):
        return plain_number(value)
    return "" if value is None else str(value)
