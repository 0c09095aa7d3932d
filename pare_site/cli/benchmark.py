"""`pare benchmark`: plays many episodes as one sweep, steers sweeps, and reports on their results."""

from __future__ import annotations

import argparse

from pare_site.cli.benchmark_flags import add_output_flags, add_plan_flags
from pare_site.cli.output import Console
from pare_site.cli.parser import Command, Commands, Parser, add_command, add_group, add_json

_HOW = """
What it will come to is shown first. A sweep that costs money asks before it starts; without a terminal it wants --yes
or --max-cost. Without a running site the command brings its own queue and workers and ends when all is played. With a
running site on the same folder (PARE_VAR_DIR) it hands the sweep over and follows it. Ctrl-C pauses a sweep that the
command plays itself; `pare benchmark resume N` goes on.

The exit code is 0 if all episodes were played, whatever came of them, 1 if some could not be played, 2 for wrong use
or bad input, and 130 if it was stopped with Ctrl-C."""
SWEEP_ABOUT = f"""\
play scenarios with several models, noise levels and repeats

Models go in pairs: the first -om with the first -em, and so on. Baselines are played beside them.
{_HOW}"""
SWEEP_EXAMPLES = """\
pare benchmark sweep --split full -om oracle -em oracle
pare benchmark sweep -s email_notification -om gpt-5 -em gpt-5
pare benchmark sweep --split full -om gpt-5 -om claude-4.5-sonnet -em gpt-5 -em claude-4.5-sonnet --runs 3
pare benchmark sweep --split ablation -om gpt-5,gemini-3-pro -em gpt-5,gemini-3-pro -tfp 0.1,0.2 -epm 2,4 --dry-run
pare benchmark sweep --split all --baselines oracle,silent,eager,random --seeds 0,1,2
pare benchmark sweep --config sweep.yaml --max-cost 20 --detach"""
RUN_ABOUT = f"""\
play scenarios with one model, or a plan from a file

As `pare benchmark sweep`, but flags take one value where that one takes lists: one pair of models, one level of each
noise, both at a time. A plan from a file is played as it stands there, however much it lists.
Baselines are played beside it; `--baselines none` leaves them out.
{_HOW}"""
RUN_EXAMPLES = """\
pare benchmark run --config plan.yaml
pare benchmark run --split full -om gpt-5 -em gpt-5 -um gpt-5-mini --runs 4
pare benchmark run -s email_notification,two_people_of_one_name --oracle"""
REPORT_ABOUT = """\
report on a folder of results

Reads every *_result.json in the folder, prints the report and writes combined_result.json and combined_report.txt
beside them. What it is a report on, it reads from sweep.json and plan.yaml there. Files of the original, which have
fewer columns and neither of these two, are read too."""
REPORT_EXAMPLES = """\
pare benchmark report --results-dir results/benchmark_full_user_scripted_mt_own_umi_1_omi_5_emi_10
pare benchmark report -d results --markdown > report.md"""
LIST_ABOUT = "list the sweeps of the studio, the latest first"
RESUME_ABOUT = """\
go on with a sweep that is paused, or that nobody plays any more

Like `pare benchmark sweep` it brings workers if no site runs, follows the sweep, and writes its results."""
RETRY_ABOUT = """\
play again what could not be played, and only that

Episodes that came to an end stay as they are, whether they succeeded or not."""


def add(commands: Commands) -> None:
    group = add_group(commands, "benchmark", "play many episodes as a sweep, and report on results")
    _add_playing(group, "sweep", SWEEP_ABOUT, SWEEP_EXAMPLES)
    _add_playing(group, "run", RUN_ABOUT, RUN_EXAMPLES)
    _add_report(group)
    _add_steering(group)


def _add_playing(group: Commands, name: str, about: str, examples: str) -> None:
    parser = add_command(group, name, _play, about, examples)
    parser.usage = f"pare benchmark {name} [--config FILE] [--split NAME | -s IDS] [-om M -em M] [options]"
    parser.add_argument("--config", metavar="FILE", help="YAML file with the plan; what is typed wins over it")
    parser.add_argument("--save-config", metavar="FILE", help="write the plan as YAML, for next time")
    parser.add_argument("--dry-run", action="store_true", help="show what it will come to, and start nothing")
    parser.add_argument("-y", "--yes", action="store_true", help="start without asking")
    _add_following(parser)
    add_plan_flags(parser)
    add_output_flags(parser)
    parser.set_defaults(one_only=name == "run")


def _add_following(parser: Parser) -> None:
    parser.add_argument("--detach", action="store_true", help="leave it to the running site, and return at once")
    add_json(parser)


def _add_report(group: Commands) -> None:
    parser = add_command(group, "report", _report, REPORT_ABOUT, REPORT_EXAMPLES)
    parser.add_argument("-d", "--results-dir", metavar="DIR", required=True, help="the folder of a sweep's results")
    parser.add_argument(
        "-s", "--split", metavar="NAME", help="named in the heading; default: that of the sweep, or full"
    )
    parser.add_argument("--markdown", action="store_true", help="print Markdown instead of plain text")
    add_json(parser)


def _add_steering(group: Commands) -> None:
    lists = add_command(group, "list", _list, LIST_ABOUT, "pare benchmark list\npare benchmark list --json")
    add_json(lists)
    for name, about in (("resume", RESUME_ABOUT), ("retry", RETRY_ABOUT)):
        parser = _numbered(group, name, _go_on, about)
        _add_following(parser)
        add_output_flags(parser)
    _numbered(group, "pause", _steer, "play no more of a sweep for now; what is under way stands still")
    _numbered(group, "cancel", _steer, "end a sweep; what was played stays")


def _numbered(group: Commands, name: str, command: Command, about: str) -> Parser:
    parser = add_command(group, name, command, about, f"pare benchmark {name} 3")
    parser.add_argument("sweep", metavar="N", type=_number, help="its number; `pare benchmark list` shows them")
    parser.set_defaults(verb=name)
    return parser


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text)):
        raise argparse.ArgumentTypeError(f"'{text}' is no number of a sweep; `pare benchmark list` shows them")
    return int(text)


def _play(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_sweep import sweep

    return sweep(args, console)


def _report(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_report import report

    return report(args, console)


def _list(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_steering import list_sweeps

    return list_sweeps(args, console)


def _go_on(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_steering import go_on

    return go_on(args, console)


def _steer(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_steering import steer

    return steer(args, console)
