"""`pare trace import`: stores runs from trace files in the studio."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.trace_reading import content_of, readings_beside
from pare_site.django_setup import set_up
from simulator.trace.header import TraceError


class ImportedFile(NamedTuple):
    """One file with the run that it was stored as, or the reason why it was refused."""

    file: str
    run: int = 0
    is_new: bool = False
    format: str = ""
    warnings: tuple[str, ...] = ()
    refusal: str = ""


def import_files(args: argparse.Namespace, console: Console) -> int:
    """Import files one by one, print the number of each run, and return the exit code."""
    set_up()
    imported = []
    # Each file is reported as soon as it is stored, because verifying a long trace takes seconds.
    for file in args.files:
        imported.append(_import(file))
        if not args.json:
            _tell(console, imported[-1])
    if args.json:
        console.json({"files": [_as_json(one) for one in imported]})
    return FAILED if any(one.refusal for one in imported) else OK


def _import(file: str) -> ImportedFile:
    from django.conf import settings
    from django.db import DatabaseError

    from replay.jobs.importing import import_file

    try:
        row, is_new = import_file(content_of(Path(file), settings.MOST_UPLOAD), file)
        readings = readings_beside(Path(file))
        if readings.is_file():
            import_file(content_of(readings, settings.MOST_UPLOAD), str(readings))
    except TraceError as error:
        return ImportedFile(file, refusal=str(error))
    except DatabaseError as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"The database cannot be written: {reason}.", "Start the site first: make run") from None
    kept: dict[str, Any] = row.imported or {}
    return ImportedFile(file, row.pk, is_new, kept.get("format", ""), tuple(kept.get("warnings", ())))


def _tell(console: Console, imported: ImportedFile) -> None:
    if imported.refusal:
        console.remark(imported.refusal, "bad")
        return
    console.line(f"{imported.file}: {'stored as run' if imported.is_new else 'already stored as run'} {imported.run}")
    # If the run was stored earlier, its warnings were printed at that time.
    for warning in imported.warnings if imported.is_new else ():
        console.say(warning, prefix="  ")


def _as_json(imported: ImportedFile) -> dict[str, Any]:
    if imported.refusal:
        return {"file": imported.file, "error": imported.refusal}
    found = {"file": imported.file, "run": imported.run, "new": imported.is_new}
    return {**found, "format": imported.format, "warnings": list(imported.warnings)}
