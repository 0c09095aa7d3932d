"""`pare trace export`: writes a run of the studio, or a trace file, in a chosen format."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pare_site.cli.exits import CRASHED, FAILED, OK, Trouble
from pare_site.cli.output import Console, Unwritable
from pare_site.cli.trace_reading import content_of, readings_beside
from pare_site.django_setup import set_up
from replay.foreign.detecting import read_any
from replay.formats import CannotExport, FormatName, written
from simulator.trace.header import TraceError
from simulator.trace.trace_writer import link_target, whole_file
from simulator.words.numbers import whole_number

STANDARD_OUTPUT = "-"


def export_run(args: argparse.Namespace, console: Console) -> int:
    """Export one run to a file or to standard output, and return the exit code. Raises Trouble."""
    number = whole_number(args.run)
    try:
        data = _from_file(Path(args.run), args.to) if number is None else _from_store(number, args.to)
    except CannotExport as problem:
        raise Trouble(str(problem), code=FAILED) from None
    if args.out == STANDARD_OUTPUT:
        _print(data)
        return OK
    _write(Path(args.out), data)
    console.remark(f"Written to {args.out}: {len(data):,} bytes.")
    if number is not None and args.to == "trace":
        _write_readings(number, Path(args.out), console)
    return OK


def _write_readings(number: int, trace: Path, console: Console) -> None:
    """Write the readings of a run beside its trace, if it has any."""
    from simulator.models import Verdict

    if Verdict.objects.filter(episode=number).exists():
        path = readings_beside(trace)
        _write(path, _from_store(number, "readings"))
        console.remark(f"Its readings are in {path}.")


def _from_store(number: int, to: FormatName) -> bytes:
    # Set up here and not at the top: exporting a file needs no database.
    set_up()
    from django.db import DatabaseError

    from replay.jobs.exporting import exported
    from simulator.models import Episode

    try:
        row = Episode.objects.select_related("version__scenario").filter(pk__exact=number).first()
    except (DatabaseError, OverflowError) as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"The database cannot be read: {reason}.", "Start the site first: make run") from None
    if row is None:
        raise Trouble(f"The studio has no run {number}. The page “Runs” lists all runs with their numbers.")
    return exported(row, to).data


def _from_file(path: Path, to: FormatName) -> bytes:
    try:
        brought = read_any(content_of(path), str(path))
    except TraceError as error:
        raise Trouble(str(error)) from None
    return written(brought.trace, to)


def _print(data: bytes) -> None:
    """Write the bytes to standard output unchanged, whatever its encoding. Raises Unwritable."""
    sys.stdout.flush()
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # `main` ends quietly when a program such as `head` closes the pipe.
        raise
    except OSError as error:
        raise Unwritable(error.strerror or str(error)) from None


def _write(path: Path, data: bytes) -> None:
    if path.is_dir():
        raise Trouble(f"--out {path} is a folder. Name a file in it.")
    try:
        if not path.exists() and not link_target(path).parent.is_dir():
            raise Trouble(f"--out {path}: the folder {link_target(path).parent} does not exist. Create it first.")
        # Written beside the file and then renamed, so that a failure leaves no partial file.
        with whole_file(path) as handle:
            handle.write(data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--out {path} cannot be written: {reason}. Name a different file.", code=CRASHED) from None
