"""The runtime folder: the database, the secret key, and what the supervisor writes about itself."""

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
    """The folder for running cannot be written; says why and what to do."""

    def __init__(self, folder: Path, problem: OSError) -> None:
        reason = problem.strerror or str(problem)
        super().__init__(
            f"The folder {folder} cannot be written: {reason}. Make room or give it rights, "
            "or set PARE_VAR_DIR to a folder that can be written."
        )


def var_folder() -> Path:
    """PARE_VAR_DIR, or `var` beside the code."""
    return Path(os.environ.get("PARE_VAR_DIR", "").strip() or _ROOT / "var").expanduser().absolute()


def make_folder(folder: Path) -> None:
    """Closed to other people of the machine, since the database holds who is signed in."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def keep_private(file: Path) -> None:
    """Makes an empty database for our eyes only; SQLite gives the files beside it the same rights."""
    # Whoever opens it next says better what is wrong with it.
    with suppress(OSError):
        make_folder(file.parent)
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))


def upload_folder(var: Path) -> Path:
    """Return the folder in which uploads wait, made if possible."""
    folder = var / "uploads"
    # Workers on other machines may have no right to write here, and need none.
    with suppress(OSError):
        make_folder(folder)
    return folder


def check_writable(var: Path) -> None:
    try:
        make_folder(var)
        with tempfile.NamedTemporaryFile(dir=var) as probe:
            probe.write(bytes(4096))
            probe.flush()
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def secret_key(var: Path) -> str:
    """Made at first use and kept, so that people stay signed in over a restart."""
    file = var / "secret_key"
    try:
        if not file.exists():
            make_folder(var)
            _make_key(file)
        return file.read_text(encoding="utf-8").strip()
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def _make_key(file: Path) -> None:
    # Written aside and then linked, so that no other process ever reads half of it or another one.
    with tempfile.NamedTemporaryFile("w", dir=file.parent, encoding="utf-8") as draft:
        draft.write(secrets.token_urlsafe(50))
        draft.flush()
        with suppress(FileExistsError):
            os.link(draft.name, file)


def running() -> dict[str, str]:
    """Return what a running supervisor has written about itself; empty if none runs."""
    try:
        found = json.loads((var_folder() / RUNNING).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def tell_running(var: Path, about: dict[str, str]) -> None:
    """For our own eyes only, since the address of Redis has its password. Replaced at once, never half written."""
    try:
        descriptor, draft = tempfile.mkstemp(dir=var)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(about, file)
        Path(draft).replace(var / RUNNING)
    except OSError as problem:
        raise UnusableFolder(var, problem) from None


def forget_running(var: Path) -> None:
    with suppress(OSError):
        (var / RUNNING).unlink()


def redis_url() -> str:
    return running().get("redis_url") or _FALLBACK_REDIS
