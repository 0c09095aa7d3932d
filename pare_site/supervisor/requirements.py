"""Checks that the machine has a writable folder, free space and Redis before the site starts."""

from __future__ import annotations

import os
import secrets
import shutil
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from pare_site import valkey
from pare_site.cli.exits import Trouble
from pare_site.environment import BadSetting, Environment
from pare_site.runtime import UnusableFolder, check_writable, var_folder
from pare_site.supervisor.children import Child, Leaves

# Bytes that must be free at the start, for the database, the queue and the logs of a first run.
_LEAST_ROOM = 16_000_000


class Options(NamedTuple):
    """The options of `pare up`."""

    host: str
    port: int
    workers: int


class Redis(NamedTuple):
    """A Redis server that is already running, or that the supervisor must start."""

    url: str
    command: list[str]
    """The command that starts the server; empty if the server is already running."""


def usable_var() -> Path:
    """Return the folder for runtime files, `var` by default.

    Raises Trouble or UnusableFolder if the folder cannot be used.
    """
    var = var_folder()
    check_writable(var)
    free = shutil.disk_usage(var).free
    if free < _LEAST_ROOM:
        raise Trouble(
            f"The disk of {var} is full: {free // 1_000_000} MB are free, {_LEAST_ROOM // 1_000_000} MB are needed.",
            "Free some space, or set PARE_VAR_DIR to a folder on another disk.",
        )
    return var


def choose_redis(var: Path) -> Redis:
    """Return the Redis that REDIS_URL names, or else the built-in Valkey, to be started on a free port.

    Raises Trouble or UnusableFolder if Redis cannot be reached or started.
    """
    try:
        given = Environment().redis_url("REDIS_URL")
    except BadSetting as problem:
        raise Trouble(str(problem)) from None
    if given:
        reason = valkey.why_silent(given)
        if reason:
            raise Trouble(
                f"REDIS_URL: Redis at {_without_password(given)} does not answer: {reason}.",
                "Start Redis or fix the address, or unset REDIS_URL to use the built-in Valkey.",
            )
        return Redis(given, [])
    port, password = valkey.free_port(), secrets.token_urlsafe(24)
    try:
        command = valkey.command(port, var / "redis", password)
    except valkey.ValkeyError as problem:
        raise Trouble(str(problem)) from None
    except OSError as problem:
        raise UnusableFolder(var / "redis", problem) from None
    return Redis(f"redis://:{password}@127.0.0.1:{port}/0", command)


def redis_child(redis: Redis, log: Path) -> Child:
    """Return the child process of our own Redis; it stops last, because the other processes use it."""
    return Child("Valkey server", partial(_become, redis.command), log, Leaves.LAST, patience=5)


def _become(command: list[str], child: Child) -> None:
    if child.quick_deaths > 1:
        # A crash may have left data that the server cannot read. The queues are rebuilt from the database anyway.
        valkey.set_data_aside(Path(command[-1]).parent)
    os.execv(command[0], command)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
