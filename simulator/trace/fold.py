"""The fold: a phone rebuilt from moments, one at a time, without performing the actions again."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.phone.perform import show_inbox
from simulator.phone.store import Change
from simulator.phone.world import World
from simulator.trace.moments import Acted, Moment


def apply_moment(world: World, moment: Moment) -> list[Change]:
    """Apply one moment to the phone and return its changes, with the records before and after."""
    world.now = moment.at
    # Seen notices are not among the patches, because the state hash does not cover them. The environment has no inbox.
    if isinstance(moment, Acted) and moment.seen is not None and moment.actor != "environment":
        show_inbox(world, moment.actor, moment.seen)
    return world.store.apply(moment.patches)


def fold(world: World, moments: Iterable[Moment]) -> World:
    """Return the phone after these moments; the given phone is not changed."""
    folded = world.copy()
    for moment in moments:
        apply_moment(folded, moment)
    return folded
