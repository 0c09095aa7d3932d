"""The file `.env` in the project's folder: settings for those who do not want to set them in their shell."""

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
    """The file cannot be used; says where and what to do."""


def load(variables: MutableMapping[str, str] | None = None) -> None:
    """Takes in what the file sets. What the surroundings set already stays."""
    into = os.environ if variables is None else variables
    named = into.get("PARE_ENV_FILE")
    file = Path(named) if named else _ROOT / ".env"
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        if named:
            raise BadEnvFile(f"PARE_ENV_FILE: there is no file {named}. Correct it or unset it.") from None
        return
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8 text"
        raise BadEnvFile(f"{file} cannot be read: {reason}. Correct it, or name another with PARE_ENV_FILE.") from None
    for name, value in parse(text, file.name).items():
        into.setdefault(name, value)


def parse(text: str, file: str = ".env") -> dict[str, str]:
    """Lines like NAME=value; quotes around a value and `export` before a name may be there, as shells like them."""
    found = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            name, value = _setting(stripped, f"{file}:{number}")
            found[name] = value
    return found


def _setting(line: str, place: str) -> tuple[str, str]:
    # Neither message repeats the line: it may hold a secret.
    match = _LINE.fullmatch(line)
    if match is None:
        raise BadEnvFile(f"{place}: this line is no setting. Write NAME=value, or # before a remark.")
    name, value = match[1], match[2]
    if value[:1] not in ("'", '"') or not value:
        return name, _REMARK.sub("", value).strip()
    quoted = _QUOTED.fullmatch(value)
    if quoted is None:
        raise BadEnvFile(f"{place}: the quotation mark of {name} is not closed. Close it, or leave both out.")
    return name, quoted[2]
