"""`pare scenarios`: lists, shows, creates and checks scenarios, and prints the schemas that editors use."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pare_site.cli import scenario_new
from pare_site.cli.exits import FAILED, OK, Trouble
from pare_site.cli.output import Console
from pare_site.cli.parser import Commands, add_command, add_group, add_json
from pare_site.cli.scenario_lookup import (
    add_filters,
    fault_json,
    filtered,
    find_story,
    has_filters,
    known_values,
    library,
)
from pare_site.cli.tables import show_table
from simulator.words.english import counted

if TYPE_CHECKING:
    from simulator.scenario.library import Library
    from simulator.scenario.story import Story

CHECK_ABOUT = """\
check that scenarios accept good solutions and reject wrong ones

Plays every scenario with its worked solution and with many mutants of it: a write left out, a value
changed, an extra write, no offer. The solution must succeed and every mutant must fail. The exit code is 1 if
a proof fails, if more than 2 % of the mutants about words or 10 % of the texts by people (25 % of fewer than
1,000 texts) are misread, or if a file has errors.

Scenarios that have not changed since their last check are not played again: their stored results count. A scenario
has changed if its file, its texts or the program's code has changed."""


def add(commands: Commands) -> None:
    """Add `pare scenarios` with its subcommands to the parser."""
    group = add_group(commands, "scenarios", "list, show, create and check scenarios")
    lists = add_command(
        group,
        "list",
        list_scenarios,
        "list all scenarios, or those that match filters",
        "pare scenarios list\npare scenarios list --app email,calendar --difficulty 1-2\n"
        "pare scenarios list --split quick\npare scenarios list --json\npare scenarios list --table docs/library.md",
        more=known_values,
    )
    add_filters(lists)
    add_json(lists)
    _add_table(lists, "also write the scenarios, splits and distributions to this Markdown file, between marker lines")
    show = add_command(
        group,
        "show",
        show_scenario,
        "describe a scenario in plain words",
        "pare scenarios show email_reminder_batch_cancellation\npare scenarios show my_scenario.yaml --json",
    )
    show.add_argument("scenario", metavar="ID|FILE", help="id of a known scenario, or a YAML file")
    add_json(show)
    scenario_new.add(group)
    _add_check(group)
    schema = add_command(
        group,
        "schema",
        show_schema,
        "print or write the JSON schemas of scenarios, traces, plans and messages to external players",
        "pare scenarios schema\npare scenarios schema --write",
    )
    schema.add_argument(
        "--write",
        nargs="?",
        const="",
        metavar="PATH",
        help="write the schemas into this folder; default: docs/schemas, if you are in the project's folder",
    )


def _add_check(group: Commands) -> None:
    check = add_command(
        group,
        "check",
        check_scenarios,
        CHECK_ABOUT,
        "pare scenarios check\npare scenarios check --all\npare scenarios check my_scenario.yaml -v\n"
        "pare scenarios check --baselines\n"
        "pare scenarios check --status ready --json\npare scenarios check --no-texts",
        more=known_values,
    )
    check.add_argument("scenario", metavar="ID|FILE", nargs="*", help="scenarios to check; default: all")
    add_filters(check)
    add_json(check)
    everything = "also play scenarios that have not changed since their last check"
    check.add_argument("--all", action="store_true", help=everything)
    check.add_argument("--workers", type=_workers, metavar="N", help="number of processes; default: one per core")
    baselines = "also play every assistant that needs no language model, on ready scenarios"
    check.add_argument("--baselines", action="store_true", help=baselines)
    _add_table(check, "also write the results to this Markdown file, between marker lines")
    texts = check.add_mutually_exclusive_group()
    texts.add_argument(
        "--texts",
        metavar="FOLDER",
        help="folder with people's texts for proof (p), one file ID.jsonl per scenario; default: the built-in texts",
    )
    texts.add_argument("--no-texts", action="store_true", help="skip proof (p) to save time")
    check.add_argument("-v", "--verbose", action="store_true", help="also print why some proofs had nothing to check")


def _add_table(parser: argparse.ArgumentParser, help: str) -> None:
    more = "; repeat it for several files"
    parser.add_argument("--table", metavar="FILE", action="append", default=[], help=help + more)


def list_scenarios(args: argparse.Namespace, console: Console) -> int:
    """Run `pare scenarios list`. Files with faults are reported and make the command fail, whatever the filters."""
    shelf = library()
    stories = filtered(shelf, args)
    faults = shelf.faults()
    if args.table:
        _write_tables(args.table, stories, shelf)
    if args.json:
        console.json({"scenarios": list(map(_summary, stories)), "faults": list(map(fault_json, faults))})
        return FAILED if faults else OK
    if stories:
        head = ("id", "title", "apps", "category", "difficulty", "status")
        show_table(console, head, list(map(_row, stories)), flexible=1)
    elif not has_filters(args):
        console.remark("No scenarios found. Create a scenario with `pare scenarios new`, or set PARE_SCENARIOS_DIR.")
    else:
        console.remark("No scenarios match these filters.")
    if faults:
        console.remark(f"{counted(len(faults), 'fault')} in scenario files:", "bad")
        for fault in faults:
            console.remark(str(fault))
    return FAILED if faults else OK


def show_scenario(args: argparse.Namespace, console: Console) -> int:
    """Run `pare scenarios show` and return the exit code."""
    from pare_site.cli.scenario_page import show_story
    from simulator.showing.scenario_words import record_counts

    story = find_story(args.scenario)
    if args.json:
        console.json({**_summary(story), "records": record_counts(story), "scenario": dict(story.source)})
    else:
        show_story(console, story)
    return OK


def check_scenarios(args: argparse.Namespace, console: Console) -> int:
    """Run `pare scenarios check` and return the exit code."""
    from pare_site.cli.scenario_check import check

    if args.scenario and has_filters(args):
        raise Trouble("Give either scenarios or filters, not both.")
    return check(args, console)


def show_schema(args: argparse.Namespace, console: Console) -> int:
    """Run `pare scenarios schema` and return the exit code."""
    from pare_site.cli.schemas import print_schemas, project_folder, write_schemas

    return print_schemas(console) if args.write is None else write_schemas(console, args.write or project_folder())


def _write_tables(names: Sequence[str], stories: Sequence[Story], shelf: Library) -> None:
    from pare_site.cli.library_tables import write_tables

    for name in names:
        write_tables(name, stories, shelf.splits.readable())


def _row(story: Story) -> list[str]:
    part = story.scenario
    return [part.id, part.title, ", ".join(part.apps), part.category, str(part.difficulty.rating), part.status]


def _summary(story: Story) -> dict[str, Any]:
    part = story.scenario
    return {
        "id": part.id,
        "title": part.title,
        "status": part.status,
        "category": part.category,
        "pattern": part.pattern,
        "difficulty": part.difficulty.rating,
        "apps": part.apps,
        "tags": part.tags,
        "turns": part.turns,
        "file": story.file,
        "hash": story.hash,
    }


def _workers(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 64:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of processes; write a number from 1 to 64")
    return int(text)
