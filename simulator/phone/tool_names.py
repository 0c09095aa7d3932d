"""Names and descriptions of tools for the assistant: as published, or as a mapping file changes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from simulator.phone.actions import Action
from simulator.phone.registry import all_apps
from simulator.words.english import close_to

LONGEST_DESCRIPTION = 10_000
# Providers of language models refuse other names: OpenAI allows 64 letters, digits, _ and -.
_TOOL_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


class Naming:
    """New names and descriptions of tools, by published name. Tools that are not listed keep their own."""

    def __init__(self, names: Mapping[str, str], descriptions: Mapping[str, str]) -> None:
        self._names = names
        self._descriptions = descriptions
        # Reworded actions are kept, because each computes its own schema, which is slow.
        self._reworded: dict[Action, Action] = {}

    @cached_property
    def _published(self) -> dict[str, str]:
        return {shown: name for name, shown in self._names.items()}

    @cached_property
    def _names_in_text(self) -> re.Pattern[str]:
        # Longest first: a pattern takes the first alternative that fits, and one name may begin with another name.
        longest_first = sorted(self._names, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def shown(self, name: str) -> str:
        """Return the name that the assistant sees for the tool with this published name."""
        return self._names.get(name, name)

    def published(self, shown: str) -> str | None:
        """Return the published name of the tool that the assistant sees as `shown`.

        Return None if `shown` is the published name of a renamed tool and no other tool has taken that name. Return an
        unknown name unchanged.
        """
        if shown in self._names and shown not in self._published:
            return None
        return self._published.get(shown, shown)

    def told(self, text: str) -> str:
        """Return the text with published names of tools replaced by the names that the assistant sees."""
        return self._names_in_text.sub(lambda found: self._names[found[0]], text) if self._names else text

    def offered(self, tools: Mapping[str, Action]) -> dict[str, Action]:
        """Return the tools with the descriptions that the assistant sees, by the names that the assistant sees."""
        if not self._names and not self._descriptions:
            return dict(tools)
        return {self.shown(name): self._in_other_words(name, tool) for name, tool in tools.items()}

    def _in_other_words(self, name: str, tool: Action) -> Action:
        if name not in self._names and name not in self._descriptions:
            return tool
        if tool not in self._reworded:
            wording = self._descriptions.get(name, "")
            self._reworded[tool] = replace(tool, full_name=self.shown(name), wording=wording)
        return self._reworded[tool]


AS_PUBLISHED = Naming({}, {})


def wrong_with_names(names: Mapping[str, str]) -> str:
    """Return a sentence about the first name that can't be used, or an empty text if all names can.

    `names`: new names by the published names of tools.
    """
    users: dict[str, str] = {}
    for name, shown in names.items():
        problem = _unfit(name)
        if problem:
            return problem
        if not _TOOL_NAME.fullmatch(shown):
            return f"'{shown}' cannot be the name of a tool; write a letter, then up to 63 letters, digits, _ and -."
        # Tools may swap names: a published name is free if the tool with this name gets another name.
        other = users.setdefault(shown, name)
        if other != name or (shown in _tools() and shown not in names):
            return f"'{shown}' would be the name of {name} and of {other if other != name else shown}. Rename one."
    return ""


def wrong_with_descriptions(descriptions: Mapping[str, str]) -> str:
    """Return a sentence about the first description that can't be used, or an empty text if all can.

    `descriptions`: new descriptions by the published names of tools.
    """
    for name, text in descriptions.items():
        problem = _unfit(name)
        if problem:
            return problem
        if not text.strip() or len(text) > LONGEST_DESCRIPTION:
            return f"The description of {name} is empty or longer than {LONGEST_DESCRIPTION} characters."
    return ""


@lru_cache(maxsize=1)
def _tools() -> dict[str, bool]:
    """Return all published names of tools, with True for the tools of system apps, which can't be renamed."""
    return {tool.full_name: app.system for app in all_apps().values() for tool in app.tools.values()}


def _unfit(name: str) -> str:
    """Return the reason why a tool can't get a new name or description, or an empty text if it can."""
    if name not in _tools():
        return f"There is no tool '{name}'{close_to(name, _tools())}; `pare apps tools` lists them."
    # The engine and the prompts contain the names of the system's tools, such as the tool that sends an offer.
    return f"'{name}' cannot be renamed or reworded: every run depends on it. Leave it out." if _tools()[name] else ""
