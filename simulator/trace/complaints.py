"""What is said about a file that is not a whole trace, in plain words."""

from __future__ import annotations

import re
from typing import Any

from simulator.trace.header import KIND
from simulator.trace.moments import moment_kinds

UPGRADE = "Install a newer version of PARE Studio to read it."
GIVE_TRACE = "Give a file that `pare run` wrote."
DAMAGED = "Take the file from where it was written; it was changed or damaged since."


def unreadable(error: Exception) -> tuple[str, str]:
    if isinstance(error, IsADirectoryError):
        return "This is a folder.", "Name the trace file in it."
    if isinstance(error, FileNotFoundError):
        return "There is no such file.", "Check the name."
    if isinstance(error, PermissionError):
        return "The file may not be read.", "Check its rights."
    reason = getattr(error, "strerror", None) or str(error)
    return f"The file cannot be read: {reason}.", "Check the name and the disk."


def unknown_kind(kind: Any) -> tuple[str, str]:
    if not isinstance(kind, str):
        return "The field 'kind' is missing or not a text.", DAMAGED
    if kind == KIND:
        return "A second header stands here.", DAMAGED
    name, _, version = kind[:60].partition("@")
    known = [other for other in moment_kinds() if other.partition("@")[0] == name]
    if known and version.isdigit():
        return f"The moment kind {name}@{version} is newer than the {', '.join(known)} known here.", UPGRADE
    kinds = ", ".join(moment_kinds())
    return f"There is no moment kind '{kind[:60]}'; known are {kinds}.", f"If it is newer: {UPGRADE}"


def not_json(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"The line is not UTF-8 (at byte {error.start})."
    if isinstance(error, RecursionError):
        return "The line is nested too deeply."
    return f"The line is not JSON ({error})."


def wrong_field(message: str) -> str:
    """`Expected `int`, got `str` - at `$.n`` in our own words."""
    missing = re.search(r"missing required field `([^`]+)`", message)
    what, _, path = message.partition(" - at `$")
    inside = path.rstrip("`").lstrip(".")
    if missing is not None:
        field = f"{inside}.{missing[1]}" if inside else missing[1]
        return f"The field '{field}' is missing."
    what = what.replace("`", "")
    return f"The field '{inside or 'kind'}' is wrong: {what[:1].lower()}{what[1:]}."
