"""The migration that turns a privilege of staff into a permission: nobody loses what they could do before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from simulator.access import USE_UNLISTED, has_right

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.all]
BEFORE, AFTER = ("simulator", "0005_withheld"), ("simulator", "0006_right_to_unlisted_servers")


@pytest.fixture(autouse=True)
def _before() -> Iterator[None]:
    """Go back to the version that did not know the permission, and forward to the current one at the end."""
    MigrationExecutor(connection).migrate([BEFORE])
    Permission.objects.filter(codename="use_unlisted_servers").delete()
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def migrate() -> None:
    MigrationExecutor(connection).migrate([AFTER])


def may(name: str) -> bool:
    return has_right(User.objects.get(username=name), USE_UNLISTED)


def test_staff_and_the_group_of_administrators_keep_it_and_nobody_else_gets_it() -> None:
    User.objects.create_user("clerk", is_staff=True)
    User.objects.create_user("boss", is_staff=True, is_superuser=True)
    for name in ("admin", "researcher", "annotator", "viewer"):
        User.objects.create_user(name).groups.add(Group.objects.get(name=name))
    migrate()
    people = User.objects.values_list("username", flat=True)
    assert {name for name in people if may(name)} == {"clerk", "boss", "admin"}
    assert not User.objects.get(username="boss").user_permissions.exists()
    assert Permission.objects.get(codename="use_unlisted_servers").content_type.model == "episode"


def test_a_database_without_staff_or_that_group_is_migrated_too() -> None:
    Group.objects.filter(name="admin").delete()
    migrate()
    assert not Permission.objects.filter(codename="use_unlisted_servers").exists()
