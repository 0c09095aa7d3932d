"""A run that was forked before it was written to a file finds its parent again, if that is here."""

from __future__ import annotations

import pytest

from replay.jobs.importing import import_file
from simulator.config import EpisodeConfig
from simulator.jobs.fork_run import fork_episode
from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import trace_bytes_of
from simulator.models import Episode
from tests.simulator.jobs.background import started

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]
STEP = 5


def _played(row: Episode) -> Episode:
    run_episode(row.pk)
    row.refresh_from_db()
    assert row.is_over, row.reason
    return row


@pytest.fixture
def parent() -> Episode:
    return _played(started("dentist"))


@pytest.fixture
def fork(parent: Episode) -> Episode:
    return _played(fork_episode(parent, STEP, EpisodeConfig(assistant="silent", seed=7)))


def test_a_fork_that_comes_back_belongs_to_its_parent(parent: Episode, fork: Episode) -> None:
    data, before = trace_bytes_of(fork), _kept(fork)
    fork.delete()
    row = import_file(data, "fork.jsonl").row
    assert row.parent == parent
    assert _kept(row) == before
    assert trace_bytes_of(row) == data


def test_a_fork_that_is_here_is_not_taken_in_twice(fork: Episode) -> None:
    assert import_file(trace_bytes_of(fork), "fork.jsonl") == (fork, False)


def test_the_parent_may_have_another_number_here(parent: Episode, fork: Episode) -> None:
    of_parent, of_fork = trace_bytes_of(parent), trace_bytes_of(fork)
    fork.delete()
    parent.delete()
    there = import_file(of_parent, "parent.jsonl").row
    assert there.pk != int(of_fork.partition(b'"parent":"run ')[2].partition(b'"')[0])
    assert import_file(of_fork, "fork.jsonl").row.parent == there


def test_without_its_parent_it_stands_alone(parent: Episode, fork: Episode) -> None:
    data = trace_bytes_of(fork)
    fork.delete()
    parent.delete()
    row = import_file(data, "fork.jsonl").row
    assert (row.parent, row.parent_step) == (None, STEP)
    assert row.forked_config is not None and row.forked_config["assistant"] == "silent"
    assert (row.assistant_player, row.seed) == ("silent", 7)


def _kept(row: Episode) -> tuple[object, ...]:
    names = (
        "parent_step",
        "forked_config",
        "config",
        "config_hash",
        "seed",
        "assistant_player",
        "turn_limit",
        "success",
    )
    return tuple(getattr(row, name) for name in names)
