"""Scenarios from other packages: entry points of the group `pare.scenarios`."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from simulator.scenario.load import Fault

GROUP = "pare.scenarios"


class Found(NamedTuple):
    """What the entry points lead to: scenario files, and what is wrong with those that lead nowhere."""

    files: tuple[Path, ...]
    faults: tuple[Fault, ...]


def installed_plugins() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))


def plugin_files(points: Iterable[EntryPoint]) -> Found:
    """An entry point names a package or module whose folder holds scenarios, or a callable that gives paths."""
    files: dict[Path, None] = {}
    faults = []
    for point in points:
        try:
            places = _places(point.load())
            found = [file for place in places for file in yaml_files(place)]
        except Exception as error:
            # A package that is broken in whatever way must not take the other scenarios with it.
            text = f"this entry point gives no scenarios ({error}); name a package, a module or a callable with paths"
            faults.append(_fault(point, text))
            continue
        files.update(dict.fromkeys(found))
        if not found:
            looked = ", ".join(map(str, places)) or "it gives no path"
            text = f"this entry point holds no scenario files: {looked}; put .yaml files there or name where they are"
            faults.append(_fault(point, text))
    return Found(tuple(files), tuple(faults))


def _fault(point: EntryPoint, text: str) -> Fault:
    return Fault(f"{GROUP}: {point.name} = {point.value}", None, "", text)


def yaml_files(place: Path) -> list[Path]:
    """The scenario files of a folder, or the file itself. Hidden files are editors' copies."""
    if place.is_dir():
        return sorted(file for file in place.glob("*.yaml") if not file.name.startswith("."))
    if place.is_file():
        return [place]
    raise FileNotFoundError(f"there is no {place}")


def _places(target: Any) -> list[Path]:
    if isinstance(target, ModuleType):
        folders = list(getattr(target, "__path__", []))
        return [Path(folder) for folder in folders] or [Path(str(target.__file__)).parent]
    given = target()
    return [Path(given)] if isinstance(given, str | Path) else [Path(place) for place in given]
