"""Exports a play study: a table with one row a run, alone or in a ZIP file with the traces of all runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile
from typing import IO, Any, Literal, get_args
from zipfile import ZIP_DEFLATED, ZipFile

from annotation.file_formats.columns import PANEL, FileColumn, Row
from annotation.file_formats.play_columns import run_columns
from annotation.file_formats.table_writing import csv_of
from annotation.files.answer_export import ExportFile
from annotation.models import PlayAssignment, Study
from simulator.jobs.serialization import moments_of, trace_bytes_of
from simulator.models import Episode, Seat, State
from simulator.trace.metrics import metrics

Kind = Literal["zip", "csv"]
PLAY_KINDS: tuple[str, ...] = get_args(Kind)
_PIECE = 256 * 1024
_UNSAFE = re.compile(r"[^a-z0-9]+")
_ABOUT = """\
The runs of “{title}”, in which people played the {role} and {partner} played the other side.

runs.csv    one row a run; see the table of columns below
traces/     the trace of each run, as `pare` reads it

Columns of runs.csv:

{columns}
"""


def play_export(study: Study, kind: str, with_panel_ids: bool = False) -> ExportFile:
    """Return a file with the runs of a play study. Raise LookupError for an unknown kind of file."""
    if kind not in PLAY_KINDS:
        raise LookupError(f"Unknown export {kind!r}. Known exports: {', '.join(PLAY_KINDS)}.")
    stem, columns = f"study-{study.pk}-runs", run_columns(with_panel_ids)
    if kind == "csv":
        return ExportFile(f"{stem}.csv", "text/csv; charset=utf-8", csv_of(run_rows(study, columns), columns))
    return ExportFile(f"{stem}.zip", "application/zip", _zipped(study, columns))


def run_rows(study: Study, columns: tuple[FileColumn, ...]) -> Iterator[Row]:
    """Yield one row for each run that somebody has been given, in the order of pseudonyms."""
    for one in _assignments(study):
        cells = _cells(study, one)
        yield tuple(cells[column.name] for column in columns)


def _assignments(study: Study) -> Iterable[PlayAssignment]:
    rows = PlayAssignment.objects.filter(rater__study=study)
    rows = rows.select_related("rater", "episode", "scenario__version__scenario").defer("scenario__version__source")
    return rows.order_by("rater__pseudonym", "-is_practice", "place").iterator(chunk_size=200)


def _cells(study: Study, one: PlayAssignment) -> dict[str, Any]:
    run, plan = one.episode, study.play_plan
    cells = {
        "study_id": study.pk,
        "study": study.title,
        "rater": one.rater.pseudonym,
        PANEL: one.rater.panel_id,
        "trace": _trace_name(one),
        "scenario": one.scenario.version.scenario.slug,
        "version": one.scenario.version.content_hash,
        "role": plan.role,
        "partner": plan.partner,
        "practice": one.is_practice,
        "order": one.place,
        "started_at": one.given_at,
        "consent": one.rater.consent_version,
    }
    nothing = dict.fromkeys(column.name for column in run_columns() if column.name not in cells)
    return {
        **nothing,
        "run_hash": "",
        "state": "deleted",
        "abandoned": False,
        **cells,
        **(_of_run(one, run) if run else {}),
    }


def _of_run(one: PlayAssignment, run: Episode) -> dict[str, Any]:
    is_finished = run.state == State.FINISHED
    counts = metrics(moments_of(run.pk))
    seat = Seat.objects.filter(episode=run).first()
    return {
        "run_id": run.pk,
        "run_hash": run.content_hash,
        "seed": run.seed,
        "state": run.state,
        "abandoned": run.state == State.ABANDONED,
        "success": run.success is True if is_finished else None,
        "success_lenient": run.success is True or run.undecided if is_finished else None,
        "turns": run.turn,
        "offers": counts.offers,
        "accepted": counts.accepted,
        "rejected": counts.rejected,
        "blind": None if seat is None else seat.is_blind,
        "ended_at": run.ended_at,
        "minutes": None if run.ended_at is None else round((run.ended_at - one.given_at).total_seconds() / 60, 2),
    }


def _trace_name(one: PlayAssignment) -> str:
    if one.episode_id is None:
        return ""
    # Leads can type pseudonyms, so these may hold signs that no file name can have. The run's number is unique.
    who = _UNSAFE.sub("-", one.rater.pseudonym.lower()).strip("-") or "person"
    return f"traces/{who}-{one.scenario.version.scenario.slug}-run-{one.episode_id}.jsonl"


def _zipped(study: Study, columns: tuple[FileColumn, ...]) -> Iterator[bytes]:
    """Yield a ZIP file piece by piece. It is written to a file first, because traces of many runs fill the memory."""
    with TemporaryFile() as file:
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            archive.writestr("README.txt", _about(study, columns))
            archive.writestr("runs.csv", b"".join(csv_of(run_rows(study, columns), columns)))
            for one in _assignments(study):
                if one.episode is not None:
                    archive.writestr(_trace_name(one), trace_bytes_of(one.episode))
        yield from _pieces(file)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(_PIECE):
        yield piece


def _about(study: Study, columns: tuple[FileColumn, ...]) -> str:
    plan = study.play_plan
    lines = "\n".join(f"{column.name:<16} {column.about}" for column in columns)
    return _ABOUT.format(title=study.title, role=plan.role, partner=plan.partner, columns=lines)
