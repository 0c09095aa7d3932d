"""Previews a plan and starts it as a sweep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction

from benchmark.jobs.cell_feeder import finish_if_complete, judge_cached, wake_workers
from benchmark.jobs.result_cache import runs_by_key
from benchmark.jobs.shared_cache import import_from_folder
from benchmark.models import Cell, Priority, Sweep
from benchmark.plan.cells import PlannedCell, unfold
from benchmark.plan.configurations import Configuration, configuration_json
from benchmark.plan.estimate import EarlierRun, Estimate, estimate
from benchmark.plan.judge import expected_judge_cost, missing_key
from benchmark.plan.result_keys import is_cacheable
from benchmark.plan.scenario_selection import ScenarioRef
from benchmark.plan.schema import SweepPlan
from simulator.models import Episode, Scenario, ScenarioVersion, State
from simulator.plans.plan_file import BadPlan
from simulator.scenario.library import Library
from simulator.trace.hashing import json_hash

_CELLS_AT_ONCE = 1000


class Preview(NamedTuple):
    """The cells of a plan, the cached runs among them, and the expected cost of the sweep."""

    plan: SweepPlan
    scenarios: tuple[ScenarioRef, ...]
    configurations: tuple[Configuration, ...]
    cells: list[PlannedCell]
    cached: dict[str, int]
    """Ids of cached runs, by key."""
    estimate: Estimate
    """Tokens and cost of the runs to play, and the cost of judging all runs."""

    @property
    def is_cached(self) -> list[bool]:
        """Return for each cell whether it can reuse a run: a cached run, or the run of an earlier cell of this plan."""
        seen = set(self.cached)
        return [self._is_known(cell, seen) for cell in self.cells]

    @property
    def to_play(self) -> list[PlannedCell]:
        return [cell for cell, known in zip(self.cells, self.is_cached, strict=True) if not known]

    def _is_known(self, cell: PlannedCell, seen: set[str]) -> bool:
        known = cell.key in seen
        if self.plan.cache and is_cacheable(self.configurations[cell.configuration].config):
            seen.add(cell.key)
        return known


def preview(plan: SweepPlan, *, keys: bool = True) -> Preview:
    """Return the preview of a plan. Raises BadPlan with all problems of the plan.

    `keys`: require an API key for each model.
    """
    return _preview(plan, _versions(), keys)


def start_sweep(plan: SweepPlan, user: User | AnonymousUser | None = None, *, keys: bool = True) -> Sweep:
    """Store a sweep with all its cells, and wake the workers after the commit.

    If the plan has problems, raise BadPlan and store nothing.

    Cached runs are linked at once, so a sweep whose runs are all cached is finished when it starts.
    """
    versions = _versions()
    seen = _preview(plan, versions, keys)
    # Imported runs change which cells are cached, and so the cost of the others.
    if import_shared_results(seen):
        seen = _preview(plan, versions, keys)
    with transaction.atomic():
        sweep = _made(seen, user)
        cells = _cells(sweep, seen, versions)
        Cell.objects.bulk_create(cells, batch_size=_CELLS_AT_ONCE)
        judge_cached(sweep, [cell.episode_id for cell in cells if cell.episode_id is not None])
        if not finish_if_complete(sweep):
            transaction.on_commit(lambda: wake_workers(sweep))
    return sweep


def import_shared_results(seen: Preview) -> int:
    """Import runs from the shared cache folder that the plan would otherwise play, and return their number.

    Return 0 if the plan does not use the cache, or no folder is set.
    """
    return import_from_folder(cell.key for cell in seen.to_play) if seen.plan.cache else 0


def _preview(plan: SweepPlan, versions: Mapping[str, ScenarioVersion], keys: bool) -> Preview:
    refs = [_ref(slug, version) for slug, version in versions.items()]
    scenarios, configurations, cells = unfold(plan, refs, Library.standard().splits, keys=keys)
    if keys and (problems := list(missing_key(plan))):
        raise BadPlan(problems)
    usable = [is_cacheable(configuration.config) for configuration in configurations]
    wanted = [cell.key for cell in cells if usable[cell.configuration]] if plan.cache else []
    # The estimate is set last, because it covers the cells to play, which `Preview` finds by the cached runs.
    nothing = estimate([], configurations)
    seen = Preview(plan, scenarios, configurations, cells, runs_by_key(wanted), nothing)
    found = estimate(seen.to_play, configurations, history())
    # Runs from the cache are judged too.
    judged = msgspec.structs.replace(found, judge=expected_judge_cost(plan, len(cells)))
    return seen._replace(estimate=judged)


def _made(seen: Preview, user: User | AnonymousUser | None) -> Sweep:
    plan = seen.plan
    plain = plan.model_dump(mode="json")
    return Sweep.objects.create(
        name=plan.experiment_name,
        plan=plain,
        plan_hash=json_hash(plain),
        configurations=[configuration_json(configuration) for configuration in seen.configurations],
        expected_costs=_expected_costs(seen),
        priority=Priority[plan.priority.upper()],
        at_once=plan.max_concurrent,
        max_cost=plan.max_cost,
        judge_model=plan.judge_model,
        judge_budget=plan.judge_budget,
        deadline_seconds=plan.timeout,
        use_cache=plan.cache,
        started_by=user if isinstance(user, User) else None,
    )


def _expected_costs(seen: Preview) -> list[float | None]:
    """Return the expected cost per run of each configuration; None for one without a known price or runs to play."""
    costs: list[float | None] = [None] * len(seen.configurations)
    for one in seen.estimate.configurations:
        costs[one.configuration] = None if one.cost is None else one.cost.expected / one.episodes
    return costs


def _cells(sweep: Sweep, seen: Preview, versions: Mapping[str, ScenarioVersion]) -> list[Cell]:
    usable = [is_cacheable(configuration.config) for configuration in seen.configurations]
    there = [seen.cached.get(cell.key) if usable[cell.configuration] else None for cell in seen.cells]
    return [
        Cell(
            sweep=sweep,
            position=position,
            version=versions[cell.scenario],
            configuration=cell.configuration,
            seed=cell.seed,
            run=cell.run,
            key=cell.key,
            episode_id=episode,
            from_cache=episode is not None,
        )
        for position, (cell, episode) in enumerate(zip(seen.cells, there, strict=True))
    ]


def _versions() -> dict[str, ScenarioVersion]:
    """Return the current version of each scenario in the database, by the scenario's id."""
    found = Scenario.objects.filter(removed_at=None, current__isnull=False).select_related("current")
    return {row.slug: row.current for row in found.defer("current__source") if row.current is not None}


def _ref(slug: str, version: ScenarioVersion) -> ScenarioRef:
    return ScenarioRef(
        slug=slug,
        hash=version.content_hash,
        title=version.title,
        apps=tuple(version.apps),
        category=version.category,
        difficulty=version.difficulty,
        tags=tuple(version.tags),
        wants_silence=version.wants_silence,
    )


_MOST = 2000
_ROLES = ("observe_model", "execute_model", "user_model")
_FACTS = (*(f"config__{role}__alias" for role in _ROLES), "tokens_in", "tokens_out", "cost")


def history() -> list[EarlierRun]:
    """Return the tokens and cost of the 2000 newest finished runs with models, without forks and imported runs."""
    rows = Episode.objects.filter(state=State.FINISHED, tokens_in__gt=0, parent=None, imported__isnull=True)
    found = rows.order_by("-pk").values_list(*_FACTS)[:_MOST]
    return [
        EarlierRun(observe or "", execute or "", user or "", tokens_in, tokens_out, cost)
        for observe, execute, user, tokens_in, tokens_out, cost in found
    ]
