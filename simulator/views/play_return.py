"""Lets an app send people to runs: it offers them a way back, and can keep the outcome of a run from them."""

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
# Returns whether the app keeps the outcome of the run from its player.
Hides = Callable[[Seat], bool]


class _Sender(NamedTuple):
    find: FindLink
    hides: Hides


_senders: dict[str, _Sender] = {}


def register(name: str, find: FindLink, hides: Hides = lambda seat: False) -> None:
    """Register the functions of an app that sends people to runs. A second call with the same name replaces them."""
    _senders[name] = _Sender(find, hides)


def return_link(seat: Seat) -> ReturnLink | None:
    """Return the link that the page at the end of a run shows, or None if nobody sent the player to the run."""
    found = (sender.find(seat) for sender in _senders.values())
    return next((link for link in found if link is not None), None)


def hides_outcome(seat: Seat) -> bool:
    """Return whether the page at the end of a run must not show the outcome, nor anything that tells it."""
    return any(sender.hides(seat) for sender in _senders.values())
