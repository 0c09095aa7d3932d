"""What lies in the folder for running: the database, the secret key, and where the embedded Redis listens."""

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


def var_folder() -> Path:
    """PARE_VAR_DIR, or `var` beside the code."""
    return Path(os.environ.get("PARE_VAR_DIR", "").strip() or _ROOT / "var").absolute()


def secret_key(var: Path) -> str:
    """Made at first use and kept, so that people stay signed in over a restart."""
    file = var / "secret_key"
    with suppress(FileNotFoundError):
        return file.read_text(encoding="utf-8").strip()
    var.mkdir(parents=True, exist_ok=True)
    # Written aside and then linked, so that no other process ever reads half of it or another one.
    with tempfile.NamedTemporaryFile("w", dir=var, encoding="utf-8") as draft:
        draft.write(secrets.token_urlsafe(50))
        draft.flush()
        with suppress(FileExistsError):
            os.link(draft.name, file)
    return file.read_text(encoding="utf-8").strip()


def running() -> dict[str, str]:
    """What the supervisor that runs here has written about itself; empty if none does."""
    try:
        found = json.loads((var_folder() / RUNNING).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def redis_url() -> str:
    return running().get("redis_url") or _FALLBACK_REDIS
