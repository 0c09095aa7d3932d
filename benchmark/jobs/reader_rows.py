"""Builds the result rows of a sweep with outcomes from a judge model or a person instead of the recorded outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from benchmark.jobs.sweep_rows import rows_of_sweep
from benchmark.models import Cell, Sweep
from benchmark.result_row import FAILED, SUCCESS, ResultRow
from simulator.jobs.reader_outcomes import StoredOutcome, reader_name, readers_of, stored_outcomes
from simulator.models import Episode
from simulator.reading.claims import READER
from simulator.scenario.outcome import PARTS

_ANSWERS: Mapping[str | None, bool | None] = {"yes": True, "no": False}


def reader_of_sweep(sweep: Sweep) -> str:
    """Return the default reader of a sweep's report: the sweep's judge model, or the rules if it has no judge."""
    return reader_name("model", sweep.judge_model) if sweep.judge_model else READER


def readers_of_sweep(sweep: Sweep) -> list[str]:
    """Return the names of readers for reports: the rules, the sweep's judge, and others that judged its runs."""
    return list(dict.fromkeys([READER, reader_of_sweep(sweep), *readers_of(_runs(sweep))]))


def rows_read_by(sweep: Sweep, reader: str) -> list[ResultRow]:
    """Return the rows of a sweep with the outcomes of `reader`.

    Runs that this reader has not judged keep the outcome that was recorded with the run.
    """
    return read_as(rows_of_sweep(sweep), _runs(sweep), reader)


def read_as(rows: list[ResultRow], runs: Any, reader: str) -> list[ResultRow]:
    """Return the rows of these runs with the outcomes of `reader`, as far as it has judged them."""
    if reader == READER:
        return rows
    found = stored_outcomes(runs, reader)
    return [
        _as_read(row, found[row.episode], reader) if row.is_counted and row.episode in found else row for row in rows
    ]


def _as_read(row: ResultRow, found: StoredOutcome, reader: str) -> ResultRow:
    verdict = found.values.get("success")
    success = verdict == "yes"
    parts: dict[str, Any] = {name: _ANSWERS.get(found.values.get(name), False) for name in PARTS}
    return msgspec.structs.replace(
        row,
        **parts,
        reader=reader,
        status=SUCCESS if success else FAILED,
        success_bool=success,
        success_numeric=float(success),
        undecided_numeric=float(verdict == "unclear"),
        undecided_parts=", ".join(name for name in PARTS if found.values.get(name) == "unclear"),
        honest_report=_ANSWERS.get(found.values.get("honest_report")),
        rationale=found.reason or None,
        # Blame is stored only for runs whose recorded outcome is a miss. A miss of this reader alone gets no blame.
        blame=row.blame if verdict == "no" else "reader" if verdict == "unclear" else "",
    )


def _runs(sweep: Sweep) -> Any:
    return Episode.objects.filter(pk__in=Cell.objects.filter(sweep=sweep, episode__isnull=False).values("episode"))
