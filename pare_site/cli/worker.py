"""`pare worker`: starts one more worker, on this machine or another machine."""

from __future__ import annotations

import argparse

from pare_site.cli.exits import OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command

ABOUT = """\
start one more worker, in addition to those of `pare up`

On another machine, set the same DATABASE_URL and REDIS_URL. A worker that is stopped finishes its current moment;
another worker continues the run from there.

QUEUE is one of
  live    runs that people watch
  batch   runs of sweeps
  models  runs played by language models or other programs: one worker plays up to 32 at once, and needs the keys of
          the models in its environment"""
EXAMPLES = """\
pare worker batch
REDIS_URL=redis://lab:6379/0 DATABASE_URL=postgresql://pare@lab/pare pare worker batch"""
QUEUES = ("live", "batch", "models")
_OURS = ("simulator", "benchmark", "annotation")


def add(commands: Commands) -> None:
    """Add `pare worker` to the parser."""
    parser = add_command(commands, "worker", work_for, ABOUT, EXAMPLES)
    parser.add_argument("queue", metavar="QUEUE", choices=QUEUES, help="live, batch or models")


def work_for(args: argparse.Namespace, console: Console) -> int:
    """Run `pare worker`, and return the exit code when the worker is stopped."""
    from pare_site import valkey
    from pare_site.django_setup import set_up

    set_up()
    from django.conf import settings

    reason = valkey.why_silent(settings.REDIS_URL)
    if reason:
        raise Trouble(f"Redis does not answer: {reason}.", "Start the site first with `make run`, or fix REDIS_URL.")
    _check_version()
    from simulator.jobs.worker import work

    console.remark(f"Playing the runs of the queue '{args.queue}'. Press Ctrl-C to stop.")
    work(args.queue)
    return OK


def _check_version() -> None:
    """Raise Trouble if the migrations in the database are not those of this version of PARE Studio."""
    # Workers of different versions would play the same scenario differently, or write columns that do not exist.
    from django.db import DatabaseError, connection
    from django.db.migrations.loader import MigrationLoader

    try:
        loader = MigrationLoader(connection)
    except DatabaseError:
        # Without a database there is nothing to check now: the worker waits until the database is back.
        return
    finally:
        connection.close()
    known = {key for key in loader.disk_migrations if key[0] in _OURS}
    there = {key for key in loader.applied_migrations if key[0] in _OURS}
    newer, older = (sorted(".".join(key) for key in keys) for keys in (there - known, known - there))
    if newer or older:
        what = f"is newer (it has {newer[-1]})" if newer else f"is older (it lacks {older[-1]})"
        raise Trouble(
            f"The database does not match this version of PARE Studio: it {what}.",
            "Use the same version on every machine. `pare up` updates an older database to the version that you start.",
        )
