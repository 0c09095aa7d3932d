"""The benchmark as a Django app: sweeps, who may start them, and how their runs come to the workers."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

RIGHTS = {
    "viewer": ("view_sweep",),
    "researcher": ("view_sweep", "add_sweep", "change_sweep", "control_sweep"),
}
"""What the groups of the simulator may do here."""


class BenchmarkConfig(AppConfig):
    name = "benchmark"
    verbose_name = "Benchmark"

    def ready(self) -> None:
        from simulator.jobs import feeders

        feeders.register("sweeps", _feed, _waits)
        post_migrate.connect(give_rights, sender=self)


def _feed(queue: str, room: int) -> int:
    from benchmark.jobs.feeding import feed

    return feed(queue, room)


def _waits(queue: str) -> bool:
    from benchmark.jobs.feeding import waits

    return waits(queue)


def give_rights(using: str, plan: Any = None, **ignored: Any) -> None:
    """Once, when sweeps are new to this database; what an administrator changes afterwards is left alone."""
    from django.contrib.auth.models import Group, Permission

    is_new = plan is None or any(migration.app_label == "benchmark" and not back for migration, back in plan)
    if not is_new:
        return
    for name, rights in RIGHTS.items():
        group, _ = Group.objects.using(using).get_or_create(name=name)
        found = Permission.objects.using(using).filter(content_type__app_label="benchmark", codename__in=rights)
        group.permissions.add(*found)
