"""What the store itself guarantees, whoever writes to it."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from simulator.models import DecisionPoint, Episode, Moment, Scenario, ScenarioVersion, State
from simulator.models.episode import OVER, TO_BE_PLAYED
from tests.simulator.jobs.background import started, version_of

pytestmark = pytest.mark.django_db


def moment(row: Episode, number: int) -> Moment:
    return Moment.objects.create(episode=row, number=number, line="{}", chain="", stored_at=timezone.now())


def test_the_models_and_the_migrations_say_the_same() -> None:
    call_command("makemigrations", "--check", "--dry-run", stdout=StringIO())


def test_a_moment_is_stored_once() -> None:
    row = started(hold=True)
    moment(row, 0)
    moment(started(hold=True), 0)
    with pytest.raises(IntegrityError), transaction.atomic():
        moment(row, 0)


def test_a_decision_point_is_stored_once() -> None:
    row = started(hold=True)
    point = {"episode": row, "number": 0, "kind": "offer", "moment": 3, "turn": 1, "body": {}}
    DecisionPoint.objects.create(**point)
    with pytest.raises(IntegrityError), transaction.atomic():
        DecisionPoint.objects.create(**point)


def test_a_version_is_stored_once_for_its_scenario() -> None:
    version = version_of("dentist")
    with pytest.raises(IntegrityError), transaction.atomic():
        ScenarioVersion.objects.create(
            scenario=version.scenario, content_hash=version.content_hash, source="", title=""
        )


def test_what_a_run_has_played_cannot_be_deleted_under_it() -> None:
    row = started(hold=True)
    with pytest.raises(ProtectedError):
        row.version.delete()
    with pytest.raises(ProtectedError):
        Scenario.objects.all().delete()


def test_a_run_goes_with_its_moments_and_points() -> None:
    row = started(hold=True)
    moment(row, 0)
    DecisionPoint.objects.create(episode=row, number=0, kind="offer", moment=0, turn=1, body={})
    row.delete()
    assert not Moment.objects.exists()
    assert not DecisionPoint.objects.exists()


def test_every_state_is_either_over_or_under_way() -> None:
    for state in State:
        Episode.objects.filter(pk=started(hold=True).pk).update(state=state)
    assert {row.state for row in Episode.objects.over()} == set(OVER)
    assert {row.state for row in Episode.objects.under_way()} == set(State) - set(OVER)
    assert not set(OVER) & set(TO_BE_PLAYED)
    assert all(row.is_over == (row.state in OVER) for row in Episode.objects.all())


def test_sqlite_is_used_so_that_processes_do_not_lock_each_other_out() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the settings are those of SQLite")
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_rows_can_be_called_by_name() -> None:
    row = started(hold=True)
    assert str(row) == f"run {row.pk}"
    assert str(moment(row, 3)) == f"moment 3 of run {row.pk}"
    assert str(row.version).startswith("late_train (")
    assert str(row.version.scenario) == "late_train"
