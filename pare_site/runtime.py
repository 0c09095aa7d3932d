"""The runtime folder: the database, the secret key, and the address of the running site."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FALLBACK_REDIS = "redis://127.0.0.1:6379/0"
RUNNING = "running.json"


class UnusableFolder(Exception):
    """Raised if the runtime folder cannot be written; the message has the reason and a remedy."""

    def __init__(self, folder: Path, problem: OSError) -> None:
        reason = problem.strerror or str(problem)
        super().__init__(
            f"The folder {folder} cannot be written: {reason}. Free some space or change its permissions, "
            "or set PARE_VAR_DIR to a writable folder."
        )


def var_folder() -> Path:
    """Return the folder from PARE_VAR_DIR, or `var` next to the code."""
    return Path(os.environ.get("PARE_VAR_DIR", "").strip() or _ROOT / "var").expanduser().absolute()


def make_folder(folder: Path) -> None:
    """If a folder is missing, create it so that other accounts can't read it: the database contains sessions."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def keep_private(file: Path) -> None:
    """Create an empty database file that only our account can read, unless the file exists.

    SQLite gives its other files the same permissions.
    """
    # Errors are ignored: Django opens the file next and reports what is wrong.
    with suppress(OSError):
        make_folder(file.parent)
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))


def upload_folder(var: Path) -> Path:
    """Return the folder for uploads in progress, and create it if possible."""
    folder = var / "uploads"
    # Workers on other machines may not be allowed to write here, and do not need to.
    with suppress(OSError):
        make_folder(folder)
    return folder


def check_writable(var: Path) -> None:
    """Create the folder if it is missing. Raise UnusableFolder if no file can be written in it."""
    try:
        make_folder(var)
        with tempfile.NamedTemporaryFile(dir=var) as probe:
            # Even on a full disk, an empty file can be created, so one block is written too.
            probe.write(bytes(4096))
            probe.flush()
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def secret_key(var: Path) -> str:
    """Return the secret key. It is created at first use and stored, so that people stay signed in after a restart.

    Raises UnusableFolder.
    """
    file = var / "secret_key"
    try:
        if not file.exists():
            make_folder(var)
            _make_key(file)
        return file.read_text(encoding="utf-8").strip()
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def _make_key(file: Path) -> None:
    # Written to another name and then linked, so that two processes never read half a key or two different ones.
    with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="utf-8") as draft:
        draft.write(secrets.token_urlsafe(50))
        draft.flush()
        with suppress(FileExistsError):
            os.link(draft.name, file)


def running() -> dict[str, str]:
    """Return the process id and addresses of the running site or command, from running.json.

    The result is empty if the file is missing or unreadable.

    A process that was killed leaves an outdated file.
    """
    try:
        found = json.loads((var_folder() / RUNNING).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def tell_running(var: Path, about: dict[str, str]) -> None:
    """Write the process id and addresses for `running`. Raises UnusableFolder.

    Only our account can read the file, because the address of Redis contains a password.
    """
    try:
        # The file is replaced in one step, so that nobody reads half of it; mkstemp makes it private from the start.
        descriptor, draft = tempfile.mkstemp(dir=var)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(about, file)
        Path(draft).replace(var / RUNNING)
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def forget_running(var: Path) -> None:
    """Delete the file that `running` reads. The site or command calls this function when it ends."""
    with suppress(OSError):
        (var / RUNNING).unlink()


def redis_url() -> str:
    """Return the address of the running site's Redis, or the default address if no site is running."""
    return running().get("redis_url") or _FALLBACK_REDIS
