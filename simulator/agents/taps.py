"""Finds the next tap on the shortest way to a screen: one that shows a record, belongs to an app, or has an action."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from simulator.agents.policy import Decision
from simulator.phone.actions import Action
from simulator.phone.call import Look
from simulator.phone.registry import all_apps
from simulator.phone.roles import Code, Ref
from simulator.phone.screens import Screen, taps_of
from simulator.phone.state import HOME, Frame
from simulator.phone.store import Record

Fields = tuple[tuple[str, Any], ...]


class Destination(NamedTuple):
    """A screen to reach: an app, the name of a screen in it, and the ids that the screen must show."""

    app: str
    screen: str = ""
    """The name of the screen; empty for any screen of the app."""
    ids: frozenset[str] = frozenset()
    hints: Fields = ()
    """Values for the arguments of taps, by table or by argument name."""
    root: Fields = ()
    """Values to set on the app's first screen before the next taps, such as the folder of a mail."""


def place_of(look: Look, record: Record) -> Destination | None:
    """Return the destination that shows a record; None if the record's app has no screens."""
    app = look.apps.get(record.table.partition(".")[0])
    if app is None or not app.screens:
        return None
    landing = app.landing(look, record)
    shown = landing[-1].frame().context
    ids = {name: getattr(record, name) for name in record.__struct_fields__ if name == "id" or name.endswith("_id")}
    hints = {**shown, **ids, record.table: record.id}
    known = frozenset(value for value in shown.values() if isinstance(value, str) and value in ids.values())
    root = _hashable(msgspec.structs.asdict(landing[0])) if len(landing) > 1 else ()
    return Destination(app.name, type(landing[-1]).__name__, known, _hashable(hints), root)


def arrived(look: Look, place: Destination) -> bool:
    if look.phone.active != place.app:
        return False
    frame = look.frames(place.app)[-1]
    return place.screen in ("", frame.screen) and shows(frame, place.ids)


def shows(frame: Frame, ids: Collection[str]) -> bool:
    """Return whether a screen shows the records with these ids."""
    return not ids or set(ids) <= {value for value in frame.context.values() if isinstance(value, str)}


def next_tap(look: Look, place: Destination) -> Decision | None:
    """Return the next tap on the way to the destination; None if no tap leads there."""
    if look.phone.active != place.app:
        return _to_app(look, place.app)
    frames = look.frames(place.app)
    back = Decision("go_back") if len(frames) > 1 else None
    if frames[-1].screen == place.screen:
        # The right kind of screen with the wrong record: go back to choose the right one.
        return back
    if back is None:
        switch = _setting(look.apps[place.app].screen_at(frames[-1]), place)
        if switch is not None:
            return switch
    step = first_step(place.app, frames[-1].screen, (place.screen,), place.hints)
    return back if step is None else step


@lru_cache(maxsize=4096)
def first_step(app: str, start: str, goals: tuple[str, ...], hints: Fields) -> Decision | None:
    """Return the first tap of the shortest way from the screen `start` to one of the screens `goals`.

    The way has only taps that write nothing and whose required arguments are in `hints`. Return None if there is no
    such way.
    """
    screens = all_apps()[app].screen_types
    values = dict(hints)
    reached: dict[str, Decision | None] = {start: None}
    queue = [start]
    # Breadth first, so that the first way found is the shortest; the queue grows while it is read.
    for here in queue:
        for action in taps_of(screens[here]).values():
            # Taps that write are never part of the way: looking something up must not change anything.
            args = None if action.write else _filled(action, values)
            if args is None:
                continue
            for screen in (lead.screen for lead in action.mark.leads):
                if screen and screen not in reached:
                    reached[screen] = reached[here] or Decision(action.name, args)
                    queue.append(screen)
                    if screen in goals:
                        return reached[screen]
    return None


def _to_app(look: Look, app: str) -> Decision | None:
    if app == HOME:
        return Decision("go_home")
    if look.apps[app].system or not look.apps[app].screens:
        return None
    if app in look.phone.background:
        return Decision("switch_app", {"app_name": look.apps[app].prefix})
    if look.phone.active == HOME and len(look.frames(HOME)) == 1:
        return Decision("open_app", {"app_name": look.apps[app].prefix})
    return Decision("go_home")


def _setting(screen: Screen, place: Destination) -> Decision | None:
    """Return a tap that corrects a value of the app's first screen, such as a folder; None if all values are right."""
    wanted = dict(place.root)
    for action in taps_of(type(screen)).values():
        if len(action.params) != 1 or not any(lead.screen == type(screen).__name__ for lead in action.mark.leads):
            continue
        (param,) = action.params.values()
        for name, value in wanted.items():
            fits = isinstance(param.role, Code) and param.name in (name, f"{name}_name")
            if fits and value and getattr(screen, name, value) != value:
                return Decision(action.name, {param.name: value})
    return None


def _filled(action: Action, hints: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the action's arguments, taken from the hints; None if a required argument is not in the hints."""
    args: dict[str, Any] = {}
    for param in action.params.values():
        table = param.role.table if isinstance(param.role, Ref) else ""
        value = hints.get(param.name) or hints.get(table)
        if value is not None:
            args[param.name] = value
        elif param.required:
            return None
    return args


def _hashable(values: Mapping[str, Any]) -> Fields:
    return tuple(sorted((name, value) for name, value in values.items() if isinstance(value, str | int)))
