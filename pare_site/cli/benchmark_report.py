"""`pare benchmark report`: what a folder of results says."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmark.report.as_json import report_as_data
from benchmark.report.data import About
from benchmark.report.markdown import markdown_report
from benchmark.report.text import text_report
from benchmark.results_files import BadResults
from benchmark.results_folder import write_combined
from pare_site.cli.exits import CRASHED, OK, Trouble
from pare_site.cli.output import Console


def report(args: argparse.Namespace, console: Console) -> int:
    folder = Path(args.results_dir).expanduser()
    try:
        found, written = write_combined(folder, About(split=args.split))
    except BadResults as bad:
        raise Trouble(f"--results-dir: {bad.problem}", bad.remedy) from None
    except OSError as error:
        raise Trouble(f"The report cannot be written to {folder}: {error.strerror}.", code=CRASHED) from None
    if args.json:
        console.json(report_as_data(found))
    else:
        console.raw(markdown_report(found) if args.markdown else text_report(found))
        for file in written.files:
            console.remark(f"Written: {file}")
    return OK
