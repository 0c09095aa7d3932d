"""`pare reading`: scores readers on texts with known answers, and prints the brief for writers of such texts."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json
from pare_site.cli.rejudge import add_judge, model_reader
from pare_site.cli.scenario_lookup import find_story, library
from pare_site.cli.tables import show_table
from simulator.words.english import counted

if TYPE_CHECKING:
    from benchmark.reading.score import Score

SCORE_ABOUT = """\
compare the readings of texts with the expected answers

Each line of a FILE is a JSON object: scenario, where (offer, message, report or field), need, goal (its number,
counted from 0), to, text, expected (yes, no or unclear). Without files, the texts of the built-in scenarios are
read. The table counts texts by place, expected answer and read answer.

Some texts were kept aside while the rules were written. If such texts are scored, the output says how often this has
happened. Only in the project's folder, the command also adds 1 to the number in benchmark/texts/times_scored.txt.

With --reader model, the model that --judge-model names reads each text in one request. Texts without a usable answer
count as unclear; the exit code is then 1."""
SCORE_EXAMPLES = """\
pare reading score
pare reading score my_texts.jsonl --json
pare reading score my_texts.jsonl --reader model --judge-model gpt-5-mini --judge-budget 1
pare reading score --kept-aside"""
BRIEF_ABOUT = """\
print the brief for people who write texts about a scenario

The brief has the story and a worked solution, but not the rules by which texts are judged."""
_ANSWERS = ("yes", "no", "unclear")


def add(commands: Commands) -> None:
    """Add `pare reading` with its subcommands to the parser."""
    group = add_group(commands, "reading", "score readers of texts, and print briefs for people who write texts")
    scores = add_command(
        group,
        "score",
        score_texts,
        SCORE_ABOUT,
        SCORE_EXAMPLES,
    )
    scores.add_argument("files", metavar="FILE", nargs="*", help="files with texts; default: the built-in texts")
    scores.add_argument(
        "--reader", choices=("rules", "model"), default="rules", help="the reader to score; default: rules"
    )
    add_judge(scores)
    scores.add_argument("--endpoint", metavar="URL", default="", help="server address of the judge model")
    which = scores.add_mutually_exclusive_group()
    which.add_argument(
        "--kept-aside", action="store_true", help="score only texts that were kept aside while the rules were written"
    )
    which.add_argument("--development", action="store_true", help="score only texts that were used to write the rules")
    scores.add_argument(
        "--table", metavar="FILE", help="also write the counts to this Markdown file, between marker lines"
    )
    scores.add_argument(
        "--wrong", action="store_true", help="also print each text that is read as the opposite of the expected answer"
    )
    add_json(scores)
    brief = add_command(group, "brief", show_brief, BRIEF_ABOUT, "pare reading brief email_notification")
    brief.add_argument("scenario", metavar="ID|FILE", help="id of a known scenario, or a YAML file")


def score_texts(args: argparse.Namespace, console: Console) -> int:
    """Run `pare reading score` and return the exit code."""
    from benchmark.reading.kept_aside import count_scoring, kept_aside_in
    from benchmark.reading.score import agreement, score
    from benchmark.reading.texts import FOLDER, TextFileError, is_kept_aside, read_texts
    from pare_site.cli.reading_tables import write_score_tables

    if (args.reader == "model") != (args.judge_model is not None):
        raise Trouble("--reader model and --judge-model belong together: give both, or neither.")
    judge = model_reader(args) if args.judge_model is not None else None
    files = [Path(name) for name in args.files] or sorted(FOLDER.glob("*.jsonl"))
    try:
        lines = read_texts(files)
        if args.kept_aside or args.development:
            lines = [line for line in lines if is_kept_aside(line.scenario) == args.kept_aside]
        aside = kept_aside_in(lines)
        if args.wrong and aside:
            raise Trouble("--wrong would print texts that are kept aside. Add --development to leave these texts out.")
        found = score(lines, library(), judge)
    except TextFileError as error:
        raise Trouble(str(error)) from None
    reader = "rules" if judge is None else f"model:{judge.name}"
    unanswered = sum(text.is_failed for text in found.texts)
    if args.table is not None:
        if judge is not None:
            raise Trouble("--table writes only scores of the rules. Leave out --table or --reader.")
        write_score_tables(args.table, found)
    times = count_scoring(Path.cwd()) if aside else None
    same = agreement(lines)
    if args.json:
        judged = {} if judge is None else {"unanswered": unanswered, "cost": judge.spending.cost}
        labels = {"agreement": same._asdict(), "kept_aside_scored": times}
        console.json({"reader": reader, "confusion": found.confusion, "kinds": found.kinds, **labels, **judged})
    else:
        _show(console, found, reader, args.wrong)
        console.say()
        if same.texts:
            console.say(str(same))
        if times is not None:
            console.say(f"Kept aside: {counted(len(aside), 'text')}, scored {times} times so far.")
        if judge is not None:
            console.say()
            console.say(f"{judge.spending}. {counted(unanswered, 'text')} without a usable answer.")
    return FAILED if unanswered else OK


def _show(console: Console, found: Score, reader: str, wrong: bool) -> None:
    console.say(f"{counted(len(found.texts), 'text')}, read by {reader}")
    head = ("where", "expected", "texts", *(f"read {answer}" for answer in _ANSWERS))
    show_table(console, head, list(_rows(found.confusion)), flexible=0)
    console.say()
    show_table(console, ("kind", *head[1:]), list(_rows(found.kinds)), flexible=0)
    contrary = {("yes", "no"), ("no", "yes")}
    for text in found.texts if wrong else ():
        if (text.line.expected, text.reading.value) in contrary:
            console.say()
            place = f"{text.line.scenario}, {text.line.where}: expected {text.line.expected}, read {text.reading.value}"
            console.say(f"{place}. {text.reading.reason}: {text.reading.words}", style="bold")
            console.say(text.line.text)


def _rows(counts: Mapping[str, Mapping[str, Mapping[str, int]]]) -> list[tuple[str, ...]]:
    rows = []
    for group, by_expected in counts.items():
        for expected in _ANSWERS:
            read = by_expected.get(expected, {})
            total = sum(read.values())
            if total:
                shares = (f"{read.get(answer, 0)} ({read.get(answer, 0) / total:.0%})" for answer in _ANSWERS)
                rows.append((group, expected, str(total), *(share.replace("%", " %") for share in shares)))
    return rows


def show_brief(args: argparse.Namespace, console: Console) -> int:
    """Run `pare reading brief` and return the exit code."""
    from benchmark.reading.brief import brief

    console.raw(brief(find_story(args.scenario)))
    return OK
