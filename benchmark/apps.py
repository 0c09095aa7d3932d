"""The Django app of sweeps: connects sweeps to the workers and the judge, and grants groups permissions on sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

if TYPE_CHECKING:
    from simulator.agents.llm.model_reader import JudgeSpending

# Groups of the simulator, with their permissions on sweeps.
RIGHTS = {
    "viewer": ("view_sweep",),
    "researcher": ("view_sweep", "add_sweep", "change_sweep", "control_sweep"),
}


FIRST = ("benchmark", "0001_initial")


class BenchmarkConfig(AppConfig):
    name = "benchmark"
    verbose_name = "Benchmark"

    def ready(self) -> None:
        # The functions below import inside their bodies, because models can be imported only once all apps are ready.
        from simulator.jobs import run_sources
        from simulator.jobs.judge_job import register_budget

        run_sources.register("sweeps", _feed, _waits)
        register_budget("sweeps", _judge_budget)
        post_migrate.connect(give_rights, sender=self)


def _feed(queue: str, room: int) -> int:
    from benchmark.jobs.cell_feeder import feed_workers

    return feed_workers(queue, room)


def _waits(queue: str) -> bool:
    from benchmark.jobs.cell_feeder import has_waiting_cells

    return has_waiting_cells(queue)


def _judge_budget(episode_id: int, alias: str) -> JudgeSpending | None:
    from benchmark.jobs.sweep_judging import shared_budget

    return shared_budget(episode_id, alias)


def give_rights(using: str, plan: Any = None, **ignored: Any) -> None:
    """Grant the permissions in RIGHTS after the first migration of this app, and after `manage.py flush`."""
    from django.contrib.auth.models import Group, Permission

    # Not after later migrations: that would grant permissions again that an administrator has removed.
    first = [not back for migration, back in plan or () if (migration.app_label, migration.name) == FIRST]
    if plan is not None and not any(first):
        return
    for name, rights in RIGHTS.items():
        group, _ = Group.objects.using(using).get_or_create(name=name)
        found = Permission.objects.using(using).filter(content_type__app_label="benchmark", codename__in=rights)
        group.permissions.add(*found)
