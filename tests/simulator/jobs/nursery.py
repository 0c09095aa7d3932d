"""Real worker processes for tests. A nursery has everything imported and forks them, so that each is there at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.waiting import PATIENCE, read_line

ROOT = Path(__file__).resolve().parents[3]
_LATE = 1000
"""No exit code, nor a signal."""
_LONGEST = 180.0
"""Seconds that a process may take to its end; longer than any run of the tests, on a busy machine too."""


class Nursery:
    """Asks the nursery's process, line by line. Workers that still live at the end are killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.simulator.jobs.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=surroundings(),
            text=True,
        )

    def play(self, episode_id: int, *, dies_at: int = 0, sleeps_after: int = 0) -> int:
        """Start a process that runs the job once; gives its id.

        It may be killed at its n-th encounter with the store, or be put to sleep after its n-th commit.
        """
        return self._ask("play", episode_id, dies_at, sleeps_after)

    def work(self, queue: str, *, dies_at: int = 0, sleeps_after: int = 0) -> int:
        """Start a worker of this queue; gives its process id."""
        return self._ask("work", queue, dies_at, sleeps_after)

    def wait(self, pid: int) -> int:
        """How a process has ended: its exit code, or the number of the signal that killed it, negated."""
        code = self._ask("wait", pid)
        assert code != _LATE, f"process {pid} had not ended after {_LONGEST:g} s, and was killed"
        return code

    @contextmanager
    def working(self, queue: str) -> Iterator[int]:
        pid = self.work(queue)
        try:
            yield pid
        finally:
            self.end(pid)

    def end(self, pid: int, signum: int = signal.SIGTERM) -> int:
        with suppress(ProcessLookupError):
            os.kill(pid, signum)
        return self.wait(pid)

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def _ask(self, *question: Any) -> int:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: int = json.loads(read_line(self._process.stdout, f"the answer to {question}", _LONGEST + PATIENCE))
        return answer


def surroundings() -> dict[str, str]:
    """What a process needs to know in order to use the database and the Redis of the tests."""
    from django.conf import settings
    from django.db import connection

    at = connection.settings_dict
    address = f"sqlite:///{at['NAME']}"
    if connection.vendor == "postgresql":
        address = f"postgres://{at['USER']}@{quote(at['HOST'], safe='')}/{at['NAME']}"
    given = {
        "DATABASE_URL": address,
        "REDIS_URL": settings.REDIS_URL,
        "PARE_VAR_DIR": str(settings.VAR),
        "DJANGO_SETTINGS_MODULE": "pare_site.settings",
    }
    return {**os.environ, **given}


def _serve() -> None:
    """The nursery's process."""
    import django

    django.setup()
    from simulator.jobs.play_job import run_episode
    from simulator.jobs.worker import work
    from tests.simulator.jobs import players
    from tests.simulator.jobs.background import undisturbed

    players.register()
    undisturbed("dentist")

    doings: dict[str, Callable[[Any], None]] = {"play": run_episode, "work": work}
    children: set[int] = set()
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        if name == "wait":
            children.discard(arguments[0])
            answer = _code_at_the_end(arguments[0])
        else:
            answer = _forked(doings[name], *arguments)
            children.add(answer)
        os.write(1, f"{answer}\n".encode())
    for pid in children:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _code_at_the_end(pid: int) -> int:
    end = time.monotonic() + _LONGEST
    while time.monotonic() < end:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return _LATE


def _forked(doing: Callable[[Any], None], about: Any, dies_at: int, sleeps_after: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        # What a worker prints must not be taken for an answer.
        os.dup2(2, 1)
        os.close(0)
        _lay_traps(dies_at, sleeps_after)
        doing(about)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _lay_traps(dies_at: int, sleeps_after: int) -> None:
    """An encounter is the time before or after a statement or a commit."""
    from django.db import connections

    connection = connections["default"]
    really_commit = connection.commit
    encounters, commits = count(1), count(1)

    def meet() -> None:
        if next(encounters) == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(execute: Callable[..., Any], *arguments: Any) -> Any:
        meet()
        try:
            return execute(*arguments)
        finally:
            meet()

    def commit() -> None:
        around(really_commit)
        if next(commits) == sleeps_after:
            os.kill(os.getpid(), signal.SIGSTOP)

    connection.execute_wrappers.append(around)
    connection.commit = commit  # type: ignore[method-assign]


if __name__ == "__main__":
    _serve()
