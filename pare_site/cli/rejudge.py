"""`pare rejudge`: judges stored runs again with a reader of your choice, without playing them again."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_json
from pare_site.cli.tables import show_table
from simulator.words.english import counted
from simulator.words.numbers import whole_number

if TYPE_CHECKING:
    from simulator.agents.llm.model_reader import ModelReader
    from simulator.jobs.reader_outcomes import ReaderOutcome
    from simulator.models import Episode

ABOUT = """\
judge stored runs again with a reader of your choice

RUN is the number of a run. Nothing is played again, and the recorded result stays: the new outcome is printed beside
it. Readers:
  rules   the rules of this version; nothing is stored
  model   a language model reads every text of the runs; its answers are stored, so no answer is paid for twice
  person  readings by people from a file; each line is a JSON object with run, moment, key, text, value (yes, no or
          unclear), words, reason and rater

The exit code is 1 if a run could not be judged or an answer of the model failed."""
EXAMPLES = """\
pare rejudge 12 13
pare rejudge --sweep 3 --reader model --judge-model gpt-5-mini --judge-budget 2
pare rejudge 12 --reader person --import readings.jsonl
pare rejudge --reader person --import readings.jsonl"""


def add(commands: Commands) -> None:
    """Add `pare rejudge` to the parser."""
    parser = add_command(commands, "rejudge", rejudge_runs, ABOUT, EXAMPLES)
    parser.add_argument("runs", metavar="RUN", nargs="*", help="number of a run")
    parser.add_argument("--sweep", metavar="N", help="judge all finished runs of this sweep")
    parser.add_argument(
        "--reader", choices=("rules", "model", "person"), default="rules", help="see above; default: rules"
    )
    add_judge(parser)
    parser.add_argument("--endpoint", metavar="URL", default="", help="server address of the judge model")
    parser.add_argument(
        "--import", metavar="FILE", dest="file", help="with --reader person: file with the readings, as JSON Lines"
    )
    add_json(parser)


def add_judge(parser: Any) -> None:
    """Add the options that name a judge model and its budget."""
    parser.add_argument(
        "--judge-model", metavar="M", help="model that reads the assistant's texts after the run; it does not play"
    )
    parser.add_argument(
        "--judge-budget",
        metavar="DOLLARS",
        help="maximum cost of the judge; texts that it can no longer read count as unclear",
    )


def rejudge_runs(args: argparse.Namespace, console: Console) -> int:
    """Run `pare rejudge` and return the exit code."""
    # Imported here: `pare --help` must not load the engine.
    from pare_site.django_setup import set_up

    set_up()
    from django.db import DatabaseError

    _check(args)
    try:
        return _rejudge(args, console)
    except DatabaseError as problem:
        reason = " ".join(str(problem).split())
        raise Trouble(f"The database can’t be used: {reason}.", "Start the site first: make run") from None


def _check(args: argparse.Namespace) -> None:
    if (args.reader == "model") != (args.judge_model is not None):
        raise Trouble("--reader model and --judge-model belong together: give both, or neither.")
    if (args.reader == "person") != (args.file is not None):
        raise Trouble("--reader person and --import FILE belong together: give both, or neither.")
    if not args.runs and args.sweep is None and args.reader != "person":
        raise Trouble("Name runs by their numbers, or a sweep with --sweep N.")


def _rejudge(args: argparse.Namespace, console: Console) -> int:
    # Imported here: `pare --help` must not load the engine.
    from simulator.jobs.finished_run import CannotJudge

    rows = _rows(args)
    people = _import(args, console, rows) if args.reader == "person" else []
    reader = model_reader(args) if args.reader == "model" else None
    is_complete, found = True, []
    for row, person in people or [(row, "") for row in rows]:
        try:
            outcome = _outcome(row, reader, person)
        except CannotJudge as problem:
            is_complete = False
            found.append({"run": row.pk, "error": str(problem)})
            continue
        is_complete = is_complete and not outcome.failed
        found.append(_as_json(row, outcome))
    if args.json:
        console.json({"reader": args.reader, "runs": found, "cost": reader.spending.cost if reader else None})
    else:
        _show(console, found, reader)
    return OK if is_complete else FAILED


def _rows(args: argparse.Namespace) -> list[Episode]:
    from benchmark.models import Cell, Sweep
    from simulator.models import Episode, State

    rows = Episode.objects.select_related("version__scenario")
    numbers = [whole_number(text) for text in args.runs]
    known = {row.pk: row for row in rows.filter(pk__in=[number for number in numbers if number])}
    for text, number in zip(args.runs, numbers, strict=True):
        if number is None or number not in known:
            raise Trouble(f"The studio has no run {text}. The list of runs shows the numbers.")
    found = [known[number] for number in dict.fromkeys(numbers) if number is not None]
    if args.sweep is not None:
        sweep = Sweep.objects.filter(pk=whole_number(args.sweep) or 0).first()
        if sweep is None:
            raise Trouble(f"The studio has no sweep {args.sweep}. The list of sweeps shows the numbers.")
        cells = Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED).order_by("position")
        ids = dict.fromkeys(cells.values_list("episode_id", flat=True))
        found += [row for row in rows.filter(pk__in=list(ids)).order_by("pk") if row.pk not in known]
    return found


def _import(args: argparse.Namespace, console: Console, rows: Sequence[Episode]) -> list[tuple[Episode, str]]:
    """Store the readings from the file in the database. Raises Trouble.

    Return pairs: a run, and a person who has read its texts.
    """
    from pare_site.cli.trace_reading import content_of
    from simulator.jobs.people_readings import import_people
    from simulator.models import Episode
    from simulator.reading.reading_lines import BadReadingLine

    try:
        done = import_people(content_of(Path(args.file)), args.file, [row.pk for row in rows])
    except BadReadingLine as problem:
        raise Trouble(str(problem)) from None
    if not args.json:
        console.say(f"{counted(done.lines, 'reading')} in the file, {done.stored} new.")
    judged = Episode.objects.select_related("version__scenario").in_bulk({run for run, _ in done.judged})
    return [(judged[run], rater) for run, rater in done.judged]


def model_reader(args: argparse.Namespace) -> ModelReader:
    """Return the judge model that the flags name, with its budget. Raises Trouble if it can't be used."""
    from simulator.agents.llm.model_reader import JudgeSpending, ModelReader

    return ModelReader(judge_named(args.judge_model, args.endpoint), JudgeSpending(budget_of(args.judge_budget)))


def judge_named(alias: str, endpoint: str = "") -> Any:
    """Return the judge model with this name. Raises Trouble if the model is unknown."""
    from simulator.agents.llm.aliases import UnknownModel, choose
    from simulator.agents.llm.model_reader import JudgeModel

    try:
        return JudgeModel(*choose(alias, endpoint=endpoint))
    except UnknownModel as problem:
        raise Trouble(f"--judge-model: {problem}") from None


def budget_of(text: str | None) -> float | None:
    """Return the budget of a judge in US dollars; None for no limit. Raises Trouble if the text is not an amount."""
    if text is None:
        return None
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found <= 1_000_000:
        raise Trouble(
            f"--judge-budget {text}: give an amount in US dollars above 0 and at most 1,000,000, such as 0.50."
        )
    return found


def _outcome(row: Episode, reader: ModelReader | None, person: str) -> ReaderOutcome:
    """Return the outcome by `reader` if given, else by the readings of `person` if given, else by the rules."""
    from simulator.jobs.finished_run import opened
    from simulator.jobs.judging import judge_run
    from simulator.jobs.reader_outcomes import outcome_by, outcome_by_rules

    if reader is not None:
        return judge_run(row, reader).outcome
    return outcome_by(row, opened(row), "person", person) if person else outcome_by_rules(opened(row))


def _as_json(row: Episode, found: ReaderOutcome) -> dict[str, Any]:
    from simulator.jobs.reader_outcomes import recorded_verdict

    return {
        "run": row.pk,
        "scenario": row.version.scenario.slug,
        "recorded": recorded_verdict(row),
        "reader": found.name,
        "verdict": found.outcome.verdict,
        "why": found.why,
        "honest_report": found.outcome.honest_report,
        "readings": found.readings,
        "unclear": found.unclear,
        "failed": found.failed,
    }


def _show(console: Console, found: list[dict[str, Any]], reader: ModelReader | None) -> None:
    head = ("run", "scenario", "recorded", "reader", "now", "why")
    rows = [
        (str(one["run"]), "", "", "", "not judged", one["error"])
        if "error" in one
        else (
            str(one["run"]),
            one["scenario"],
            one["recorded"],
            one["reader"],
            one["verdict"],
            one["why"],
        )
        for one in found
    ]
    show_table(console, head, rows, flexible=5)
    if reader is not None:
        console.say(f"{reader.name}: {reader.spending}")
