"""What the launch form offers: splits, what scenarios can be filtered by, players and models, earlier sweeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.models import Sweep
from benchmark.plan.names import players
from benchmark.plan.schema import ALL, BASELINES
from benchmark.views.plan_form import FILTERS, SOURCES, PlanForm
from simulator.models import Scenario, ScenarioVersion
from simulator.phone.registry import all_apps
from simulator.phone.wording import counted, in_words
from simulator.scenario.library import Library
from simulator.scenario.load import ScenarioError
from simulator.views.player_choices import models_now

EARLIER = 20


class Option(NamedTuple):
    value: str
    label: str
    is_chosen: bool = False


class Offered(NamedTuple):
    """One of the things that scenarios can be filtered by."""

    name: str
    title: str
    options: Sequence[Option]
    is_all: bool
    """Whether a scenario must have all that is chosen, or one of it."""


class Choices(NamedTuple):
    sources: Sequence[Option]
    splits: Sequence[Option]
    filters: Sequence[Offered]
    assistants: Sequence[str]
    users: Sequence[Option]
    """Those that are there to be ticked."""
    baselines: Sequence[Option]
    ready: Sequence[str]
    """Language models that can be asked now."""
    models_problem: str
    earlier: Sequence[Sweep]


def choices(form: PlanForm) -> Choices:
    versions = _versions()
    models = models_now()
    assistants = [*models.ready, *players("assistant")]
    named = form.lists.get("user_model", [])
    users = dict.fromkeys([*players("user"), *models.ready, *named])
    return Choices(
        [Option(value, label, value == form.source) for value, label in SOURCES],
        _splits(form, [version.scenario.slug for version in versions]),
        _filters(form, versions),
        assistants,
        [Option(name, name, name in named) for name in users],
        [Option(name, name, name in form.lists.get("baselines", [])) for name in BASELINES],
        models.ready,
        models.problem,
        list(Sweep.objects.only("name", "created_at")[:EARLIER]),
    )


def _versions() -> list[ScenarioVersion]:
    rows = Scenario.objects.filter(removed_at=None, current__isnull=False).select_related("current__scenario")
    return [row.current for row in rows.defer("current__source") if row.current is not None]


def _splits(form: PlanForm, slugs: Sequence[str]) -> list[Option]:
    chosen = form.text.get("split", ALL)
    splits = Library.standard().splits
    found = [Option(ALL, f"all, {counted(len(slugs), 'scenario')}", chosen == ALL)]
    for name in splits.names():
        try:
            label = f"{name}, {counted(len(splits.get(name, slugs).ids), 'scenario')}"
        except ScenarioError:
            label = f"{name}, with mistakes in its file"
        found.append(Option(name, label, chosen == name))
    if chosen and chosen not in [option.value for option in found]:
        found.append(Option(chosen, f"{chosen}, not known", True))
    return found


def _filters(form: PlanForm, versions: Sequence[ScenarioVersion]) -> list[Offered]:
    known = all_apps()
    values = {
        "apps": {name: known[name].title if name in known else name for one in versions for name in one.apps},
        "categories": {one.category: in_words(one.category) for one in versions if one.category},
        "difficulties": {one.difficulty: f"Level {one.difficulty}" for one in versions if one.difficulty},
        "tags": {tag: tag for one in versions for tag in one.tags},
    }
    return [
        Offered(
            f"filter_{name}",
            name.capitalize(),
            [
                Option(value, label, value in form.lists.get(f"filter_{name}", []))
                for value, label in sorted(values[name].items(), key=lambda pair: pair[1].casefold())
            ],
            name in ("apps", "tags"),
        )
        for name in FILTERS
    ]
