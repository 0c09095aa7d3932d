"""The shortest way to a screen: which tap comes next on the way to a record, an app or an action."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from simulator.agents.policy import Decision
from simulator.phone.actions import Action
from simulator.phone.app import App
from simulator.phone.call import Look
from simulator.phone.registry import all_apps
from simulator.phone.roles import Ref
from simulator.phone.screens import taps_of
from simulator.phone.state import HOME
from simulator.phone.store import Record


class Place(NamedTuple):
    """Where the user wants to be: an app, there a screen that shows certain ids."""

    app: str
    screen: str = ""
    """Empty: any screen of the app will do."""
    ids: frozenset[str] = frozenset()
    hints: tuple[tuple[str, str], ...] = ()
    """Values for arguments on the way, by table or by argument name."""


def place_of(look: Look, record: Record) -> Place:
    """Where a record is shown."""
    app = look.apps[record.table.partition(".")[0]]
    hints = {record.table: record.id}
    for name in record.__struct_fields__:
        value = getattr(record, name)
        if name.endswith("_id") and isinstance(value, str) and value:
            hints[name] = value
    landing = app.landing(look, record)[-1]
    ids = frozenset(str(value) for value in landing.frame().context.values())
    return Place(app.name, type(landing).__name__, ids, tuple(sorted(hints.items())))


def arrived(look: Look, place: Place) -> bool:
    if look.phone.active != place.app:
        return False
    if not place.screen:
        return True
    frame = look.frames(place.app)[-1]
    shown = {str(value) for value in frame.context.values()}
    return frame.screen == place.screen and place.ids <= shown


def next_tap(look: Look, place: Place) -> Decision | None:
    """One tap closer to the place, or None when there is no way."""
    active = look.phone.active
    if active != place.app:
        return _to_app(look, place.app)
    app = look.apps[place.app]
    frame = look.frames(place.app)[-1]
    deep = len(look.frames(place.app)) > 1
    if frame.screen == place.screen:
        # The right kind of screen with the wrong record: the way leads over the screen before.
        return Decision("go_back") if deep else _reopen(look, app)
    step = _first_step(app.name, frame.screen, place.screen, place.hints)
    if step is not None:
        return Decision(step.name, _filled(step, dict(place.hints)) or {})
    return Decision("go_back") if deep else None


def _to_app(look: Look, app: str) -> Decision:
    if app in look.phone.background:
        return Decision("switch_app", {"app_name": look.apps[app].prefix})
    if look.phone.active == HOME and len(look.frames(HOME)) == 1:
        return Decision("open_app", {"app_name": look.apps[app].prefix})
    return Decision("go_home")


def _reopen(look: Look, app: App) -> Decision:
    return Decision("go_home")


@lru_cache(maxsize=4096)
def _first_step(app: str, start: str, goal: str, hints: tuple[tuple[str, str], ...]) -> Action | None:
    """First action of the shortest chain of screens from start to goal whose arguments are known."""
    screens = all_apps()[app].screen_types
    values = dict(hints)
    reached: dict[str, Action | None] = {start: None}
    queue = [start]
    while queue:
        here = queue.pop(0)
        for action in taps_of(screens[here]).values():
            if action.write or _filled(action, values) is None:
                continue
            for lead in action.mark.leads:
                if lead.screen and lead.screen not in reached:
                    reached[lead.screen] = reached[here] or action
                    queue.append(lead.screen)
    return reached.get(goal)


def _filled(action: Action, hints: Mapping[str, str]) -> dict[str, Any] | None:
    """Arguments from the hints; None if a required one is not known."""
    args: dict[str, Any] = {}
    for param in action.params.values():
        table = param.role.table if isinstance(param.role, Ref) else ""
        value = hints.get(param.name) or hints.get(table)
        if value is not None:
            args[param.name] = value
        elif param.required:
            return None
    return args
