"""Workers are killed at random, Redis and the database restarted, while a sweep is played: each cell is played once."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.benchmark.faults.ground import Ground, Redis, batch_workers_of
from tests.benchmark.faults.office import Office
from tests.postgres import Postgres
from tests.waiting import until

pytestmark = pytest.mark.all
KILLS = 20
SUPERVISED, LONE = 3, 2
PLAN = {
    "experiment_name": "under fire",
    "scenarios": ["dentist", "empty_day", "late_train", "short_night"],
    "baselines": ["oracle", "silent", "eager", "random"],
    "seeds": list(range(25)),
}
_PATIENCE = 90.0


class Battle:
    """A sweep, those who play it, and a hand that is kept by a seed."""

    def __init__(self, ground: Ground, office: Office, seed: int) -> None:
        self._ground, self._office = ground, office
        self._chance = random.Random(seed)
        self._found: list[int] = []
        self._supervisor = ground.site(SUPERVISED).pid
        for _ in range(LONE):
            ground.worker()
        until(lambda: office.alive()["batch"] == SUPERVISED + LONE, "all workers are there")
        self.sweep = office.start(PLAN)
        self.cells = int(office.look(self.sweep)["cells"])

    def wait_for(self, finished: int) -> None:
        until(lambda: self._office.look(self.sweep)["finished"] >= finished, f"{finished} runs", _PATIENCE)

    def kill_one(self) -> None:
        """Of those that play just now, in the midst of whatever it does."""
        until(self._find_playing, "somebody plays", _PATIENCE)
        time.sleep(self._chance.random() / 20)
        victim = self._chance.choice(self._found)
        is_lone = victim in self._ground.workers
        self._ground.kill_worker(victim)
        if is_lone:
            self._ground.worker()

    def _find_playing(self) -> bool:
        ours = batch_workers_of(self._supervisor) | self._ground.workers.keys()
        named = (int(name.rpartition(":")[2]) for name in self._office.look(self.sweep)["playing"])
        self._found = sorted(ours.intersection(named))
        return bool(self._found)


def fight(battle: Battle, accidents: dict[int, Callable[[], None]]) -> None:
    """Kill by kill, spread over the whole sweep; accidents happen after so many."""
    for kill in range(1, KILLS + 1):
        battle.wait_for(kill * battle.cells // (KILLS + 2))
        battle.kill_one()
        if kill in accidents:
            accidents[kill]()


def end_well(battle: Battle, office: Office) -> None:
    until(lambda: office.look(battle.sweep)["state"] == "finished", "the sweep is finished", _PATIENCE)
    totals = office.audit(battle.sweep)
    assert totals["cells"] == battle.cells == 400
    # Runs were really torn out of the hands of their workers.
    assert totals["attempts"] > battle.cells


def test_on_sqlite_with_redis_restarted_twice(tmp_path: Path, redis: Redis) -> None:
    with Ground(tmp_path, "", redis.url) as ground, Office(ground) as office:
        battle = Battle(ground, office, seed=1)
        fight(battle, {6: redis.restart, 13: partial(redis.restart, loses_all=True)})
        end_well(battle, office)


def test_on_postgresql_with_redis_restarted_twice_and_the_database_once(
    tmp_path: Path, redis: Redis, database_server: Postgres
) -> None:
    def crash() -> None:
        database_server.end(signal.SIGQUIT)
        database_server.start()

    with Ground(tmp_path, database_server.address, redis.url) as ground, Office(ground) as office:
        battle = Battle(ground, office, seed=2)
        fight(battle, {5: redis.restart, 10: crash, 15: partial(redis.restart, loses_all=True)})
        end_well(battle, office)
