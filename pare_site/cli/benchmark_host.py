"""The process that plays a sweep: the site that runs on this folder, or workers that the command starts itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pare_site.cli.exits import Trouble
from pare_site.cli.output import Console
from pare_site.django_setup import set_up
from pare_site.runtime import UnusableFolder, running
from pare_site.supervisor.crew import Crew, Needs, crew_if_nobody_runs
from pare_site.supervisor.lock import lock_if_free, lock_unless_running
from pare_site.supervisor.preparation import is_up_to_date, prepare_store
from pare_site.supervisor.requirements import usable_var

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class SweepHost:
    """Plays the runs of a sweep: the running site, or workers that this command starts."""

    def __init__(self, var: Path, crew: Crew | None) -> None:
        self.var = var
        self._crew = crew
        self._needs: Needs | None = None
        # Address of the site that plays the runs; empty if a command plays them.
        self.url = "" if crew is not None else running().get("url", "")

    @property
    def is_own(self) -> bool:
        """Return whether this command plays the runs. If so, its workers end when the command ends."""
        return self._crew is not None

    def be_played(self, needs: Needs) -> None:
        """Start workers, unless a site or another command plays the runs."""
        if self._crew is not None and self._needs is None:
            self._crew.start(needs)
            self._needs = needs

    def wake(self) -> None:
        """Wake the command's own workers, including those that are still starting."""
        from simulator.jobs.queues import wake
        from simulator.models import Queue

        if self._needs is not None:
            wake(Queue.BATCH, self._needs.workers)
            wake(Queue.MODELS, int(self._needs.models))

    def is_alive(self) -> bool:
        """Return whether workers are running or will be started.

        If a site was running when this command started, the result is true even if the site has stopped since.
        """
        if self._crew is not None:
            return self._needs is None or self._crew.is_alive
        return bool(self.url) or not is_free(self.var)

    def last_words(self) -> list[str]:
        """Return the last lines of the log of the command's own workers; empty if it has no workers of its own."""
        return [] if self._crew is None else self._crew.last_words()

    def stop(self) -> None:
        """Let the command's own workers finish the current moments of their runs, then end them."""
        if self._crew is not None:
            self._crew.stop()

    def kill(self) -> None:
        """End the command's own workers at once."""
        if self._crew is not None:
            self._crew.kill()


@contextmanager
def sweep_host(console: Console) -> Iterator[SweepHost]:
    """Yield the host that plays the runs of sweeps. Afterwards, stop the workers that this command started.

    If no site and no other command plays runs in the data folder (PARE_VAR_DIR), migrate the database first.
    Raises Trouble.
    """
    try:
        var = usable_var()
        with crew_if_nobody_runs(var) as crew:
            # Set up after the crew has set REDIS_URL, because Django's settings read this variable only once.
            set_up()
            for remark in prepare_store(var) if crew is not None else []:
                console.remark(remark)
            yield SweepHost(var, crew)
    except UnusableFolder as problem:
        raise Trouble(str(problem)) from None


@contextmanager
def store() -> Iterator[None]:
    """Open the database without starting workers. If it is not up to date and no site is running, migrate it first.

    Raises Trouble if the database cannot be used.
    """
    set_up()
    from django.conf import settings
    from django.db import DatabaseError

    from pare_site.supervisor.preparation import explained

    try:
        # Take the lock only to migrate: while this command holds it, no site can start in this folder.
        if not is_up_to_date():
            lock = lock_unless_running(usable_var())
            if lock is not None:
                try:
                    prepare_store(settings.VAR)
                finally:
                    os.close(lock)
        yield
    except UnusableFolder as problem:
        raise Trouble(str(problem)) from None
    except DatabaseError as problem:
        raise explained(problem, settings.DATABASES["default"]) from None


def is_free(var: Path) -> bool:
    """Return whether neither a site nor a command uses this folder."""
    lock = lock_if_free(var)
    if lock is not None:
        with suppress(OSError):
            os.close(lock)
    return lock is not None


def cores() -> int:
    """Return how many cores this process may use."""
    # In a container or under `taskset`, that may be fewer than the machine has. macOS lacks `sched_getaffinity`.
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def machine_owner() -> User | None:
    """Return the account of this machine's owner; None if no site has run here yet."""
    from django.contrib.auth import get_user_model

    from pare_site.sign_in.links import OWNER

    return get_user_model().objects.filter(username=OWNER).first()
