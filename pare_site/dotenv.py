"""Reads settings from the file `.env` in the project folder, so that people need not export them in the shell."""

from __future__ import annotations

import os
import re
from collections.abc import MutableMapping
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")
_QUOTED = re.compile(r"""(["'])(.*?)\1\s*(?:#.*)?""")
_REMARK = re.compile(r"(?:^|\s)#.*")


class BadEnvFile(ValueError):
    """Raised if the file cannot be read or has a wrong line; the message says where and how to fix it."""


def load(variables: MutableMapping[str, str] | None = None) -> None:
    """Read the file that PARE_ENV_FILE names, or else .env, and set its variables unless they are already set.

    Raises BadEnvFile.
    """
    into = os.environ if variables is None else variables
    named = into.get("PARE_ENV_FILE")
    file = Path(named) if named else _ROOT / ".env"
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        if named:
            raise BadEnvFile(f"PARE_ENV_FILE: the file {named} does not exist. Fix or unset the variable.") from None
        return
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8 text"
        raise BadEnvFile(
            f"{file} cannot be read: {reason}. Fix it, or name a different file with PARE_ENV_FILE."
        ) from None
    for name, value in parse(text, file.name).items():
        into.setdefault(name, value)


def parse(text: str, file: str = ".env") -> dict[str, str]:
    """Return the settings in a text with lines like NAME=value. Quotes and `export` are allowed, as in a shell.

    Raises BadEnvFile.
    """
    found = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            name, value = _setting(stripped, f"{file}:{number}")
            found[name] = value
    return found


def _setting(line: str, place: str) -> tuple[str, str]:
    # Neither message repeats the line, which may contain a secret.
    match = _LINE.fullmatch(line)
    if match is None:
        raise BadEnvFile(f"{place}: this line is not a setting. Write NAME=value, or start a comment with #.")
    name, value = match[1], match[2]
    if value[:1] not in ("'", '"') or not value:
        return name, _REMARK.sub("", value).strip()
    quoted = _QUOTED.fullmatch(value)
    if quoted is None:
        raise BadEnvFile(f"{place}: the quotation mark of {name} is not closed. Close it, or remove it.")
    return name, quoted[2]
