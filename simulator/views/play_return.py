"""Lets an app offer the people who play its runs a way back to its own page, such as the page of a study."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from simulator.models import Seat


class ReturnLink(NamedTuple):
    """The link that leads a player from a run back to the page that sent them there."""

    url: str
    label: str


# Returns the way back for a seat in a run of this app, or None if the run belongs to no page of the app.
FindLink = Callable[[Seat], ReturnLink | None]

_finders: dict[str, FindLink] = {}


def register(name: str, find: FindLink) -> None:
    """Register the function of an app that sends people to runs. A second call with the same name replaces it."""
    _finders[name] = find


def return_link(seat: Seat) -> ReturnLink | None:
    """Return the link that the page at the end of a run shows, or None if nobody sent the player to the run."""
    found = (find(seat) for find in _finders.values())
    return next((link for link in found if link is not None), None)
