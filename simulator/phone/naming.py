"""Names and descriptions of tools for the assistant: as published, or as a mapping file changes them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from simulator.phone.actions import Action


class Naming:
    """Other names and descriptions for tools. Tools that are not mentioned keep their own."""

    def __init__(self, names: Mapping[str, str], descriptions: Mapping[str, str]) -> None:
        self._names = names
        self._descriptions = descriptions
        # Kept, because each Action computes its schema once, which is slow.
        self._reworded: dict[Action, Action] = {}

    @cached_property
    def _published(self) -> dict[str, str]:
        return {shown: name for name, shown in self._names.items()}

    @cached_property
    def _names_in_text(self) -> re.Pattern[str]:
        # A regular expression takes the first alternative that fits, and one name may begin with another.
        longest_first = sorted(self._names, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def shown(self, name: str) -> str:
        """Return the name under which the assistant is offered a tool."""
        return self._names.get(name, name)

    def published(self, shown: str) -> str | None:
        """Return the published name of a tool, or None for one that was renamed and has no tool now."""
        if shown in self._names and shown not in self._published:
            return None
        return self._published.get(shown, shown)

    def told(self, text: str) -> str:
        """Return a text about tools with the names that the assistant knows."""
        return self._names_in_text.sub(lambda found: self._names[found[0]], text) if self._names else text

    def offered(self, tools: Mapping[str, Action]) -> dict[str, Action]:
        """Return the tools under the names and with the descriptions that the assistant gets."""
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
