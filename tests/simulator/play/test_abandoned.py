"""Runs that wait too long for a person end as abandoned, and count nowhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.utils import timezone

from simulator.jobs import control
from simulator.jobs.abandoned_runs import end_abandoned_runs
from simulator.jobs.control import CannotControl
from simulator.models import Episode, State
from tests.simulator.play.table import Player, sat_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def waited(player: Player, hours: float) -> None:
    Episode.objects.filter(pk=player.row.pk).update(waits_since=timezone.now() - timedelta(hours=hours))


def test_a_run_ends_when_nobody_has_decided_for_the_set_hours(settings: LazySettings) -> None:
    settings.PLAY_HOURS = 2
    old, new = sat_down(), sat_down()
    waited(old, 2.1)
    waited(new, 1.9)
    assert end_abandoned_runs() == 1
    old.row.refresh_from_db()
    new.row.refresh_from_db()
    assert (old.row.state, new.row.state) == (State.ABANDONED, State.WAITING)
    assert old.row.is_over and old.row.success is None and old.row.ended_at is not None
    assert old.row.moments.count() == old.row.moment_count


def test_a_decision_for_an_abandoned_run_is_refused(settings: LazySettings) -> None:
    settings.PLAY_HOURS = 1
    player = sat_down()
    waited(player, 5)
    end_abandoned_runs()
    answer = player.acts("put_phone_down")
    assert answer.status_code == 409 and "over" in answer.json()["message"]
    with pytest.raises(CannotControl, match="abandoned"):
        control.resume(player.row)


def test_a_run_that_a_worker_has_taken_is_not_abandoned(settings: LazySettings) -> None:
    settings.PLAY_HOURS = 1
    player = sat_down()
    player.acts("put_phone_down")
    assert end_abandoned_runs() == 0
