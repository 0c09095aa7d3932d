"""Reads scenario lists from files: one id per line; text after # is a comment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from simulator.plans.plan_file import PlanProblem
from simulator.scenario.base import is_label
from simulator.scenario.load import ScenarioError
from simulator.scenario.splits import numbered_ids

_WRITE_IDS = "Write one id per line; text after # is a comment."


def is_file_name(entry: str) -> bool:
    """Return whether an entry is a file name: ids contain no dots, slashes or tildes."""
    return not is_label(entry) and any(sign in entry for sign in "./\\~")


def ids_of(entries: Iterable[str], folders: Sequence[Path]) -> list[str | PlanProblem]:
    """Return the scenario ids that the entries name, and a problem for each entry that cannot be used.

    An entry is an id, or a file of ids in one of `folders`; without folders, files are refused.
    """
    found: list[str | PlanProblem] = []
    for entry in entries:
        found += _read(entry, folders) if is_file_name(entry) else [entry]
    return found


def _read(entry: str, folders: Sequence[Path]) -> Iterator[str | PlanProblem]:
    if not folders:
        yield PlanProblem(
            "scenarios", f"'{entry}' is a file; plans from the browser can’t use files.", "Give the scenario ids."
        )
        return
    if entry.endswith((".yaml", ".yml")):
        remedy = "Add its folder to PARE_SCENARIOS_DIR, and give the scenario's id."
        yield PlanProblem("scenarios", f"'{entry}' is a scenario, not a list of ids.", remedy)
        return
    file = _there(entry, folders)
    if file is None:
        remedy = "Correct the file name, or give the scenario ids themselves."
        yield PlanProblem("scenarios", f"There is no file '{entry}'.", remedy)
        return
    try:
        lines = list(numbered_ids(file))
    except ScenarioError as error:
        yield from (PlanProblem("scenarios", str(fault), _WRITE_IDS) for fault in error.faults)
        return
    if not lines:
        yield PlanProblem("scenarios", f"'{entry}' contains no ids.", _WRITE_IDS)
    for number, slug in lines:
        if is_label(slug):
            yield slug
        else:
            yield PlanProblem("scenarios", f"{entry}:{number}: '{slug[:100]}' is not an id.", _WRITE_IDS)


def _there(entry: str, folders: Sequence[Path]) -> Path | None:
    for folder in folders:
        try:
            # A path that starts with "~" is not joined to the folder, because "~" would become an ordinary name in it.
            file = (folder / entry).expanduser() if not entry.startswith("~") else Path(entry).expanduser()
            if file.is_file():
                return file
        # expanduser raises RuntimeError if there is no home folder for "~name".
        except (OSError, RuntimeError, ValueError):
            continue
    return None
