"""The library of scenarios: finds files in folders and installed packages, and loads them on demand."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import NamedTuple

from simulator.phone.registry import all_apps
from simulator.scenario.base import is_label
from simulator.scenario.load import ScenarioError, ScenarioFault, load_file
from simulator.scenario.problems import close_to, listed
from simulator.scenario.scenario_files import (
    FolderError,
    PluginFiles,
    installed_plugins,
    plugin_files,
    scenario_folders,
    split_folders,
    yaml_files,
)
from simulator.scenario.schema import CATEGORIES, PATTERNS
from simulator.scenario.splits import Splits
from simulator.scenario.story import Story

__all__ = ["FolderError", "Library", "UnknownScenario", "UnknownValue", "scenario_folders"]

_STATUSES = ("draft", "ready")
# Maximum number of stories that a process keeps in memory. Loading a story is slow: its whole file is checked.
_MOST_KEPT = 2048


class UnknownScenario(LookupError):
    """No scenario has this id."""


class UnknownValue(ValueError):
    """A filter names an app, category, pattern or status that does not exist."""


class _Loaded(NamedTuple):
    story: Story | None
    faults: tuple[ScenarioFault, ...]


class Library:
    """All scenarios of some folders and packages; a file is read when needed, and again only after it changed."""

    def __init__(
        self,
        folders: Sequence[Path] | None = None,
        splits: Splits | None = None,
        plugins: Iterable[EntryPoint] | None = None,
    ) -> None:
        """Use these folders, splits and plugins.

        If `folders` is None, take the folders from the settings, and by default also the splits from the settings and
        the plugins from installed packages. If `folders` is given, there are no splits and plugins by default.
        """
        by_settings = folders is None
        self._folders = tuple(scenario_folders(os.environ) if folders is None else folders)
        self.splits = Splits(split_folders(os.environ) if by_settings else ()) if splits is None else splits
        self._points = tuple(plugins or (installed_plugins() if by_settings else ()))

    @classmethod
    def standard(cls, environ: Mapping[str, str] | None = None) -> Library:
        """Return the library of the folders in the settings (default: the benchmark) and of installed packages."""
        settings = os.environ if environ is None else environ
        return cls(scenario_folders(settings), Splits(split_folders(settings)), installed_plugins())

    def ids(self) -> list[str]:
        """Return the ids of all files, even of those with faults: a file is named after its scenario."""
        return sorted({file.stem for file in self.files()})

    def get(self, scenario: str) -> Story:
        """Return one story, reading only its file.

        Raise UnknownScenario if there is no file, and ScenarioError if the file has faults or two files have this id.
        """
        files = self._files_of(scenario)
        if not files:
            ids = self.ids()
            known = f"{len(ids)} ids are known, such as {listed(ids[:5])}" if ids else "no ids are known"
            raise UnknownScenario(f"There is no scenario '{scenario}'{close_to(scenario, ids)}; {known}.")
        if len(files) > 1:
            raise ScenarioError(_shared_id(scenario, files[0], other) for other in files[1:])
        loaded = _load(files[0])
        if loaded.story is None:
            raise ScenarioError(loaded.faults)
        return loaded.story

    def stories(self) -> list[Story]:
        """Return all stories, sorted by id. Skip files with faults; of two files with the same id, return the first."""
        found: dict[str, Story] = {}
        for file in self.files():
            story = _load(file).story
            if story is not None:
                found.setdefault(story.id, story)
        return [found[name] for name in sorted(found)]

    def faults(self) -> list[ScenarioFault]:
        """Return the faults of all files and entry points, and one for each file whose id an earlier file has."""
        faults = list(self._plugins.faults)
        first: dict[str, Path] = {}
        for file in self.files():
            loaded = _load(file)
            faults.extend(loaded.faults)
            if loaded.story is None:
                continue
            other = first.setdefault(loaded.story.id, file)
            if other != file:
                faults.append(_shared_id(loaded.story.id, other, file))
        return faults

    def filter(
        self,
        *,
        apps: str | Iterable[str] = (),
        category: str | Iterable[str] = (),
        pattern: str | Iterable[str] = (),
        difficulty: int | Iterable[int] = (),
        tags: str | Iterable[str] = (),
        split: str | None = None,
        status: str | None = None,
    ) -> list[Story]:
        """Return the stories that match every given filter.

        A story must have all these apps and tags, one of these categories, one of these patterns, one of these
        ratings, and this status, and be in this split.

        Raise UnknownValue for an unknown app, category, pattern or status.
        """
        wanted_apps, wanted_tags = set(_several(apps)), set(_several(tags))
        categories, patterns, ratings = (set(_several(value)) for value in (category, pattern, difficulty))
        # Without this check, a misspelt filter would find no stories, which looks like a valid result.
        _refuse_unknown("app", wanted_apps, [name for name, app in all_apps().items() if not app.system])
        _refuse_unknown("category", categories, CATEGORIES)
        _refuse_unknown("pattern", patterns, PATTERNS)
        _refuse_unknown("status", {status} if status else set(), _STATUSES)
        return [
            story
            for story in self._in_split(split)
            if wanted_apps <= set(story.scenario.apps)
            and wanted_tags <= set(story.scenario.tags)
            and (not categories or story.scenario.category in categories)
            and (not patterns or story.scenario.pattern in patterns)
            and (not ratings or story.scenario.difficulty.rating in ratings)
            and status in (None, story.scenario.status)
        ]

    def _in_split(self, split: str | None) -> list[Story]:
        if split is None:
            return self.stories()
        ids = sorted(self.splits.get(split, self.ids()).ids)
        files = [file for name in ids for file in self._files_of(name)[:1]]
        return [story for file in files if (story := _load(file).story) is not None]

    def _files_of(self, scenario: str) -> list[Path]:
        """Return every file named after this id; empty if the id is invalid."""
        # Only valid ids: anything else could lead out of the folder or be a name that the file system refuses.
        if not is_label(scenario):
            return []
        own = (folder / f"{scenario}.yaml" for folder in self._folders)
        foreign = (file for file in self._plugins.files if file.stem == scenario)
        return _once_each((*(file for file in own if file.is_file()), *foreign))

    def files(self) -> list[Path]:
        """Return every scenario file of the folders and plugins, even files with faults."""
        own = (file for folder in self._folders for file in yaml_files(folder))
        return _once_each((*own, *self._plugins.files))

    @cached_property
    def _plugins(self) -> PluginFiles:
        # Lazy, because finding the files of plugins imports their packages.
        return plugin_files(self._points)


def _load(file: Path) -> _Loaded:
    try:
        stat = file.stat()
    except OSError:
        return _read(file, 0, 0)
    return _read(file, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=_MOST_KEPT)
def _read(file: Path, changed: int, size: int) -> _Loaded:
    # Time and size are part of the cache's key, so a changed file is read again.
    try:
        return _Loaded(load_file(file), ())
    except ScenarioError as error:
        return _Loaded(None, error.faults)


def _once_each(files: Iterable[Path]) -> list[Path]:
    """Return each file once, even if it is found twice: a setting may name the folder of an installed package."""
    found: dict[Path, Path] = {}
    for file in files:
        found.setdefault(file.resolve(), file)
    return list(found.values())


def _shared_id(scenario: str, first: Path, second: Path) -> ScenarioFault:
    text = f"'{scenario}' is also the id of {first}; give each scenario its own id"
    return ScenarioFault(str(second), _id_line(second), "id", text)


def _id_line(file: Path) -> int | None:
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    return next((number for number, line in enumerate(lines, 1) if line.startswith("id:")), None)


def _several(value: str | int | Iterable[str] | Iterable[int]) -> list[str | int]:
    return [value] if isinstance(value, str | int) else list(value)


def _refuse_unknown(kind: str, wanted: Iterable[str | int], known: Sequence[str]) -> None:
    for name in sorted(str(value) for value in wanted):
        if name not in known:
            raise UnknownValue(f"There is no {kind} '{name}'{close_to(name, known)}; known: {listed(known, name)}.")
