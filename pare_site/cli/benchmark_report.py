"""`pare benchmark report`: reports on a folder of results."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from benchmark.report.as_json import report_as_data
from benchmark.report.markdown import markdown_report
from benchmark.report.text import text_report
from benchmark.results_files import BadResults, folder_with_results
from benchmark.results_folder import write_combined
from benchmark.results_metadata import about_in
from pare_site.cli.exits import CRASHED, OK, Trouble
from pare_site.cli.output import Console


def report(args: argparse.Namespace, console: Console) -> int:
    """Run `pare benchmark report` and return the exit code."""
    folder = Path(args.results_dir).expanduser()
    try:
        folder = folder_with_results(folder)
        about = about_in(folder)
        if args.split is not None:
            about = msgspec.structs.replace(about, split=args.split)
        found, written = write_combined(folder, about)
    except BadResults as bad:
        raise Trouble(f"--results-dir: {bad.problem}", bad.remedy) from None
    except OSError as error:
        raise Trouble(
            f"The report cannot be written to {folder}: {error.strerror}.",
            "Free some space, or change the permissions of the folder.",
            code=CRASHED,
        ) from None
    if args.json:
        console.json(report_as_data(found))
    else:
        console.raw(markdown_report(found) if args.markdown else text_report(found))
        for file in written.files:
            console.remark(f"Written: {file}")
    return OK
