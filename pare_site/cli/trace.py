"""`pare trace`: show a recorded episode, verify it, and list the points that people judge."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_group, add_json

VERIFY_ABOUT = """\
rebuild an episode from its trace and compare

Says what was checked: that no byte changed, that folding the recorded changes gives the recorded state, that doing
every call again gives the same (only for the same engine version), and that the outcome is judged the same.
The exit code is 1 if something differs and 2 if the file cannot be read."""


def add(commands: Commands) -> None:
    group = add_group(commands, "trace", "show and verify recorded episodes")
    shows = add_command(
        group,
        "show",
        show,
        "tell a recorded episode",
        "pare trace show var/run.jsonl\npare trace show var/run.jsonl --moment 12",
    )
    _add_file(shows)
    shows.add_argument("--moment", type=int, metavar="N", help="one moment: its call, what changed, the screen then")
    _add_file(add_command(group, "verify", verify, VERIFY_ABOUT, "pare trace verify var/run.jsonl"))
    lists = add_command(
        group,
        "points",
        points,
        "list offers with the answers to them, and turns that ended in silence",
        "pare trace points var/run.jsonl\npare trace points var/run.jsonl --json",
    )
    _add_file(lists)


def _add_file(parser: Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a trace that `pare run --out` wrote")
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
