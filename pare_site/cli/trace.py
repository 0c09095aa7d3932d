"""`pare trace`: show a recorded episode, verify it, list the points that people judge, and bring runs in and out."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_group, add_json

VERIFY_ABOUT = """\
rebuild an episode from its trace and compare

Says what was checked: that no byte changed, that folding the recorded changes gives the recorded state, that doing
every call again gives the same (only for the same engine version), and that the outcome is judged the same.
The exit code is 1 if something differs and 2 if the file cannot be read."""

IMPORT_ABOUT = """\
store runs from trace files in the studio

Takes traces of PARE Studio (JSON Lines), which are verified, and the JSON files “hf” and “lite” of the original PARE. A
file that is here already gives the run that it is; one that is refused changes nothing, and the others are stored all
the same. The exit code is 1 if one was refused."""
EXPORT_ABOUT = """\
write a run to a file, from the studio or from another file

RUN is the number of a run in the studio, or a trace file. `trace` is JSON Lines with everything in it; `html`
is a page that replays without a server, of runs in the studio only; `hf` and `lite` are the formats of the original
PARE."""
EXPORTS = ("trace", "html", "hf", "lite")


def add(commands: Commands) -> None:
    group = add_group(commands, "trace", "show, verify, import and export recorded episodes")
    shows = add_command(
        group,
        "show",
        show,
        "tell a recorded episode",
        "pare trace show var/run.jsonl\npare trace show var/run.jsonl --moment 12",
    )
    _add_file(shows)
    shows.add_argument("--moment", type=int, metavar="N", help="one moment: its call, what changed, the screen then")
    verifies = add_command(group, "verify", verify, VERIFY_ABOUT, "pare trace verify var/run.jsonl")
    _add_file(verifies, "a trace that `pare run --out` wrote")
    lists = add_command(
        group,
        "points",
        points,
        "list offers with the answers to them, and turns that ended in silence",
        "pare trace points var/run.jsonl\npare trace points var/run.jsonl --json",
    )
    _add_file(lists)
    _add_import(group)
    _add_export(group)


def _add_import(group: Commands) -> None:
    examples = "pare trace import var/run.jsonl\npare trace import traces/*.json --json"
    parser = add_command(group, "import", import_traces, IMPORT_ABOUT, examples)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a trace, ours or of the original PARE")
    add_json(parser)


def _add_export(group: Commands) -> None:
    examples = (
        "pare trace export 12 --out run.jsonl",
        "pare trace export 12 --to html --out run.html",
        "pare trace export run.jsonl --to hf --out run.json",
    )
    parser = add_command(group, "export", export_trace, EXPORT_ABOUT, "\n".join(examples))
    parser.add_argument("run", metavar="RUN", help="the number of a run, or a trace file; a file named 12 is ./12")
    parser.add_argument("--to", choices=EXPORTS, default=EXPORTS[0], help="the format; default: trace")
    parser.add_argument("--out", metavar="FILE", default="-", help="where to; default: -, standard output")


def _add_file(parser: Parser, about: str = "a trace, ours or of the original PARE (hf, lite)") -> None:
    parser.add_argument("file", metavar="FILE", help=about)
    add_json(parser)


def show(args: argparse.Namespace, console: Console) -> int:
    if args.moment is not None:
        from pare_site.cli.trace_moment import show_moment

        return show_moment(args, console)
    from pare_site.cli.trace_show import show_trace

    return show_trace(args, console)


def verify(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.trace_verify import verify_trace

    return verify_trace(args, console)


def points(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.trace_points import show_points

    return show_points(args, console)


def import_traces(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.trace_import import import_files

    return import_files(args, console)


def export_trace(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.trace_export import export_run

    return export_run(args, console)
