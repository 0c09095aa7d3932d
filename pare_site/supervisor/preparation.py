"""Prepares the site before it opens: migrates the database, loads scenarios, makes the owner and a sign-in link."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from pare_site import valkey
from pare_site.cli.exits import CRASHED, Trouble
from pare_site.environment import Environment
from pare_site.supervisor.scenario_refresh import refresh_scenarios

_PATIENCE = 20.0
_OWN_APPS = ("simulator", "benchmark", "annotation")


class Prepared(NamedTuple):
    """The results of the preparation that the terminal shows: links and remarks."""

    token: str
    """Token of the one-time link; empty if the owner's account is not active."""
    remarks: list[str]
    invitation: str = ""
    """Token of the demo study's open link; empty if the study is closed or deleted, or the link was revoked."""


def prepare() -> Prepared:
    """Migrate the database, load scenarios, rebuild the queue, and make the owner's sign-in link.

    On a first start, also make the demo data. Raises Trouble if Redis or the database cannot be used.
    """
    from django.conf import settings
    from django.db import DatabaseError

    try:
        _wait_for_redis(settings.REDIS_URL)
        _bring_up_to_date()
        return _fill(settings.VAR)
    except DatabaseError as problem:
        raise explained(problem, settings.DATABASES["default"]) from None


def prepare_store(var: Path) -> list[str]:
    """Migrate the database and load scenarios, for a command without a site; return lines to print. Raises Trouble."""
    from django.conf import settings
    from django.db import DatabaseError

    try:
        _bring_up_to_date()
        return refresh_scenarios(var)
    except DatabaseError as problem:
        raise explained(problem, settings.DATABASES["default"]) from None


def is_up_to_date() -> bool:
    """Return whether all migrations of this version are applied to the database."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _wait_for_redis(url: str) -> None:
    end = time.monotonic() + _PATIENCE
    while reason := valkey.why_silent(url):
        if time.monotonic() > end:
            raise Trouble(
                f"Redis does not answer: {reason}.",
                "Start the site again. If REDIS_URL is set, check that its server runs.",
                code=CRASHED,
            )
        time.sleep(0.02)


def _bring_up_to_date() -> None:
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    newer = set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations)
    unknown = sorted(name for app, name in newer if app in _OWN_APPS)
    if unknown:
        raise Trouble(
            f"The database belongs to a newer version of PARE Studio (it has {unknown[-1]}).",
            "Use the newer version, or use a different database: set PARE_VAR_DIR or DATABASE_URL.",
        )
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def _fill(var: Path) -> Prepared:
    from django.db import transaction

    from pare_site.sign_in.links import is_first_start, make_link, owner
    from pare_site.supervisor.demo import invitation, seed_runs, seed_study
    from simulator.jobs.recovery import rebuild_queue

    remarks = refresh_scenarios(var)
    is_first = is_first_start()
    if is_first:
        seed_runs()
    # In one transaction: once the owner exists, a first start counts as done. If it is cut off here, it is repeated.
    with transaction.atomic():
        user = owner()
        if is_first:
            seed_study(user)
    rebuild_queue()
    return Prepared(make_link(user) if user.is_active else "", remarks, invitation())


def explained(problem: Exception, database: dict[str, object]) -> Trouble:
    """Return the error for a database that cannot be used, with a remedy."""
    reason = " ".join(str(problem).split()).rstrip(".")
    if not reason.endswith(("?", "!")):
        reason += "."
    if str(database["ENGINE"]).endswith("sqlite3"):
        given = Environment().text("DATABASE_URL")
        elsewhere = "fix DATABASE_URL" if given else "set PARE_VAR_DIR to a different folder"
        return Trouble(
            f"The database {database['NAME']} cannot be used: {reason}",
            f"Check that the disk has space and that the file is writable, or {elsewhere}.",
        )
    return Trouble(
        f"The database '{database['NAME']}' at {database['HOST'] or 'this machine'} cannot be used: {reason}",
        "Check that the database server is running and DATABASE_URL is right, or unset DATABASE_URL to use SQLite.",
    )
