"""Options of two runs side by side: those that can change what happens, where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.config import EpisodeConfig, outcome_fields

_LONGEST = 60
_HASHES = ("prompt_set", "noise_content")


class OptionPair(NamedTuple):
    """One option that differs. Without values where they mean nothing to people."""

    name: str
    left: str = ""
    right: str = ""


def options_that_differ(left: Mapping[str, Any], right: Mapping[str, Any]) -> tuple[OptionPair, ...]:
    """Compare configs as plain data, also of older versions: missing options have their default."""
    found = []
    for name in _in_order():
        usual = EpisodeConfig.model_fields[name].get_default(call_default_factory=True)
        here, there = _plain(left.get(name, usual)), _plain(right.get(name, usual))
        if here != there:
            found.append(_pair(name, here, there))
    return tuple(found)


def _in_order() -> list[str]:
    """Return the options in declared order: players come first."""
    relevant = set(outcome_fields())
    return [name for name in EpisodeConfig.model_fields if name in relevant]


def _plain(value: Any) -> Any:
    """Turn tuples into lists, as plain data has them."""
    return list(value) if isinstance(value, tuple) else value


def _pair(name: str, here: Any, there: Any) -> OptionPair:
    words = name.replace("_", " ")
    texts = (_text(name, here), _text(name, there))
    if texts[0] == texts[1] or "" in texts:
        return OptionPair(words)
    return OptionPair(words, *texts)


def _text(name: str, value: Any) -> str:
    """Return a short text for a value; empty where there is none."""
    if name in _HASHES:
        return ""
    if value is None:
        return "none"
    if isinstance(value, Mapping) and "alias" in value:
        return str(value["alias"])
    if isinstance(value, bool | int | float | str):
        text = f"{value:g}" if isinstance(value, float) else str(value)
        return text if len(text) <= _LONGEST else ""
    return ""
