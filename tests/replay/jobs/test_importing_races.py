"""The same file sent by several people at the same time becomes one run."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from replay.jobs.importing import Imported, import_file
from simulator.models import Episode, Scenario, ScenarioVersion
from tests.replay.files import own
from tests.simulator.jobs.background import assert_whole

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 4


def _together(*files: bytes) -> list[Imported]:
    ready = Barrier(len(files))

    def send(data: bytes) -> Imported:
        ready.wait(10)
        try:
            return import_file(data, "run.jsonl")
        finally:
            connection.close()

    with ThreadPoolExecutor(len(files)) as pool:
        return list(pool.map(send, files))


def test_uploads_of_one_file_at_the_same_time_give_one_run() -> None:
    taken = _together(*[own()] * AT_ONCE)
    assert len({one.row.pk for one in taken}) == 1
    assert [one.is_new for one in taken].count(True) == 1
    assert_whole(Episode.objects.get())


def test_uploads_of_several_runs_of_a_scenario_share_it() -> None:
    taken = _together(own(), own(plays="silent"), own(plays="eager"), own(seed=4))
    assert all(one.is_new for one in taken)
    assert (Scenario.objects.count(), ScenarioVersion.objects.count(), Episode.objects.count()) == (1, 1, AT_ONCE)
    for one in taken:
        assert_whole(one.row)
