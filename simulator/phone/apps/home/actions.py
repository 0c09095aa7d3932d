"""Arguments of the launcher's taps, finding apps by name, and bringing one to the front."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from simulator.phone.app import App
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Plain
from simulator.phone.screens import Screen
from simulator.phone.state import HOME, Notice, Phone, Stack

AppName = Annotated[str, Plain("Name of the app as the home screen shows it.")]
# Models write the number as a number; ids are texts.
NotificationId = Annotated[str, Plain("Number of the notification in the list."), Field(coerce_numbers_to_str=True)]
# What an error suggests instead of opening these like an app.
_OTHER_WAYS = {
    HOME: "Use go_home.",
    "assistant": "Its offers are answered from anywhere: accept_proposal, reject_proposal.",
}


def find_app(look: Look, app_name: str) -> App:
    """Return an app that can be opened, by its prefix, title or name."""
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
    """Replace the screens of an app by these, the last one in front."""
    call.put(Stack(id=app.name, frames=tuple(screen.frame() for screen in screens)))


def bring_forward(call: Call, app: str) -> None:
    """Make an app the one in front; the one that was in front waits behind it."""
    phone: Phone = call.phone
    if phone.active == app:
        return
    # The launcher never waits in the background: going home always leads to it.
    waiting = tuple(name for name in (*phone.background, phone.active) if name not in (app, HOME))
    call.put(msgspec.structs.replace(phone, active=app, background=waiting))


def opens(look: Look, notice: Notice) -> bool:
    """Return whether a tap on the notification opens anything."""
    app = look.apps.get(notice.app)
    return notice.about is not None and app is not None and bool(app.screens) and not app.system
