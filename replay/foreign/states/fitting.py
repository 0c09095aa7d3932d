"""Drops entries from a scenario built from a foreign trace until the scenario loads.

Each dropped entry is added to the import notes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from replay.foreign.states.notes import ImportNotes
from simulator.scenario.load import ScenarioError, from_source
from simulator.scenario.story import Story

# Maximum number of rounds. Each round loads the whole scenario and drops all faults found; new faults may appear then.
_MOST_ROUNDS = 60
_WORLD = ("world", "files")
Place = tuple[str | int, ...]


class FittedStory(NamedTuple):
    source: dict[str, Any]
    story: Story


def fitted(source: dict[str, Any], titles: dict[str, str], notes: ImportNotes) -> FittedStory:
    """Drop entries until the scenario loads, and return the loaded scenario.

    `titles` maps our apps to their names in the file. Raise ScenarioError if a fault is outside the entries of apps and
    files, or if faults remain after all rounds.
    """
    for number in range(_MOST_ROUNDS):
        try:
            return FittedStory(source, from_source(source))
        except ScenarioError as error:
            places = {_place(fault.field) for fault in error.faults}
            # Late rounds drop whole entries: a chat with hundreds of odd messages would need hundreds of rounds.
            refused = {_refused(source, place, whole=number > _MOST_ROUNDS // 2) for place in places}
            if None in refused or not refused:
                raise
            texts = {_place(fault.field): fault.text for fault in error.faults}
            for place in sorted((one for one in refused if one), key=_later_first):
                app = str(place[1]) if place[0] == "world" else "files"
                _drop(source, place)
                notes.say(titles.get(app, app), f"{_thing(place)} is skipped: {_why(texts, place)}")
    return FittedStory(source, from_source(source))


def _place(field: str) -> Place:
    return tuple(int(part) if part.isdecimal() else part for part in field.split("."))


def _refused(source: dict[str, Any], place: Place, whole: bool) -> Place | None:
    """Return the place of the list element to drop: the innermost around the fault, or the outermost if `whole`.

    Return None if no list element contains the fault.
    """
    if not place or place[0] not in _WORLD:
        return None
    ends = [end for end, part in enumerate(place, 1) if isinstance(part, int) and _is_there(source, place[:end])]
    if not ends:
        return None
    return place[: ends[0] if whole else ends[-1]]


def _is_there(source: Any, place: Place) -> bool:
    for part in place:
        inside = isinstance(source, list) and isinstance(part, int) and part < len(source)
        if not inside and not (isinstance(source, dict) and part in source):
            return False
        source = source[part]
    return True


def _later_first(place: Place) -> list[tuple[int, str]]:
    """Return a sort key that puts later elements first, because dropping an element renumbers later elements."""
    return [(-part, "") if isinstance(part, int) else (0, part) for part in place]


def _drop(source: Any, place: Place) -> None:
    if not _is_there(source, place):
        return
    for part in place[:-1]:
        source = source[part]
    del source[place[-1]]


def _thing(place: Place) -> str:
    return "an entry" if sum(isinstance(part, int) for part in place) == 1 else "a part of an entry"


def _why(texts: dict[Place, str], place: Place) -> str:
    """Return the reason without the remedy after the semicolon, so that equal reasons are counted together."""
    text = next((text for other, text in texts.items() if other[: len(place)] == place), "the phone refuses it")
    return text.partition(";")[0].rstrip(".")[:120]
