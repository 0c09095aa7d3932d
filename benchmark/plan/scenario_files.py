"""Lists of scenarios in files of their own: one id a line, what follows a # is a comment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from simulator.plans.problems import PlanProblem
from simulator.scenario.base import is_label
from simulator.scenario.load import ScenarioError
from simulator.scenario.splits import numbered_ids

_WRITE_IDS = "Write one id a line; what follows a # is a comment."


def is_file_name(entry: str) -> bool:
    """Ids have neither dots nor slashes, so whatever has them is a file."""
    return not is_label(entry) and any(sign in entry for sign in "./\\~")


def ids_of(entries: Iterable[str], folders: Sequence[Path]) -> list[str | PlanProblem]:
    """The ids that stand for the entries. `folders`: where files may be; without any, none is read."""
    found: list[str | PlanProblem] = []
    for entry in entries:
        found += _read(entry, folders) if is_file_name(entry) else [entry]
    return found


def _read(entry: str, folders: Sequence[Path]) -> Iterator[str | PlanProblem]:
    if not folders:
        yield PlanProblem("scenarios", f"'{entry}' is a file, and none is read here.", "Give the ids themselves.")
        return
    if entry.endswith((".yaml", ".yml")):
        remedy = "Let PARE_SCENARIOS_DIR name its folder too, and give the scenario's id."
        yield PlanProblem("scenarios", f"'{entry}' is a scenario, not a list of ids.", remedy)
        return
    file = _there(entry, folders)
    if file is None:
        remedy = "Correct its name, or give the ids themselves."
        yield PlanProblem("scenarios", f"There is no file '{entry}'.", remedy)
        return
    try:
        lines = list(numbered_ids(file))
    except ScenarioError as error:
        yield from (PlanProblem("scenarios", str(fault), _WRITE_IDS) for fault in error.faults)
        return
    if not lines:
        yield PlanProblem("scenarios", f"'{entry}' holds no id.", _WRITE_IDS)
    for number, slug in lines:
        if is_label(slug):
            yield slug
        else:
            yield PlanProblem("scenarios", f"{entry}:{number}: '{slug[:100]}' is no id.", _WRITE_IDS)


def _there(entry: str, folders: Sequence[Path]) -> Path | None:
    for folder in folders:
        try:
            file = (folder / entry).expanduser() if not entry.startswith("~") else Path(entry).expanduser()
            if file.is_file():
                return file
        except (OSError, RuntimeError, ValueError):
            continue
    return None
