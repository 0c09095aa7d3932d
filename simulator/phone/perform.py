"""Performs one action on the phone: finds it, checks it, and carries it out completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from simulator.phone.actions import Action, Side
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError, EngineError
from simulator.phone.screens import Step, moved, taps_of
from simulator.phone.state import Cursor, Recipient, Stack
from simulator.phone.store import Change
from simulator.phone.tool_names import AS_PUBLISHED, Naming
from simulator.phone.world import World
from simulator.phone.writable import shortened, writable, writable_text

ASSISTANT_CARD = "assistant"
# Prefixes of tables that an action declared as reading may change: screens, inboxes, offers, cursors and id counters.
PHONE_TABLES = ("phone.", "meta.")
LONGEST_NAME = 100
TOOL_FAILED = "tool_failed"
UNKNOWN_TOOL = "unknown_tool"
# This tool is for observing only; in execute, the assistant waits with `wait_for_notification`.
PLAIN_WAIT = "PAREAgentUserInterface__wait"
BAD_REPLY = "bad_reply"
# Name of the action in a moment if a player's reply contains no readable action.
NO_ACTION = "no_action"


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason why an action was refused, for the trace and for the actor."""

    code: str
    message: str


class Done(NamedTuple):
    """One attempted action: its name and arguments, and either a result with changes or a refusal without changes."""

    app: str
    name: str
    args: dict[str, Any]
    write: bool
    result: Any
    error: Refusal | None
    changes: list[Change]


class _Target(NamedTuple):
    action: Action
    owner: Any


def user_actions(look: Look) -> dict[str, Action]:
    """Return the taps that are possible now, by name: those of the current screen and those for every screen."""
    found = dict(taps_of(type(look.screen)))
    for app in look.apps.values():
        found.update((name, action) for name, action in app.everywhere.items() if app.offered(look, action))
    return found


def assistant_tools(look: Look) -> dict[str, Action]:
    """Return every tool of every app on the phone, by its full name."""
    return {action.full_name: action for app in look.apps.values() for action in app.tools.values()}


def available_tools(look: Look, executing: bool) -> dict[str, Action]:
    """Return the assistant's tools: all but `PLAIN_WAIT` in the execute phase, otherwise those that do not write."""
    tools = assistant_tools(look)
    if executing:
        return {name: tool for name, tool in tools.items() if name != PLAIN_WAIT}
    return {name: tool for name, tool in tools.items() if not tool.write}


def user_does(world: World, name: str, args: Mapping[str, Any], moment: int) -> Done:
    """Perform a tap of the user, and notify the assistant unless the tap is on the assistant's card."""

    def body(call: Call, target: _Target, values: dict[str, Any]) -> str:
        phone = call.phone
        # A tap means that the user has picked the phone up again.
        if phone.down:
            call.put(msgspec.structs.replace(phone, down=False))
        action = target.action
        step: Step = action.method(target.owner, call, **values)
        _follow(call, action, step)
        # A tap on the assistant's card adds its own notice, which contains the user's text.
        if action.app != ASSISTANT_CARD:
            call.tell("assistant", "user_action", app=action.app, moment=moment)
        return step.result

    return _attempt(world, "user", _tap_target, name, args, moment, body)


def assistant_does(
    world: World,
    name: str,
    args: Mapping[str, Any],
    moment: int,
    failing: str = "",
    naming: Naming = AS_PUBLISHED,
) -> Done:
    """Perform a tool of the assistant.

    `failing`: if not empty, the call fails with this error message, unless the tool belongs to a system app.
    """

    def find(world: World, shown: str) -> _Target:
        return _tool_target(world, shown, naming)

    def body(call: Call, target: _Target, values: dict[str, Any]) -> Any:
        action = target.action
        if failing and not call.apps[action.app].system:
            raise ActionError(TOOL_FAILED, failing, "Try again, or find another way.")
        result = target.action.method(target.owner, call, **values)
        allowed = call.proposal_in("accepted")
        if action.write and allowed is not None:
            done = (*allowed.carried_out, naming.shown(action.full_name))
            call.put(msgspec.structs.replace(allowed, carried_out=done))
        return result

    done = _attempt(world, "assistant", find, name, args, moment, body)
    # If tools are renamed, a refusal must use the names that the assistant knows. The error about an unknown tool
    # already uses them, and it quotes the name as the assistant wrote it.
    if done.error is None or done.error.code == UNKNOWN_TOOL:
        return done
    return done._replace(error=Refusal(done.error.code, naming.told(done.error.message)))


def environment_does(
    world: World, app: str, name: str, args: Mapping[str, Any], moment: int, reserved: tuple[str, str] | None = None
) -> Done:
    """Perform an event of the environment. `reserved`: table and id for the record that the event adds."""

    def body(call: Call, target: _Target, values: dict[str, Any]) -> Any:
        return target.action.method(target.owner, call, **values)

    return _attempt(world, "environment", _event_target, f"{app}.{name}", args, moment, body, reserved)


def nobody_understands(world: World, actor: Side, problem: str) -> Done:
    """Return a refusal for a player's reply without a readable action; nothing happens on the phone."""
    app = ASSISTANT_CARD if actor == "assistant" else world.phone.active
    return Done(app, NO_ACTION, {}, False, None, Refusal(BAD_REPLY, writable_text(problem)), [])


def show_inbox(world: World, side: Recipient, seen: int) -> None:
    """Store that a side has been shown its first `seen` notices."""
    if world.seen(side) != seen:
        world.store.put(Cursor(id=side, seen=seen))


def _attempt(
    world: World,
    actor: Side,
    find: Callable[[World, str], _Target],
    name: str,
    args: Mapping[str, Any],
    moment: int,
    body: Callable[[Call, _Target, dict[str, Any]], Any],
    reserved: tuple[str, str] | None = None,
) -> Done:
    store = world.store
    store.begin()
    target: _Target | None = None
    given: dict[str, Any] | None = None
    # A model may call a tool by any name; the trace must be able to store the name.
    if len(name) > LONGEST_NAME or not name.isascii():
        name = shortened(writable_text(name), LONGEST_NAME)
    try:
        target = find(world, name)
        if actor == "assistant":
            _require_consent(world, target.action)
        values, given = target.action.validate(args)
        result = body(Call(world, actor, moment, reserved), target, values)
        changes = store.changes()
        _check_label(target.action, changes)
    except ActionError as error:
        store.rollback()
        app, short, write = _spelled(world, name) if target is None else _named(target.action)
        tried = writable(args) if given is None else given
        return Done(app, short, tried, write, None, Refusal(error.code, str(error)), [])
    # If a run is stopped in the middle of an action, the writes so far must not stay on the phone.
    except BaseException:
        store.rollback()
        raise
    store.begin()
    app, short, write = _named(target.action)
    return Done(app, short, given, write, result, None, changes)


def _named(action: Action) -> tuple[str, str, bool]:
    return action.app, action.name, action.mark.write


def _require_consent(world: World, action: Action) -> None:
    """Raise ActionError for a write, unless an offer is accepted or the run has standing consent."""
    # Checked before the arguments: without consent, correct arguments would not help.
    if action.write and not world.rules.standing_consent and world.proposal_in("accepted") is None:
        raise ActionError(
            "no_consent",
            f"{action.full_name} changes something, and the user has not agreed to that.",
            "Propose first: say what you would do with PAREAgentUserInterface__send_message_to_user and wait.",
        )


def _check_label(action: Action, changes: list[Change]) -> None:
    """Raise EngineError if an action that is declared with neither `write` nor `marks` has changed an app's data."""
    if action.mark.write or action.mark.marks:
        return
    for change in changes:
        if not change.table.startswith(PHONE_TABLES):
            raise EngineError(f"{action.full_name} is declared as reading, but it changed {change.table}")


def _follow(call: Call, action: Action, step: Step) -> None:
    """Apply the move of a tap to the back stack of the app in front. Raise EngineError if the move is not declared."""
    target = "" if step.screen is None else type(step.screen).__name__
    if (step.move, target) not in action.mark.leads:
        went = f"{step.move} {target}".strip()
        raise EngineError(f"{action.full_name} made the move '{went}', which it does not declare")
    if step.move == "stay":
        return
    active = call.phone.active
    call.put(Stack(id=active, frames=moved(call.frames(active), step)))


def _tap_target(world: World, name: str) -> _Target:
    short = name.rpartition("__")[2]
    screen = world.screen
    action = taps_of(type(screen)).get(short)
    if action is not None and name in (short, action.full_name):
        return _Target(action, screen)
    for app in world.apps.values():
        action = app.everywhere.get(short)
        if action is not None and name in (short, action.full_name) and app.offered(world, action):
            return _Target(action, app)
    offered = ", ".join(user_actions(world))
    raise ActionError("not_available", f"'{name}' cannot be tapped on this screen.", f"Here you can: {offered}.")


def _tool_target(world: World, name: str, naming: Naming) -> _Target:
    prefix, _, short = (naming.published(name) or "").partition("__")
    for app in world.apps.values():
        if app.prefix == prefix and short in app.tools:
            return _Target(app.tools[short], app)
    # Only the tools of the current phase: naming a tool that would be refused invites a useless call.
    executing = world.rules.standing_consent or world.proposal_in("accepted") is not None
    known = ", ".join(map(naming.shown, available_tools(world, executing)))
    raise ActionError(UNKNOWN_TOOL, f"There is no tool '{name}' on this phone.", f"Tools you can use now: {known}.")


def _event_target(world: World, name: str) -> _Target:
    app_name, _, short = name.partition(".")
    app = world.apps.get(app_name)
    if app is None or short not in app.events:
        known = ", ".join(f"{one.name}.{event}" for one in world.apps.values() for event in one.events)
        raise ActionError("unknown_event", f"There is no event '{name}' on this phone.", f"Events: {known}.")
    return _Target(app.events[short], app)


def _spelled(world: World, name: str) -> tuple[str, str, bool]:
    """Return the app, name and `write` (False) of an unknown action, so that the trace shows what the player tried.

    The app is the one whose prefix or name the text begins with, otherwise the app in front.
    """
    prefix, _, short = name.replace(".", "__", 1).partition("__")
    for app in world.apps.values():
        if prefix in (app.prefix, app.name):
            return app.name, short, False
    return world.phone.active, name, False
