"""What the groups may do in studies."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader

from annotation.apps import FIRST, give_rights

pytestmark = pytest.mark.django_db


def _rights(name: str) -> set[str]:
    rights = Group.objects.get(name=name).permissions.filter(content_type__app_label="annotation")
    return set(rights.values_list("codename", flat=True))


def test_a_new_site_has_its_groups() -> None:
    assert _rights("viewer") == {"view_study"}
    assert _rights("researcher") == {"view_study", "add_study"}
    assert "manage_study" in _rights("admin")


def test_annotators_may_nothing_anywhere() -> None:
    assert not Group.objects.get(name="annotator").permissions.exists()


def test_the_group_of_administrators_has_the_rights_of_all_apps() -> None:
    rights = set(Group.objects.get(name="admin").permissions.values_list("codename", flat=True))
    assert {"view_episode", "control_episode", "add_sweep", "control_sweep", "manage_study"} <= rights
    assert "use_unlisted_servers" in rights


def test_what_an_administrator_has_changed_stays() -> None:
    Group.objects.get(name="researcher").permissions.clear()
    first, later = (Migration(name, "annotation") for name in ("0001_studies", "0099_more"))
    for plan in ([], [(later, False)], [(first, True)], [(Migration("0001_studies", "other"), False)]):
        give_rights("default", plan=plan)
        assert _rights("researcher") == set()
    give_rights("default", plan=[(first, False), (later, False)])
    assert _rights("researcher") == {"view_study", "add_study"}


def test_the_first_migration_is_still_called_so() -> None:
    assert FIRST in MigrationLoader(None).disk_migrations
