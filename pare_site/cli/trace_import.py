"""`pare trace import`: runs from files into the store of the studio."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.trace_reading import content_of
from pare_site.django_setup import set_up
from simulator.trace.header import TraceError


class Taken(NamedTuple):
    """What became of one file."""

    file: str
    run: int = 0
    is_new: bool = False
    format: str = ""
    warnings: tuple[str, ...] = ()
    refusal: str = ""


def import_files(args: argparse.Namespace, console: Console) -> int:
    set_up()
    taken = []
    for file in args.files:
        taken.append(_take(file))
        if not args.json:
            _tell(console, taken[-1])
    if args.json:
        console.json({"files": [_as_json(one) for one in taken]})
    return FAILED if any(one.refusal for one in taken) else OK


def _take(file: str) -> Taken:
    from django.conf import settings
    from django.db import DatabaseError

    from replay.jobs.importing import import_file

    try:
        row, is_new = import_file(content_of(Path(file), settings.MOST_UPLOAD), file)
    except TraceError as error:
        return Taken(file, refusal=str(error))
    except DatabaseError as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"Nothing can be stored: {reason}.", "Start the site first: make run") from None
    kept: dict[str, Any] = row.imported or {}
    return Taken(file, row.pk, is_new, kept.get("format", ""), tuple(kept.get("warnings", ())))


def _tell(console: Console, taken: Taken) -> None:
    if taken.refusal:
        console.remark(taken.refusal, "bad")
        return
    console.line(f"{taken.file}: {'run' if taken.is_new else 'already here as run'} {taken.run}")
    for warning in taken.warnings if taken.is_new else ():
        console.say(warning, prefix="  ")


def _as_json(taken: Taken) -> dict[str, Any]:
    if taken.refusal:
        return {"file": taken.file, "error": taken.refusal}
    found = {"file": taken.file, "run": taken.run, "new": taken.is_new}
    return {**found, "format": taken.format, "warnings": list(taken.warnings)}
