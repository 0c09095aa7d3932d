"""Under which names and words the assistant knows its tools: as published, or as a mapping file has it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from simulator.phone.actions import Action


class Naming:
    """Tools by other names and with other descriptions. Whatever is not mentioned keeps its own."""

    def __init__(self, names: Mapping[str, str], descriptions: Mapping[str, str]) -> None:
        self._names = names
        self._descriptions = descriptions
        # Kept, for a tool works out its schema but once.
        self._reworded: dict[Action, Action] = {}

    @cached_property
    def _published(self) -> dict[str, str]:
        return {shown: name for name, shown in self._names.items()}

    @cached_property
    def _names_in_text(self) -> re.Pattern[str]:
        longest_first = sorted(self._names, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def shown(self, name: str) -> str:
        """The name under which the assistant is offered a tool."""
        return self._names.get(name, name)

    def published(self, shown: str) -> str | None:
        """The tool that is meant, or None for a name that was taken away."""
        if shown in self._names and shown not in self._published:
            return None
        return self._published.get(shown, shown)

    def told(self, text: str) -> str:
        """A text about tools in the assistant's words."""
        return self._names_in_text.sub(lambda found: self._names[found[0]], text) if self._names else text

    def offered(self, tools: Mapping[str, Action]) -> dict[str, Action]:
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
