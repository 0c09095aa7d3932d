"""`pare fidelity`: compares a simulated user with people who played the same scenarios."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_json
from simulator.words.numbers import whole_number

if TYPE_CHECKING:
    from benchmark.fidelity.compare import RunTrace
    from benchmark.fidelity.resampling import SimulatedUser

ABOUT = """\
compare a simulated user with people who played the same scenarios

At each decision of a person about an offer, the run is rebuilt and the simulated user decides K times. Whole runs are
compared with the simulated user's runs of the same scenarios and assistants. Missing runs are played now if that needs
no model or server. Each figure has n, a 95 % interval, what chance alone would give, and the n that would be enough.

Without -t, runs of the studio are compared: the runs with the numbers RUN, or all runs that people played. With -t,
traces are read from files, or from all *.jsonl files in folders. If a folder has subfolders, each subfolder has the
runs of one person and its name is the person's pseudonym; otherwise each file counts as a person of its own.

A model is asked over the network, which may cost money. The exit code is 1 if a model could not be asked."""
EXAMPLES = """\
pare fidelity
pare fidelity 12 13 15
pare fidelity -t traces/people -t traces/scripted --json
pare fidelity -t traces --user gpt-5-mini -k 5"""
USER = "scripted"
_SUFFIX = ".jsonl"


def add(commands: Commands) -> None:
    """Add `pare fidelity` to the parser."""
    parser = add_command(commands, "fidelity", compare_users, ABOUT, EXAMPLES)
    parser.add_argument("runs", metavar="RUN", nargs="*", help="number of a run that a person played")
    parser.add_argument(
        "-t", "--traces", metavar="PATH", action="append", help="trace file, or folder with traces; can be repeated"
    )
    parser.add_argument(
        "--user", metavar="NAME", default=USER, help="simulated user: a player or a model; default: scripted"
    )
    parser.add_argument(
        "-k", type=int, metavar="K", help="decisions of a model at each decision point; default: 5. scripted: always 1"
    )
    parser.add_argument("--seed", type=int, metavar="N", default=0, help="seed of the resampled decisions; default: 0")
    parser.add_argument("--style", choices=("strict", "lenient"), default="strict", help="style of a model as the user")
    parser.add_argument("--prompts", metavar="DIR", help="folder with prompts that replace the built-in ones")
    parser.add_argument("--endpoint", metavar="URL", default="", help="server address of the model")
    add_json(parser)


def compare_users(args: argparse.Namespace, console: Console) -> int:
    """Run `pare fidelity` and return the exit code."""
    # Imported here: `pare --help` must not load the engine.
    import msgspec

    from benchmark.fidelity.compare import DEFAULT_K, MOST_K, by_people, by_user, compare, questions
    from benchmark.fidelity.resampling import CannotResample
    from benchmark.fidelity.text import text_report
    from simulator.trace.header import TraceError

    k = DEFAULT_K if args.k is None else args.k
    if not 1 <= k <= MOST_K:
        raise Trouble(f"-k {k}: give a number from 1 to {MOST_K}.")
    if args.runs and args.traces:
        raise Trouble("RUN and -t exclude each other: give numbers of runs, or traces.")
    user = chosen_user(args)
    try:
        runs = _from_files(args.traces) if args.traces else _from_studio(args.runs)
        people = by_people(runs)
        if not people:
            raise Trouble(*_nobody(args))
        simulated = by_user(runs, user)
        if not user.is_deterministic and user.model is not None:
            console.remark(f"Asking {user.label} for {questions(people, user, k):,} decisions.")
        report = compare(people, simulated, user, k=k, seed=args.seed)
    except TraceError as problem:
        raise Trouble(str(problem)) from None
    except CannotResample as problem:
        raise Trouble(str(problem), code=FAILED) from None
    if args.json:
        console.json(msgspec.to_builtins(report))
    else:
        console.raw(text_report(report))
    return OK


def chosen_user(args: argparse.Namespace) -> SimulatedUser:
    """Return the simulated user that the flags name. Raises Trouble if there is no such player or model."""
    from benchmark.fidelity.resampling import SimulatedUser, user_of
    from benchmark.plan.player_names import is_player
    from simulator.agents.llm.aliases import UnknownModel
    from simulator.agents.llm.choosing import with_models
    from simulator.agents.llm.prompting import PromptError
    from simulator.agents.registry import user_names
    from simulator.config import EpisodeConfig

    if is_player(args.user, "user"):
        if args.prompts or args.endpoint:
            raise Trouble(f"--prompts and --endpoint apply to language models, but '{args.user}' is a player.")
        return SimulatedUser(args.user)
    prompts = None if args.prompts is None else Path(args.prompts)
    config = EpisodeConfig(user_style=args.style)
    try:
        return user_of(with_models(config, user=args.user, endpoint=args.endpoint, prompts=prompts))
    except UnknownModel as problem:
        names = ", ".join(name for name in user_names() if name != "llm")
        raise Trouble(f"--user {args.user}: {problem}", f"Simulated users without a model: {names}.") from None
    except PromptError as problem:
        raise Trouble(f"--prompts: {problem}") from None


def _nobody(args: argparse.Namespace) -> Sequence[str]:
    if args.traces:
        return (
            f"No run by a person found in {', '.join(args.traces)}.",
            "Give traces whose configuration has user=human; `pare trace export RUN --out FILE` writes a stored run.",
        )
    if args.runs:
        return (f"None of the runs {', '.join(args.runs)} was played by a person.", "Choose runs with the user human.")
    return (
        "No run by a person found in the studio.",
        "Let people play first, or give trace files with -t.",
    )


def _from_files(paths: Sequence[str]) -> list[RunTrace]:
    """Return the traces in these files and folders. Raises Trouble for a path without traces."""
    from benchmark.fidelity.compare import RunTrace
    from simulator.trace.trace_reader import read_trace

    found = []
    for path in map(Path, paths):
        files = sorted(path.rglob(f"*{_SUFFIX}")) if path.is_dir() else [path]
        files = [file for file in files if not file.name.endswith(f".readings{_SUFFIX}")]
        if not files:
            raise Trouble(f"-t {path}: the folder has no *{_SUFFIX} file.", "Give a folder with traces.")
        for file in files:
            inside = file.relative_to(path).parts[:-1] if path.is_dir() else ()
            found.append(RunTrace(str(file), read_trace(file, partial=True), inside[0] if inside else file.stem))
    return found


def _from_studio(numbers: Sequence[str]) -> list[RunTrace]:
    from pare_site.django_setup import set_up

    set_up()
    from django.db import DatabaseError

    from benchmark.jobs.fidelity_runs import run_trace, runs_by_people, runs_by_simulated_users

    try:
        rows = list(runs_by_people())
        if numbers:
            wanted = [_number(text) for text in numbers]
            known = {row.pk for row in rows}
            missing = [str(number) for number in wanted if number not in known]
            if missing:
                problem = f"No finished run by a person has the number {', '.join(missing)}."
                raise Trouble(problem, "The list of runs shows the numbers; the user must be human.")
            rows = [row for row in rows if row.pk in wanted]
        others = runs_by_simulated_users(row.version.scenario_id for row in rows)
        return [run_trace(row) for row in (*rows, *others)]
    except DatabaseError as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"The database can’t be used: {reason}.", "Start the site first: make run") from None


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise Trouble(f"'{text}' is not the number of a run. Give numbers, or trace files with -t.")
    return number
