"""Builds a scenario from the apps of a foreign trace: the phone as it was at the start, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from replay.foreign.brought import ForeignError
from replay.foreign.states import (
    apartment,
    cab,
    calendar,
    contacts,
    email,
    files,
    messaging,
    note,
    reminder,
    shopping,
)
from replay.foreign.states.classes import app_of
from replay.foreign.states.draft import OWNER, Draft
from replay.foreign.states.entry import ForeignEntry, as_time, clean, written_time
from replay.foreign.states.fitting import fitted
from replay.foreign.states.notes import ImportNotes
from replay.foreign.states.owner import owner_of
from simulator.phone.apps.messaging.records import OWNER_ID, User
from simulator.phone.registry import all_apps
from simulator.scenario.base import LONGEST_LABEL
from simulator.scenario.load import ScenarioError
from simulator.scenario.story import Story
from simulator.trace.trace_reader import IN_MEMORY
from simulator.words.english import capital

Read = Callable[[ForeignEntry, Draft], list[dict[str, Any]]]
READERS: dict[str, Read] = {
    "contacts": contacts.read,
    "email": email.read,
    "messaging": messaging.read,
    "calendar": calendar.read,
    "note": note.read,
    "reminder": reminder.read,
    "cab": cab.read,
    "apartment": apartment.read,
    "shopping": shopping.read,
    "files": files.read,
}
# Used if the file has none of our apps. A scenario needs at least one app, and `files` has no icon and no screen.
NO_APPS = "files"
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")


class Built(NamedTuple):
    """A scenario that loads, with the foreign names of its apps and records."""

    source: dict[str, Any]
    story: Story
    apps: dict[str, str]
    """Our name of each app by its name in the trace, such as `email` for `Emails`. Unknown apps are left out."""
    ids: dict[tuple[str, str], str]
    """Our id of each record by its table and foreign id, such as `mail_9c01e` for (`email.mail`, `7f3a...`)."""
    warnings: tuple[str, ...]


def scenario_of(apps: Any, scenario_id: str, start: float, about: str = "", file: str = IN_MEMORY) -> Built:
    """Return a scenario with the initial states of apps. Raise ForeignError if no scenario can be built.

    `start`: seconds since 1970.
    """
    at = as_time(start)
    if at is None:
        problem = "The start of the run is not a time that the phone's clock can show."
        raise ForeignError(file, "metadata.definition.start_time", problem, "Use seconds since 1970, as a number.")
    notes = ImportNotes()
    draft = Draft(at, notes)
    names, states = _recognised(_apps(apps, file), notes)
    titles = {ours: name for name, ours in names.items()}
    owner = owner_of(states, draft)
    # The contacts come first: chats know people only by name, and take their phone numbers from the contacts.
    draft.learn(states.get("contacts"))
    world = {app: seeds for app, read in READERS.items() if app in states and (seeds := read(states[app], draft))}
    listed = [app for app in READERS if app in titles]
    # Texts below are part of the content hash of imported scenarios, so their wording must not change.
    source = {
        "id": imported_id(scenario_id),
        "title": imported_title(scenario_id),
        "status": "draft",
        "category": _category(listed),
        "tags": ["imported"],
        "difficulty": {"rating": 1, "because": "Nobody has rated it: it was made from a trace of another system."},
        "about": about or "The phone as the trace of another system describes it. What was expected is not known.",
        "owner": owner,
        "start": written_time(at),
        "apps": listed or [NO_APPS],
        "people": draft.people,
        "files": world.pop("files", []),
        "world": world,
        "user": {"goal": "Not known: the trace of another system does not say."},
        "offers": {"at_most": 0},
    }
    try:
        fit = fitted(source, titles, notes)
    except ScenarioError as error:
        problem = f"The phone can’t be built from the app states: {error.faults[0].text}."
        raise ForeignError(file, "apps", problem, "Export the trace again.") from None
    return Built(fit.source, fit.story, names, _ids(fit.story, draft), notes.sentences())


def _category(apps: list[str]) -> str:
    known = all_apps()
    found = [category for app in apps if (category := known[app].category)]
    return found[0] if len(found) == 1 else "cross-app-orchestration"


def _apps(apps: Any, file: str) -> list[dict[str, Any]]:
    remedy = "Use a list of objects with name, class_name and app_state."
    if not isinstance(apps, list):
        raise ForeignError(file, "apps", "The apps of the phone are not a list.", remedy)
    for index, app in enumerate(apps):
        if not isinstance(app, dict):
            raise ForeignError(file, f"apps[{index}]", "This app is not an object.", remedy)
    return apps


def _recognised(apps: list[dict[str, Any]], notes: ImportNotes) -> tuple[dict[str, str], dict[str, ForeignEntry]]:
    """Return our apps by their foreign names, and the state of each app."""
    names: dict[str, str] = {}
    states: dict[str, ForeignEntry] = {}
    for app in apps:
        class_name = clean(str(app.get("class_name") or ""))
        name = clean(str(app.get("name") or class_name))
        ours = app_of(class_name) or app_of(name)
        if not ours and not name.strip():
            notes.say("", "An app without a name is skipped")
        elif not ours:
            notes.say("", f"App {name[:60]} does not exist on this phone; its calls are listed but not shown")
        elif ours in names.values():
            notes.say("", f"App {name[:60]} is a second {all_apps()[ours].title}; its calls are listed but not shown")
        else:
            names[name] = ours
            state = app.get("app_state")
            if state is not None and not isinstance(state, dict):
                notes.say(name, "its state can’t be read, so it is shown as empty")
            if ours in READERS:
                states[ours] = ForeignEntry(state if isinstance(state, dict) else {}, name, notes)
    return names, states


def _ids(story: Story, draft: Draft) -> dict[tuple[str, str], str]:
    ids = {key: story.labels[label][1] for key, label in draft.labels.items() if label in story.labels}
    for foreign, label in draft.users.items():
        ids[User.table, foreign] = OWNER_ID if label == OWNER else story.people[label].user_id
    return ids


def imported_id(scenario_id: str) -> str:
    told = _NOT_IN_IDS.sub("_", scenario_id.lower()).strip("_") or "trace"
    return f"imported_{told}"[:LONGEST_LABEL].rstrip("_")


def imported_title(scenario_id: str) -> str:
    words = " ".join(re.split(r"[\W_]+", clean(scenario_id))).strip()
    return capital(words)[:120] or "A trace of another system"
