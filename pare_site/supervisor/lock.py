"""Locks a runtime folder for one site or command.

The operating system releases the lock when the process ends, even if it is killed.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from pare_site.cli.exits import Trouble
from pare_site.machine import to_type
from pare_site.runtime import UnusableFolder, running

# Seconds in which a supervisor that is stopping releases the lock, and one that is starting writes its address.
_GRACE = 1.0

# Seconds to wait for a process that only migrates the database and then releases the lock.
_LONGEST_MOMENT = 10.0


def take_lock(var: Path) -> int:
    """Return the descriptor that holds the lock. Raises Trouble if another process holds the lock."""
    descriptor = _opened(var)
    end = time.monotonic() + _GRACE
    while not _locked(descriptor, var):
        if time.monotonic() > end:
            raise _already_running()
        time.sleep(0.05)
    return descriptor


def lock_if_free(var: Path) -> int | None:
    """Return the descriptor that holds the lock, or None if another process holds it."""
    descriptor = _opened(var)
    if _locked(descriptor, var):
        return descriptor
    os.close(descriptor)
    return None


def lock_unless_running(var: Path) -> int | None:
    """Return the descriptor that holds the lock, or None if a site or a command that plays runs holds it.

    If another process holds it, for example to migrate the database, wait; after 10 seconds, return None.
    """
    end = time.monotonic() + _LONGEST_MOMENT
    while (lock := lock_if_free(var)) is None and not running() and time.monotonic() < end:
        time.sleep(0.02)
    return lock


def _opened(var: Path) -> int:
    try:
        return os.open(var / "pare.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def _locked(descriptor: int, var: Path) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as problem:
        raise UnusableFolder(var, problem) from None
    return True


def _already_running() -> Trouble:
    about = running()
    if about.get("playing"):
        return Trouble(
            f"`{about['playing']}` is playing a sweep in this folder (pid {about.get('pid', '?')}).",
            "Wait until this command ends, or stop it with Ctrl-C: you can resume the paused sweep in the browser.",
        )
    place = f" at {about['url']}" if about.get("url") else ""
    process = f" (pid {about['pid']})" if about.get("pid") else ""
    return Trouble(
        f"PARE Studio is already running{place}{process}.",
        f"To sign in: {to_type('sign-in')}. To stop the site, press Ctrl-C in its terminal.",
        "To run a second site, give it its own folder and port: PARE_VAR_DIR=var2 make run PORT=8123",
    )
