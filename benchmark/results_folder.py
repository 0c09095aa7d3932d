"""The folder of results, laid out as the original lays it out: rows and a report per configuration, and both combined.

    {results}/{experiment}_{split}_user_{user}_mt_{turns}_umi_{user}_omi_{observe}_emi_{execute}/
        obs_{observe}_exec_{execute}_enmi_{events}_es_{seed}_tfp_{failures}_result.json
        obs_{observe}_exec_{execute}_enmi_{events}_es_{seed}_tfp_{failures}_report.txt
        combined_result.json, combined_report.txt

Each user has a folder of its own. Baselines are played with the scripted user; they lie beside the models in each.
Files are written whole or not at all, so results may be written again and again while a sweep is being played.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from benchmark.report.as_json import json_report
from benchmark.report.building import report_of
from benchmark.report.data import About, Report
from benchmark.report.grouping import by_configuration
from benchmark.report.text import configuration_text, text_report
from benchmark.results_files import (
    COMBINED,
    REPORT,
    RESULT,
    folder_with_results,
    read_folder,
    rows_as_json,
    write_atomically,
)
from benchmark.rows import Row

_OWN = "own"
"""In a folder's name: every scenario has its own limit of turns."""


class PlanFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What names of folders and files say, and rows do not."""

    experiment_name: str = "benchmark"
    split: str = "custom"
    max_turns: int | None = None
    user_iterations: int = 1
    observe_iterations: int = 5
    execute_iterations: int = 10
    env_events_seed: int = 42


class Written(msgspec.Struct, frozen=True):
    folders: tuple[Path, ...]
    files: tuple[Path, ...]


def folder_name(facts: PlanFacts, user: str) -> str:
    turns = _OWN if facts.max_turns is None else facts.max_turns
    limits = f"umi_{facts.user_iterations}_omi_{facts.observe_iterations}_emi_{facts.execute_iterations}"
    return f"{_safe(facts.experiment_name)}_{_safe(facts.split)}_user_{_safe(user)}_mt_{turns}_{limits}"


def file_stem(facts: PlanFacts, row: Row) -> str:
    """A configuration's files, by any of its rows."""
    exact = row.env_events_per_minute
    events = f"{row.num_env_events_per_minute if exact is None else exact:g}"
    failures = float(row.tool_failure_probability)
    pair = f"obs_{_safe(row.observe_model)}_exec_{_safe(row.execute_model)}"
    return f"{pair}_enmi_{events}_es_{facts.env_events_seed}_tfp_{failures}"


def write_results(root: Path, facts: PlanFacts, rows: Sequence[Row], about: About) -> Written:
    """Everything that there is so far, a folder for each user; earlier files of the same names are replaced."""
    folders, files = [], []
    for user, chosen in _by_user(rows).items():
        folder = root / folder_name(facts, user)
        files += _write_folder(folder, facts, chosen, about)
        folders.append(folder)
    return Written(tuple(folders), tuple(files))


def write_combined(folder: Path, about: About) -> tuple[Report, Written]:
    """Reads every result file of a folder and writes the report of all of them beside these."""
    found = folder_with_results(folder)
    report = report_of(read_folder(found), about)
    return report, Written((found,), tuple(_write_report(found, report)))


def _write_folder(folder: Path, facts: PlanFacts, rows: Sequence[Row], about: About) -> list[Path]:
    report = report_of(rows, about)
    files = []
    for label, (stem, chosen) in _stems(facts, by_configuration(rows)).items():
        for ending, text in ((RESULT, rows_as_json(_ordered(chosen))), (REPORT, configuration_text(report, label))):
            files.append(folder / f"{stem}{ending}")
            write_atomically(files[-1], text)
    return [*files, *_write_report(folder, report)]


def _write_report(folder: Path, report: Report) -> list[Path]:
    files = [folder / f"{COMBINED}{RESULT}", folder / f"{COMBINED}{REPORT}"]
    for path, text in zip(files, (json_report(report), text_report(report)), strict=True):
        write_atomically(path, text)
    return files


def _stems(facts: PlanFacts, groups: dict[str, list[Row]]) -> dict[str, tuple[str, list[Row]]]:
    """By label: the files' stem and the rows. Where two configurations would share a name the later one is numbered."""
    taken: defaultdict[str, int] = defaultdict(int)
    found = {}
    for label, rows in groups.items():
        stem = file_stem(facts, rows[0])
        taken[stem.lower()] += 1
        number = taken[stem.lower()]
        found[label] = (stem if number == 1 else f"{stem}_{number}", rows)
    return found


def _by_user(rows: Sequence[Row]) -> dict[str, list[Row]]:
    users = sorted({row.user_model for row in rows if row.kind == "model"} or {row.user_model for row in rows})
    found: dict[str, list[Row]] = {user: [] for user in users}
    for row in rows:
        for user in [row.user_model] if row.user_model in found else users:
            found[user].append(row)
    return found


def _ordered(rows: Sequence[Row]) -> list[Row]:
    """By scenario, then by run, as the original has them."""
    return sorted(rows, key=lambda row: (row.base_scenario_id, row.run_number or 0, row.seed or 0, row.run or 0))


def _safe(name: str) -> str:
    """Names of models hold slashes and addresses, which must not leave the folder."""
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", name).strip("-.") or "unnamed"
