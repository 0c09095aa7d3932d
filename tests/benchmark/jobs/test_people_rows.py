"""Runs that people played, as lines of a sweep's report beside its baselines; without the switch nothing changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Q

from benchmark.jobs.people_rows import people_rows
from benchmark.jobs.result_cache import cached_runs
from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.models import Sweep
from benchmark.plan.result_keys import is_cacheable
from benchmark.report.build import report_of
from simulator.config import EpisodeConfig
from simulator.jobs import practice_runs
from simulator.jobs.play_job import drain, run_episode
from simulator.models import Episode, Queue, Seat, Side, State
from tests.benchmark.jobs.planned import begun
from tests.simulator.jobs.background import started
from tests.simulator.views.cast import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


@pytest.fixture
def sweep() -> Sweep:
    found = begun()
    drain(Queue.BATCH)
    found.refresh_from_db()
    return found


def _played(name: str = "late_train", side: str = "user", **options: Any) -> Episode:
    """A run of a person, who did what the scripted player of this side does."""
    row = started(name, **options)
    run_episode(row.pk)
    row.refresh_from_db()
    row.config[side] = "human"
    setattr(row, f"{side}_player", "human")
    row.save()
    player = User.objects.create_user(f"player-{User.objects.count()}")
    Seat.objects.create(episode=row, side=side, player=player)
    return row


def test_without_people_there_are_no_rows_and_no_switch(sweep: Sweep) -> None:
    assert people_rows(sweep) == []
    assert "Runs that people played" not in signed_in("viewer").get(f"/sweeps/{sweep.pk}/report/").content.decode()


def test_each_role_gets_a_line_with_rates_and_intervals_like_any_other(sweep: Sweep) -> None:
    before = rows_of_sweep(sweep)
    _played()
    _played("dentist")
    _played("late_train", assistant="silent")
    _played("late_train", "assistant")
    assert rows_of_sweep(sweep) == before
    report = report_of([*before, *people_rows(sweep)])
    lines = {each.label: each.figures for each in report.configurations if each.kind == "people"}
    assert {label: (each.success.value, each.counted) for label, each in lines.items()} == {
        "people as user, with oracle": (1.0, 2),
        "people as user, with silent": (0.0, 1),
        "people as assistant, user scripted": (1.0, 1),
    }
    both = lines["people as user, with oracle"]
    assert both.success.low is not None and both.success_lenient.value == 1.0
    assert [each.kind for each in report.configurations][-3:] == ["people"] * 3
    alone = report_of(before)
    same = {each.label: each.figures for each in report.configurations if each.kind != "people"}
    assert same == {each.label: each.figures for each in alone.configurations}


def test_only_blind_finished_runs_of_the_same_task_count(sweep: Sweep, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, forked, practice = _played(), _played(), _played()
    Seat.objects.filter(episode=looked).update(looked_at=3)
    Episode.objects.filter(pk=forked.pk).update(parent=looked)
    monkeypatch.setattr(practice_runs, "_finders", {})
    practice_runs.register("test", lambda: Q(pk=practice.pk))
    _played(assistant="eager")
    _played("short_night")
    noisy = _played()
    noisy.config["env_events_per_minute"] = 6
    noisy.save()
    waiting = _played()
    Episode.objects.filter(pk=waiting.pk).update(state=State.WAITING)
    assert people_rows(sweep) == []


def test_abandoned_runs_stand_beside_the_counted_ones(sweep: Sweep) -> None:
    _played()
    left = _played()
    Episode.objects.filter(pk=left.pk).update(state=State.ABANDONED, success=None, result=None)
    report = report_of(people_rows(sweep))
    assert [each.figures.counted for each in report.configurations] == [1]
    assert [each.words for each in report.not_counted] == ["1 run that its player abandoned"]


def test_the_switch_shows_people_on_the_page_and_in_exports(sweep: Sweep) -> None:
    _played()
    client = signed_in("viewer")
    plain = client.get(f"/sweeps/{sweep.pk}/report/").content.decode()
    assert "Runs that people played" in plain and "people as user" not in plain
    shown = client.get(f"/sweeps/{sweep.pk}/report/?people=1").content.decode()
    assert "people as user, with oracle" in shown and 'class="edge">People</th>' in shown
    assert "report.md/?reader=rules&amp;people=1" in shown
    for kind in ("csv", "report.md"):
        assert b"people as user" in client.get(f"/sweeps/{sweep.pk}/export/{kind}/?people=1").content
        assert b"people as user" not in client.get(f"/sweeps/{sweep.pk}/export/{kind}/").content
    rows = json.loads(client.get(f"/sweeps/{sweep.pk}/export/json/?people=1").content)
    assert len(rows) == len(rows_of_sweep(sweep)) + 1 and rows[-1]["kind"] == "people"


def test_a_run_of_a_person_never_gets_a_key_and_is_never_reused() -> None:
    row = _played()
    assert row.result_key == "" and not cached_runs().filter(pk=row.pk).exists()
    for side in Side:
        assert not is_cacheable(EpisodeConfig(**{side.value: "human"}))
