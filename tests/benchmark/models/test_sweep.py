"""What the store refuses, and who may do what."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.models import ProtectedError

from benchmark.apps import FIRST, give_rights
from benchmark.models import Cell, Sweep
from simulator.models import Episode
from tests.simulator.jobs.background import version_of

pytestmark = pytest.mark.django_db


def sweep_with_cell() -> Cell:
    sweep = Sweep.objects.create(name="one", plan={}, configurations=[])
    version = version_of("dentist")
    return Cell.objects.create(sweep=sweep, position=0, version=version, configuration=0, seed=0, run=1, key="k")


def test_there_is_one_cell_for_each_repeat() -> None:
    cell = sweep_with_cell()
    for same in ({"position": 1}, {"seed": 1}):
        again = Cell(sweep=cell.sweep, position=0, version=cell.version, configuration=0, seed=0, run=1, key="k")
        for name, value in same.items():
            setattr(again, name, value)
        with pytest.raises(IntegrityError), transaction.atomic():
            again.save()


def test_a_run_that_a_sweep_counts_cannot_be_deleted_under_it() -> None:
    cell = sweep_with_cell()
    cell.episode = Episode.objects.create(version=cell.version, config={}, seed=0)
    cell.save()
    with pytest.raises(ProtectedError):
        cell.episode.delete()
    cell.sweep.delete()
    assert Episode.objects.count() == 1
    assert not Cell.objects.exists()


def rights(group: str) -> set[str]:
    found = Group.objects.get(name=group).permissions.filter(content_type__app_label="benchmark")
    return set(found.values_list("codename", flat=True))


def test_viewers_may_look_and_researchers_may_start_and_steer() -> None:
    assert rights("viewer") == {"view_sweep"}
    assert rights("researcher") == {"view_sweep", "add_sweep", "change_sweep", "control_sweep"}


def test_what_an_administrator_takes_away_stays_away() -> None:
    Group.objects.get(name="researcher").permissions.clear()
    first, later = (Migration(name, "benchmark") for name in (FIRST[1], "0099_more"))
    for plan in ([], [(later, False)], [(first, True)]):
        give_rights("default", plan=plan)
        assert rights("researcher") == set()
    give_rights("default", plan=[(first, False), (later, False)])
    assert "add_sweep" in rights("researcher")


def test_the_first_migration_is_still_called_so() -> None:
    assert FIRST in MigrationLoader(None).disk_migrations
