"""Which apps there are: every module of the apps package is found by itself, so adding an app edits nothing else."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from simulator.phone import apps as apps_package
from simulator.phone.app import App
from simulator.phone.state import PHONE_RECORDS
from simulator.phone.store import Record


@lru_cache(maxsize=1)
def all_apps() -> dict[str, App]:
    """Every app by name, system apps first, then by name."""
    found: dict[str, App] = {}
    for module in pkgutil.iter_modules(apps_package.__path__, f"{apps_package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and issubclass(value, App) and _is_part_of(value.__module__, module.name):
                found[value.name] = value()
    return dict(sorted(found.items(), key=lambda item: (not item[1].system, item[0])))


@lru_cache(maxsize=128)
def phone_with(names: tuple[str, ...]) -> dict[str, App]:
    """The apps of one phone: the system's own, those named, and those that these need."""
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
    types = {cls.table: cls for cls in PHONE_RECORDS}
    types.update({cls.table: cls for app in apps.values() for cls in app.records})
    return types


def written_name(full_name: str) -> str:
    """A published name as scenario files write it: `email.send_email` for `Emails__send_email`; empty if it is none."""
    prefix, _, name = full_name.partition("__")
    app = next((app for app in all_apps().values() if name and app.prefix == prefix), None)
    return "" if app is None else f"{app.name}.{name}"


def app_of_table(table: str) -> str:
    """Tables are named `<app>.<noun>`."""
    return table.split(".", 1)[0]


def _is_part_of(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
