"""Starting runs."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction

from simulator.agents.registry import UnknownPlayer
from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.jobs.queues import waiting_in
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, Queue, State
from tests.simulator.jobs.background import started, version_of
from tests.simulator.stories.shelf import story

pytestmark = pytest.mark.django_db


def test_a_row_says_what_is_to_be_played() -> None:
    config = EpisodeConfig(assistant="silent", seed=5)
    user = User.objects.create_user("ada")
    row = start_episode(version_of("dentist"), config, pace=2, user=user, note="Demo", queue=Queue.BATCH)
    row.refresh_from_db()
    assert EpisodeConfig.model_validate(row.config) == config
    assert (row.config_hash, row.engine) == (config.config_hash, ENGINE_VERSION)
    assert (row.user_player, row.assistant_player, row.seed) == ("scripted", "silent", 5)
    assert (row.state, row.queue, row.pace, row.note, row.started_by) == (State.QUEUED, "batch", 2, "Demo", user)
    assert row.turn_limit == story("dentist").scenario.turns


def test_a_turn_limit_of_the_config_comes_before_that_of_the_scenario() -> None:
    assert started("dentist", max_turns=3).turn_limit == 3


def test_nobody_in_particular_may_start_a_run() -> None:
    assert start_episode(version_of("dentist"), EpisodeConfig(), user=AnonymousUser()).started_by is None


@pytest.mark.parametrize("queue", [Queue.LIVE, Queue.BATCH])
@pytest.mark.parametrize(
    "players", [{"user": "llm"}, {"assistant": "llm"}, {"assistant": "http://127.0.0.1:9/"}, {"user": "scripted"}]
)
def test_runs_whose_players_wait_outside_have_a_queue_of_their_own(players: dict[str, str], queue: Queue) -> None:
    row = started("dentist", queue=queue, **players)
    assert row.queue == (queue if players == {"user": "scripted"} else Queue.MODELS)


def test_players_that_nobody_knows_are_refused_at_once() -> None:
    with pytest.raises(UnknownPlayer, match="orakle"):
        started(assistant="orakle")
    with pytest.raises(UnknownPlayer):
        started(user="nobody")
    assert not Episode.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_run_is_enqueued_once_its_row_is_committed() -> None:
    with transaction.atomic():
        row = started(queue="batch")
        assert waiting_in("batch") == set()
    assert waiting_in("batch") == {row.pk}
    assert waiting_in("live") == set()


@pytest.mark.django_db(transaction=True)
def test_a_held_run_is_not_enqueued() -> None:
    row = started(hold=True)
    assert (row.state, waiting_in("live")) == (State.PAUSED, set())
