"""The options in which two runs differ, among the options that can change a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.config import EpisodeConfig, outcome_fields

_LONGEST = 60
# Options whose values are hashes, which tell people nothing.
_HASHES = ("prompt_set", "noise_content")


class OptionPair(NamedTuple):
    """One option that differs. Values that would tell people nothing, such as hashes, are empty."""

    name: str
    left: str = ""
    right: str = ""


def options_that_differ(left: Mapping[str, Any], right: Mapping[str, Any]) -> tuple[OptionPair, ...]:
    """Return the options in which two stored configs differ.

    An option that an older version did not store has its default value.
    """
    found = []
    for name in _in_order():
        usual = EpisodeConfig.model_fields[name].get_default(call_default_factory=True)
        here, there = _plain(left.get(name, usual)), _plain(right.get(name, usual))
        if here != there:
            found.append(_pair(name, here, there))
    return tuple(found)


def _in_order() -> list[str]:
    """Return the names of the options that can change a run, in declared order: players come first."""
    relevant = set(outcome_fields())
    return [name for name in EpisodeConfig.model_fields if name in relevant]


def _plain(value: Any) -> Any:
    """Return a tuple as a list, because stored configs have lists; return other values unchanged."""
    return list(value) if isinstance(value, tuple) else value


def _pair(name: str, here: Any, there: Any) -> OptionPair:
    words = name.replace("_", " ")
    texts = (_text(name, here), _text(name, there))
    # Two models may have the same alias and still differ, for example in a parameter.
    if texts[0] == texts[1] or "" in texts:
        return OptionPair(words)
    return OptionPair(words, *texts)


def _text(name: str, value: Any) -> str:
    """Return a short text for a value; empty if the value would tell people nothing."""
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
