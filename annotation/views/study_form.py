"""The form of a study's plan: reads typed values, fills fields from a plan, and finds fixed fields and leads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.http import QueryDict

from annotation.models import Study, StudyState
from annotation.plan.plan_reading import plan_from
from annotation.plan.schema import ITEMS, SETTINGS, TEXTS, StudyPlan
from annotation.questions import DECISION, KNOWN, Question
from annotation.studies.lifecycle import ANY_TIME, UPWARDS
from annotation.views.access import SEE
from simulator.plans.plan_file import BadPlan, PlanProblem, TypedForm
from simulator.plans.plan_values import plain_number
from simulator.words.english import close_to

# These two are not plain text boxes, so the form handles them by name.
OWN_FIELDS = ("questions", "hide_goal")
TYPED = tuple(name for name in SETTINGS if name not in OWN_FIELDS)
# Hidden field with the samples and marked items of a loaded plan file; saving a new study draws and marks these items.
KEPT = "kept"
_HINTS = {
    "decision": "compared with the simulated user's action",
}
_NO_KEPT = "The samples and items of the plan file are missing. Load the file again."
_FIXED_SINCE_OPEN = "Fixed since the study opened, so that all answers are comparable."
_FIXED_CLOSED = "The study is closed."
_NOBODY = PlanProblem("leads", "The study has no lead.", "Enter the user name of at least one lead.")


class QuestionChoice(NamedTuple):
    question: Question
    is_chosen: bool
    value: str
    """Value that the form sends: the key of a known question, or a custom question as JSON."""
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
    """The form of a study as the lead typed it; `fixed` maps fields that can no longer be changed to the reason."""

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
        """Return the chosen questions in order, then the known questions that are not chosen."""
        found = [(question, value, True) for value in self.chosen if (question := _question(value)) is not None]
        # Compared by key, because a plan file may contain a known question in other words.
        taken = {question.key for question, _, _ in found}
        found += [(question, key, False) for key, question in KNOWN.items() if key not in taken]
        return [QuestionChoice(one, chosen, value, place) for place, (one, value, chosen) in enumerate(found)]

    @property
    def kept(self) -> dict[str, Any]:
        """Return the samples and marked items of a plan file, which a hidden field of the form keeps.

        Raise BadPlan if the field is damaged.
        """
        try:
            # The field is hidden, but it comes from the browser and can hold anything.
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
        """Return the study plan that the form describes. Raise BadPlan with every problem."""
        text = self.text
        plain: dict[str, Any] = {name: text[name].strip() for name in TYPED if text.get(name, "").strip()}
        plain |= {name: text.get(name, "") for name in TEXTS}
        plain |= {"questions": self._questions_given(), "hide_goal": bool(text.get("hide_goal"))}
        return plan_from({**plain, **self.kept})

    def _questions_given(self) -> list[Any]:
        return [value if value in KNOWN else _data(value) for value in self.chosen]


def posted_form(data: QueryDict, fixed: Mapping[str, str] | None = None, now: StudyPlan | None = None) -> StudyForm:
    """Return the form as sent. Fixed fields and items are not sent, so they come from `now`, the current plan."""
    values = {name: data.getlist(name) for name in data}
    if now is not None:
        held = _values_of(now)
        # Browsers do not send disabled fields; without this a fixed field would look like a change to its default.
        values |= {name: held.get(name, []) for name in (*(fixed or {}), KEPT)}
    return StudyForm(values, fixed=fixed)


def form_of(plan: StudyPlan, leads: Iterable[str] = (), fixed: Mapping[str, str] | None = None) -> StudyForm:
    return StudyForm({**_values_of(plan), "leads": [", ".join(leads)]}, fixed=fixed)


def first_form(lead: str) -> StudyForm:
    """Return the form of a new study: complete except for the title."""
    values = _values_of(StudyPlan(title="-", questions=(DECISION,)))
    return StudyForm({**values, "title": [""], "leads": [lead]})


def _values_of(plan: StudyPlan) -> dict[str, list[str]]:
    plain = plan.model_dump(mode="json")
    values = {name: [_typed(plain[name])] for name in (*TYPED, *TEXTS)}
    values["questions"] = [_sent(question) for question in plan.questions]
    # Browsers send nothing for a box that is not ticked.
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


def fixed_of(study: Study) -> dict[str, str]:
    """Return the fields that can no longer be changed, each with the reason."""
    if study.state == StudyState.DRAFT:
        return {}
    if study.state == StudyState.CLOSED:
        return dict.fromkeys((*SETTINGS, *TEXTS), _FIXED_CLOSED)
    return dict.fromkeys((name for name in SETTINGS if name not in (*UPWARDS, *ANY_TIME)), _FIXED_SINCE_OPEN)


def names_of(leads: Iterable[User]) -> list[str]:
    return sorted(lead.get_username() for lead in leads)


def leads_named(text: str) -> list[User]:
    """Return the named users. Raise BadPlan if nobody is named, or if a user is unknown or may not see studies."""
    names = list(dict.fromkeys(name.strip() for name in text.replace("\n", ",").split(",") if name.strip()))
    if not names:
        raise BadPlan([_NOBODY])
    known = {user.get_username(): user for user in User.objects.filter(username__in=names, is_active=True)}
    problems = [_unknown(name) for name in names if name not in known]
    problems += [_blind(name) for name in names if name in known and not known[name].has_perm(SEE)]
    if problems:
        raise BadPlan(problems)
    return [known[name] for name in names]


def set_leads(study: Study, leads: Iterable[User]) -> None:
    study.leads.set(leads)


def _unknown(name: str) -> PlanProblem:
    # Annotators are not suggested: their accounts have random names that nobody knows.
    everybody = User.objects.filter(is_active=True, groups__name__in=("researcher", "viewer", "admin"))
    hint = close_to(name, everybody.values_list("username", flat=True))
    return PlanProblem("leads", f"Unknown user name “{name[:60]}”{hint}.", "Enter names of accounts that can sign in.")


def _blind(name: str) -> PlanProblem:
    remedy = "Ask an administrator to add this user to the group “researcher”."
    return PlanProblem("leads", f"{name} is not allowed to see studies.", remedy)
