"""The demo: a few runs that are over and differ, and one that begins when the first link is used."""

from __future__ import annotations

import time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from pare_site.sign_in.links import make_link, owner
from simulator.jobs.demo_runs import FINISHED, NOTE, PACE, TO_WATCH, begin_demo, seed_demo
from simulator.jobs.play_job import run_episode
from simulator.jobs.scenario_sync import sync_scenarios
from simulator.jobs.serialization import moments_of
from simulator.models import Episode, Queue, Scenario, State
from simulator.trace.moments import Acted

pytestmark = pytest.mark.usefixtures("redis_server", "transactional_db")


@pytest.fixture
def seeded() -> None:
    sync_scenarios()
    seed_demo()


def held() -> Episode:
    return Episode.objects.get(note=NOTE, queue=Queue.LIVE)


def test_the_runs_that_are_over_show_different_outcomes(seeded: None) -> None:
    over = Episode.objects.filter(state=State.FINISHED)
    assert {(run.version.scenario.slug, run.assistant_player) for run in over} == set(FINISHED)
    assert {run.success for run in over} == {True, False}
    assert {run.assistant_player for run in over} == {"oracle", "silent", "eager", "random"}
    assert {run.note for run in over} == {NOTE}
    assert len({app for run in over for app in run.version.apps}) >= 6
    assert all(run.moments.count() == run.moment_count > 10 for run in over)


def test_one_run_waits_to_be_watched(seeded: None) -> None:
    run = held()
    assert run.version.scenario.slug == TO_WATCH.scenario
    assert (run.state, run.moment_count, run.pace, run.note) == (State.PAUSED, 0, PACE, NOTE)


def test_seeding_again_adds_nothing(seeded: None) -> None:
    before = list(Episode.objects.order_by("pk").values_list("pk", "state"))
    seed_demo()
    assert list(Episode.objects.order_by("pk").values_list("pk", "state")) == before


def test_seeding_that_was_cut_off_is_completed(seeded: None) -> None:
    Episode.objects.filter(assistant_player="eager").delete()
    held().delete()
    seed_demo()
    assert Episode.objects.count() == len(FINISHED) + 1


def test_without_these_scenarios_there_is_no_demo() -> None:
    seed_demo()
    sync_scenarios()
    Scenario.objects.update(removed_at=timezone.now())
    seed_demo()
    assert not Episode.objects.exists()
    assert begin_demo() is None


def test_the_first_link_begins_the_run_and_leads_to_it(seeded: None, client: Client) -> None:
    answer = client.get(reverse("enter", args=[make_link(owner())]))
    assert answer.headers["Location"] == held().get_absolute_url()
    assert held().state == State.QUEUED
    second = client.get(reverse("enter", args=[make_link(owner())]))
    assert second.headers["Location"] == reverse("home")


def test_the_run_to_watch_is_lively_and_ends_well(seeded: None) -> None:
    run = begin_demo()
    assert run is not None
    Episode.objects.filter(pk=run.pk).update(pace=0)
    run_episode(run.pk)
    run.refresh_from_db()
    assert (run.state, run.success) == (State.FINISHED, True)
    assert 15 <= run.moment_count / PACE <= 60
    acts = [moment for moment in moments_of(run.pk) if isinstance(moment, Acted)]
    first_yes = next(act.n for act in acts if act.name == "accept_proposal")
    assert first_yes / PACE < 10, "newcomers are not to wait for the first offer"
    assert len({act.app for act in acts if act.actor == "assistant" and act.write}) > 1
    assert begin_demo() is None


def test_seeding_is_quick() -> None:
    sync_scenarios()
    begin = time.process_time()
    seed_demo()
    assert time.process_time() - begin < 3
