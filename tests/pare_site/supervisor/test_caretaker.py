"""The caretaker and the bringing in of scenarios: calm in trouble, and no more work than there is."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError

from pare_site.cli.exits import Trouble
from pare_site.machine import own_command
from pare_site.supervisor import caretaker
from pare_site.supervisor.scenario_refresh import refresh_scenarios
from simulator.jobs.queues import client
from simulator.jobs.scenario_sync import Synced
from simulator.jobs.worker_registry import is_unattended
from simulator.models import Scenario
from tests.pare_site.cli.command import BROKEN, DENTIST, QUIET_EVENING, write_stories
from tests.simulator.jobs.background import started


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: None) -> Path:
    place = tmp_path / "scenarios"
    place.mkdir()
    write_stories(place, DENTIST)
    monkeypatch.setenv("PARE_SCENARIOS_DIR", str(place))
    return place


def titles() -> dict[str, str]:
    return {row.slug: row.current.title for row in Scenario.objects.filter(removed_at=None) if row.current}


def test_files_are_read_again_only_if_they_changed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refresh_scenarios(tmp_path) == []
    assert titles() == {"dentist_moved": "The dentist moved"}
    with monkeypatch.context() as context:
        context.setattr(
            "simulator.jobs.scenario_sync.sync_scenarios", lambda library: pytest.fail("nothing has changed")
        )
        assert refresh_scenarios(tmp_path) == []
    write_stories(folder, DENTIST.replace("title: The dentist moved", "title: The dentist moved again"))
    assert refresh_scenarios(tmp_path) == ["Scenario changed: dentist_moved."]
    assert titles() == {"dentist_moved": "The dentist moved again"}


def test_files_that_come_and_go_are_noticed(folder: Path, tmp_path: Path) -> None:
    refresh_scenarios(tmp_path)
    (folder / "dentist_moved.yaml").unlink()
    write_stories(folder, QUIET_EVENING)
    assert refresh_scenarios(tmp_path) == ["Scenario added: quiet_evening.", "Scenario removed: dentist_moved."]
    assert set(titles()) == {"quiet_evening"}
    write_stories(folder, DENTIST)
    assert refresh_scenarios(tmp_path) == ["Scenario restored: dentist_moved."]
    assert set(titles()) == {"dentist_moved", "quiet_evening"}


def test_a_file_with_mistakes_is_told_once(folder: Path, tmp_path: Path) -> None:
    write_stories(folder, BROKEN)
    assert refresh_scenarios(tmp_path) == [
        f"Scenario files with errors, not loaded: 1. To see the errors: {own_command()} scenarios check"
    ]
    assert refresh_scenarios(tmp_path) == []


def _nobody_comes() -> None:
    """No run waits for language models here."""
    raise AssertionError


def test_trouble_is_told_once_when_it_begins_and_once_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None, redis_server: str
) -> None:
    looks = iter([True, False, False, False, True, True])
    said: list[str] = []

    def reap() -> int:
        well = next(looks, None)
        if well is None:
            raise KeyboardInterrupt
        if not well:
            raise OperationalError("it is away.\nIs it there?")
        return 0

    monkeypatch.setattr(caretaker, "_BETWEEN_LOOKS", 0.0)
    monkeypatch.setattr(caretaker, "_LOOKS_PER_ROUND", 100)
    monkeypatch.setattr("simulator.jobs.recovery.reap", reap)
    with pytest.raises(KeyboardInterrupt):
        caretaker.run_caretaker(Path("/nowhere"), said.append, _nobody_comes)
    assert said == [
        "Runs whose worker died are not requeued at the moment: the database cannot be used (it is away). "
        "Retrying every 0 s.",
        "Runs whose worker died are requeued again.",
    ]


def test_trouble_with_one_thing_is_told_of_that_alone(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None, redis_server: str
) -> None:
    looks = iter(range(9))
    said: list[str] = []
    missing = [Trouble("There is no folder x.")] * 2

    def reap() -> int:
        if next(looks, None) is None:
            raise KeyboardInterrupt
        return 0

    def refresh_scenarios(var: Path) -> list[str]:
        if missing:
            raise missing.pop()
        return []

    monkeypatch.setattr(caretaker, "_BETWEEN_LOOKS", 0.001)
    monkeypatch.setattr(caretaker, "refresh_scenarios", refresh_scenarios)
    monkeypatch.setattr("simulator.jobs.recovery.reap", reap)
    monkeypatch.setattr("simulator.jobs.recovery.rebuild_queue", int)
    with pytest.raises(KeyboardInterrupt):
        caretaker.run_caretaker(Path("/nowhere"), said.append, _nobody_comes)
    assert said == ["Scenario files are not loaded at the moment: There is no folder x. Retrying every 0 s."]


def test_many_changes_at_once_are_summed_up(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = tuple(f"scenario_{number}" for number in range(5000))
    monkeypatch.setattr("simulator.jobs.scenario_sync.sync_scenarios", lambda library: Synced(changed=names))
    remarks = refresh_scenarios(tmp_path)
    assert remarks[9:] == ["Scenario changed: scenario_9.", "More scenarios changed: 4990."]


def test_the_worker_for_language_models_is_called_for_while_runs_wait_for_it(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None, redis_server: str
) -> None:
    def come() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(caretaker, "_BETWEEN_LOOKS", 0.0)
    started("dentist", queue="models")
    with pytest.raises(KeyboardInterrupt):
        caretaker.run_caretaker(Path("/nowhere"), print, come)


def test_a_site_that_starts_does_not_miss_what_was_missing_before(
    monkeypatch: pytest.MonkeyPatch, transactional_db: None, redis_server: str
) -> None:
    def look(seconds: float) -> None:
        raise KeyboardInterrupt

    started("dentist", queue="models")
    client().set("pare:unattended:models", 1.0)
    assert is_unattended("models", timedelta(minutes=1))
    monkeypatch.setattr("time.sleep", look)
    with pytest.raises(KeyboardInterrupt):
        caretaker.run_caretaker(Path("/nowhere"), print, _nobody_comes)
    assert is_unattended("models") and not is_unattended("models", timedelta(minutes=1))
