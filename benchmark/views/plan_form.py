"""The launch form: turns typed values into a plan, and a plan into form values."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from benchmark.plan.plan_file import plan_of
from benchmark.plan.schema import ALL, BASELINES, SELECTIONS, SweepPlan
from simulator.plans.plan_file import BadPlan, PlanProblem, TypedForm
from simulator.scenario.yaml12 import YamlError, load_yaml

SPLIT, FILTER, LIST, FILE = "split", "filter", "list", "file"
SOURCES = ((SPLIT, "Split"), (FILTER, "Filter"), (LIST, "List"), (FILE, "File"))
FILTERS = ("apps", "categories", "difficulties", "tags")
# Keys whose text is passed on as typed; an empty field counts as not given.
_TEXTS = (
    "experiment_name",
    "limit",
    "pairing",
    "tool_failure_probability",
    "env_events_per_min",
    "noise",
    "env_events_seed",
    "seeds",
    "runs",
    "prompts",
    "max_turns",
    "observe_max_iterations",
    "execute_max_iterations",
    "user_max_iterations",
    "observe_provider",
    "execute_provider",
    "user_provider",
    "observe_endpoint",
    "execute_endpoint",
    "user_endpoint",
    "max_cost",
    "judge_model",
    "judge_budget",
    "max_concurrent",
    "timeout",
    "priority",
)
_ASSISTANTS = ("observe_model", "execute_model")
_SET_REMEDY = "Write one option per line, such as user_style: lenient."


class PlanForm(TypedForm):
    """The values of a plan as people type them into the launch form."""

    @property
    def source(self) -> str:
        source = self.text.get("source", "")
        return source if source in dict(SOURCES) else SPLIT

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Return the rows of model pairs, with an empty row at the end."""
        observe, execute = self._values.get("observe_model", []), self._values.get("execute_model", [])
        length = max(len(observe), len(execute))
        rows = zip(_filled(observe, length), _filled(execute, length), strict=True)
        return [*(row for row in rows if any(row)), ("", "")]

    def plan(self, without: Collection[str] = ()) -> SweepPlan:
        """Return the plan, ignoring the fields in `without`. Raises BadPlan."""
        plain = self._plain()
        if "set" not in without:
            plain["set"] = self._set()
        return plan_of(_left(plain, set(without)), files=False)

    def _plain(self) -> dict[str, Any]:
        text = self.text
        plain: dict[str, Any] = {name: text[name].strip() for name in _TEXTS if text.get(name, "").strip()}
        observe, execute = self._assistants()
        plain |= {
            "observe_model": observe,
            "execute_model": execute,
            "baselines": self._values.get("baselines", []),
            "user_model": [name.strip() for name in self._values.get("user_model", []) if name.strip()] or None,
            # Browsers do not send a checkbox that is not ticked.
            "cache": "cache" in self._values,
            **self._scenarios(),
        }
        return plain

    def _assistants(self) -> tuple[list[str], list[str]]:
        """Return the observe models and the execute models.

        Zipped: each row is a pair, and a row with only one name uses this model for both stages. Crossed: the columns
        are two separate lists.
        """
        rows = [(one.strip(), other.strip()) for one, other in self.pairs if one.strip() or other.strip()]
        if self.text.get("pairing") == "crossed":
            return _once(one for one, _ in rows), _once(other for _, other in rows)
        if not any(other for _, other in rows):
            return [one for one, _ in rows], []
        return [one or other for one, other in rows], [other or one for one, other in rows]

    def _scenarios(self) -> dict[str, Any]:
        if self.source == SPLIT:
            return {"split": self.text.get("split", "").strip() or None}
        if self.source == FILTER:
            return {"filter": {name: self._values.get(f"filter_{name}", []) for name in FILTERS}}
        # An uploaded file was put into this field by `posted_form`.
        return {"scenarios": ids_in(self.text.get("scenarios", ""))}

    def _set(self) -> dict[str, Any]:
        try:
            data = load_yaml(self.text.get("set", ""), "").data
        except YamlError as error:
            raise BadPlan([PlanProblem("set", f"Line {error.line}: {error.problem}.", _SET_REMEDY)]) from None
        if data is None:
            return {}
        if not isinstance(data, Mapping):
            raise BadPlan([PlanProblem("set", "These are not options.", _SET_REMEDY)])
        return {str(name): value for name, value in data.items()}


def _left(plain: dict[str, Any], without: set[str]) -> dict[str, Any]:
    """Return the values without the fields in `without`.

    Left-out scenarios are replaced by all scenarios, and left-out models by the baselines, so that the plan is complete
    and only the problems of other fields show.
    """
    harmless: dict[str, Any] = {}
    if without & set(SELECTIONS):
        without, harmless = without | set(SELECTIONS), {**harmless, "split": ALL}
    if without & set(_ASSISTANTS):
        without, harmless = without | set(_ASSISTANTS), {**harmless, "baselines": list(BASELINES)}
    return {name: value for name, value in plain.items() if name not in without} | harmless


def first_form() -> PlanForm:
    """Return the form for a first sweep: the baselines on all scenarios, which is free and needs no key."""
    return form_of(SweepPlan(split=ALL, experiment_name="First sweep"))


def posted_form(data: QueryDict, file: str | None = None) -> PlanForm:
    """Return the plan form with the posted values.

    `file`: the text of an uploaded scenario list. If the source “File” is selected, it replaces the typed list.
    """
    values = {name: data.getlist(name) for name in data}
    if file is not None and values.get("source") == [FILE]:
        values |= {"scenarios": ["\n".join(ids_in(file))], "source": [LIST]}
    return PlanForm(values)


def form_of(plan: SweepPlan) -> PlanForm:
    plain = plan.model_dump(mode="json")
    values = {name: [_typed(plain[name])] for name in _TEXTS}
    source = LIST if plan.scenarios else FILTER if plan.filter is not None else SPLIT
    wanted = plain["filter"] or {}
    values |= {
        "source": [source],
        "split": [plan.split or ALL],
        "scenarios": ["\n".join(plan.scenarios)],
        **{f"filter_{name}": [str(value) for value in wanted.get(name, [])] for name in FILTERS},
        "observe_model": list(plan.observe_model),
        "execute_model": list(plan.execute_model),
        "user_model": list(plan.user_model),
        "baselines": [name for name in BASELINES if name in plan.baselines],
        "set": ["\n".join(f"{name}: {json.dumps(value)}" for name, value in plan.set.items())],
        **({"cache": ["1"]} if plan.cache else {}),
    }
    return PlanForm(values)


def ids_in(text: str) -> list[str]:
    """Return the ids in a text, separated by commas or white space; text after # is a comment."""
    lines = (line.partition("#")[0] for line in text.splitlines())
    return _once(word for line in lines for word in line.replace(",", " ").split())


def _typed(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_typed(item) for item in value)
    if isinstance(value, float):
        # `:g` keeps only six digits. A number with more digits must not change when the form is sent back.
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return "" if value is None else str(value)


def _filled(values: Sequence[str], length: int) -> list[str]:
    return [*values, *([""] * (length - len(values)))]


def _once(words: Any) -> list[str]:
    return list(dict.fromkeys(word for word in words if word))
