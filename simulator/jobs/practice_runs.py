"""Tells which runs people played for practice; apps that send people to practice register their runs here."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Q

# Returns a condition on runs that is true for the app's practice runs.
FindPractice = Callable[[], Q]

_finders: dict[str, FindPractice] = {}


def register(name: str, find: FindPractice) -> None:
    """Register the condition of an app. A second call with the same name replaces it."""
    _finders[name] = find


def is_practice() -> Q:
    """Return the condition that a run was played for practice, so that no figure about people counts it."""
    found = Q(pk__in=[])
    for find in _finders.values():
        found |= find()
    return found
