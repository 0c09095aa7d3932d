"""Check what a start needs from the machine, with a clear message where it is missing."""

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

# Bytes that must be free to start with: the database, the queue and the logs of a first run.
_LEAST_ROOM = 16_000_000


class Options(NamedTuple):
    host: str
    port: int
    workers: int


class Redis(NamedTuple):
    url: str
    command: list[str]
    """How to start it; empty if it runs already."""


def usable_var() -> Path:
    var = var_folder()
    check_writable(var)
    free = shutil.disk_usage(var).free
    if free < _LEAST_ROOM:
        raise Trouble(
            f"The disk of {var} is full: {free // 1_000_000} MB are left, {_LEAST_ROOM // 1_000_000} MB are needed.",
            "Make room, or set PARE_VAR_DIR to a folder on another disk.",
        )
    return var


def choose_redis(var: Path) -> Redis:
    """The one that REDIS_URL names, if it answers; else one of our own, on a port and with a password of its own."""
    try:
        given = Environment().redis_url("REDIS_URL")
    except BadSetting as problem:
        raise Trouble(str(problem)) from None
    if given:
        reason = valkey.why_silent(given)
        if reason:
            raise Trouble(
                f"REDIS_URL: no Redis answers at {_without_password(given)}: {reason}.",
                "Start it or correct the address, or unset REDIS_URL to use the one that comes along.",
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
    return Child("Valkey server", partial(_become, redis.command), log, Leaves.LAST, patience=5)


def _become(command: list[str], child: Child) -> None:
    if child.quick_deaths > 1:
        # Perhaps a crash has left data that it cannot read. It is of use only until the queues are rebuilt.
        valkey.set_data_aside(Path(command[-1]).parent)
    os.execv(command[0], command)


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
