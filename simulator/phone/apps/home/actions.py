"""Moving between apps: finding one by name and bringing it to the front."""

from __future__ import annotations

import msgspec

from simulator.phone.app import App
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import Screen
from simulator.phone.state import HOME, Notice, Phone, Stack

_OTHER_WAYS = {
    HOME: "Use go_home.",
    "assistant": "Its offers are answered from anywhere: accept_proposal, reject_proposal.",
}


def find_app(look: Look, app_name: str) -> App:
    wanted = app_name.strip().casefold()
    launchable = [app for app in look.apps.values() if app.screens and not app.system]
    names = ", ".join(app.prefix for app in launchable) or "none"
    for app in look.apps.values():
        if wanted not in (app.prefix.casefold(), app.title.casefold(), app.name):
            continue
        if app in launchable:
            return app
        remedy = _OTHER_WAYS.get(app.name, f"Apps that open: {names}.")
        raise ActionError("not_an_app", f"{app.title} is not opened like an app.", remedy)
    raise ActionError("unknown_app", f"There is no app '{app_name}' on this phone.", f"Apps: {names}.")


def show(call: Call, app: App, screens: tuple[Screen, ...]) -> None:
    call.put(Stack(id=app.name, frames=tuple(screen.frame() for screen in screens)))


def bring_forward(call: Call, app: str) -> None:
    """Make an app the one in front; the one that was in front waits behind it."""
    phone: Phone = call.phone
    if phone.active == app:
        return
    waiting = tuple(name for name in (*phone.background, phone.active) if name not in (app, HOME))
    call.put(msgspec.structs.replace(phone, active=app, background=waiting))


def opens(look: Look, notice: Notice) -> bool:
    """Whether a tap on the notification leads anywhere."""
    app = look.apps.get(notice.app)
    return notice.about is not None and app is not None and bool(app.screens) and not app.system
