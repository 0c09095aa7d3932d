"""One supervisor per folder: a lock that the system lets go of however the process ends."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path

from pare_site.cli.exits import Trouble
from pare_site.machine import to_type
from pare_site.runtime import UnusableFolder, running

# Seconds in which a supervisor that is just ending may let go, or one just starting may say where.
_GRACE = 1.0

# Seconds for whoever makes the tables of a database, and has no more to do in the folder.
_LONGEST_MOMENT = 10.0


def take_lock(var: Path) -> int:
    """The descriptor that holds the lock. Other processes see who has it in what that one tells about itself."""
    descriptor = _opened(var)
    end = time.monotonic() + _GRACE
    while not _locked(descriptor, var):
        if time.monotonic() > end:
            raise _already_running()
        time.sleep(0.05)
    return descriptor


def lock_if_free(var: Path) -> int | None:
    """As `take_lock`; None if somebody else has it."""
    descriptor = _opened(var)
    if _locked(descriptor, var):
        return descriptor
    os.close(descriptor)
    return None


def lock_unless_running(var: Path) -> int | None:
    """As `take_lock`; None if a site or a command that plays has it. Whoever has it for a moment only is waited for."""
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
            f"`{about['playing']}` plays in this folder just now (pid {about.get('pid', '?')}).",
            "Wait until it is done, or stop it with Ctrl-C: what it plays is paused, and can be resumed on the pages.",
        )
    place = f" at {about['url']}" if about.get("url") else ""
    process = f" (pid {about['pid']})" if about.get("pid") else ""
    return Trouble(
        f"PARE Studio is already running{place}{process}.",
        f"Stop it with Ctrl-C where it runs. A link to sign in: {to_type('sign-in')}",
        "A second one needs a folder and a port of its own: PARE_VAR_DIR=var2 make run PORT=8123",
    )
