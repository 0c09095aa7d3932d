"""The supervisor behind `pare up`: starts the site, watches it, and stops it."""

from __future__ import annotations

import gc
import os
import time
from dataclasses import replace
from functools import partial
from http import HTTPStatus

from pare_site.cli.exits import CRASHED, INTERRUPTED, OK, Trouble
from pare_site.django_setup import set_up
from pare_site.runtime import forget_running, tell_running
from pare_site.supervisor.announcer import Announcer
from pare_site.supervisor.caretaker import run_caretaker
from pare_site.supervisor.child_task import ChildTask
from pare_site.supervisor.children import Child, ChildProcesses, Leaves
from pare_site.supervisor.greeting import greeting
from pare_site.supervisor.health_probe import health
from pare_site.supervisor.listener import listen, local_url
from pare_site.supervisor.lock import take_lock
from pare_site.supervisor.logs import keep_small, last_lines, log_folder
from pare_site.supervisor.preparation import Prepared, prepare
from pare_site.supervisor.requirements import Options, choose_redis, redis_child, usable_var
from pare_site.supervisor.signals import MODELS_WANTED, Signals
from pare_site.supervisor.web import preload, serve
from pare_site.supervisor.worker_process import play

# Seconds until the site must answer.
_PATIENCE = 60.0
# Quick deaths of one child after which a start is given up.
_HOPELESS = 4
_BETWEEN_SWEEPS = 60.0


class _AskedToStop(Exception):
    """Raised if a stop is requested while the site is still starting."""


class Supervisor:
    """Runs one site in one runtime folder."""

    def __init__(self, options: Options, announcer: Announcer) -> None:
        """Lock the folder, open the port and find Redis, but start nothing. Raises Trouble if any of this fails."""
        self._options = options
        self._announcer = announcer
        self._var = usable_var()
        self._lock = take_lock(self._var)
        self._listener = listen(options.host, options.port)
        self._url = local_url(self._listener)
        self._redis = choose_redis(self._var)
        self._logs = log_folder(self._var)
        self._signals = Signals(by_force=self._leave_at_once)
        # The worker for language models is started when a run first needs it, because most sites never need it.
        self._has_models = False
        self._household = ChildProcesses(
            announcer.note, (self._lock, self._listener.fileno(), *self._signals.descriptors)
        )

    def run(self) -> int:
        """Run the site until somebody stops it; return the exit code."""
        self._tell(self._url)
        self._announcer.say("Starting PARE Studio.")
        try:
            self._start()
            self._watch()
        except _AskedToStop:
            pass
        finally:
            if self._signals.asked:
                self._announcer.say("\nStopping. Press Ctrl-C again to stop at once.")
            self._household.stop(self._signals.wait)
            forget_running(self._var)
        self._announcer.say("Stopped.")
        return OK

    def _start(self) -> None:
        keep_small(self._logs)
        gc.disable()  # until everything is imported: collecting in between takes time and frees nothing
        # The children read these variables, and so do Django's settings, which are loaded below.
        os.environ["REDIS_URL"], os.environ["PARE_HOST"] = self._redis.url, self._options.host
        if self._redis.command:
            self._household.start(redis_child(self._redis, self._logs / "valkey.log"))
        set_up()
        from django.conf import settings

        home = settings.BASE_URL or self._url
        self._tell(home)
        self._tend(0)
        prepared = self._prepare()
        for child in self._site():
            self._household.start(child)
        self._wait_until_well()
        listens_at = (self._options.host, self._listener.getsockname()[1])
        greetings = greeting(home, prepared.token, listens_at, self._logs, prepared.invitation)
        for line in (*greetings, *prepared.remarks):
            self._announcer.say(line)

    def _prepare(self) -> Prepared:
        errand = ChildTask(prepare, self._logs / "start.log", self._household.own)
        preload()
        try:
            while not errand.is_over:
                self._tend(0.5)
        except _AskedToStop:
            errand.drop()
            raise
        return Prepared(*errand.answer())

    def _site(self) -> list[Child]:
        """Return the web server, the caretaker and all workers except the worker for language models."""
        socket = self._listener
        web = Child("web server", lambda _: serve(socket), self._logs / "web.log", Leaves.FIRST, 5, [socket.fileno()])
        call = partial(os.kill, os.getpid(), MODELS_WANTED)
        care = Child(
            "caretaker",
            lambda _: run_caretaker(self._var, self._announcer.note, call),
            self._logs / "care.log",
            Leaves.THEN,
            5,
        )
        names = ["live", *(f"batch {number}" for number in range(1, self._options.workers + 1))]
        return [web, *map(self._worker, names), care]

    def _worker(self, name: str) -> Child:
        log = self._logs / f"{name.replace(' ', '_')}.log"
        return Child(f"{name} worker", partial(play, name.split()[0]), log, Leaves.THEN, 10)

    def _wait_until_well(self) -> None:
        end = time.monotonic() + _PATIENCE
        while True:
            status, about = health(self._url)
            if status == HTTPStatus.OK:
                return
            self._tend(0.05)
            failing = self._household.died_quickly(_HOPELESS)
            if failing is not None:
                why = [
                    f"The {failing.name} does not start:",
                    *last_lines(failing.log),
                    f"The whole log is in {failing.log}.",
                ]
                raise Trouble(*why, code=CRASHED)
            if time.monotonic() > end:
                raise Trouble(
                    f"The site is not ready after {_PATIENCE:.0f} s: {about}.",
                    f"The logs are in {self._logs}.",
                    code=CRASHED,
                )

    def _watch(self) -> None:
        next_sweep = time.monotonic() + _BETWEEN_SWEEPS
        while self._signals.asked is None:
            if time.monotonic() >= next_sweep:
                keep_small(self._logs)
                next_sweep = time.monotonic() + _BETWEEN_SWEEPS
            self._signals.wait(self._tend_household())

    def _tend(self, seconds: float) -> None:
        """Restart dead children during the start, and wait at most `seconds`. Raises _AskedToStop if asked to stop."""
        self._signals.wait(min(seconds, self._tend_household()))
        if self._signals.asked is not None:
            raise _AskedToStop

    def _tend_household(self) -> float:
        if self._signals.models_wanted and not self._has_models:
            self._household.start(replace(self._worker("models"), is_vital=False))
            self._has_models = True
        return self._household.tend()

    def _tell(self, home: str) -> None:
        about = {"pid": str(os.getpid()), "url": home, "local_url": self._url, "redis_url": self._redis.url}
        tell_running(self._var, about)

    def _leave_at_once(self) -> None:
        self._household.kill()
        forget_running(self._var)
        os._exit(INTERRUPTED)
