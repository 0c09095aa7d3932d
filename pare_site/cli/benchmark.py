"""`pare benchmark`: defines the arguments and help of the commands that play, control and report on sweeps."""

from __future__ import annotations

import argparse

from pare_site.cli.benchmark_flags import add_output_flags, add_plan_flags
from pare_site.cli.output import Console
from pare_site.cli.parser import Command, Commands, Parser, add_command, add_group, add_json
from pare_site.cli.scenario_lookup import known_splits
from simulator.words.numbers import whole_number

_HOW = """
The command first shows how many runs it will play and what they may cost. It asks before it starts a sweep that
costs money; without a terminal, pass --yes or --max-cost. If no site is running, the command starts its own queue and
workers and ends when every run is played. If a site is running on the same folder (PARE_VAR_DIR), the site plays the
sweep and the command follows it. Ctrl-C pauses a sweep that the command plays itself; `pare benchmark resume N`
continues the sweep.

Exit codes: 0 if every run was played, successful or not; 1 if some runs could not be played; 2 for wrong usage or bad
input; 3 if the workers stopped unexpectedly; 130 after Ctrl-C."""
SWEEP_ABOUT = f"""\
play scenarios with several models, noise levels and repeats

Models are paired in order: the first -om with the first -em, and so on. Baselines are played as well.
{_HOW}"""
SWEEP_EXAMPLES = """\
pare benchmark sweep --split full -om oracle -em oracle
pare benchmark sweep -s email_notification -om gpt-5 -em gpt-5
pare benchmark sweep --split full -om gpt-5 -om claude-4.5-sonnet -em gpt-5 -em claude-4.5-sonnet --runs 3
pare benchmark sweep --split ablation -om gpt-5,gemini-3-pro -em gpt-5,gemini-3-pro -tfp 0.1,0.2 -epm 2,4 --dry-run
pare benchmark sweep --split all --baselines oracle,silent,eager,random,parrot --seeds 0,1,2
pare benchmark sweep --config sweep.yaml --max-cost 20 --detach"""
RUN_ABOUT = f"""\
play scenarios with one model, or a plan from a file

Like `pare benchmark sweep`, but the flags for models and noise take one value each. If you give both kinds of noise,
each run gets both. A plan from a file is played as written, including its lists.
Baselines are played as well; `--baselines none` skips them.
{_HOW}"""
RUN_EXAMPLES = """\
pare benchmark run --config plan.yaml
pare benchmark run --split full -om gpt-5 -em gpt-5 -um gpt-5-mini --runs 4
pare benchmark run -s email_notification,two_people_of_one_name --oracle"""
REPORT_ABOUT = """\
report on a folder of results

Reads every *_result.json in the folder, prints the report and writes combined_result.json and combined_report.txt
to the same folder. The name and plan of the sweep come from the files sweep.json and plan.yaml in the folder. Results
of the original benchmark, which lack these two files and some columns, can be read too."""
REPORT_EXAMPLES = """\
pare benchmark report --results-dir results/benchmark_full_user_scripted_mt_own_umi_1_omi_8_emi_15
pare benchmark report -d results --markdown > report.md"""
LIST_ABOUT = "list the sweeps, latest first"
RESUME_ABOUT = """\
continue a sweep that is paused, or whose workers are gone

Like `pare benchmark sweep`, this command starts workers if no site is running, follows the sweep and writes its
results."""
RETRY_ABOUT = """\
retry the runs that could not be played

Runs that were played to their end are not played again, whether they succeeded or not."""


def add(commands: Commands) -> None:
    """Add `pare benchmark` with its subcommands to the parser."""
    group = add_group(commands, "benchmark", "play many runs as a sweep, and report on results")
    _add_playing(group, "sweep", SWEEP_ABOUT, SWEEP_EXAMPLES)
    _add_playing(group, "run", RUN_ABOUT, RUN_EXAMPLES)
    _add_report(group)
    _add_steering(group)


def _add_playing(group: Commands, name: str, about: str, examples: str) -> None:
    parser = add_command(group, name, _play, about, examples, more=known_splits)
    # Without this line, argparse would list about fifty flags as usage.
    parser.usage = f"pare benchmark {name} [--config FILE] [--split NAME | -s IDS] [-om M -em M] [options]"
    parser.add_argument("--config", metavar="FILE", help="YAML file with the plan; flags override it")
    parser.add_argument("--save-config", metavar="FILE", help="save the plan to this file as YAML")
    parser.add_argument("--dry-run", action="store_true", help="show the runs and the cost, and start nothing")
    parser.add_argument("-y", "--yes", action="store_true", help="start without asking")
    _add_following(parser)
    add_plan_flags(parser)
    add_output_flags(parser)
    parser.set_defaults(one_only=name == "run")


def _add_following(parser: Parser) -> None:
    parser.add_argument("--detach", action="store_true", help="let the running site play the sweep, and return at once")
    add_json(parser)


def _add_report(group: Commands) -> None:
    parser = add_command(group, "report", _report, REPORT_ABOUT, REPORT_EXAMPLES)
    parser.add_argument("-d", "--results-dir", metavar="DIR", required=True, help="folder with the results of a sweep")
    parser.add_argument(
        "-s", "--split", metavar="NAME", help="split to name in the heading; default: the split of the sweep, or full"
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
    _numbered(group, "pause", _steer, "pause a sweep and its runs with models; other runs are played to their end")
    _numbered(group, "cancel", _steer, "cancel a sweep; runs that were played are kept")


def _numbered(group: Commands, name: str, command: Command, about: str) -> Parser:
    parser = add_command(group, name, command, about, f"pare benchmark {name} 3")
    parser.add_argument("sweep", metavar="N", type=_number, help="number of a sweep, as in `pare benchmark list`")
    parser.set_defaults(verb=name)
    return parser


def _number(text: str) -> int:
    number = whole_number(text)
    if not number:
        raise argparse.ArgumentTypeError(f"'{text}' is not the number of a sweep; see `pare benchmark list`")
    return number


# Each command imports its module when it runs: `pare --help` must not load Django or the engine.


def _play(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_sweep import sweep

    return sweep(args, console)


def _report(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_report import report

    return report(args, console)


def _list(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_control import list_sweeps

    return list_sweeps(args, console)


def _go_on(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_control import go_on

    return go_on(args, console)


def _steer(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.benchmark_control import steer

    return steer(args, console)
