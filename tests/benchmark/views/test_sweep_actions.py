"""Steering from the page: what is asked happens, and a refusal is told where one looks."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from benchmark.jobs.cell_feeder import feed_workers
from benchmark.models import Cell, Priority, Sweep, SweepState
from simulator.jobs.leases import claim, fail
from simulator.jobs.play_job import drain
from simulator.models import Episode, Failure
from tests.benchmark.jobs.planned import begun
from tests.markup import markup_of
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    return signed_in("researcher")


def ask(client: Client, sweep: Sweep, action: str, **given: str) -> str:
    """Gives the page that one comes back to."""
    answer = client.post(f"/sweeps/{sweep.pk}/{action}/", given, follow=True)
    assert answer.redirect_chain == [(f"/sweeps/{sweep.pk}/", 302)]
    sweep.refresh_from_db()
    return markup_of(answer)


def test_pause_resume_and_cancel(client: Client) -> None:
    sweep = begun()
    assert "Resume" in ask(client, sweep, "pause")
    assert sweep.state == SweepState.PAUSED
    assert "Only a running sweep can be paused" in ask(client, sweep, "pause")
    ask(client, sweep, "resume")
    assert sweep.state == SweepState.RUNNING
    page = ask(client, sweep, "cancel")
    assert sweep.state == SweepState.CANCELLED
    assert "Play the rest" in page
    assert "Skipped" in page
    ask(client, sweep, "retry")
    assert sweep.state == SweepState.RUNNING


def test_what_failed_is_grouped_by_cause_and_played_again_alone(client: Client) -> None:
    sweep = begun()
    for number in range(2):
        feed_workers("batch", 1)
        lease = claim(Episode.objects.latest("pk").pk, "somebody")
        assert lease is not None
        fail(lease, f"The engine broke after {number + 3} steps.", Failure.ENGINE)
    drain("batch")
    page = markup_of(client.get(f"/sweeps/{sweep.pk}/"))
    assert "Retry 2 failed runs" in page
    assert page.count("The engine broke after") == 2  # as text and as its title: one line for both runs
    Episode.objects.filter(state="finished").update(state="stopped")
    assert "Retry 2 failed and " in markup_of(client.get(f"/sweeps/{sweep.pk}/"))
    Episode.objects.filter(state="stopped").update(state="finished")
    assert "Retrying 2 runs" in ask(client, sweep, "retry")
    drain("batch")
    assert Sweep.objects.get().state == SweepState.FINISHED
    assert Cell.objects.exclude(earlier=[]).count() == 2
    assert "Nothing failed." in markup_of(client.get(f"/sweeps/{sweep.pk}/"))


def test_priority_and_limits(client: Client) -> None:
    sweep = begun()
    ask(client, sweep, "priority", priority="high")
    assert sweep.priority == Priority.HIGH
    assert "“urgent” is not a priority" in ask(client, sweep, "priority", priority="urgent")
    page = ask(client, sweep, "limits", max_cost="2.5", at_once="4", deadline_seconds="90")
    assert (sweep.max_cost, sweep.at_once, sweep.deadline_seconds) == (2.5, 4, 90)
    assert "Time limit per run, seconds" in page
    assert re.search(r'name="deadline_seconds"[^>]* value="90"', page)
    for given, told in (
        ({"max_cost": "0"}, "above 0"),
        ({"max_cost": "x"}, "not a number"),
        ({"at_once": "1.5"}, "whole"),
        ({"at_once": "inf"}, "whole"),
        ({"at_once": "99999999999999999999999"}, "at most 100,000 runs"),
        ({"at_once": "3000000000"}, "at most 100,000 runs"),
        ({"deadline_seconds": "0"}, "at most 604,800 seconds"),
        ({"deadline_seconds": "1e9"}, "at most 604,800 seconds"),
        ({"deadline_seconds": "soon"}, "not a number"),
    ):
        assert told in ask(client, sweep, "limits", **given)
    assert (sweep.max_cost, sweep.at_once, sweep.deadline_seconds) == (2.5, 4, 90)
    ask(client, sweep, "limits")
    assert (sweep.max_cost, sweep.at_once, sweep.deadline_seconds) == (None, None, None)


def test_the_limits_of_a_finished_sweep_can_be_set_before_what_failed_is_retried(client: Client) -> None:
    sweep = begun(timeout=0.001)
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    page = ask(client, sweep, "limits", deadline_seconds="600")
    assert 'name="deadline_seconds"' in page
    assert "Retrying 4 runs" in ask(client, sweep, "retry")
    drain("batch")
    assert Cell.objects.filter(episode__state="finished").count() == 4
