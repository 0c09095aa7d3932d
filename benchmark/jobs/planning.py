"""From a plan to a sweep: what it would come to, and its beginning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction

from benchmark.jobs.feeding import finish_if_over
from benchmark.jobs.finding import found_by_key
from benchmark.jobs.history import history
from benchmark.jobs.sharing import take_from_folder
from benchmark.jobs.waking import wake_workers
from benchmark.models import Cell, Priority, Sweep
from benchmark.plan.configurations import Configuration, configuration_json
from benchmark.plan.estimating import Estimate, estimate
from benchmark.plan.grid import PlannedCell, unfold
from benchmark.plan.keys import is_cacheable
from benchmark.plan.schema import SweepPlan
from benchmark.plan.selecting import ScenarioRef
from simulator.models import Scenario, ScenarioVersion
from simulator.scenario.library import Library
from simulator.trace.hashing import json_hash

_CELLS_AT_ONCE = 1000


class Preview(NamedTuple):
    """What a plan comes to if it is started now."""

    plan: SweepPlan
    scenarios: tuple[ScenarioRef, ...]
    configurations: tuple[Configuration, ...]
    cells: list[PlannedCell]
    cached: dict[str, int]
    """By key: runs that there are already, by their id."""
    estimate: Estimate
    """Of what is not there yet."""

    @property
    def is_cached(self) -> list[bool]:
        """Of each cell whether there is a run of it already, or will be by an earlier cell."""
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
    """Raises BadPlan with all that is wrong. `keys`: whether every model must be ready to be asked."""
    return _preview(plan, _versions(), keys)


def start_sweep(plan: SweepPlan, user: User | AnonymousUser | None = None, *, keys: bool = True) -> Sweep:
    """Store it with all its cells and have it played once that is committed. Raises BadPlan, and then nothing is begun.

    What is in the cache is taken at once: a sweep of which everything is there already is finished when it begins.
    """
    versions = _versions()
    seen = _preview(plan, versions, keys)
    if bring_in(seen):
        seen = _preview(plan, versions, keys)
    with transaction.atomic():
        sweep = _made(seen, user)
        Cell.objects.bulk_create(_cells(sweep, seen, versions), batch_size=_CELLS_AT_ONCE)
        if not finish_if_over(sweep):
            transaction.on_commit(lambda: wake_workers(sweep))
    return sweep


def bring_in(seen: Preview) -> int:
    """Take what is not here yet from the folder that others share their results by, if there is one."""
    return take_from_folder(cell.key for cell in seen.to_play) if seen.plan.cache else 0


def _preview(plan: SweepPlan, versions: Mapping[str, ScenarioVersion], keys: bool) -> Preview:
    refs = [_ref(slug, version) for slug, version in versions.items()]
    scenarios, configurations, cells = unfold(plan, refs, Library.standard().splits, keys=keys)
    usable = [is_cacheable(configuration.config) for configuration in configurations]
    wanted = [cell.key for cell in cells if usable[cell.configuration]] if plan.cache else []
    nothing = estimate([], configurations)
    seen = Preview(plan, scenarios, configurations, cells, found_by_key(wanted), nothing)
    return seen._replace(estimate=estimate(seen.to_play, configurations, history()))


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
        deadline_seconds=plan.timeout,
        use_cache=plan.cache,
        started_by=user if isinstance(user, User) else None,
    )


def _expected_costs(seen: Preview) -> list[float | None]:
    """Of each configuration for one run; None where no price is known, or nothing is to be played."""
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
    """By scenario: what its file says now, as far as the store knows."""
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
