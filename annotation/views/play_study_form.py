"""The form of a play study: reads typed values, fills fields from settings, and offers players and scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict

from annotation.models import Study, StudyState
from annotation.plan.play_schema import CHOOSING, OF_PLAN, OF_STUDY, PlayStudyPlan, play_plan_from
from annotation.plan.schema import TEXTS
from annotation.studies.lifecycle import ANY_TIME, UPWARDS
from simulator.agents.registry import assistant_names, user_names
from simulator.models import Scenario
from simulator.plans.plan_file import PlanProblem, TypedForm
from simulator.views.player_choices import Group, models_now, player_groups
from simulator.views.split_choices import SplitLine, readable_splits, split_lines
from simulator.words.english import in_words

TICKS = ("shows_outcome", "shows_leaderboard")
# Form fields for the partner: which one counts depends on the role, so that the choice works without a script.
PARTNERS = {"user": "assistant", "assistant": "user_player"}
_TYPED = tuple(name for name in (*OF_STUDY, *OF_PLAN, "practice") if name not in (*TICKS, "partner", "split"))
_FIXED_OPEN = "Fixed since the study opened, so that all runs are comparable."
_FIXED_CLOSED = "The study is closed."


class ScenarioChoice(NamedTuple):
    slug: str
    title: str
    is_chosen: bool


class PlayStudyForm(TypedForm):
    """The form of a play study as the lead typed it; `fixed` maps fields that can't be changed now to the reason."""

    def __init__(
        self,
        values: Mapping[str, list[str]],
        problems: Sequence[PlanProblem] = (),
        fixed: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(values, problems)
        self.fixed = dict(fixed or {})
        self.may_save = True
        rows = Scenario.objects.filter(removed_at=None, current__isnull=False).select_related("current")
        self._rows = list(rows.defer("current__source"))
        self._models = models_now()

    @property
    def is_by_split(self) -> bool:
        return self.text.get("by", "split") == "split"

    @property
    def splits(self) -> list[SplitLine]:
        return split_lines(readable_splits(), [row.slug for row in self._rows])

    @property
    def scenarios(self) -> list[tuple[str, list[ScenarioChoice]]]:
        """Return the scenarios by category, each with whether it is ticked."""
        chosen, groups = set(self.lists.get("scenarios", [])), dict[str, list[ScenarioChoice]]()
        for row in sorted(self._rows, key=lambda row: row.current.title if row.current else ""):
            if row.current is not None:
                entry = ScenarioChoice(row.slug, row.current.title, row.slug in chosen)
                groups.setdefault(in_words(row.current.category) or "Other", []).append(entry)
        return sorted(groups.items())

    @property
    def assistants(self) -> list[Group]:
        return player_groups(assistant_names(), self._models)

    @property
    def users(self) -> list[Group]:
        return player_groups(user_names(), self._models)

    def plan(self) -> PlayStudyPlan:
        """Return the settings that the form describes. Raise BadPlan with every problem."""
        text = self.text
        plain: dict[str, Any] = {name: text[name].strip() for name in _TYPED if text.get(name, "").strip()}
        plain |= {name: text.get(name, "") for name in TEXTS}
        plain |= {name: bool(text.get(name)) for name in TICKS}
        plain["partner"] = text.get(PARTNERS.get(text.get("role", ""), "assistant"), "")
        if self.is_by_split:
            plain["split"] = text.get("split", "")
        else:
            plain["scenarios"] = self.lists.get("scenarios", [])
        return play_plan_from(plain)


def first_play_form(lead: str) -> PlayStudyForm:
    """Return the form of a new play study: complete except for the title."""
    usual = PlayStudyPlan(title="-", partner="oracle")
    values = {**values_of(usual, lead), "title": [""]}
    splits = [one.name for one in PlayStudyForm(values).splits]
    return PlayStudyForm({**values, "by": ["split" if splits else "list"], "split": splits[:1]})


def play_form_of(plan: PlayStudyPlan, leads: Iterable[str], fixed: Mapping[str, str] | None = None) -> PlayStudyForm:
    return PlayStudyForm(values_of(plan, ", ".join(leads)), fixed=fixed)


def posted_play_form(
    data: QueryDict, fixed: Mapping[str, str] | None = None, now: PlayStudyPlan | None = None
) -> PlayStudyForm:
    """Return the form as sent. Browsers do not send fixed fields, so these come from `now`, the current settings."""
    values = {name: data.getlist(name) for name in data}
    if now is not None and fixed:
        held = values_of(now, "")
        names = {*fixed, *(("by", *PARTNERS.values()) if "partner" in fixed else ())}
        values |= {name: held.get(name, []) for name in names}
    return PlayStudyForm(values, fixed=fixed)


def values_of(plan: PlayStudyPlan, leads: str) -> dict[str, list[str]]:
    plain = plan.model_dump(mode="json")
    values = {name: ["" if plain[name] is None else str(plain[name])] for name in (*_TYPED, *TEXTS)}
    values |= {name: ["yes"] if plain[name] else [] for name in TICKS}
    values |= {"split": [plan.split], "scenarios": list(plan.scenarios), "by": ["split" if plan.split else "list"]}
    values |= {"assistant": ["oracle"], "user_player": ["scripted"], PARTNERS[plan.role]: [plan.partner]}
    return {**values, "leads": [leads]}


def fixed_of_play(study: Study) -> dict[str, str]:
    """Return the fields that can no longer be changed, each with the reason."""
    if study.state == StudyState.DRAFT:
        return {}
    names = (*OF_STUDY, *OF_PLAN, *CHOOSING)
    if study.state == StudyState.CLOSED:
        return dict.fromkeys((*names, *TEXTS), _FIXED_CLOSED)
    return dict.fromkeys((name for name in names if name not in (*UPWARDS, *ANY_TIME)), _FIXED_OPEN)
