"""Performs the actions of a foreign run on our phone, or the closest possible actions where the phones differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from simulator.phone.actions import Action, Side
from simulator.phone.apps.assistant import NAME as CARD
from simulator.phone.apps.assistant import close
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.perform import Done, Refusal, assistant_does, user_does
from simulator.phone.roles import Ref
from simulator.phone.screens import taps_of
from simulator.phone.state import Frame, Stack
from simulator.phone.store import Change, Record
from simulator.phone.world import World

# Maximum numbers of back stacks: those kept for each app, and those tried for one tap. Each try performs the tap.
_MOST_KEPT = 200
_MOST_TRIES = 8
# Recorded in moments, so the wording must not change.
NO_WORDS = "(no words)"


class Tapped(NamedTuple):
    done: Done
    fitted: bool
    """True if the phone had to show a different screen, or if the tap worked only without its optional arguments."""


class Shown:
    """Earlier screens of each app, latest last. The other phone may go back to a screen when ours would not."""

    def __init__(self) -> None:
        self._stacks: dict[str, dict[bytes, tuple[Frame, ...]]] = {}

    def note(self, world: World) -> None:
        app = world.phone.active
        frames = world.frames(app)
        stacks = self._stacks.setdefault(app, {})
        screen = msgspec.json.encode(frames[-1])
        stacks.pop(screen, None)
        stacks[screen] = frames
        if len(stacks) > _MOST_KEPT:
            del stacks[next(iter(stacks))]

    def latest(self, app: str) -> Iterator[tuple[Frame, ...]]:
        return reversed(self._stacks.get(app, {}).values())


def tap(world: World, action: Action, args: Mapping[str, Any], moment: int, shown: Shown) -> Tapped:
    """Perform a user's action on the current screen, or on a different screen of the same app that has the action."""
    done = user_does(world, action.full_name, args, moment)
    if done.error is None or world.phone.active != action.app:
        return Tapped(done, False)
    if action.name in taps_of(type(world.screen)):
        opened = _open(world, action, args, moment) or _browse(world, action, args, moment)
        return Tapped(done, False) if opened is None else Tapped(opened, True)
    for frames in list(_stacks_with(world, action, shown))[:_MOST_TRIES]:
        moved = _tap_on(world, action, args, moment, frames)
        if moved.error is None:
            return Tapped(moved, True)
    return Tapped(done, False)


def _stacks_with(world: World, action: Action, shown: Shown) -> Iterator[tuple[Frame, ...]]:
    """Yield back stacks whose top screen has the action: first those below the current screen, then earlier ones."""
    app = world.apps[action.app]
    frames = world.frames(action.app)
    for depth in range(len(frames) - 1, 0, -1):
        if action.name in taps_of(app.screen_types[frames[depth - 1].screen]):
            yield frames[:depth]
    for earlier in shown.latest(action.app):
        if action.name in taps_of(app.screen_types[earlier[-1].screen]):
            yield earlier


def _tap_on(world: World, action: Action, args: Mapping[str, Any], moment: int, frames: tuple[Frame, ...]) -> Done:
    """Perform the action on a different back stack. The move to that stack is recorded as part of the action."""
    store = world.store
    before = Stack(id=action.app, frames=world.frames(action.app))
    store.put(Stack(id=action.app, frames=frames))
    done = user_does(world, action.full_name, args, moment)
    if done.error is not None:
        # `begin` drops the recorded changes, so that the failed attempt leaves none behind.
        store.put(before)
        store.begin()
        return done
    others = [change for change in done.changes if (change.table, change.id) != (Stack.table, action.app)]
    after = store.get(Stack, action.app)
    moved = [] if after == before else [Change(Stack.table, action.app, before, after)]
    return done._replace(changes=[*moved, *others])


def _open(world: World, action: Action, args: Mapping[str, Any], moment: int) -> Done | None:
    """Open a record that the screen does not list, for example a mail in another folder; None if that is impossible."""
    app, record = world.apps[action.app], _meant(world, action, args)
    if record is None or action.write:
        return None
    screen = app.landing(world, record)[-1]
    if not any(lead.screen == type(screen).__name__ for lead in action.mark.leads):
        return None
    world.store.begin()
    call = Call(world, "user", moment)
    app.looked_at(call, record)
    call.put(Stack(id=action.app, frames=(*world.frames(action.app), screen.frame())))
    call.tell("assistant", "user_action", app=action.app, moment=moment)
    return Done(action.app, action.name, dict(args), False, None, None, world.store.commit())


def _browse(world: World, action: Action, args: Mapping[str, Any], moment: int) -> Done | None:
    """Perform a listing with only its required arguments; None if that fails.

    The other phone may list more at a time than our phone allows.
    """
    needed = {name: value for name, value in args.items() if action.params[name].required}
    if action.write or needed == dict(args):
        return None
    done = user_does(world, action.full_name, needed, moment)
    return done if done.error is None else None


def _meant(world: World, action: Action, args: Mapping[str, Any]) -> Record | None:
    """Return the record whose id is among the arguments, or None."""
    for name, param in action.params.items():
        if isinstance(param.role, Ref) and isinstance(args.get(name), str):
            return world.store.get(world.store.type_of(param.role.table), args[name])
    return None


def call_tool(world: World, action: Action, args: Mapping[str, Any], moment: int) -> Done:
    """Perform a call of the assistant."""
    # The other system has checked consent, so our rules must not refuse calls to apps again.
    rules = world.rules
    if action.app != CARD:
        world.rules = msgspec.structs.replace(rules, standing_consent=True)
    try:
        return assistant_does(world, action.full_name, args, moment)
    finally:
        world.rules = rules


def speak(world: World, content: str, moment: int, reports: bool) -> Done:
    """Send a message of the assistant to the user: a report in the execute phase, otherwise an offer."""
    action = world.apps[CARD].tools["send_message_to_user"]
    words = {"content": content if content.strip() else NO_WORDS}
    if not reports:
        return by_tool(world, "assistant", action, words, moment, abandon)
    rules = world.rules
    if world.proposal_in("accepted") is None:
        # A report without an accepted offer is allowed only under standing consent.
        world.rules = msgspec.structs.replace(rules, standing_consent=True)
    try:
        return by_tool(world, "assistant", action, words, moment)
    finally:
        world.rules = rules


def abandon(call: Call) -> None:
    """Close the accepted offer, if any: an assistant that observes again has abandoned it."""
    accepted = call.proposal_in("accepted")
    if accepted is not None:
        # Recorded in moments, so the wording must not change.
        close(call, accepted, "abandoned", "it went back to watching without a report")


def by_tool(
    world: World,
    actor: Side,
    action: Action,
    args: Mapping[str, Any],
    moment: int,
    first: Callable[[Call], None] = lambda call: None,
) -> Done:
    """Perform a tool for any actor, whatever screen is shown. If the call fails, undo all its changes."""
    store = world.store
    store.begin()
    given: dict[str, Any] = dict(args)
    try:
        values, given = action.validate(args)
        call = Call(world, actor, moment)
        first(call)
        result = action.method(world.apps[action.app], call, **values)
        if actor == "user":
            call.tell("assistant", "user_action", app=action.app, moment=moment)
    except ActionError as error:
        store.rollback()
        return Done(action.app, action.name, given, action.write, None, Refusal(error.code, str(error)), [])
    except BaseException:
        store.rollback()
        raise
    return Done(action.app, action.name, given, action.write, result, None, store.commit())
