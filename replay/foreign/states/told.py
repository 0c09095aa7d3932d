"""Converts the data on our phone to the app states of a foreign trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from replay.foreign.states import apartment, cab, calendar, contacts, email, files, messaging, note, reminder, shopping
from replay.foreign.states.classes import APP_CLASSES, ASSISTANT, HOME, HOME_NAME
from simulator.phone.apps.files import File
from simulator.phone.world import World

Write = Callable[[World], dict[str, Any]]
WRITERS: dict[str, Write] = {
    "contacts": contacts.write,
    "email": email.write,
    "messaging": messaging.write,
    "calendar": calendar.write,
    "note": note.write,
    "reminder": reminder.write,
    "cab": cab.write,
    "apartment": apartment.write,
    "shopping": shopping.write,
    "files": files.write,
}


def app_states(world: World) -> list[dict[str, Any]]:
    """Return the app states: first the messages between user and assistant, then the home screen, then the apps."""
    states: list[dict[str, Any]] = [
        {"name": APP_CLASSES[ASSISTANT], "class_name": APP_CLASSES[ASSISTANT], "app_state": {"messages": []}},
        {"name": HOME_NAME, "class_name": APP_CLASSES[HOME], "app_state": None},
    ]
    for name, write in WRITERS.items():
        if name in world.apps and (name != "files" or _has_files(world)):
            app = world.apps[name]
            states.append({"name": app.prefix, "class_name": APP_CLASSES[name], "app_state": write(world)})
    return states


def _has_files(world: World) -> bool:
    """Return whether the phone has files. A phone with email or messaging has the app `files` even without any file."""
    return any(file.path for file in world.store.all(File).values())
