"""All known apps: from every package and module in `simulator/phone/apps`, and from installed packages."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from simulator.phone import apps as apps_package
from simulator.phone.app import App
from simulator.phone.state import PHONE_RECORDS
from simulator.phone.store import Record
from simulator.phone.words import RecordWords, Words

# An entry point of this group names a module or package that contains an app, or the class of an app.
GROUP = "pare.apps"
_log = logging.getLogger(__name__)


# Cached, because apps do not change while the program runs, and nearly all code looks them up.
@lru_cache(maxsize=1)
def all_apps() -> dict[str, App]:
    """Return all apps by name: first the system apps, then the others, both in alphabetical order."""
    found: dict[str, App] = {}
    for module in pkgutil.iter_modules(apps_package.__path__, f"{apps_package.__name__}."):
        found.update((app.name, app) for app in _apps_in(importlib.import_module(module.name)))
    # Sorted, because the first of two apps with the same name wins, and the order of packages differs by machine.
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found.update(_installed(point, found))
    return dict(sorted(found.items(), key=lambda item: (not item[1].system, item[0])))


@lru_cache(maxsize=128)
def phone_with(names: tuple[str, ...]) -> dict[str, App]:
    """Return the system apps, the named apps, and the apps that these need. Raise ValueError for an unknown name."""
    everything = all_apps()
    wanted: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in everything:
            raise ValueError(f"There is no app '{name}'. Apps: {', '.join(everything)}.")
        if name not in wanted:
            wanted.add(name)
            waiting.extend(everything[name].needs)
    return {name: app for name, app in everything.items() if app.system or name in wanted}


def record_types(apps: dict[str, App]) -> dict[str, type[Record]]:
    """Return the types of records of the phone itself and of these apps, by table."""
    types = {cls.table: cls for cls in PHONE_RECORDS}
    types.update({cls.table: cls for app in apps.values() for cls in app.records})
    return types


def written_name(full_name: str) -> str:
    """Return a tool as scenario files write it: `email.send_email` for `Emails__send_email`.

    Return an empty text if no app has this prefix. The name after the prefix is not checked.
    """
    prefix, _, name = full_name.partition("__")
    app = next((app for app in all_apps().values() if name and app.prefix == prefix), None)
    return "" if app is None else f"{app.name}.{name}"


def app_of_table(table: str) -> str:
    """Return the name of the app that a table belongs to; tables are named `<app>.<noun>`."""
    return table.split(".", 1)[0]


def installed_folders() -> list[Path]:
    """Return the folders with the modules of installed apps. Such a folder may contain a `templates/` folder."""
    own = f"{apps_package.__name__}."
    modules = {type(app).__module__ for app in all_apps().values() if not type(app).__module__.startswith(own)}
    files = [sys.modules[name].__file__ for name in sorted(modules)]
    return [Path(file).parent for file in files if file is not None]


def words_of(app: str) -> Words:
    """Return the words of an app, or an empty `Words` if the app is not installed."""
    found = all_apps().get(app)
    return _NO_WORDS if found is None else found.words


@cache
def record_words(cls: type[Record]) -> RecordWords:
    """Return the words for a type of record; if no app declares any, the noun is made from the table's name."""
    for app in all_apps().values():
        if cls in app.words.records:
            return app.words.records[cls]
    return RecordWords(noun=cls.table.rpartition(".")[2].replace("_", " "))


@lru_cache(maxsize=1)
def view_words() -> Words:
    """Return a `Words` with the `labels`, `unsaid` and `either_way` of all apps; its other fields are empty."""
    words = [app.words for app in all_apps().values()]
    labels: Mapping[str, str] = {key: label for one in words for key, label in one.labels.items()}
    unsaid = frozenset[str]().union(*(one.unsaid for one in words))
    return Words(labels=labels, unsaid=unsaid, either_way=frozenset[str]().union(*(one.either_way for one in words)))


_NO_WORDS = Words()


def _apps_in(target: Any) -> Iterator[App]:
    """Yield an instance of an app class, or of each app class that a module or package defines and exports."""
    if isinstance(target, ModuleType):
        # A module may also import app classes from elsewhere; they are found in their own packages.
        for value in vars(target).values():
            if isinstance(value, type) and issubclass(value, App) and _is_part_of(value.__module__, target.__name__):
                yield value()
    elif isinstance(target, type) and issubclass(target, App):
        yield target()


def _installed(point: EntryPoint, known: Mapping[str, App]) -> dict[str, App]:
    """Return the apps of an entry point by name; if one of them can't be used, log why and return an empty dict."""
    # Importing foreign code may raise anything, and one broken package must not remove all other apps.
    try:
        apps = list(_apps_in(point.load()))
        problem = "" if apps else "the entry point names neither a module with an app nor an app's class"
    except Exception as error:
        apps, problem = [], f"{type(error).__name__}: {error}"
    problem = problem or next(filter(None, (_problem(app, known) for app in apps)), "")
    if problem:
        _log.error("The app '%s' of %s (%s) is skipped: %s.", point.name, GROUP, point.value, problem)
        return {}
    return {app.name: app for app in apps}


def _problem(app: App, known: Mapping[str, App]) -> str:
    """Return the reason why an installed app can't be added to the known apps, or an empty text if it can."""
    if not (app.name and app.prefix and app.title and app.about):
        return "an app needs `name`, `prefix`, `title` and `about`"
    if app.system:
        return "an installed app cannot be a system app; remove `system`"
    own = {app.name, app.prefix.casefold(), app.title.casefold()}
    for other in known.values():
        if own & {other.name, other.prefix.casefold(), other.title.casefold()}:
            return f"the app '{other.name}' already has its name, prefix or title; choose different ones"
    strange = [cls.table for cls in app.records if app_of_table(cls.table) != app.name]
    return f"its table '{strange[0]}' must be named '{app.name}.<noun>'" if strange else ""


def _is_part_of(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
