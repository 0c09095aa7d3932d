"""`pare annotation`: samples decision points for people to judge, opens and follows studies, and exports answers."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_group, add_json

SAMPLE_ABOUT = """\
draw decision points from a folder of traces, for a new study

Imports every trace below the folder as a run: .jsonl files of PARE Studio, and the JSON files “hf” and “lite” of the
original PARE. Then makes a draft study with a balanced sample of the runs' offers. Look at the study in the browser,
then run `pare annotation launch`. Runs with noise (unrelated events or failing tools) are left out unless you pass
--with-noise.

The exit code is 0 on success, 1 if a file could not be read, and 2 if no item could be drawn."""
SAMPLE_EXAMPLES = """\
pare annotation sample -t traces -n 60
pare annotation sample -t traces -n 60 -s 42 --target-models gpt-5,claude-4.5-sonnet -o study.yaml
pare annotation sample -t traces --per-model gpt-5:30,gemini-3-pro:20 --per-scenario 3
pare annotation sample -t more_traces -n 40 --study 3"""
LAUNCH_ABOUT = """\
open a study and print its invite link

Without a number, opens the newest study. If no site is running, starts one that runs until Ctrl-C; with --no-start
or --json, starts no site. For people on other machines, set PARE_BASE_URL to the public address of the site."""
LAUNCH_EXAMPLES = """\
pare annotation launch
pare annotation launch 3 -k 2
pare annotation launch --samples study.yaml --no-start"""
STATUS_ABOUT = "show the progress of a study: items, answers, people"
PROCESS_ABOUT = """\
show how much people agree, and write their answers to a file

Prints percent agreement, Cohen's and Fleiss' kappa and Krippendorff's alpha among people and with the simulated user,
each with its number of items and an interval. People may leave items unanswered. --output writes every answer with all
its revisions as .csv, .jsonl or .parquet. The study's page in the browser exports the codebook."""
PROCESS_EXAMPLES = """\
pare annotation process 3
pare annotation process 3 --output answers.csv
pare annotation process 3 --without-flagged --json"""
NEW_ABOUT = """\
make a draft study from a plan file

The plan sets the questions, the number of people, and the samples to draw from the runs in the store."""
IN_THE_STORE = "accepted for compatibility and ignored: answers are in the store"


def add(commands: Commands) -> None:
    """Add `pare annotation` with its subcommands to the parser."""
    group = add_group(commands, "annotation", "let people judge offers in runs")
    _add_sample(group)
    _add_launch(group)
    status = _with_study(add_command(group, "status", _status, STATUS_ABOUT, "pare annotation status 3"))
    # The original benchmark has this flag. It is accepted here but has no effect, so the help does not show it.
    status.add_argument("-p", "--port", metavar="N", help=argparse.SUPPRESS)
    add_json(status)
    _add_process(group)
    plan = add_command(group, "plan", _plan, "print the plan of a study as YAML", "pare annotation plan 3 > study.yaml")
    _with_study(plan)
    new = add_command(group, "new", _new, NEW_ABOUT, "pare annotation new study.yaml")
    new.add_argument("plan", metavar="PLAN", help="a YAML file; - for standard input")
    add_json(new)


def _add_sample(group: Commands) -> None:
    parser = add_command(group, "sample", _sample, SAMPLE_ABOUT, SAMPLE_EXAMPLES)
    parser.usage = "pare annotation sample -t DIR (-n SIZE | --per-model M:N,...) [-o FILE] [options]"
    parser.add_argument(
        "-t", "--traces-dir", metavar="DIR", required=True, help="folder with traces, searched recursively"
    )
    parser.add_argument("-n", "--sample-size", metavar="SIZE", help="number of items, over all models")
    parser.add_argument("--per-model", metavar="M:N", help="number of items of each model, such as gpt-5:30,o3:20")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write the plan (.yaml) or the items (.parquet, .csv, .jsonl) to a file"
    )
    parser.add_argument("-s", "--seed", metavar="N", help="seed of the random draw; default: 0")
    parser.add_argument("--target-models", metavar="M", help="only these models, separated by commas")
    parser.add_argument("--per-scenario", metavar="N", help="maximum number of items per scenario")
    parser.add_argument("--kinds", metavar="K", help="offers (default), silences or both")
    parser.add_argument("--silence-share", metavar="P", help="share of silences with --kinds both, such as 0.2")
    parser.add_argument("--with-noise", action="store_true", help="include runs with noise")
    parser.add_argument(
        "--unanswered", action="store_true", help="include offers that the simulated user did not react to"
    )
    parser.add_argument("--transcripts", action="store_true", help="include transcripts without a phone to show (lite)")
    parser.add_argument(
        "--study", metavar="S", help="number of a study to extend, or title of a new one; default: the folder's name"
    )
    parser.add_argument(
        "--add-tutorial-examples",
        nargs="?",
        const="",
        metavar="PLAN",
        help="add the practice items of this plan, or of the demo study if no plan is named",
    )
    parser.add_argument(
        "-um", "--user-model", metavar="M", help="accepted for compatibility and ignored: traces name the user model"
    )
    add_json(parser)


def _add_launch(group: Commands) -> None:
    parser = _with_study(add_command(group, "launch", _launch, LAUNCH_ABOUT, LAUNCH_EXAMPLES))
    parser.add_argument(
        "-k",
        "--annotators-per-sample",
        metavar="N",
        help="number of people who answer each item; default: as in the plan",
    )
    parser.add_argument(
        "-p", "--port", metavar="N", help="port of the site if this command starts it; default: as for `pare up`"
    )
    parser.add_argument("--no-start", action="store_true", help="do not start a site")
    parser.add_argument("--annotations", metavar="FILE", help=IN_THE_STORE)
    add_json(parser)


def _add_process(group: Commands) -> None:
    parser = _with_study(add_command(group, "process", _process, PROCESS_ABOUT, PROCESS_EXAMPLES))
    parser.add_argument("-o", "--output", metavar="FILE", help="write all answers to this file: .csv, .jsonl, .parquet")
    parser.add_argument(
        "--without-flagged",
        action="store_true",
        help="leave out people with too many wrong gold answers or too many fast answers",
    )
    parser.add_argument("--annotations", metavar="FILE", help=IN_THE_STORE)
    parser.add_argument(
        "-n", "--n-annotators", metavar="N", help="accepted for compatibility and ignored: everybody's answers count"
    )
    add_json(parser)


def _with_study(parser: Parser) -> Parser:
    parser.add_argument("study", metavar="STUDY", nargs="?", help="number of the study; default: the newest")
    parser.add_argument(
        "--samples",
        metavar="FILE",
        help="instead of a number: a .yaml, .parquet or .csv file that `pare annotation sample -o` wrote",
    )
    return parser


# Each command imports its module when it runs: `pare --help` must not load Django.


def _sample(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.annotation_sample import sample

    return sample(args, console)


def _launch(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.annotation_launch import launch

    return launch(args, console)


def _status(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.annotation_status import status

    return status(args, console)


def _process(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.annotation_process import process

    return process(args, console)


def _plan(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.annotation_plan import show_plan

    return show_plan(args, console)


def _new(args: argparse.Namespace, console: Console) -> int:
    from pare_site.cli.annotation_plan import make_from

    return make_from(args, console)
