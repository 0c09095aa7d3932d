"""Builds the Markdown tables of `pare scenarios list --table`: the splits, the distributions and every scenario."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmark import original_library as original
from pare_site.cli.markdown_tables import markdown, write_blocks
from simulator.scenario.splits import Split
from simulator.scenario.story import Story

# Names of the blocks in the document.
SPLITS, DISTRIBUTIONS, SCENARIOS = "splits", "distributions", "scenarios"
# A full stop after a title such as “Dr.” does not end a sentence.
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)\s+")


def write_tables(name: str, stories: Sequence[Story], splits: Sequence[Split]) -> None:
    """Write the tables into a file, between its marker lines, or a table of the scenarios into a new file."""
    write_blocks(name, tables(stories, splits, Path(name).resolve().parent), SCENARIOS)


def tables(stories: Sequence[Story], splits: Sequence[Split], folder: Path) -> dict[str, str]:
    """Return the tables, keyed by the name of their block. Links to scenario files are relative to `folder`."""
    return {
        SPLITS: _split_table(stories, splits),
        DISTRIBUTIONS: _distributions(stories),
        SCENARIOS: _scenario_table(stories, folder),
    }


def _split_table(stories: Sequence[Story], splits: Sequence[Split]) -> str:
    ids = {story.id for story in stories}
    rows = ((f"`{split.name}`", str(len(ids & set(split.ids))), split.about or "–") for split in splits)
    return markdown(("Split", "Scenarios", "What it contains"), rows)


def _scenario_table(stories: Sequence[Story], folder: Path) -> str:
    rows = [_scenario_row(story, folder) for story in sorted(stories, key=lambda story: story.scenario.title)]
    return markdown(("Scenario", "Id", "Apps", "Pattern", "Difficulty", "About"), rows)


def _scenario_row(story: Story, folder: Path) -> tuple[str, ...]:
    part = story.scenario
    file = Path(os.path.relpath(story.file, folder)).as_posix()
    return (
        f"[{_cell(part.title)}]({file})",
        f"`{part.id}`",
        ", ".join(part.apps),
        part.pattern or "–",
        str(part.difficulty.rating),
        _cell(first_sentence(part.about)) or "–",
    )


def first_sentence(text: str) -> str:
    """Return the first sentence of a text of one paragraph."""
    return _SENTENCE_END.split(" ".join(text.split()), maxsplit=1)[0]


def _cell(text: str) -> str:
    # A bar would end the cell, and a square bracket could end the text of a link.
    return re.sub(r"([|\[\]])", r"\\\1", text)


def _distributions(stories: Sequence[Story]) -> str:
    parts = [story.scenario for story in stories]
    apps = Counter(app for part in parts for app in part.apps)
    numbers = Counter(str(len(part.apps)) for part in parts)
    categories = Counter(part.category for part in parts)
    patterns = Counter(part.pattern or "none" for part in parts)
    ratings = Counter(str(part.difficulty.rating) for part in parts)
    kinds = (
        _distribution("App", apps, original.APPS, len(parts)),
        _distribution("Apps per scenario", numbers, original.APPS_PER_SCENARIO, len(parts)),
        _distribution("Category", categories, original.CATEGORIES, len(parts)),
        _distribution("Pattern", patterns, original.PATTERNS, len(parts)),
        _distribution("Difficulty", ratings, original.DIFFICULTIES, len(parts)),
    )
    return "\n".join(kinds)


def _distribution(head: str, ours: Mapping[str, int], theirs: Mapping[str, int], total: int) -> str:
    """Return a table with a row per value: how many scenarios have it, in our library and in the original's."""
    # The values of the original come first, in its order; values that only our scenarios have follow.
    rows = [
        (
            value,
            str(ours.get(value, 0)),
            _share(ours.get(value, 0), total),
            str(theirs.get(value, 0)),
            _share(theirs.get(value, 0), original.SCENARIOS),
        )
        for value in dict.fromkeys([*theirs, *sorted(ours)])
    ]
    return markdown((head, f"Of {total}", "Share", f"Of the original’s {original.SCENARIOS}", "Share"), rows)


def _share(count: int, total: int) -> str:
    return f"{100 * count / total:.0f} %" if total else "–"
