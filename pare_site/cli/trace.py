"""`pare trace`: shows and verifies recorded runs, lists their decision points, and imports and exports runs."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_group, add_json

VERIFY_ABOUT = """\
check that a trace is unchanged and leads to the same outcome

Checks that no byte changed, that applying the recorded changes gives the recorded state, and that judging the run gives
the same outcome. For traces of this engine version, also checks that repeating every call gives the same result. The
exit code is 1 if something differs and 2 if the file cannot be read."""

IMPORT_ABOUT = """\
store runs from trace files in the studio

Reads and verifies traces of PARE Studio (JSON Lines), and reads the JSON formats “hf” and “lite” of the original PARE.
For a file that was imported before, prints the number of its run. If a file is refused, the others are still stored.
The exit code is 1 if a file was refused."""
EXPORT_ABOUT = """\
write a run of the studio, or a trace file, in another format

RUN is the number of a run in the studio, or a trace file. The formats are:
  trace     JSON Lines with the complete run
  readings  JSON Lines with the readings of the run's texts by models and people; only for runs in the studio
  html      a page that replays the run without a server; only for runs in the studio
  hf, lite  the formats of the original PARE"""
EXPORTS = ("trace", "readings", "html", "hf", "lite")


def add(commands: Commands) -> None:
    """Add `pare trace` with its subcommands to the parser."""
    group = add_group(commands, "trace", "show, verify, import and export recorded runs")
    shows = add_command(
        group,
        "show",
        show,
        "print a recorded run step by step",
        "pare trace show var/run.jsonl\npare trace show var/run.jsonl --moment 12",
    )
    _add_file(shows)
    shows.add_argument(
        "--moment", type=int, metavar="N", help="print only this moment: its call, its changes and the screen after it"
    )
    verifies = add_command(group, "verify", verify, VERIFY_ABOUT, "pare trace verify var/run.jsonl")
    _add_file(verifies, "a trace that `pare run --out` wrote")
    lists = add_command(
        group,
        "points",
        points,
        "list offers with their answers, and turns that ended in silence",
        "pare trace points var/run.jsonl\npare trace points var/run.jsonl --json",
    )
    _add_file(lists)
    _add_import(group)
    _add_export(group)


def _add_import(group: Commands) -> None:
    examples = "pare trace import var/run.jsonl\npare trace import traces/*.json --json"
    parser = add_command(group, "import", import_traces, IMPORT_ABOUT, examples)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a trace of PARE Studio or of the original PARE")
    add_json(parser)


def _add_export(group: Commands) -> None:
    examples = (
        "pare trace export 12 --out run.jsonl",
        "pare trace export 12 --to html --out run.html",
        "pare trace export run.jsonl --to hf --out run.json",
    )
    parser = add_command(group, "export", export_trace, EXPORT_ABOUT, "\n".join(examples))
    parser.add_argument("run", metavar="RUN", help="number of a run, or a trace file; write ./12 for a file named 12")
    parser.add_argument("--to", choices=EXPORTS, default=EXPORTS[0], help="format; default: trace")
    parser.add_argument("--out", metavar="FILE", default="-", help="output file; default: -, standard output")


def _add_file(parser: Parser, about: str = "a trace of PARE Studio or of the original PARE (hf, lite)") -> None:
    parser.add_argument("file", metavar="FILE", help=about)
    add_json(parser)


# Each command imports its module when it runs: `pare --help` must not load the engine.


def show(args: argparse.Namespace, console: Console) -> int:
    """Run `pare trace show` and return the exit code."""
    if args.moment is not None:
        from pare_site.cli.trace_moment import show_moment

        return show_moment(args, console)
    from pare_site.cli.trace_show import show_trace

    return show_trace(args, console)


def verify(args: argparse.Namespace, console: Console) -> int:
    """Run `pare trace verify` and return the exit code."""
    from pare_site.cli.trace_verify import verify_trace

    return verify_trace(args, console)


def points(args: argparse.Namespace, console: Console) -> int:
    """Run `pare trace points` and return the exit code."""
    from pare_site.cli.trace_points import show_points

    return show_points(args, console)


def import_traces(args: argparse.Namespace, console: Console) -> int:
    """Run `pare trace import` and return the exit code."""
    from pare_site.cli.trace_import import import_files

    return import_files(args, console)


def export_trace(args: argparse.Namespace, console: Console) -> int:
    """Run `pare trace export` and return the exit code."""
    from pare_site.cli.trace_export import export_run

    return export_run(args, console)
