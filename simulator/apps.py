"""Configures the simulator as a Django app, and creates the groups of users with their rights."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate

GROUPS = {
    "viewer": ("view_episode",),
    "researcher": ("view_episode", "add_episode", "control_episode", "rejudge_episode"),
}


class SimulatorConfig(AppConfig):
    name = "simulator"
    verbose_name = "Simulator"

    def ready(self) -> None:
        # Not in a migration: permissions are created after all migrations have run.
        post_migrate.connect(make_groups, sender=self)


def make_groups(using: str, **ignored: Any) -> None:
    """Create missing groups with their rights after `migrate`; leave existing groups as administrators set them."""
    from django.contrib.auth.models import Group, Permission

    for name, rights in GROUPS.items():
        group, is_new = Group.objects.using(using).get_or_create(name=name)
        if is_new:
            found = Permission.objects.using(using).filter(content_type__app_label="simulator", codename__in=rights)
            group.permissions.set(found)
