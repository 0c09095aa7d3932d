"""Structured values as indented text: records, screens and arguments for people to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pare_site.cli.output import Console
from pare_site.cli.playback import short
from simulator.phone.world import World

# Whole numbers in this range are times; nothing else on a phone is counted so high.
_EARLIEST, _LATEST = 10**8, 10**10
_LONGEST = 2000


class Values:
    """Knows how to write ids and times of one phone."""

    def __init__(self, world: World, names: Mapping[str, str]) -> None:
        self._world = world
        self._names = names

    def text(self, value: Any) -> str:
        if isinstance(value, str):
            return f"{value} ({self._names[value]})" if value in self._names else value
        if isinstance(value, int) and not isinstance(value, bool) and _EARLIEST < value < _LATEST:
            return self._world.show(value)
        if isinstance(value, Mapping):
            pairs = (f"{key} {self.text(inner)}" for key, inner in value.items() if inner not in (None, "", [], {}))
            return " · ".join(pairs) or "nothing"
        if isinstance(value, list | tuple):
            return ", ".join(map(self.text, value)) or "none"
        return short(value, self._names, _LONGEST)

    def show(self, console: Console, value: Mapping[str, Any], indent: str) -> None:
        """One line a field; lists of records get one line a record."""
        for key, inner in value.items():
            if isinstance(inner, list | tuple) and any(isinstance(item, Mapping) for item in inner):
                console.say(f"{indent}{key}:")
                for item in inner:
                    console.say(self.text(item), prefix=f"{indent}  - ")
            elif isinstance(inner, Mapping) and inner:
                console.say(f"{indent}{key}:")
                self.show(console, inner, indent + "  ")
            else:
                console.say(self.text(inner) or '""', prefix=f"{indent}{key}: ")
