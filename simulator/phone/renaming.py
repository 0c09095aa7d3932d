"""Check other names and descriptions for tools."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from simulator.phone.registry import all_apps
from simulator.words.english import close_to

LONGEST_DESCRIPTION = 10_000
_TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


def wrong_with_names(names: Mapping[str, str]) -> str:
    """Return a sentence about the first name that cannot be used; empty if all can."""
    users: dict[str, str] = {}
    for name, shown in names.items():
        problem = _unfit(name)
        if problem:
            return problem
        if not _TOOL_NAME.fullmatch(shown):
            return f"'{shown}' cannot be the name of a tool; write up to 64 letters, digits, _ and -."
        other = users.setdefault(shown, name)
        if other != name or (shown in _tools() and shown not in names):
            return f"'{shown}' would be the name of {name} and of {other if other != name else shown}."
    return ""


def wrong_with_descriptions(descriptions: Mapping[str, str]) -> str:
    """Return a sentence about the first description that cannot be used; empty if all can."""
    for name, text in descriptions.items():
        problem = _unfit(name)
        if problem:
            return problem
        if not text.strip() or len(text) > LONGEST_DESCRIPTION:
            return f"The description of {name} is empty or longer than {LONGEST_DESCRIPTION} characters."
    return ""


@lru_cache(maxsize=1)
def _tools() -> dict[str, bool]:
    """Return every published name, with True for those that must stay."""
    return {tool.full_name: app.system for app in all_apps().values() for tool in app.tools.values()}


def _unfit(name: str) -> str:
    """Return why a tool cannot be renamed or reworded; empty if it can."""
    if name not in _tools():
        return f"There is no tool '{name}'{close_to(name, _tools())}; `pare apps tools` lists them."
    return f"'{name}' keeps its name and its words: episodes are built on it." if _tools()[name] else ""
