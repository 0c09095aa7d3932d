"""Finds the study that a command names, and reads and writes the files of study commands."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from annotation.plan.plan_reading import read_plan
from annotation.plan.schema import StudyPlan
from pare_site.cli.exits import Trouble
from simulator.plans.plan_file import BadPlan
from simulator.trace.trace_writer import whole_file
from simulator.words.numbers import whole_number

_NONE = "There are no studies yet. Make a study with `pare annotation sample` or `pare annotation new`."
YAML = (".yaml", ".yml")


def the_study(args: argparse.Namespace) -> Any:
    """Return the study that the number or the file --samples names, or else the newest study. Raises Trouble."""
    from annotation.models import Study, StudyKind

    if args.study is not None and args.samples is not None:
        raise Trouble("Give either a number or --samples, not both.")
    if args.samples is not None:
        return _told_by(Path(args.samples).expanduser())
    if args.study is not None:
        return numbered(args.study)
    latest = Study.objects.filter(kind=StudyKind.JUDGEMENTS).first()
    if latest is None:
        raise Trouble(_NONE)
    return latest


def numbered(text: str) -> Any:
    """Return the study with this number. Raises Trouble for an unknown number."""
    from annotation.models import Study, StudyKind

    found = Study.objects.filter(pk=whole_number(text) or 0).first()
    if found is None:
        there = [f"{pk} “{title}”" for pk, title in Study.objects.values_list("pk", "title")[:8]]
        raise Trouble(f"Unknown study {text}. {'Known studies: ' + ', '.join(there) + '.' if there else _NONE}")
    if found.kind == StudyKind.PLAY:
        raise Trouble(
            f"In study {text} people play, and these commands are for judgements. Open its page in the browser."
        )
    return found


def plan_in(file: str) -> StudyPlan:
    """Return the plan in a file. Raises Trouble with a list of all problems, each with file and line."""
    import sys

    try:
        text = sys.stdin.read() if file == "-" else Path(file).expanduser().read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(f"{file} is not UTF-8 text. Give a YAML file with a plan.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Trouble(f"{file} cannot be read: {reason}. Check its name and permissions.") from None
    try:
        return read_plan(text, "standard input" if file == "-" else file)
    except BadPlan as bad:
        raise Trouble(*bad.lines) from None


def write(name: str, content: Iterable[bytes]) -> None:
    """Write the file that --output names, completely or not at all. Raises Trouble."""
    try:
        with whole_file(Path(name).expanduser()) as handle:
            handle.writelines(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--output {name} cannot be written: {reason}. Name a different file.") from None


def _told_by(file: Path) -> Any:
    if file.suffix.lower() in YAML:
        return _planned_so(file)
    from annotation.models import Study

    # The title must match too: if the file comes from another database, its number may be that of another study here.
    number, title = _first_row(file)
    found = Study.objects.filter(pk=number, title=title).first()
    if found is None:
        raise Trouble(
            f"{file} names study {number} “{title}”, which is not in this store.",
            "Give the number of a study in this store.",
        )
    return found


def _planned_so(file: Path) -> Any:
    from annotation.models import Study
    from annotation.studies.lifecycle import plan_of, portable

    plan = plan_in(str(file))
    samples = tuple(map(portable, plan.samples))
    for study in Study.objects.filter(title=plan.title):
        # Only the samples are compared: questions and limits may have been edited since the items were drawn.
        if plan_of(study).samples == samples:
            return study
    raise Trouble(f"No study in this store was made from {file}. Make a study with `pare annotation new {file}`.")


def _first_row(file: Path) -> tuple[int, str]:
    # Imported here, because polars takes long to load and is needed only for tables.
    import polars

    readers = {".parquet": polars.read_parquet, ".csv": polars.read_csv}
    reader: Any = readers.get(file.suffix.lower())
    if reader is None:
        raise Trouble(f"--samples {file}: the file must end with .yaml, .parquet or .csv.")
    try:
        row = reader(file, n_rows=1).row(0, named=True)
        return int(row["study_id"]), str(row["study"])
    except (OSError, KeyError, ValueError, TypeError, polars.exceptions.PolarsError) as error:
        reason = " ".join(str(error).split())[:200]
        remedy = "Give a file that `pare annotation sample -o` wrote, or the number of a study."
        raise Trouble(f"--samples {file} does not name a study: {reason}.", remedy) from None
