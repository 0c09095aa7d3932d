"""Actions that replies in tests speak of."""

from __future__ import annotations

from functools import lru_cache

from simulator.phone.actions import Action
from simulator.phone.perform import assistant_tools, user_actions
from simulator.phone.world import World
from tests.simulator.showing.room import enter, rooms_of


@lru_cache
def mailbox() -> World:
    return enter(rooms_of("email")[0])


def taps() -> dict[str, Action]:
    """What can be tapped on the list of mails."""
    return user_actions(mailbox())


def tools() -> dict[str, Action]:
    return assistant_tools(mailbox())
