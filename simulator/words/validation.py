"""Turns pydantic's errors into findings: the path of a value, the problem with it, and a hint for unknown names.

Errors of the phone's actions are worded in simulator/phone/actions.py: runs record them, so their words never change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from simulator.words.english import close_to

# Pydantic puts this prefix before the messages of our own validators.
_OWN_RULE = "Value error, "


class ValidationFinding(NamedTuple):
    """One problem with a value, as pydantic reports it."""

    path: tuple[str | int, ...]
    kind: str
    """Pydantic's name for the kind of problem, such as `missing` or `extra_forbidden`."""
    message: str
    value: Any
    context: Mapping[str, Any]

    @property
    def place(self) -> str:
        """Return the path, joined with dots; empty if the problem is about the value as a whole."""
        return ".".join(map(str, self.path))


def findings(error: ValidationError) -> list[ValidationFinding]:
    """Return all problems, except that a list is too short if some of its entries are invalid."""
    found = [
        ValidationFinding(one["loc"], one["type"], one["msg"].removeprefix(_OWN_RULE), one["input"], one.get("ctx", {}))
        for one in error.errors(include_url=False)
    ]
    # Pydantic also reports the list that has too few valid entries; fixing the entries fixes the list.
    inside = {one.path[:depth] for one in found for depth in range(1, len(one.path))}
    return [one for one in found if one.kind != "too_short" or one.path not in inside]


def first_finding(error: ValidationError) -> ValidationFinding:
    """Return the first finding about an unknown name, which may be a misspelt known name; else the first finding."""
    found = findings(error)
    return next((one for one in found if one.kind == "extra_forbidden"), found[0])


def unknown_name(noun: str, name: str, known: Iterable[str]) -> str:
    """Return a clause about an unknown name, such as `there is no key 'sise' (did you mean 'size'?)`."""
    return f"there is no {noun} '{name}'{close_to(name, known)}"
