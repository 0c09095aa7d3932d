"""Every action that a screen declares has a form on the page for playing the user, and the form performs it."""

from __future__ import annotations

import random
from collections import defaultdict

from simulator.phone.perform import user_actions, user_does
from simulator.phone.registry import all_apps
from simulator.phone.screens import taps_of
from simulator.phone.world import World
from simulator.showing.phone_picture import picture_of
from simulator.views.action_form import arguments_of
from tests.simulator.play.read_forms import TRIES, ShownField, filled, shown_forms, submitted
from tests.simulator.showing.room import enter, rooms


def test_every_action_of_every_screen_is_performed_by_its_form() -> None:
    screens = [screen for app in all_apps().values() for screen in app.screens]
    wanted = {f"{screen.app}.{screen.__name__}.{name}" for screen in screens for name in taps_of(screen)}
    wanted |= {f"{app.name}.{name}" for app in all_apps().values() for name in app.everywhere}
    done: set[str] = set()
    problems: dict[str, set[str]] = defaultdict(set)
    for room in rooms():
        world = enter(room)
        screen = type(world.screen)
        forms, actions = shown_forms(world), user_actions(world)
        assert forms.keys() == actions.keys(), "an action without a form, or a form without an action"
        for name in actions:
            is_here = name in taps_of(screen)
            key = f"{screen.app}.{screen.__name__}.{name}" if is_here else f"{actions[name].app}.{name}"
            if key not in done:
                why = _performed(world, name, forms[name])
                done |= {key} if not why else set()
                problems[key].add(why)
    lacking = {key: problems[key] for key in sorted(wanted - done)}
    assert lacking == {}


def _performed(world: World, name: str, fields: dict[str, ShownField]) -> str:
    """Perform an action by its form; return the last reason why it did not work, or nothing."""
    action, rng = user_actions(world)[name], random.Random(name)
    assert fields.keys() == action.params.keys()
    why = "the phone has no value for an argument"
    for _ in range(TRIES):
        args = filled(action, fields, world, rng)
        if args is None:
            continue
        read = arguments_of(action, submitted(args))
        assert read == {key: value for key, value in args.items() if value != [] or action.params[key].required}
        done = user_does(world.copy(), name, read, 1)
        if done.error is None:
            return ""
        why = done.error.message
    return why


def test_forms_offer_the_records_on_the_screen() -> None:
    world = enter(next(room for room in rooms() if (room.app, room.name) == ("email", "inbox")))
    ids = [row.id for row in picture_of(world).view.rows]  # type: ignore[attr-defined]
    assert shown_forms(world)["open_email_by_id"]["email_id"].options == ids
