"""Prints the recorded values of calls, records and screens on a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pare_site.cli.output import Console, one_line
from simulator.phone.world import World
from simulator.scenario.story import Story
from simulator.words.english import counted

# Whole numbers in this range are times (1973 to 2286): no other number on a phone is that large.
_EARLIEST, _LATEST = 10**8, 10**10
_LONGEST_SHORT, _LONGEST = 160, 2000
# Matches anything that looks like an id; only ids with a known label are replaced.
_ID = re.compile(r"\b[a-z]+_[0-9a-z]+\b")
_NAMING = ("title", "subject", "name", "first_name", "content")


def labels_of(story: Story) -> dict[str, str]:
    """Return the names of people and the labels of records in the scenario file, keyed by id."""
    people = {person.user_id: person.name for person in story.people.values() if person.user_id}
    return people | {record_id: label for label, (_, record_id) in story.labels.items()}


def short(value: Any, labels: Mapping[str, str], longest: int = _LONGEST_SHORT) -> str:
    """Return a value in a few words: labels in place of ids, and the number of entries for long lists."""
    if isinstance(value, str):
        return one_line(_ID.sub(lambda found: labels.get(found[0], found[0]), value), longest)
    if isinstance(value, list | tuple):
        if all(isinstance(item, str | int | float) for item in value) and len(value) <= 5:
            return one_line(", ".join(short(item, labels) for item in value), longest) or "none"
        return one_line(f"{counted(len(value), 'item')}: {', '.join(_first_names(value))}".rstrip(": "), longest)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} {short(item, labels)}" for key, item in value.items() if item not in (None, "", []))
        return one_line(pairs, longest)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


class ValueText:
    """Writes values of one phone as text, with labels for ids and local times."""

    def __init__(self, world: World, labels: Mapping[str, str]) -> None:
        self._world = world
        self._labels = labels

    def text(self, value: Any) -> str:
        """Return a value on one line, with the label after an id and local time for a timestamp."""
        if isinstance(value, str):
            return f"{value} ({self._labels[value]})" if value in self._labels else value
        if isinstance(value, int) and not isinstance(value, bool) and _EARLIEST < value < _LATEST:
            return self._world.show(value)
        if isinstance(value, Mapping):
            pairs = (f"{key} {self.text(inner)}" for key, inner in value.items() if inner not in (None, "", [], {}))
            return " · ".join(pairs) or "nothing"
        if isinstance(value, list | tuple):
            return ", ".join(map(self.text, value)) or "none"
        return short(value, self._labels, _LONGEST)

    def show(self, console: Console, value: Mapping[str, Any], indent: str) -> None:
        """Print one line per field; a list of records gets one line per record."""
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


def _first_names(items: Any) -> list[str]:
    """Return the names of the first three entries at most, and “…” if the list has more."""
    found = []
    for item in list(items)[:3]:
        if isinstance(item, Mapping):
            called = next((str(item[key]) for key in _NAMING if item.get(key)), "")
            found += [one_line(called, 40)] if called else []
    return [*found, "…"] if found and len(items) > len(found) else found
