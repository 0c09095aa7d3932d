"""Choices of the launch form: splits, scenario filters, players and models, earlier sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.models import Sweep
from benchmark.plan.player_names import players
from benchmark.plan.schema import ALL, BASELINES
from benchmark.views.plan_form import FILTERS, SOURCES, PlanForm
from simulator.models import Scenario, ScenarioVersion
from simulator.scenario.library import Library
from simulator.scenario.load import ScenarioError
from simulator.views.filter_form import trait_choices
from simulator.views.player_choices import models_now
from simulator.words.english import counted

EARLIER = 20


class FormOption(NamedTuple):
    """One option of a select or a group of checkboxes."""

    value: str
    label: str
    is_chosen: bool = False
    about: str = ""


class FilterChoices(NamedTuple):
    """One scenario filter with its options."""

    name: str
    title: str
    options: Sequence[FormOption]
    is_all: bool
    """True if a scenario must have all selected options; False if one is enough."""


class PlanChoices(NamedTuple):
    """All choices of the launch form."""

    sources: Sequence[FormOption]
    splits: Sequence[FormOption]
    filters: Sequence[FilterChoices]
    assistants: Sequence[str]
    users: Sequence[FormOption]
    """Checkboxes for players that can play the user."""
    baselines: Sequence[FormOption]
    ready: Sequence[str]
    """Language models that are set up."""
    models_problem: str
    earlier: Sequence[Sweep]


def choices(form: PlanForm) -> PlanChoices:
    versions = _versions()
    models = models_now()
    assistants = [*models.ready, *players("assistant")]
    named = form.lists.get("user_model", [])
    users = dict.fromkeys([*players("user"), *models.ready, *named])
    return PlanChoices(
        [FormOption(value, label, value == form.source) for value, label in SOURCES],
        _splits(form, [version.scenario.slug for version in versions]),
        _filters(form, versions),
        assistants,
        [FormOption(name, name, name in named) for name in users],
        [FormOption(name, name, name in form.lists.get("baselines", [])) for name in BASELINES],
        models.ready,
        models.problem,
        # `only`: plan and configurations are large JSON columns.
        list(Sweep.objects.only("name", "created_at")[:EARLIER]),
    )


def _versions() -> list[ScenarioVersion]:
    rows = Scenario.objects.filter(removed_at=None, current__isnull=False).select_related("current__scenario")
    return [row.current for row in rows.defer("current__source") if row.current is not None]


def _splits(form: PlanForm, slugs: Sequence[str]) -> list[FormOption]:
    chosen = form.text.get("split", ALL)
    splits = Library.standard().splits
    found = [FormOption(ALL, f"all, {counted(len(slugs), 'scenario')}", chosen == ALL, "Every scenario.")]
    for name in splits.names():
        try:
            split = splits.get(name, slugs)
            label, about = f"{name}, {counted(len(split.ids), 'scenario')}", split.about
        # A broken split file must not keep the form from opening. The error appears if people choose the split.
        except ScenarioError:
            label, about = f"{name}, file has errors", ""
        found.append(FormOption(name, label, chosen == name, about))
    # An unknown split stays in the list, so that the form of a copied plan shows it instead of another split.
    if chosen and chosen not in [option.value for option in found]:
        found.append(FormOption(chosen, f"{chosen}, unknown", True))
    return found


def _filters(form: PlanForm, versions: Sequence[ScenarioVersion]) -> list[FilterChoices]:
    values = trait_choices(versions)._asdict()
    return [
        FilterChoices(
            f"filter_{name}",
            name.capitalize(),
            [FormOption(value, label, value in form.lists.get(f"filter_{name}", [])) for value, label in values[name]],
            name in ("apps", "tags"),
        )
        for name in FILTERS
    ]
