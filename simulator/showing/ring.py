"""Where a tap shows while a screen is rendered: one control is ringed, fields show what was typed, the rest is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulator.showing.assistant_card import CARD_ACTIONS
from simulator.showing.shot import Tapped


class Ring:
    """One tap on one rendering. Controls and fields ask in the order in which they stand on the screen."""

    def __init__(self, tapped: Tapped | None) -> None:
        self.tapped = tapped
        self.found = False
        """A control has been ringed; no second one will be."""
        self._told: set[str] = set()

    def fits(self, name: str, args: Mapping[str, Any]) -> bool:
        """Whether this control is the one that was tapped; arguments that it does not name may be anything."""
        tapped = self.tapped
        if tapped is None or self.found or tapped.name != name:
            return False
        self.found = all(_same(tapped.args.get(key, ""), value) for key, value in args.items())
        if self.found:
            self._told.update(args)
        return self.found

    def typed(self, name: str, value: Any, action: str = "") -> Any:
        """What a field shows: what was typed for this argument, or the value that it has."""
        tapped = self.tapped
        # The words to the assistant are typed on its card, whatever fields a screen has.
        if tapped is None or (tapped.name != action if action else tapped.name in CARD_ACTIONS):
            return value
        if name not in tapped.args:
            return value
        self._told.add(name)
        return tapped.args[name]

    @property
    def untold(self) -> list[tuple[str, Any]]:
        """The arguments that nothing on the screen has shown yet."""
        given = {} if self.tapped is None else self.tapped.args
        return [(name, _spelled(value)) for name, value in given.items() if name not in self._told and value]


def _same(given: Any, shown: Any) -> bool:
    """Whether a tap means this value; a tuple holds all its spellings."""
    if isinstance(shown, tuple):
        return any(_same(given, one) for one in shown)
    return str(given).strip().casefold() == str(shown).strip().casefold()


def _spelled(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_spelled(inner)}" for name, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_spelled, value))
    return str(value)
