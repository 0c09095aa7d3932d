"""Workers on several machines play one sweep: one PostgreSQL and one Redis, at an address of the network."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.benchmark.faults.ground import HERE, Ground, Machine, Redis
from tests.benchmark.faults.network import HUB, NETWORK, Network, why_impossible
from tests.benchmark.faults.office import Office
from tests.postgres import Postgres
from tests.waiting import until

pytestmark = pytest.mark.all
PLAN = {
    "experiment_name": "shared",
    "scenarios": ["dentist", "empty_day", "late_train", "short_night"],
    "baselines": ["oracle", "silent", "eager", "random"],
    "seeds": list(range(15)),
}
CELLS = 240
_PATIENCE = 90.0


class Lab(NamedTuple):
    ground: Ground
    office: Office
    machines: list[Machine]
    network: Network | None


@contextmanager
def lab(folder: Path) -> Iterator[Lab]:
    """A site with servers on one machine, and two more machines; where there can be no network, they are processes."""
    with ExitStack() as stack:
        network = None if why_impossible() else stack.enter_context(Network("left", "right"))
        hub = HERE if network is None else network.hub
        machines = [Machine("left"), Machine("right")] if network is None else network.machines
        host = "127.0.0.1" if network is None else HUB
        database = _database(stack, hub, host)
        redis = Redis(folder / "redis", hub, host)
        stack.callback(redis.kill)
        redis.start()
        ground = stack.enter_context(Ground(folder, database, redis.url))
        ground.site(1, hub)
        office = stack.enter_context(Office(ground, hub))
        for machine in machines:
            ground.worker(machine=machine)
        until(lambda: office.alive()["batch"] == 3, "all workers are there")
        yield Lab(ground, office, machines, network)


def _database(stack: ExitStack, hub: Machine, host: str) -> str:
    server = Postgres(
        Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pare-pg-"))),
        within=hub.within,
        listen_addresses=host,
        synchronous_commit="on",
    )
    server.admit(NETWORK)
    stack.callback(server.end)
    server.start()
    return f"postgres://postgres@{host}:{server.port}/postgres"


def test_a_sweep_is_shared_by_machines_that_have_nothing_but_the_servers_in_common(tmp_path: Path) -> None:
    with lab(tmp_path) as here:
        sweep = here.office.start(PLAN)
        seen = set[str]()

        def is_finished() -> bool:
            look = here.office.look(sweep)
            seen.update(name.rpartition(":")[0] for name in look["playing"])
            return bool(look["state"] == "finished")

        until(is_finished, "the sweep is finished", _PATIENCE)
        assert {"left", "right"} <= seen
        totals = here.office.audit(sweep)
    assert totals["cells"] == totals["attempts"] == CELLS


def test_a_machine_that_vanishes_in_the_middle_of_a_transaction_holds_nobody_up(tmp_path: Path) -> None:
    """Its connection says nothing more, not even that it is over; the rows that it has locked must become free."""
    impossible = why_impossible()
    if impossible:
        pytest.skip(f"A machine cannot vanish from a network here: {impossible}.")
    with lab(tmp_path) as here:
        assert here.network is not None
        sweep, said = here.office.start(PLAN), tmp_path / "said"
        lost = here.machines[1]
        here.ground.process([sys.executable, "-m", "tests.benchmark.faults.holding", str(sweep), str(said)], lost)
        until(said.exists, "the row is locked")
        here.network.cut(lost)
        if here.office.look(sweep)["state"] == "finished":
            # A fast machine may play all cells before the other one has its lock.
            pytest.skip("The sweep was over before the machine vanished.")
        until(lambda: here.office.look(sweep)["state"] == "finished", "the sweep is finished", _PATIENCE)
        assert here.office.audit(sweep)["cells"] == CELLS
