"""Which actions a screen may leave without a control: those that nobody can do there now."""

from __future__ import annotations

import random

from simulator.phone.actions import Action
from simulator.phone.perform import user_actions, user_does
from simulator.phone.plausible_arguments import plausible
from simulator.phone.roles import FilePath, Ref
from simulator.phone.world import World

TRIES = 6


def left_out(world: World, shown: set[str]) -> list[str]:
    """The actions that could be done here and now, but that no control of the screen stands for."""
    missing = [action for name, action in user_actions(world).items() if name not in shown]
    return [action.name for action in missing if not _picks(action) and _can_be_done(world, action)]


def _picks(action: Action) -> bool:
    """Whether it needs a record that the screen would have to list, which may list none."""
    return any(param.required and isinstance(param.role, Ref | FilePath) for param in action.params.values())


def _can_be_done(world: World, action: Action) -> bool:
    rng = random.Random(action.full_name)
    for _ in range(TRIES):
        args = plausible(action, world, rng)
        if args is not None and user_does(world.copy(), action.full_name, args, 1).error is None:
            return True
    return False
