"""Writes the results and traces of a sweep as files, when a configuration is complete and when the command ends."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmark.jobs.reader_rows import reader_of_sweep, rows_read_by
from benchmark.jobs.shared_cache import export_to_folder
from benchmark.models import Sweep
from benchmark.plan.plan_file import write_plan
from benchmark.plan.schema import SweepPlan
from benchmark.report.data import About
from benchmark.result_row import NO_VALIDATION, ResultRow
from benchmark.results_files import json_of, write_atomically
from benchmark.results_folder import NamingFacts, file_stem, folder_name, write_results
from benchmark.results_metadata import MARK, PLAN, about_of, facts_of, mark_in
from pare_site.cli.benchmark_flags import LEVELS
from pare_site.cli.exits import CRASHED, Trouble
from pare_site.machine import to_type
from replay.formats import CannotExport, FormatName
from replay.jobs.exporting import exported
from simulator.models import Episode
from simulator.trace.trace_writer import whole_file

_ENDINGS = {"hf": "json", "lite": "json", "trace": "jsonl"}
_AT_ONCE = 100


class TraceFiles:
    """Writes the traces of a sweep: one file per run, in folders that are named like the folders of results."""

    def __init__(self, root: Path, format: str, facts: NamingFacts) -> None:
        self._root = root
        self._format = format
        self._facts = facts
        # Paths of the written files, keyed by path without suffix. A run that is over never changes, so its trace is
        # written only once.
        self._written: dict[Path, str] = {}

    def written(self, rows: Sequence[ResultRow]) -> list[ResultRow]:
        """Write missing traces and return the rows with the paths of their traces. Unfinished runs have no trace."""
        over = [row for row in rows if row.episode is not None and row.status != NO_VALIDATION]
        missing = [row for row in over if self._stem(row) not in self._written]
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            episodes = Episode.objects.select_related("version__scenario").in_bulk([row.episode for row in some])
            for row in some:
                self._write(episodes[row.episode or 0], self._stem(row))
        return [self._with_path(row) for row in rows]

    def _stem(self, row: ResultRow) -> Path:
        number = "" if row.run_number is None else f"_run_{row.run_number}"
        folder = self._root / folder_name(self._facts, row.user_model) / file_stem(self._facts, row)
        return folder / f"{row.base_scenario_id}{number}"

    def _with_path(self, row: ResultRow) -> ResultRow:
        path = self._written.get(self._stem(row))
        return row if not path else msgspec.structs.replace(row, export_path=path)

    def _write(self, episode: Episode, stem: Path) -> None:
        stem.parent.mkdir(parents=True, exist_ok=True)
        self._written[stem] = ""
        for name in self._formats():
            try:
                data = exported(episode, name).data
            except CannotExport:
                # Try the next format. A run that fits no format gets no trace.
                continue
            path = stem.with_name(f"{stem.name}.{_ENDINGS[name]}")
            with whole_file(path) as handle:
                handle.write(data)
            self._written[stem] = str(path)
            return

    def _formats(self) -> Iterable[FormatName]:
        """Return the formats to try: the wanted one, then `trace`, which alone can hold a run that failed."""
        wanted: FormatName = "lite" if self._format == "lite" else "trace" if self._format == "trace" else "hf"
        return dict.fromkeys((wanted, "trace"))


DEFAULT_RESULTS, DEFAULT_TRACES, DEFAULT_FORMAT = "results", "traces", "hf"


class OutputPlaces(NamedTuple):
    """The folders of results and traces, the format of the traces, and the log level."""

    results: Path
    traces: Path | None
    format: str
    log_level: str = "WARNING"

    @property
    def flags(self) -> list[str]:
        """Return the flags with which another command writes to the same folders, in the same format."""
        found = [] if self.results == Path(DEFAULT_RESULTS) else ["--results-dir", str(self.results)]
        if self.traces is None:
            return found
        found.append("--export")
        found += [] if self.traces == Path(DEFAULT_TRACES) else ["--output-dir", str(self.traces)]
        return found + ([] if self.format == DEFAULT_FORMAT else ["--export-format", self.format])

    def to_type(self, verb: str, sweep: Sweep) -> str:
        """Return the `pare benchmark` command that applies `verb`, such as resume, to this sweep and its folders."""
        return to_type(shlex.join(["benchmark", verb, str(sweep.pk), *self.flags]))


def places(output: Mapping[str, Any]) -> OutputPlaces:
    """Create the folders for results and traces, and return them with the other output options. Raises Trouble."""
    traces = Path(output.get("output_dir") or DEFAULT_TRACES).expanduser() if output.get("export") else None
    # The folders are made before anything is played: a sweep may run for hours and cost money.
    found = OutputPlaces(
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
    """Return the log level from flags or plan.

    Raises Trouble for an unknown level in a plan file; the parser checks only flags.
    """
    wanted = str(output.get("log_level") or LEVELS[2]).upper()
    if wanted not in LEVELS:
        raise Trouble(f"log_level: '{wanted}' is unknown. Use one of {', '.join(LEVELS)}.")
    return wanted


class SweepResults:
    """Writes the result folders of a sweep. Each call of `write` replaces all files with the results so far."""

    def __init__(self, sweep: Sweep, where: OutputPlaces) -> None:
        self._sweep = sweep
        self._where = where
        plan = SweepPlan.model_validate(sweep.plan)
        self._plan = plan
        self._facts = facts_of(plan)
        self._about = about_of(sweep.name, sweep.plan_hash, plan)
        self._traces = None if where.traces is None else TraceFiles(where.traces, where.format, self._facts)
        self._has_begun = False
        self.rows: Sequence[ResultRow] = ()
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
        """Write the current results and traces, and copy finished runs to the shared cache folder. Raises Trouble."""
        rows: Sequence[ResultRow] = rows_read_by(self._sweep, reader_of_sweep(self._sweep))
        try:
            if not self._has_begun:
                self._set_others_aside(rows)
                self._has_begun = True
            if self._traces is not None:
                rows = self._traces.written(rows)
            self.folders = write_results(self._where.results, self._facts, rows, self._about).folders
            export_to_folder(self._sweep)
            for folder in self.folders:
                self._mark(folder, rows)
        except OSError as error:
            reason = error.strerror or str(error)
            raise Trouble(
                f"The results cannot be written: {reason}.",
                f"The sweep is kept. To write the results again: {self._where.to_type('resume', self._sweep)}",
                code=CRASHED,
            ) from None
        self.rows = rows

    def _mark(self, folder: Path, rows: Sequence[ResultRow]) -> None:
        """Write sweep.json, with the sweep's number and whether results are missing, and plan.yaml into the folder."""
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

    def _set_others_aside(self, rows: Sequence[ResultRow]) -> None:
        """Rename folders of the same name that hold results of another plan, so that those results are kept."""
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
        raise Trouble(f"{flag}: {folder} cannot be created: {error.strerror}. Choose a different folder.") from None
