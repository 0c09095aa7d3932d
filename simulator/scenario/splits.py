"""Splits: named lists of scenarios, one id per line."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from simulator.scenario.load import ScenarioError, ScenarioFault, read_text
from simulator.scenario.problems import close_to, listed
from simulator.scenario.scenario_files import SCENARIOS


class UnknownSplit(LookupError):
    """No split has this name."""


class Split(NamedTuple):
    """A named list of scenario ids."""

    name: str
    file: Path
    ids: tuple[str, ...]
    about: str = ""
    """The comment in the first line of the file: which scenarios the split contains, and why."""


class Splits:
    """The splits in some folders: files `<name>.txt` with one id per line; text after a # is a comment.

    A comment in the first line describes the split.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = tuple(folders)

    def names(self) -> list[str]:
        return sorted({file.stem for file in self._files()})

    def get(self, name: str, known: Collection[str]) -> Split:
        """Return a split. Raise UnknownSplit if there is no file, and ScenarioError for unknown or repeated ids.

        `known`: the ids of all scenarios.
        """
        file = next((file for file in self._files() if file.stem == name), None)
        if file is None:
            names = self.names()
            raise UnknownSplit(f"There is no split '{name}'{close_to(name, names)}. Splits are: {listed(names, name)}.")
        lines = list(numbered_ids(file))
        faults = list(_faults(file, lines, known))
        if faults:
            raise ScenarioError(faults)
        return Split(name, file, tuple(scenario for _, scenario in lines), _about(file))

    def readable(self) -> list[Split]:
        """Return the splits whose files can be read, sorted by name; their ids may be unknown or repeated.

        Lists and help texts use this method, because one broken file must not make them fail.
        """
        found: dict[str, Split] = {}
        for file in self._files():
            with suppress(ScenarioError):
                ids = tuple(scenario for _, scenario in numbered_ids(file))
                found.setdefault(file.stem, Split(file.stem, file, ids, _about(file)))
        return [found[name] for name in sorted(found)]

    def faults(self, known: Collection[str]) -> list[ScenarioFault]:
        """Return the faults of all split files: unknown ids, repeated ids, names that two files share."""
        found: list[ScenarioFault] = []
        first: dict[str, Path] = {}
        for file in self._files():
            if file.stem in first:
                text = f"the split '{file.stem}' is also in {first[file.stem]}; rename one of them"
                found.append(ScenarioFault(str(file), None, "", text))
            first.setdefault(file.stem, file)
            try:
                found.extend(_faults(file, list(numbered_ids(file)), known))
            except ScenarioError as error:
                found.extend(error.faults)
        return found

    def _files(self) -> list[Path]:
        files = (file for folder in self._folders for file in sorted(folder.glob("*.txt")))
        # Hidden files are backup copies of editors.
        return [file for file in files if not file.name.startswith(".")]


def numbered_ids(file: Path) -> Iterator[tuple[int, str]]:
    """Yield line number and id of every line with an id. Raise ScenarioError if the file can't be read."""
    for number, line in enumerate(read_text(file).splitlines(), 1):
        scenario = line.partition("#")[0].strip()
        if scenario:
            yield number, scenario


def _about(file: Path) -> str:
    first = read_text(file).partition("\n")[0].strip()
    return first.lstrip("#").strip() if first.startswith("#") else ""


def _faults(file: Path, lines: list[tuple[int, str]], known: Collection[str]) -> Iterator[ScenarioFault]:
    first: dict[str, int] = {}
    for number, scenario in lines:
        if scenario in first:
            text = f"'{scenario}' is already on line {first[scenario]}; delete one of the two"
            yield ScenarioFault(str(file), number, "", text)
        first.setdefault(scenario, number)
    missing = [scenario for scenario in first if scenario not in known]
    if missing:
        named = listed(f"'{scenario}'{close_to(scenario, known)}" for scenario in missing)
        text = f"not among the loaded scenarios: {named}; correct the ids, or add their folder to {SCENARIOS}"
        yield ScenarioFault(str(file), first[missing[0]], "", text)
