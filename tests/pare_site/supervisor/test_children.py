"""Children that die are started again, sooner or later, and all go in order."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pare_site.supervisor.children import Child, ChildProcesses, Leaves
from tests.waiting import until


class Home:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        self.household = ChildProcesses(self.said.append, ())

    def start(
        self, name: str, work: Callable[[Child], object], leaves: Leaves = Leaves.THEN, patience: float = 5
    ) -> Child:
        child = Child(name, work, self.folder / name, leaves, patience)
        self.household.start(child)
        return child

    def tend_until(self, condition: Callable[[], bool]) -> None:
        def tended() -> bool:
            self.household.tend()
            return condition()

        until(tended, "the household has got so far")


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    found = Home(tmp_path)
    yield found
    found.household.kill()
    until(lambda: not any(child.alive for child in found.household.children), "all are gone")


def sleep(child: Child) -> None:
    time.sleep(60)


def pid_of(child: Child) -> int:
    return child.process.pid if child.process is not None else 0


def test_a_child_that_is_killed_lives_again_and_knows_who_was_before_it(home: Home) -> None:
    child = home.start("worker", sleep)
    first = pid_of(child)
    os.kill(first, signal.SIGKILL)
    home.tend_until(lambda: pid_of(child) not in (0, first))
    assert child.predecessor == first
    assert home.said == ["The worker was ended by SIGKILL. Restarting it."]


def test_a_child_that_cannot_live_waits_longer_and_longer(home: Home) -> None:
    child = home.start("worker", lambda _: os._exit(3))
    home.tend_until(lambda: child.quick_deaths == 3)
    assert home.household.died_quickly(3) is child
    assert home.household.died_quickly(4) is None
    waits = child.restart_at - time.monotonic()
    assert 1 < waits <= 1.6
    assert home.household.tend() <= waits
    assert home.said[0] == "The worker ended with code 3. Restarting it."


def test_a_child_that_the_site_can_start_without_is_not_waited_for(home: Home) -> None:
    child = home.start("worker", lambda _: os._exit(3))
    child.is_vital = False
    home.tend_until(lambda: child.quick_deaths == 2)
    assert home.household.died_quickly(2) is None


def test_a_child_that_dies_often_says_where_to_look(home: Home) -> None:
    child = home.start("worker", lambda _: os._exit(3))
    child.quick_deaths = 4
    home.tend_until(lambda: child.quick_deaths == 5)
    assert home.said == [f"The worker ended with code 3. Restarting it in 6 s; see {home.folder / 'worker'}."]


def say_when_asked(folder: Path, name: str) -> Callable[[Child], None]:
    def work(child: Child) -> None:
        def leave(number: int, frame: object) -> None:
            with (folder / "order").open("a") as order:
                order.write(f"{name}\n")
            os._exit(0)

        signal.signal(signal.SIGTERM, leave)
        (folder / f"{name} is up").touch()
        time.sleep(60)

    return work


def test_they_leave_one_after_the_other(home: Home) -> None:
    for name, leaves in (("redis", Leaves.LAST), ("worker", Leaves.THEN), ("web", Leaves.FIRST)):
        home.start(name, say_when_asked(home.folder, name), leaves)
        until((home.folder / f"{name} is up").exists, f"{name} is up")
    home.household.stop(time.sleep)
    assert (home.folder / "order").read_text().split() == ["web", "worker", "redis"]
    assert not any(child.alive for child in home.household.children)


def deaf(child: Child) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child.log.with_suffix(".up").touch()
    time.sleep(60)


def test_a_child_that_does_not_listen_is_killed_when_patience_ends(home: Home) -> None:
    child = home.start("worker", deaf, patience=0.2)
    until(child.log.with_suffix(".up").exists, "it is up")
    home.household.stop(time.sleep)
    until(lambda: not child.alive, "it is gone", patience=5)


def test_a_child_may_die_more_often_than_its_wait_can_be_doubled(home: Home) -> None:
    child = home.start("worker", lambda _: os._exit(3))
    child.quick_deaths = 5000
    home.tend_until(lambda: child.quick_deaths == 5001)
    assert child.restart_at - time.monotonic() <= 15


def test_a_signal_without_a_name_is_told_by_its_number(home: Home) -> None:
    home.start("worker", lambda _: os.kill(os.getpid(), signal.SIGRTMIN + 6))
    home.tend_until(lambda: bool(home.said))
    assert home.said == [f"The worker was ended by signal {signal.SIGRTMIN + 6}. Restarting it."]
