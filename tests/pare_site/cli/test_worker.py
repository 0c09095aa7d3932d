"""`pare worker` is of the same version as the database, or says what to do."""

from __future__ import annotations

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from pare_site.cli.main import main

pytestmark = pytest.mark.django_db


@pytest.fixture
def recorder(redis_server: str, monkeypatch: pytest.MonkeyPatch) -> MigrationRecorder:
    """A worker that got so far as to work has passed."""
    monkeypatch.setattr("simulator.jobs.worker.work", lambda queue: None)
    # What this test has changed must stay to be seen.
    monkeypatch.setattr(connection, "close", lambda: None)
    return MigrationRecorder(connection)


def test_a_worker_of_the_same_version_works(recorder: MigrationRecorder) -> None:
    assert main(["worker", "batch"]) == 0


def test_a_database_of_a_newer_version_is_left_alone(
    recorder: MigrationRecorder, capsys: pytest.CaptureFixture[str]
) -> None:
    recorder.record_applied("simulator", "9999_from_tomorrow")
    assert main(["worker", "batch"]) != 0
    said = " ".join(capsys.readouterr().err.split())
    assert "it is newer (it has simulator.9999_from_tomorrow)" in said and "same version on every machine" in said


def test_a_database_of_an_older_version_is_left_alone(
    recorder: MigrationRecorder, capsys: pytest.CaptureFixture[str]
) -> None:
    recorder.record_unapplied("benchmark", "0001_initial")
    assert main(["worker", "batch"]) != 0
    assert "it is older (it lacks benchmark.0001_initial)" in " ".join(capsys.readouterr().err.split())


def test_a_newer_version_of_studies_counts_too(recorder: MigrationRecorder, capsys: pytest.CaptureFixture[str]) -> None:
    recorder.record_applied("annotation", "9999_from_tomorrow")
    assert main(["worker", "batch"]) != 0
    assert "it has annotation.9999_from_tomorrow" in " ".join(capsys.readouterr().err.split())
