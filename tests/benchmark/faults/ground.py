"""A site as people run it, with a Redis and a database that can be killed, and workers beside it; gone afterwards."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple, Self

from pare_site import valkey
from tests.simulator.stories.shelf import NAMES
from tests.waiting import PATIENCE, kill, until

ROOT = Path(__file__).resolve().parents[3]
STORIES = ROOT / "tests" / "simulator" / "stories"
_PASSWORD = "not-a-secret"


class Machine(NamedTuple):
    """Where a process runs."""

    name: str
    """What it says that its machine is called."""
    within: tuple[str, ...] = ()
    """What a command is put behind so that it runs there."""


HERE = Machine("here")


class Redis:
    """A real one, which can be killed and started again."""

    def __init__(self, folder: Path, machine: Machine = HERE, host: str = "127.0.0.1") -> None:
        self._folder, self._machine, self._host = folder, machine, host
        self._port = valkey.free_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:{_PASSWORD}@{self._host}:{self._port}/0"

    def start(self) -> None:
        """Returns once it listens."""
        command = [*self._machine.within, *valkey.command(self._port, self._folder, _PASSWORD), "--bind", self._host]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # It may be in a network that we are not in.
        table = Path(f"/proc/{self._process.pid}/net/tcp")
        until(lambda: any(is_listening(line, self._port) for line in table.read_text().splitlines()), "Redis listens")

    def kill(self) -> None:
        if self._process is not None:
            kill(self._process)

    def restart(self, *, loses_all: bool = False) -> None:
        self.kill()
        if loses_all:
            shutil.rmtree(self._folder)
        self.start()


class Ground:
    """Processes that share a database and a Redis. Each machine has a folder of its own."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        """`database`: an address, or nothing for SQLite in the folder of the site."""
        self._folder = folder
        self.var = folder / HERE.name
        self._given = {"REDIS_URL": redis, "PARE_SCENARIOS_DIR": str(_stories(folder)), "PARE_BENCHMARK_SPLITS_DIR": ""}
        self._given["DATABASE_URL"] = database or f"sqlite:///{self.var / 'pare.sqlite3'}"
        self._stack = ExitStack()
        self.workers: dict[int, subprocess.Popen[bytes]] = {}
        """Those that no supervisor starts again, by process id."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def environment(self, machine: Machine = HERE) -> dict[str, str]:
        """Nothing of the machine's own settings, nor of those of the tests."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        own = self._folder / machine.name
        return {**kept, **self._given, "PARE_VAR_DIR": str(own), "PARE_ENV_FILE": os.devnull}

    def pare(self, *arguments: str, machine: Machine = HERE) -> subprocess.Popen[bytes]:
        """A command of ours that stays; it is killed in the end."""
        module = [sys.executable, "-m", "tests.benchmark.faults.machine", machine.name, *arguments]
        return self.process(module, machine)

    def process(self, command: Sequence[str], machine: Machine = HERE) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [*machine.within, *command],
                cwd=ROOT,
                env=self.environment(machine),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self._stack.callback(_end, process)
        return process

    def site(self, workers: int, machine: Machine = HERE) -> subprocess.Popen[bytes]:
        """Gives the supervisor once all that it has started is there."""
        before = self.said.count("is ready")
        site = self.pare("up", "--port", "0", "--workers", str(workers), machine=machine)
        until(lambda: self.said.count("is ready") > before or site.poll() is not None, "the site is ready")
        assert site.poll() is None, self.said
        return site

    def worker(self, queue: str = "batch", machine: Machine = HERE) -> int:
        """One that nobody but us looks after; gives its process id."""
        process = self.pare("worker", queue, machine=machine)
        self.workers[process.pid] = process
        return process.pid

    def kill_worker(self, pid: int) -> None:
        """Whether it is one of ours is the caller's business."""
        os.kill(pid, signal.SIGKILL)
        process = self.workers.pop(pid, None)
        if process is not None:
            process.wait(PATIENCE)

    @property
    def log(self) -> Path:
        return self._folder / "log"

    @property
    def said(self) -> str:
        return self.log.read_text(errors="replace") if self.log.exists() else ""


def is_listening(line: str, port: int) -> bool:
    """By a line of the system's table of sockets."""
    fields = line.split()
    return fields[3] == "0A" and fields[1].endswith(f":{port:04X}")


def batch_workers_of(supervisor: int) -> set[int]:
    """Process ids of those that are alive."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    return {int(pid) for pid in children if _name_of(pid).startswith("pare batch")}


def _name_of(pid: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8")
    return ""


def _stories(folder: Path) -> Path:
    """A folder with the small stories only: a site takes in all that there is."""
    there = folder / "stories"
    there.mkdir(parents=True)
    for name in NAMES:
        shutil.copy(STORIES / f"{name}.yaml", there)
    return there


def _end(process: subprocess.Popen[bytes]) -> None:
    """What a supervisor has started dies with it."""
    kill(process)
