"""Loads scenario files; every fault names its file, line and field, and says how to fix it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from simulator.scenario.build import BuildError, build
from simulator.scenario.lint import unfinished, unsound
from simulator.scenario.problems import ScenarioProblem, place_in
from simulator.scenario.schema import Scenario
from simulator.scenario.story import Story
from simulator.scenario.validation_messages import explain
from simulator.scenario.yaml12 import YamlError, load_yaml

FROM_TRACE = "(trace)"
_BEGIN = "start with `id:` and `title:`, one field per line"

Line = Callable[[tuple[str | int, ...]], int | None]
Check = Callable[[Story], Iterable[ScenarioProblem]]


class ScenarioFault(NamedTuple):
    """One mistake in a file; the field is a dotted path such as world.email.2.at."""

    file: str
    line: int | None
    field: str
    text: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return ": ".join(part for part in (place, self.field, self.text) if part)


class ScenarioError(Exception):
    """A scenario or split can't be used. `faults` lists everything that the failed stage of loading found."""

    def __init__(self, faults: Iterable[ScenarioFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)


def load_file(path: Path) -> Story:
    """Return the story in a file. Raise ScenarioError if it has faults or is not named after the scenario's id."""
    return _loaded(read_text(path), str(path), (unsound, unfinished, lambda story: _named_after(path, story)))


def load_text(text: str, file: str) -> Story:
    return _loaded(text, file, (unsound, unfinished))


def from_source(source: Mapping[str, Any], file: str = FROM_TRACE) -> Story:
    """Return the story of the scenario in a trace."""
    # Only `unsound`: newer rules for finished files must not make an old trace unreadable.
    return _story(dict(source), file, lambda path: None, (unsound,))


def read_text(path: Path) -> str:
    """Return the text of a file. Raise ScenarioError if it can't be read or is not UTF-8."""
    try:
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise _one(str(path), None, f"the file cannot be read ({reason}); check its name and permissions") from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _one(str(path), line, "the file is not UTF-8 text; save it as UTF-8") from None


def _loaded(text: str, file: str, checks: Iterable[Check]) -> Story:
    try:
        document = load_yaml(text, file)
    except YamlError as error:
        remedy = f"{error.remedy[:1].lower()}{error.remedy[1:]}"
        raise _one(file, error.line, f"{error.problem}; {remedy}") from None
    if document.data is None:
        raise _one(file, 1, f"the file is empty; {_BEGIN}")
    if not isinstance(document.data, dict):
        kind = "a list" if isinstance(document.data, list) else "a single value"
        raise _one(file, document.line_of(()), f"the file contains {kind}, not fields; {_BEGIN}")
    return _story(document.data, file, document.line_of, checks)


def _story(data: dict[str, Any], file: str, line: Line, checks: Iterable[Check]) -> Story:
    try:
        scenario = Scenario.model_validate(data)
        story = build(scenario, data, file)
    except ValidationError as error:
        raise _refused(explain(error, Scenario, data), data, file, line) from None
    except BuildError as error:
        raise _refused(error.problems, data, file, line) from None
    problems = [problem for check in checks for problem in check(story)]
    if problems:
        raise _refused(problems, data, file, line)
    return story


def _refused(problems: Iterable[ScenarioProblem], data: dict[str, Any], file: str, line: Line) -> ScenarioError:
    # A dict, because two checks may find the same mistake.
    faults: dict[ScenarioFault, None] = {}
    for path, text in problems:
        place = place_in(data, path)
        faults[ScenarioFault(file, line(place), ".".join(map(str, place)), text)] = None
    return ScenarioError(sorted(faults, key=lambda fault: fault.line or 0))


def _one(file: str, line: int | None, text: str) -> ScenarioError:
    return ScenarioError([ScenarioFault(file, line, "", text)])


def _named_after(path: Path, story: Story) -> Iterable[ScenarioProblem]:
    if path.stem != story.id:
        text = f"the file is called {path.name}, but the id is '{story.id}'; rename one of them to match the other"
        yield ScenarioProblem(("id",), text)
