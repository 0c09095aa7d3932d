"""Finds scenario and split files: in folders that settings name, in the benchmark, and in installed packages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from simulator.scenario.load import ScenarioFault

SCENARIOS = "PARE_SCENARIOS_DIR"
SPLITS = "PARE_BENCHMARK_SPLITS_DIR"


class FolderError(Exception):
    """A folder that a setting names does not exist."""


def scenario_folders(environ: Mapping[str, str]) -> list[Path]:
    """Return the folders that PARE_SCENARIOS_DIR lists; if it lists none, the folder of the built-in scenarios."""
    named = _named_folders(SCENARIOS, environ)
    if named:
        return named
    own = benchmark_folder() / "scenarios"
    if not own.is_dir():
        raise FolderError(f"There is no folder {own}. Set {SCENARIOS} to the folder that holds your scenario files.")
    return [own]


def split_folders(environ: Mapping[str, str]) -> list[Path]:
    """Return the folders that PARE_BENCHMARK_SPLITS_DIR lists; if it lists none, the folder of the built-in splits."""
    own = benchmark_folder() / "splits"
    return _named_folders(SPLITS, environ) or ([own] if own.is_dir() else [])


def benchmark_folder() -> Path:
    """Return the folder of the benchmark package."""
    # Found by its path on disk: the simulator must not import the benchmark, which is a higher layer.
    return Path(str(files("simulator"))).parent / "benchmark"


def _named_folders(variable: str, environ: Mapping[str, str]) -> list[Path]:
    names = [name.strip() for name in environ.get(variable, "").split(",")]
    return list(dict.fromkeys(_existing(name, variable) for name in names if name))


def _existing(name: str, variable: str) -> Path:
    """Return an existing folder; look up a relative path in the current folder, then in the benchmark package.

    Raise FolderError if the folder does not exist.
    """
    wanted = Path(name).expanduser()
    places = [wanted] if wanted.is_absolute() else [Path.cwd() / wanted, benchmark_folder() / wanted]
    for place in places:
        if place.is_dir():
            return place.resolve()
    tried = " or ".join(str(place) for place in places)
    raise FolderError(
        f"{variable} names the folder '{name}', but there is no {tried}. Fix the setting or create the folder."
    )


GROUP = "pare.scenarios"


class PluginFiles(NamedTuple):
    """Scenario files of installed packages, and the faults of entry points that give no files."""

    files: tuple[Path, ...]
    faults: tuple[ScenarioFault, ...]


def installed_plugins() -> list[EntryPoint]:
    return sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))


def plugin_files(points: Iterable[EntryPoint]) -> PluginFiles:
    """Return the files and faults of entry points, which name packages, modules, or callables that return paths."""
    files: dict[Path, None] = {}
    faults = []
    for point in points:
        try:
            places = _places(point.load())
            found = [file for place in places for file in yaml_files(place)]
        except Exception as error:
            # Importing a package may raise anything; one broken package must not hide the other scenarios.
            text = (
                f"this entry point gives no scenarios ({error}); name a package, module, or callable that returns paths"
            )
            faults.append(_fault(point, text))
            continue
        files.update(dict.fromkeys(found))
        if not found:
            looked = ", ".join(map(str, places)) or "it gives no path"
            text = f"this entry point has no scenario files: {looked}; put .yaml files there or give their folder"
            faults.append(_fault(point, text))
    return PluginFiles(tuple(files), tuple(faults))


def _fault(point: EntryPoint, text: str) -> ScenarioFault:
    return ScenarioFault(f"{GROUP}: {point.name} = {point.value}", None, "", text)


def yaml_files(place: Path) -> list[Path]:
    """Return the `.yaml` files of a folder, except hidden files such as backups of editors.

    For a file, return only that file.
    """
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
