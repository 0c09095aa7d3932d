"""The Django app of sweeps: registers them as a source of runs, and grants permissions to groups."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

# Permissions of the groups that the simulator creates.
RIGHTS = {
    "viewer": ("view_sweep",),
    "researcher": ("view_sweep", "add_sweep", "change_sweep", "control_sweep"),
}


class BenchmarkConfig(AppConfig):
    name = "benchmark"
    verbose_name = "Benchmark"

    def ready(self) -> None:
        from simulator.jobs import run_sources

        run_sources.register("sweeps", _feed, _waits)
        post_migrate.connect(give_rights, sender=self)


def _feed(queue: str, room: int) -> int:
    from benchmark.jobs.cell_feeder import feed_workers

    return feed_workers(queue, room)


def _waits(queue: str) -> bool:
    from benchmark.jobs.cell_feeder import has_waiting_cells

    return has_waiting_cells(queue)


def give_rights(using: str, plan: Any = None, **ignored: Any) -> None:
    """Grant the permissions once, when the app's tables are created; later changes by an administrator are kept."""
    from django.contrib.auth.models import Group, Permission

    is_new = plan is None or any(migration.app_label == "benchmark" and not back for migration, back in plan)
    if not is_new:
        return
    for name, rights in RIGHTS.items():
        group, _ = Group.objects.using(using).get_or_create(name=name)
        found = Permission.objects.using(using).filter(content_type__app_label="benchmark", codename__in=rights)
        group.permissions.add(*found)
