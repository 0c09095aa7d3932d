"""A queue and workers, without web pages, for a command such as `pare benchmark sweep`; they end with the command."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

from pare_site import valkey
from pare_site.cli.exits import CRASHED, OK, Trouble
from pare_site.runtime import forget_running, tell_running
from pare_site.supervisor.caretaker import run_caretaker
from pare_site.supervisor.children import Child, ChildProcesses, Leaves
from pare_site.supervisor.forked_process import ForkedProcess
from pare_site.supervisor.lock import lock_unless_running
from pare_site.supervisor.logs import keep_small, last_lines, log_folder
from pare_site.supervisor.requirements import Redis, choose_redis, redis_child
from pare_site.supervisor.signals import MODELS_WANTED, Signals
from pare_site.supervisor.worker_process import play

# Seconds until Redis must answer.
_PATIENCE = 20.0
# Seconds for all processes to stop by themselves. Each worker has ten seconds to finish its current moment.
_LONGEST_STOP = 30.0


class Needs(NamedTuple):
    """The workers that the runs of a command need."""

    workers: int
    models: bool = False
    """True to start the worker for language models and other programs at once, not only when a run needs it."""
    log_level: str = "WARNING"


class Crew:
    """The queue and workers of a command that has locked the runtime folder. No process runs before `start`."""

    def __init__(self, var: Path, lock: int, redis: Redis) -> None:
        self.var = var
        self._lock = lock
        self._redis = redis
        self._logs = log_folder(var)
        self._process: ForkedProcess | None = None
        tell_running(var, {"pid": str(os.getpid()), "redis_url": redis.url, "playing": "pare benchmark"})
        # The children read this variable, and so do Django's settings, which are loaded later.
        os.environ["REDIS_URL"] = redis.url

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, needs: Needs) -> None:
        """Start the processes, and return once the queue answers. Raises Trouble if the queue does not answer.

        This function forks, so no threads or connections may be open.
        """
        from django.db import connections

        keep_small(self._logs)
        _load()
        connections.close_all()
        work = partial(_be_crew, self.var, self._redis, self._logs, needs)
        self._process = ForkedProcess("crew", work, self._logs / "crew.log", [self._lock])
        end = time.monotonic() + _PATIENCE
        while reason := valkey.why_silent(self._redis.url):
            if time.monotonic() > end or not self.is_alive:
                raise Trouble(f"The queue does not answer: {reason}.", *self.last_words(), code=CRASHED)
            time.sleep(0.02)

    def last_words(self) -> list[str]:
        """Return the last lines of the log, and a line that says where the logs are."""
        log = self._logs / "crew.log"
        return [*last_lines(log), f"The logs are in {self._logs}."]

    def stop(self) -> None:
        """Let the workers finish the current moments of their runs, then end all processes."""
        if self._process is None:
            return
        self._process.send(signal.SIGTERM)
        end = time.monotonic() + _LONGEST_STOP
        while self.is_alive and time.monotonic() < end:
            time.sleep(0.02)
        self.kill()

    def kill(self) -> None:
        """End all processes at once: the parent of the workers is killed, and the workers end with it."""
        if self._process is not None:
            self._process.send(signal.SIGKILL)

    def leave(self) -> None:
        """Release the folder for a site or another command."""
        forget_running(self.var)
        os.close(self._lock)


@contextmanager
def crew_if_nobody_runs(var: Path) -> Iterator[Crew | None]:
    """Yield a crew; None if another process uses this folder, usually a site or command that plays the runs.

    Enter this context before Django is set up: it sets REDIS_URL, which Django's settings read.
    """
    lock = lock_unless_running(var)
    if lock is None:
        yield None
        return
    crew = Crew(var, lock, choose_redis(var))
    try:
        yield crew
    finally:
        crew.stop()
        crew.leave()


def _load() -> None:
    """Import the engine before forking, so that children start faster and share its memory."""
    import simulator.jobs.worker  # noqa: F401
    from simulator.type_warmup import make_types_ready

    make_types_ready()


def _be_crew(var: Path, redis: Redis, logs: Path, needs: Needs) -> NoReturn:
    """Run the parent of the workers: it only forks, so the workers inherit no threads or connections."""
    logging.getLogger().setLevel(needs.log_level)
    signals = Signals(by_force=lambda: os._exit(CRASHED))
    household = ChildProcesses(_note, signals.descriptors)
    if redis.command:
        household.start(redis_child(redis, logs / "valkey.log"))
    while not valkey.answers(redis.url) and signals.asked is None:
        signals.wait(min(0.02, household.tend()))
    for number in range(1, needs.workers + 1):
        household.start(_worker(logs, f"batch {number}"))
    has_models = needs.models
    if has_models:
        household.start(_worker(logs, "models"))
    household.start(_caretaker(var, logs))
    while signals.asked is None:
        if signals.models_wanted and not has_models:
            household.start(replace(_worker(logs, "models"), is_vital=False))
            has_models = True
        signals.wait(household.tend())
    household.stop(signals.wait)
    os._exit(OK)


def _worker(logs: Path, name: str) -> Child:
    log = logs / f"{name.replace(' ', '_')}.log"
    return Child(f"{name} worker", partial(play, name.split()[0]), log, Leaves.THEN, 10)


def _caretaker(var: Path, logs: Path) -> Child:
    call = partial(os.kill, os.getpid(), MODELS_WANTED)
    return Child("caretaker", lambda _: run_caretaker(var, _note, call), logs / "care.log", Leaves.THEN, 5)


def _note(text: str) -> None:
    os.write(2, f"{time.strftime('%H:%M:%S')}  {text}\n".encode())
