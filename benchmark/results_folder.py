"""The folder of results, in the layout of the original benchmark.

It has the rows and the report of each configuration, and the rows and the report of all configurations together:

    {results}/{experiment}_{split}_user_{user}_mt_{turns}_umi_{user}_omi_{observe}_emi_{execute}/
        obs_{observe}_exec_{execute}_enmi_{events}_es_{seed}_tfp_{failures}_result.json
        obs_{observe}_exec_{execute}_enmi_{events}_es_{seed}_tfp_{failures}_report.txt
        combined_result.json, combined_report.txt

Each user model has its own folder. Baselines, which play with the scripted user, are in the folder `user_scripted`, or
in all folders if no model was played with the scripted user.
Files are written atomically, so results can be rewritten while a sweep is playing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmark.report.as_json import json_report
from benchmark.report.build import by_configuration, report_of
from benchmark.report.data import About, SweepReport
from benchmark.report.text import configuration_text, text_report
from benchmark.result_row import ResultRow
from benchmark.results_files import (
    COMBINED,
    REPORT,
    RESULT,
    folder_with_results,
    read_folder,
    rows_as_json,
    write_atomically,
)

# Written in a folder's name in place of the turn limit if each scenario has its own limit.
_OWN = "own"


class NamingFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The values in the names of folders and files that the rows do not contain."""

    experiment_name: str = "benchmark"
    split: str = "custom"
    max_turns: int | None = None
    user_iterations: int = 1
    observe_iterations: int = 8
    execute_iterations: int = 15
    env_events_seed: int = 42


class WrittenFiles(msgspec.Struct, frozen=True):
    """Paths of the written files, and of the folders that hold them."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]


def folder_name(facts: NamingFacts, user: str) -> str:
    turns = _OWN if facts.max_turns is None else facts.max_turns
    limits = f"umi_{facts.user_iterations}_omi_{facts.observe_iterations}_emi_{facts.execute_iterations}"
    return f"{_safe(facts.experiment_name)}_{_safe(facts.split)}_user_{_safe(user)}_mt_{turns}_{limits}"


def file_stem(facts: NamingFacts, row: ResultRow) -> str:
    """Return the name of a configuration's files without `_result.json` or `_report.txt`; `row` is any of its rows."""
    exact = row.env_events_per_minute
    # The published column holds whole numbers only; ours has the exact rate.
    events = f"{row.num_env_events_per_minute if exact is None else exact:g}"
    failures = float(row.tool_failure_probability)
    pair = f"obs_{_safe(row.observe_model)}_exec_{_safe(row.execute_model)}"
    return f"{pair}_enmi_{events}_es_{facts.env_events_seed}_tfp_{failures}"


def write_results(root: Path, facts: NamingFacts, rows: Sequence[ResultRow], about: About) -> WrittenFiles:
    """Write rows and reports, one folder per user model, and return their paths. Existing files are replaced."""
    folders, files = [], []
    for user, chosen in _by_user(rows).items():
        folder = root / folder_name(facts, user)
        files += _write_folder(folder, facts, chosen, about)
        folders.append(folder)
    return WrittenFiles(tuple(folders), tuple(files))


def write_combined(folder: Path, about: About) -> tuple[SweepReport, WrittenFiles]:
    """Read all result files of a folder, and write their combined report to it. Raises BadResults."""
    found = folder_with_results(folder)
    report = report_of(read_folder(found), about)
    return report, WrittenFiles((found,), tuple(_write_report(found, report)))


def _write_folder(folder: Path, facts: NamingFacts, rows: Sequence[ResultRow], about: About) -> list[Path]:
    report = report_of(rows, about)
    files = []
    for label, (stem, chosen) in _stems(facts, by_configuration(rows)).items():
        for ending, text in ((RESULT, rows_as_json(_ordered(chosen))), (REPORT, configuration_text(report, label))):
            files.append(folder / f"{stem}{ending}")
            write_atomically(files[-1], text)
    return [*files, *_write_report(folder, report)]


def _write_report(folder: Path, report: SweepReport) -> list[Path]:
    files = [folder / f"{COMBINED}{RESULT}", folder / f"{COMBINED}{REPORT}"]
    for path, text in zip(files, (json_report(report), text_report(report)), strict=True):
        write_atomically(path, text)
    return files


def _stems(facts: NamingFacts, groups: dict[str, list[ResultRow]]) -> dict[str, tuple[str, list[ResultRow]]]:
    """Return file stem and rows by label. If several configurations get the same stem, the later ones get a number."""
    # Counted in lower case: macOS and Windows do not tell apart names that differ only in case.
    taken: defaultdict[str, int] = defaultdict(int)
    found = {}
    for label, rows in groups.items():
        stem = file_stem(facts, rows[0])
        taken[stem.lower()] += 1
        number = taken[stem.lower()]
        found[label] = (stem if number == 1 else f"{stem}_{number}", rows)
    return found


def _by_user(rows: Sequence[ResultRow]) -> dict[str, list[ResultRow]]:
    # If a sweep has only baselines, there is a folder for the user that they were played with.
    users = sorted({row.user_model for row in rows if row.kind == "model"} or {row.user_model for row in rows})
    found: dict[str, list[ResultRow]] = {user: [] for user in users}
    for row in rows:
        for user in [row.user_model] if row.user_model in found else users:
            found[user].append(row)
    return found


def _ordered(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return rows sorted by scenario and run, as in the original."""
    return sorted(rows, key=lambda row: (row.base_scenario_id, row.run_number or 0, row.seed or 0, row.run or 0))


def _safe(name: str) -> str:
    """Return a name that is safe in a path: model names contain slashes, which must not lead out of the folder."""
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", name).strip("-.") or "unnamed"
