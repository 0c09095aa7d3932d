"""Looks up scenarios for commands: by id, by file, or by filters such as `--app`."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pare_site.cli.exits import Trouble
from pare_site.cli.parser import help_section

if TYPE_CHECKING:
    from simulator.scenario.library import Library
    from simulator.scenario.load import ScenarioFault
    from simulator.scenario.story import Story

HARDEST = 5
_FILTERS = ("app", "category", "pattern", "difficulty", "tag", "split", "status")


def add_filters(parser: argparse.ArgumentParser) -> None:
    """Add the filters of `pare scenarios list` and `check`."""
    group = parser.add_argument_group(
        "filters",
        "--split and --status take one value. The other filters can be repeated, and take values separated by commas.",
    )
    group.add_argument(
        "--app", action="append", type=_words, metavar="A", help="scenarios with this app, or with all of several apps"
    )
    group.add_argument(
        "--category",
        action="append",
        type=_words,
        metavar="C",
        help="scenarios in this category, or in any of several categories",
    )
    group.add_argument(
        "--pattern",
        action="append",
        type=_words,
        metavar="P",
        help="scenarios with this pattern, or with any of several patterns",
    )
    group.add_argument(
        "--difficulty",
        action="append",
        type=_ratings,
        metavar="N",
        help="scenarios rated 1 to 5: a number such as 2, or a range such as 1-3",
    )
    group.add_argument(
        "--tag", action="append", type=_words, metavar="T", help="scenarios with this tag, or with all of several tags"
    )
    group.add_argument("--split", metavar="NAME", help="scenarios in this split")
    group.add_argument("--status", metavar="S", help="scenarios with this status: draft or ready")


def has_filters(args: argparse.Namespace) -> bool:
    """Return whether any filter was given."""
    return any(getattr(args, name) is not None for name in _FILTERS)


def known_values() -> str:
    """Return the values that filters accept, for help texts."""
    from simulator.scenario.schema import CATEGORIES, PATTERNS

    values = help_section("values", {"categories": ", ".join(CATEGORIES), "patterns": ", ".join(PATTERNS)})
    return f"{values}\n\n{known_splits()}"


def known_splits() -> str:
    """Return the splits with their descriptions, for help texts."""
    # A missing folder must not keep the help from being printed.
    with contextlib.suppress(Trouble):
        splits = {split.name: split.about or "no description" for split in library().splits.readable()}
        return help_section("splits", splits or {"": "none"})
    return help_section("splits", {"": "none"})


def library() -> Library:
    """Return the library of all scenario folders. Raises Trouble if a folder is missing."""
    from simulator.scenario.library import Library
    from simulator.scenario.scenario_files import FolderError

    try:
        return Library.standard()
    except FolderError as error:
        raise Trouble(str(error)) from None


def filtered(shelf: Library, args: argparse.Namespace) -> list[Story]:
    """Return the stories that match the filters. Raises Trouble for an unknown value of a filter, such as a split."""
    from simulator.scenario.library import UnknownValue
    from simulator.scenario.load import ScenarioError
    from simulator.scenario.splits import UnknownSplit

    try:
        return shelf.filter(
            apps=_joined(args.app),
            category=_joined(args.category),
            pattern=_joined(args.pattern),
            difficulty=_joined(args.difficulty),
            tags=_joined(args.tag),
            split=args.split,
            status=args.status,
        )
    except (UnknownValue, UnknownSplit) as error:
        raise Trouble(str(error)) from None
    except ScenarioError as error:
        raise Trouble(*map(str, error.faults), faults=error.faults) from None


def find_story(name: str) -> Story:
    """Return the story of an id or a file. Raises Trouble for an unknown id, or with every fault of the file."""
    from simulator.scenario.load import ScenarioError

    try:
        return load_story(name)
    except ScenarioError as error:
        raise Trouble(*map(str, error.faults), faults=error.faults) from None


def load_story(name: str) -> Story:
    """Return the story of an id or a file.

    Raises ScenarioError if the file has faults, and Trouble if the id is unknown.
    """
    from simulator.scenario.library import UnknownScenario
    from simulator.scenario.load import load_file

    if is_file_name(name):
        return load_file(Path(name))
    try:
        return library().get(name)
    except (OSError, ValueError):
        # The id becomes a file name, and the file system refuses some names, such as very long names.
        raise Trouble("No scenario has this id. Run `pare scenarios list` to see all ids.") from None
    except UnknownScenario as error:
        raise Trouble(f"{error} Run `pare scenarios list`, or give a file such as ./{name}.yaml.") from None


def is_file_name(name: str) -> bool:
    """Return True for a name that ends with .yaml or .yml or contains a slash; ids never do."""
    return name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name


def fault_json(fault: ScenarioFault) -> dict[str, Any]:
    """Return a fault as `--json` prints it."""
    return fault._asdict()


def _joined(values: Sequence[Iterable[Any]] | None) -> list[Any]:
    return [value for several in values or () for value in several]


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _ratings(text: str) -> list[int]:
    ratings: list[int] = []
    for part in _words(text):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise argparse.ArgumentTypeError(f"'{text}' is not a difficulty; write a number such as 2, or 1-3")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= HARDEST:
            raise argparse.ArgumentTypeError(f"'{text}' is out of range; difficulties go from 1 to {HARDEST}")
        ratings += range(low, high + 1)
    return ratings
