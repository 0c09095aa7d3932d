"""The results of a sweep as files, written again whenever a configuration is complete and when the command ends."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.jobs.rows import rows_of_sweep
from benchmark.jobs.sharing import give_to_folder
from benchmark.models import Sweep
from benchmark.plan.schema import SweepPlan
from benchmark.plan.writing import write_plan
from benchmark.report.data import About
from benchmark.results_about import MARK, PLAN, about_of, facts_of, mark_in
from benchmark.results_files import json_of, write_atomically
from benchmark.results_folder import folder_name, write_results
from benchmark.rows import NO_VALIDATION, Row
from pare_site.cli.benchmark_flags import LEVELS
from pare_site.cli.benchmark_traces import Traces
from pare_site.cli.exits import CRASHED, Trouble
from pare_site.machine import to_type

DEFAULT_RESULTS, DEFAULT_TRACES, DEFAULT_FORMAT = "results", "traces", "hf"


class Places(NamedTuple):
    results: Path
    traces: Path | None
    format: str
    log_level: str = "WARNING"

    @property
    def flags(self) -> list[str]:
        """What says the same again, for a command that goes on with the sweep."""
        found = [] if self.results == Path(DEFAULT_RESULTS) else ["--results-dir", str(self.results)]
        if self.traces is None:
            return found
        found.append("--export")
        found += [] if self.traces == Path(DEFAULT_TRACES) else ["--output-dir", str(self.traces)]
        return found + ([] if self.format == DEFAULT_FORMAT else ["--export-format", self.format])

    def to_type(self, verb: str, sweep: Sweep) -> str:
        """The command that goes on with a sweep and writes to the same places."""
        return to_type(shlex.join(["benchmark", verb, str(sweep.pk), *self.flags]))


def places(output: Mapping[str, Any]) -> Places:
    """Where everything goes, by what flags and the plan's file say; refused before anything is played."""
    traces = Path(output.get("output_dir") or DEFAULT_TRACES).expanduser() if output.get("export") else None
    found = Places(
        Path(output.get("results_dir") or DEFAULT_RESULTS).expanduser(),
        traces,
        output.get("export_format") or DEFAULT_FORMAT,
        log_level(output),
    )
    _try_to_make(found.results, "--results-dir")
    if traces is not None:
        _try_to_make(traces, "--output-dir")
    return found


def log_level(output: Mapping[str, Any]) -> str:
    """A file may have any word there; a flag has one of the right ones."""
    wanted = str(output.get("log_level") or LEVELS[2]).upper()
    if wanted not in LEVELS:
        raise Trouble(f"log_level: '{wanted}' is none; write one of {', '.join(LEVELS)}.")
    return wanted


class SweepResults:
    """Writes whole folders: who reads them meanwhile finds all that there is so far."""

    def __init__(self, sweep: Sweep, where: Places) -> None:
        self._sweep = sweep
        self._where = where
        plan = SweepPlan.model_validate(sweep.plan)
        self._plan = plan
        self._facts = facts_of(plan)
        self._about = about_of(sweep.name, sweep.plan_hash, plan)
        self._traces = None if where.traces is None else Traces(where.traces, where.format, self._facts)
        self._has_begun = False
        self.rows: Sequence[Row] = ()
        self.folders: tuple[Path, ...] = ()

    @property
    def about(self) -> About:
        return self._about

    @property
    def trace_folder(self) -> Path | None:
        return None if self._traces is None else self._where.traces

    def complete(self, configurations: set[int]) -> None:
        self.write()

    def write(self) -> None:
        rows: Sequence[Row] = rows_of_sweep(self._sweep)
        try:
            if not self._has_begun:
                self._set_others_aside(rows)
                self._has_begun = True
            if self._traces is not None:
                rows = self._traces.written(rows)
            self.folders = write_results(self._where.results, self._facts, rows, self._about).folders
            give_to_folder(self._sweep)
            for folder in self.folders:
                self._mark(folder, rows)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Trouble(
                f"The results cannot be written: {reason}.",
                f"The sweep is kept. Write them again: {self._where.to_type('resume', self._sweep)}",
                code=CRASHED,
            ) from None
        self.rows = rows

    def _mark(self, folder: Path, rows: Sequence[Row]) -> None:
        """Says of which sweep the folder is, and whether all of it is there."""
        done = sum(row.status != NO_VALIDATION for row in rows)
        mark = {
            "sweep": self._sweep.pk,
            "name": self._sweep.name,
            "plan_hash": self._sweep.plan_hash,
            "episodes": len(rows),
            "done": done,
            "partial": done < len(rows),
        }
        write_atomically(folder / MARK, json_of(mark))
        write_atomically(folder / PLAN, write_plan(self._plan))

    def _set_others_aside(self, rows: Sequence[Row]) -> None:
        """Results of another plan under the same name are kept: they make room under the number of their sweep."""
        for user in {row.user_model for row in rows}:
            folder = self._where.results / folder_name(self._facts, user)
            mark = mark_in(folder)
            if mark and mark.get("plan_hash") != self._sweep.plan_hash:
                _set_aside(folder, f"{folder.name}_sweep_{mark.get('sweep', 0)}")


def _set_aside(folder: Path, name: str) -> None:
    free = folder.with_name(name)
    number = 1
    while free.exists():
        number += 1
        free = folder.with_name(f"{name}_{number}")
    folder.rename(free)


def _try_to_make(folder: Path, flag: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{flag} {folder} cannot be made: {error.strerror}. Name another folder.") from None
