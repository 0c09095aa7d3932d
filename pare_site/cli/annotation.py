"""`pare annotation`: samples decision points for people to judge, opens studies, follows them, and takes data out."""

from __future__ import annotations

import argparse

from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, Parser, add_command, add_group, add_json

SAMPLE_ABOUT = """\
draw decision points from a folder of traces, for a new study

Reads every trace below the folder: those of PARE Studio (.jsonl) and the JSON files “hf” and “lite” of the original.
They are stored as runs, and a study is made with a balanced sample of what was offered in them. It is a draft: look at
it in the browser, then `pare annotation launch`. Runs with noise are left out, be it unrelated events or tools that
fail, unless --with-noise says otherwise.

The exit code is 0 if all is well, 1 if a file could not be read, and 2 if nothing could be drawn."""
SAMPLE_EXAMPLES = """\
pare annotation sample -t traces -n 60
pare annotation sample -t traces -n 60 -s 42 --target-models gpt-5,claude-4.5-sonnet -o study.yaml
pare annotation sample -t traces --per-model gpt-5:30,gemini-3-pro:20 --per-scenario 3
pare annotation sample -t more_traces -n 40 --study 3"""
LAUNCH_ABOUT = """\
open a study, and print the link that lets people in

Without a number it is the study that was made last. If no site runs here, it is started and runs until Ctrl-C; with
--no-start only the link is printed. People from elsewhere need a site with PARE_BASE_URL."""
LAUNCH_EXAMPLES = """\
pare annotation launch
pare annotation launch 3 -k 2
pare annotation launch --samples study.yaml --no-start"""
STATUS_ABOUT = "tell how far a study is: items, answers, people"
PROCESS_ABOUT = """\
tell how much people agree, and write their answers

Percent, Cohen's, Fleiss' and Krippendorff's figures among people, and people against the simulated user, each with the
number of items and an interval. Missing answers are allowed. --output writes every answer with all its revisions: .csv,
.jsonl or .parquet; the browser has the codebook."""
PROCESS_EXAMPLES = """\
pare annotation process 3
pare annotation process 3 --output answers.csv
pare annotation process 3 --without-flagged --json"""
NEW_ABOUT = """\
make a study from a plan in a file

The plan says what is asked, of how many people, and what is sampled from the runs that are here. The study is a
draft."""
IN_THE_STORE = "as the original has it; answers are kept in the store, so it is not needed"


def add(commands: Commands) -> None:
    group = add_group(commands, "annotation", "have people judge what was offered in runs")
    _add_sample(group)
    _add_launch(group)
    status = _with_study(add_command(group, "status", _status, STATUS_ABOUT, "pare annotation status 3"))
    status.add_argument("-p", "--port", metavar="N", help=argparse.SUPPRESS)
    add_json(status)
    _add_process(group)
    plan = add_command(
        group, "plan", _plan, "print the plan of a study, for git", "pare annotation plan 3 > study.yaml"
    )
    _with_study(plan)
    new = add_command(group, "new", _new, NEW_ABOUT, "pare annotation new study.yaml")
    new.add_argument("plan", metavar="PLAN", help="a YAML file; - for standard input")
    add_json(new)


def _add_sample(group: Commands) -> None:
    parser = add_command(group, "sample", _sample, SAMPLE_ABOUT, SAMPLE_EXAMPLES)
    parser.usage = "pare annotation sample -t DIR (-n SIZE | --per-model M:N,...) [-o FILE] [options]"
    parser.add_argument(
        "-t", "--traces-dir", metavar="DIR", required=True, help="folder with traces, also in folders in it"
    )
    parser.add_argument("-n", "--sample-size", metavar="SIZE", help="how many, over all models")
    parser.add_argument("--per-model", metavar="M:N", help="instead: how many of each model, such as gpt-5:30,o3:20")
    parser.add_argument("-o", "--output", metavar="FILE", help="write the plan (.yaml), or the items (.parquet, .csv)")
    parser.add_argument("-s", "--seed", metavar="N", help="key of the chance by which it is drawn; default: 0")
    parser.add_argument("--target-models", metavar="M", help="only these models, with commas")
    parser.add_argument("--per-scenario", metavar="N", help="at most so many of one scenario")
    parser.add_argument("--kinds", metavar="K", help="offers (default), silences or both")
    parser.add_argument("--silence-share", metavar="P", help="with both: the share of silences, such as 0.2")
    parser.add_argument("--with-noise", action="store_true", help="also runs with noise")
    parser.add_argument("--unanswered", action="store_true", help="also offers that the user did nothing about")
    parser.add_argument("--transcripts", action="store_true", help="also runs without a phone to show (lite)")
    parser.add_argument(
        "--study", metavar="S", help="number of a study to add to, or title of a new one; default: the folder's name"
    )
    parser.add_argument(
        "--add-tutorial-examples",
        nargs="?",
        const="",
        metavar="PLAN",
        help="practice before the study: that of this plan; without a file that of the demo study",
    )
    parser.add_argument("-um", "--user-model", metavar="M", help="as the original has it; traces say who played")
    add_json(parser)


def _add_launch(group: Commands) -> None:
    parser = _with_study(add_command(group, "launch", _launch, LAUNCH_ABOUT, LAUNCH_EXAMPLES))
    parser.add_argument(
        "-k", "--annotators-per-sample", metavar="N", help="people who answer each item; default: as planned"
    )
    parser.add_argument("-p", "--port", metavar="N", help="where a site that is started listens; default: as `pare up`")
    parser.add_argument("--no-start", action="store_true", help="start no site")
    parser.add_argument("--annotations", metavar="FILE", help=IN_THE_STORE)
    add_json(parser)


def _add_process(group: Commands) -> None:
    parser = _with_study(add_command(group, "process", _process, PROCESS_ABOUT, PROCESS_EXAMPLES))
    parser.add_argument("-o", "--output", metavar="FILE", help="write all answers: .csv, .jsonl or .parquet")
    parser.add_argument(
        "--without-flagged", action="store_true", help="leave out people with low gold or hasty answers"
    )
    parser.add_argument("--annotations", metavar="FILE", help=IN_THE_STORE)
    parser.add_argument(
        "-n", "--n-annotators", metavar="N", help="as the original has it; everybody's answers count here"
    )
    add_json(parser)


def _with_study(parser: Parser) -> Parser:
    parser.add_argument("study", metavar="STUDY", nargs="?", help="its number; default: the one that was made last")
    parser.add_argument("--samples", metavar="FILE", help="instead of a number: what `pare annotation sample -o` wrote")
    return parser


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
