"""`pare worker`: one more worker, on this machine or on another."""

from __future__ import annotations

import argparse

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command

ABOUT = """\
play the runs of one queue, beside the workers that `pare up` has

On another machine it needs the same DATABASE_URL and REDIS_URL. It finishes the moment that it is at when it is
stopped, and others go on from there. QUEUE is `live`, for runs that people watch, `batch`, for runs in bulk, or
`models`, for runs whose players are language models or other programs: it plays up to 32 of them side by side and
needs the keys of the models in its environment."""
EXAMPLES = """\
pare worker batch
REDIS_URL=redis://lab:6379/0 DATABASE_URL=postgresql://pare@lab/pare pare worker batch"""
QUEUES = ("live", "batch", "models")
_OURS = ("simulator", "benchmark")


def add(commands: Commands) -> None:
    parser = add_command(commands, "worker", work_for, ABOUT, EXAMPLES)
    parser.add_argument("queue", metavar="QUEUE", choices=QUEUES, help="live, batch or models")


def work_for(args: argparse.Namespace, console: Console) -> int:
    from pare_site import valkey
    from pare_site.django_setup import set_up

    set_up()
    from django.conf import settings

    reason = valkey.why_silent(settings.REDIS_URL)
    if reason:
        raise Trouble(f"No Redis answers: {reason}.", "Start the site first with `make run`, or correct REDIS_URL.")
    _check_version()
    from simulator.jobs.worker import work

    console.remark(f"Playing what comes to the queue '{args.queue}'. Ctrl-C stops.")
    work(args.queue)
    return OK


def _check_version() -> None:
    """All must play alike, and store alike. A database that is away is waited for later."""
    from django.db import DatabaseError, connection
    from django.db.migrations.loader import MigrationLoader

    try:
        loader = MigrationLoader(connection)
    except DatabaseError:
        return
    finally:
        connection.close()
    known = {key for key in loader.disk_migrations if key[0] in _OURS}
    there = {key for key in loader.applied_migrations if key[0] in _OURS}
    newer, older = (sorted(".".join(key) for key in keys) for keys in (there - known, known - there))
    if newer or older:
        what = f"is newer (it has {newer[-1]})" if newer else f"is older (it lacks {older[-1]})"
        raise Trouble(
            f"The database is not of this version of PARE Studio: it {what}.",
            "Use the same version on every machine; `pare up` brings the database to its own.",
        )
