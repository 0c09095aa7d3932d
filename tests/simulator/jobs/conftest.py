"""Every test here has a Redis and players that can be named; some have worker processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.simulator.jobs import players
from tests.simulator.jobs.nursery import Nursery


@pytest.fixture(autouse=True)
def _players_can_be_named() -> Iterator[None]:
    players.register()
    yield
    players.unregister()


@pytest.fixture(autouse=True)
def _redis_is_there(redis_server: str) -> None:
    from simulator.jobs.queues import client

    client().flushall()


@pytest.fixture(scope="session")
def nursery(redis_server: str, django_db_setup: None) -> Iterator[Nursery]:
    """Use it with `transactional_db`, so that its workers see the rows of the test."""
    there = Nursery()
    yield there
    there.close()
